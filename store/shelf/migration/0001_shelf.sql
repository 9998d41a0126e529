-- +goose Up

-- Times are microseconds since 1970 in UTC.

CREATE TABLE thing (
    id      TEXT PRIMARY KEY,
    kind    TEXT NOT NULL,
    parent  TEXT REFERENCES thing ON DELETE CASCADE,
    name    TEXT NOT NULL,
    notes   TEXT NOT NULL,
    tags    TEXT NOT NULL,     -- a JSON list
    search  TEXT NOT NULL,     -- name, notes and tags in small letters
    made    INTEGER NOT NULL,
    changed INTEGER NOT NULL,
    body    TEXT NOT NULL      -- JSON
);

CREATE INDEX thing_place ON thing (kind, parent, made);
CREATE INDEX thing_parent ON thing (parent);

CREATE TABLE secret (
    name  TEXT PRIMARY KEY,
    value BLOB NOT NULL
);

CREATE TABLE session (
    id   BLOB PRIMARY KEY,
    ends INTEGER NOT NULL
);
