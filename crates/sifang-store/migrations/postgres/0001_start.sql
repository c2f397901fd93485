-- One row for each start of a node; it is never used again. The lease runs by the clock of the database. A commit locks the row
-- of its node: whoever declares the node gone waits for a commit under way, and every later one finds it gone.
CREATE TABLE node (
    id          BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    build       TEXT NOT NULL,
    gone        BOOLEAN NOT NULL DEFAULT FALSE,
    -- Rises with every connection that writes: what an earlier one has sent and nobody has answered is then worth nothing.
    session     BIGINT NOT NULL DEFAULT 0,
    probes      BIGINT NOT NULL DEFAULT 0,
    began_at    TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp(),
    lease_until TIMESTAMPTZ NOT NULL
);

-- A live room. Its row goes away, with its log, when the room is closed.
CREATE TABLE room (
    id          TEXT PRIMARY KEY,
    code        TEXT NOT NULL UNIQUE,
    link        TEXT NOT NULL UNIQUE,
    created_ms  BIGINT NOT NULL,
    meta        BYTEA NOT NULL
);

-- Where each log ends, which node owns the room, and how often it has changed hands. The row is written with every line: no index
-- holds what changes, and each page has space for the next version.
CREATE TABLE head (
    room        TEXT PRIMARY KEY,
    owner       BIGINT NOT NULL,
    epoch       BIGINT NOT NULL,
    seq         BIGINT NOT NULL,
    digest      BYTEA NOT NULL
) WITH (fillfactor = 50);
CREATE INDEX head_of_node ON head (owner);

-- What happened to a live room, in order. Each digest covers its line and the digest before it.
CREATE TABLE log (
    room        TEXT NOT NULL,
    seq         BIGINT NOT NULL,
    epoch       BIGINT NOT NULL,
    line        BYTEA NOT NULL,
    digest      BYTEA NOT NULL,
    PRIMARY KEY (room, seq)
);

-- Players; what proves who they are is kept as a hash only.
CREATE TABLE player (
    id          TEXT PRIMARY KEY,
    nickname    TEXT NOT NULL,
    recovery    BYTEA UNIQUE,
    created_ms  BIGINT NOT NULL
);

CREATE TABLE token (
    hash        BYTEA PRIMARY KEY,
    id          TEXT NOT NULL UNIQUE,
    player      TEXT NOT NULL REFERENCES player (id),
    device      TEXT NOT NULL,
    created_ms  BIGINT NOT NULL,
    used_ms     BIGINT NOT NULL
);
CREATE INDEX token_of_player ON token (player);
CREATE INDEX token_by_use ON token (used_ms);

CREATE TABLE passkey (
    credential  BYTEA PRIMARY KEY,
    id          TEXT NOT NULL UNIQUE,
    player      TEXT NOT NULL REFERENCES player (id),
    name        TEXT NOT NULL,
    created_ms  BIGINT NOT NULL,
    used_ms     BIGINT,
    fixed       BYTEA NOT NULL,
    changing    BYTEA NOT NULL
);
CREATE INDEX passkey_of_player ON passkey (player);

-- Options saved by name; the link hands them on to others.
CREATE TABLE preset (
    player      TEXT NOT NULL REFERENCES player (id),
    name        TEXT NOT NULL,
    link        TEXT NOT NULL UNIQUE,
    saved_ms    BIGINT NOT NULL,
    body        BYTEA NOT NULL,
    PRIMARY KEY (player, name)
);

-- Accounts that were deleted. What others' matches still hold of them is cleared away after.
CREATE TABLE erased (
    player      TEXT PRIMARY KEY,
    at_ms       BIGINT NOT NULL
);

-- Matches that are over, how they stand in the history of each player, and their deals.
CREATE TABLE played_match (
    id          TEXT PRIMARY KEY,
    ended_ms    BIGINT NOT NULL,
    record      BYTEA NOT NULL
);
CREATE INDEX played_match_by_time ON played_match (ended_ms, id);

CREATE TABLE played_by (
    player      TEXT NOT NULL,
    match_id    TEXT NOT NULL,
    ended_ms    BIGINT NOT NULL,
    rules       TEXT NOT NULL,
    summary     BYTEA NOT NULL,
    PRIMARY KEY (player, match_id)
);
CREATE INDEX played_by_time ON played_by (player, ended_ms DESC, match_id);
CREATE INDEX played_by_rules ON played_by (player, rules, ended_ms DESC, match_id);
CREATE INDEX played_by_match ON played_by (match_id);

CREATE TABLE played_deal (
    match_id    TEXT NOT NULL,
    number      BIGINT NOT NULL,
    record      BYTEA NOT NULL,
    events      BYTEA NOT NULL,
    PRIMARY KEY (match_id, number)
);

-- Keys with which records of matches are signed. The one in use has its secret half; of earlier ones only the public half is left.
CREATE TABLE signing_key (
    public      BYTEA PRIMARY KEY,
    secret      BYTEA,
    since_ms    BIGINT NOT NULL,
    until_ms    BIGINT
);
CREATE UNIQUE INDEX signing_key_in_use ON signing_key ((secret IS NOT NULL)) WHERE secret IS NOT NULL;
