-- One text for SQLite and PostgreSQL: TEXT and BIGINT are all it needs.

CREATE TABLE matches (
    id       TEXT   NOT NULL PRIMARY KEY,
    game     TEXT   NOT NULL,
    tutorial BIGINT NOT NULL, -- 1 if it is a lesson
    opening  TEXT   NOT NULL, -- the record it began with, moves included if it goes on from one
    created  BIGINT NOT NULL, -- seconds since 1970
    updated  BIGINT NOT NULL,
    glance   TEXT   NOT NULL  -- what a list shows, so that it need not replay the match
);

CREATE TABLE seats (
    match_id TEXT   NOT NULL REFERENCES matches (id),
    seat     BIGINT NOT NULL,
    bot      TEXT   NOT NULL, -- the computer player that sits there, or nothing
    name     TEXT   NOT NULL,
    PRIMARY KEY (match_id, seat)
);

-- Keys and invitations are kept as SHA-256: who reads this file cannot sit down with them.
CREATE TABLE keys (
    match_id TEXT   NOT NULL REFERENCES matches (id),
    hash     TEXT   NOT NULL,
    seat     BIGINT NOT NULL, -- -1 for observers
    PRIMARY KEY (match_id, hash)
);

CREATE TABLE invitations (
    match_id TEXT   NOT NULL REFERENCES matches (id),
    hash     TEXT   NOT NULL,
    seat     BIGINT NOT NULL,
    PRIMARY KEY (match_id, hash)
);

-- Only ever added to: taking back is an act of its own.
CREATE TABLE acts (
    match_id TEXT   NOT NULL REFERENCES matches (id),
    n        BIGINT NOT NULL, -- from 1, without gaps
    seat     BIGINT NOT NULL,
    kind     TEXT   NOT NULL, -- choice, undo, resign
    text     TEXT   NOT NULL, -- the choice
    PRIMARY KEY (match_id, n)
);

CREATE TABLE chat (
    match_id TEXT   NOT NULL REFERENCES matches (id),
    n        BIGINT NOT NULL, -- from 1, without gaps
    at       BIGINT NOT NULL, -- seconds since 1970
    seat     BIGINT NOT NULL,
    text     TEXT   NOT NULL,
    PRIMARY KEY (match_id, n)
);
