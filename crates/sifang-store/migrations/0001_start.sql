-- Players are guests with a nickname; what proves who they are is kept as a hash only.
CREATE TABLE player (
    id          TEXT PRIMARY KEY,
    nickname    TEXT NOT NULL,
    recovery    BLOB UNIQUE,
    created_ms  INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE token (
    hash        BLOB PRIMARY KEY,
    player      TEXT NOT NULL REFERENCES player (id),
    created_ms  INTEGER NOT NULL
) WITHOUT ROWID;

-- A live room. Its row goes away, with its log, when the room is closed.
CREATE TABLE room (
    id          TEXT PRIMARY KEY,
    code        TEXT NOT NULL UNIQUE,
    link        TEXT NOT NULL UNIQUE,
    created_ms  INTEGER NOT NULL,
    meta        BLOB NOT NULL
) WITHOUT ROWID;

-- What happened to a live room, in order. Each digest covers its line and the digest before it.
CREATE TABLE log (
    room        TEXT NOT NULL,
    seq         INTEGER NOT NULL,
    line        BLOB NOT NULL,
    digest      BLOB NOT NULL,
    PRIMARY KEY (room, seq)
) WITHOUT ROWID;

-- Where each log ends: a log that lost its last lines would otherwise look whole.
CREATE TABLE head (
    room        TEXT PRIMARY KEY,
    seq         INTEGER NOT NULL,
    digest      BLOB NOT NULL
) WITHOUT ROWID;

-- Options saved by name; the link hands them on to others.
CREATE TABLE preset (
    player      TEXT NOT NULL REFERENCES player (id),
    name        TEXT NOT NULL,
    link        TEXT NOT NULL UNIQUE,
    saved_ms    INTEGER NOT NULL,
    body        BLOB NOT NULL,
    PRIMARY KEY (player, name)
) WITHOUT ROWID;

-- Matches that are over, how they stand in the history of each player, and their deals.
CREATE TABLE played_match (
    id          TEXT PRIMARY KEY,
    ended_ms    INTEGER NOT NULL,
    record      BLOB NOT NULL
) WITHOUT ROWID;

CREATE TABLE played_by (
    player      TEXT NOT NULL,
    match_id    TEXT NOT NULL REFERENCES played_match (id),
    ended_ms    INTEGER NOT NULL,
    summary     BLOB NOT NULL,
    PRIMARY KEY (player, match_id)
) WITHOUT ROWID;

CREATE INDEX played_by_time ON played_by (player, ended_ms DESC, match_id);

CREATE TABLE played_deal (
    match_id    TEXT NOT NULL,
    number      INTEGER NOT NULL,
    record      BLOB NOT NULL,
    events      BLOB NOT NULL,
    PRIMARY KEY (match_id, number)
) WITHOUT ROWID;
