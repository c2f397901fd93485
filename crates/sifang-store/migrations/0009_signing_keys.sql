-- Keys with which records of matches are signed. The one in use has its secret half; of earlier ones only the public half is
-- left, so that what they signed can still be checked.
CREATE TABLE signing_key (
    public      BLOB PRIMARY KEY,
    secret      BLOB,
    since_ms    INTEGER NOT NULL,
    until_ms    INTEGER
) WITHOUT ROWID;
