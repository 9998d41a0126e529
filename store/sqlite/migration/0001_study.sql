-- +goose Up

-- Times are microseconds since 1970 in UTC. number is the number of a case;
-- in answer, -1 stands for questions about the judge.

CREATE TABLE study (
    one       INTEGER PRIMARY KEY CHECK (one = 1),
    body      TEXT NOT NULL,    -- JSON
    consensus TEXT NOT NULL,    -- the question of the protocol's consensus, or ''
    running   INTEGER NOT NULL
);

CREATE TABLE subject (
    number INTEGER PRIMARY KEY CHECK (number >= 0),
    body   TEXT NOT NULL        -- JSON
);

CREATE TABLE judge (
    id      TEXT PRIMARY KEY,
    state   TEXT NOT NULL CHECK (state IN ('active', 'revoked', 'excluded')),
    token   BLOB UNIQUE,        -- null once erased
    created INTEGER,
    seen    INTEGER
);

CREATE TABLE task (
    judge    TEXT NOT NULL REFERENCES judge,
    number   INTEGER NOT NULL REFERENCES subject,
    position INTEGER NOT NULL,
    round    INTEGER NOT NULL,
    state    TEXT NOT NULL CHECK (state IN ('open', 'finished', 'returned')),
    step     INTEGER NOT NULL,
    given    INTEGER,
    touched  INTEGER,
    done     INTEGER,
    PRIMARY KEY (judge, number),
    UNIQUE (judge, position)
);

CREATE TABLE answer (
    seq      INTEGER PRIMARY KEY AUTOINCREMENT,
    judge    TEXT NOT NULL REFERENCES judge,
    id       TEXT NOT NULL,
    number   INTEGER NOT NULL,
    question TEXT NOT NULL,
    value    TEXT NOT NULL,
    at       INTEGER NOT NULL,
    millis   INTEGER NOT NULL,
    origin   TEXT NOT NULL,
    UNIQUE (judge, id)
);

CREATE INDEX answer_place ON answer (judge, number, question, seq);

-- The answers that count: none came later to the same question.
CREATE VIEW counting AS
SELECT * FROM answer a
WHERE NOT EXISTS (
    SELECT 1 FROM answer b
    WHERE b.judge = a.judge AND b.number = a.number AND b.question = a.question AND b.seq > a.seq
);

CREATE TABLE event (
    seq  INTEGER PRIMARY KEY AUTOINCREMENT,
    at   INTEGER,
    by   TEXT NOT NULL,
    what TEXT NOT NULL,
    "of" TEXT NOT NULL,
    note TEXT NOT NULL
);

CREATE TABLE secret (
    name  TEXT PRIMARY KEY,
    value BLOB NOT NULL
);

CREATE TABLE session (
    id   BLOB PRIMARY KEY,
    ends INTEGER NOT NULL
);

-- History stays as it is, whatever a program tries. What an erased judge said about
-- himself is the one thing that may go.

-- +goose StatementBegin
CREATE TRIGGER answer_stays BEFORE UPDATE ON answer
BEGIN SELECT RAISE(ABORT, 'answers are not changed'); END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER answer_remains BEFORE DELETE ON answer
WHEN OLD.number <> -1 OR NOT EXISTS (SELECT 1 FROM judge WHERE id = OLD.judge AND token IS NULL)
BEGIN SELECT RAISE(ABORT, 'answers are not deleted'); END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER event_stays BEFORE UPDATE ON event
BEGIN SELECT RAISE(ABORT, 'events are not changed'); END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER event_remains BEFORE DELETE ON event
BEGIN SELECT RAISE(ABORT, 'events are not deleted'); END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER study_stays BEFORE UPDATE OF one, body, consensus ON study
BEGIN SELECT RAISE(ABORT, 'a study is not changed'); END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER study_remains BEFORE DELETE ON study
BEGIN SELECT RAISE(ABORT, 'a study is not deleted'); END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER subject_stays BEFORE UPDATE ON subject
BEGIN SELECT RAISE(ABORT, 'cases are not changed'); END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER subject_remains BEFORE DELETE ON subject
BEGIN SELECT RAISE(ABORT, 'cases are not deleted'); END;
-- +goose StatementEnd
