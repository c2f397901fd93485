-- Tokens have an id by which their owner can tell them apart and revoke them, the device that has them, and when they were last
-- used: one that nobody uses ends. Those from before count as used today.
CREATE TABLE token_by_device (
    hash        BLOB PRIMARY KEY,
    id          TEXT NOT NULL UNIQUE,
    player      TEXT NOT NULL REFERENCES player (id),
    device      TEXT NOT NULL,
    created_ms  INTEGER NOT NULL,
    used_ms     INTEGER NOT NULL
) WITHOUT ROWID;
INSERT INTO token_by_device
    SELECT hash, lower(hex(randomblob(8))), player, '', created_ms, max(created_ms, unixepoch() * 1000) FROM token;
DROP TABLE token;
ALTER TABLE token_by_device RENAME TO token;
CREATE INDEX token_of_player ON token (player);
CREATE INDEX token_by_use ON token (used_ms);

-- Passkeys: public keys, of which the private halves never leave their devices. What changes with every use (its count of
-- signatures, whether it is backed up) is apart from what does not.
CREATE TABLE passkey (
    credential  BLOB PRIMARY KEY,
    id          TEXT NOT NULL UNIQUE,
    player      TEXT NOT NULL REFERENCES player (id),
    name        TEXT NOT NULL,
    created_ms  INTEGER NOT NULL,
    used_ms     INTEGER,
    fixed       BLOB NOT NULL,
    changing    BLOB NOT NULL
) WITHOUT ROWID;
CREATE INDEX passkey_of_player ON passkey (player);

-- Accounts that were deleted. What others' matches still hold of them is cleared away after.
CREATE TABLE erased (
    player      TEXT PRIMARY KEY,
    at_ms       INTEGER NOT NULL
) WITHOUT ROWID;
