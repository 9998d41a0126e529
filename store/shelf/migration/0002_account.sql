-- +goose Up

-- Accounts are of people who share a workbench. Without any it is one person's.
CREATE TABLE account (
    name  TEXT PRIMARY KEY,
    scope TEXT NOT NULL,       -- read, run or admin
    hash  TEXT NOT NULL,       -- of the password
    made  INTEGER NOT NULL
);

CREATE TABLE token (
    id      BLOB PRIMARY KEY,  -- the SHA-256 of the token
    account TEXT NOT NULL REFERENCES account ON DELETE CASCADE,
    name    TEXT NOT NULL,
    scope   TEXT NOT NULL,
    made    INTEGER NOT NULL,
    ends    INTEGER NOT NULL,
    UNIQUE (account, name)
);

-- Whose a thing is that is in no other; what is in it is theirs too.
ALTER TABLE thing ADD COLUMN owner TEXT NOT NULL DEFAULT '';
CREATE INDEX thing_owner ON thing (owner);

CREATE TABLE share (
    thing   TEXT NOT NULL REFERENCES thing ON DELETE CASCADE,
    account TEXT NOT NULL REFERENCES account ON DELETE CASCADE,
    scope   TEXT NOT NULL,     -- read or run
    PRIMARY KEY (thing, account)
);

ALTER TABLE session ADD COLUMN account TEXT REFERENCES account ON DELETE CASCADE;

-- Who did what. It keeps names, which stay when accounts and things are gone.
CREATE TABLE deed (
    seq     INTEGER PRIMARY KEY AUTOINCREMENT,
    at      INTEGER NOT NULL,
    account TEXT NOT NULL,
    what    TEXT NOT NULL,
    kind    TEXT NOT NULL,
    thing   TEXT NOT NULL,
    name    TEXT NOT NULL
);
