-- The log in the order in which it is written. Lines of many rooms arrive together, and beside each other they fill few pages:
-- a commit writes a tenth of what it takes to put every line into its own room's page. Who needs one room's lines looks through all.
CREATE TABLE log_in_order (
    n           INTEGER PRIMARY KEY,
    room        TEXT NOT NULL,
    seq         INTEGER NOT NULL,
    line        BLOB NOT NULL,
    digest      BLOB NOT NULL
);
INSERT INTO log_in_order (room, seq, line, digest) SELECT room, seq, line, digest FROM log ORDER BY room, seq;
DROP TABLE log;
ALTER TABLE log_in_order RENAME TO log;
