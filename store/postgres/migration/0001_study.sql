-- +goose Up

-- Times are microseconds since 1970 in UTC. number is the number of a case;
-- in answer, -1 stands for questions about the judge.

CREATE TABLE study (
    one       BIGINT PRIMARY KEY CHECK (one = 1),
    body      TEXT NOT NULL,    -- JSON, as text so that it comes back as it was
    consensus TEXT NOT NULL,    -- the question of the protocol's consensus, or ''
    running   BIGINT NOT NULL
);

CREATE TABLE subject (
    number BIGINT PRIMARY KEY CHECK (number >= 0),
    body   TEXT NOT NULL        -- JSON
);

CREATE TABLE judge (
    id      TEXT PRIMARY KEY,
    state   TEXT NOT NULL CHECK (state IN ('active', 'revoked', 'excluded')),
    token   BYTEA UNIQUE,       -- null once erased
    created BIGINT,
    seen    BIGINT
);

CREATE TABLE task (
    judge    TEXT NOT NULL REFERENCES judge,
    number   BIGINT NOT NULL REFERENCES subject,
    position BIGINT NOT NULL,
    round    BIGINT NOT NULL,
    state    TEXT NOT NULL CHECK (state IN ('open', 'finished', 'returned')),
    step     BIGINT NOT NULL,
    given    BIGINT,
    touched  BIGINT,
    done     BIGINT,
    PRIMARY KEY (judge, number),
    UNIQUE (judge, position)
);

CREATE TABLE answer (
    seq      BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    judge    TEXT NOT NULL REFERENCES judge,
    id       TEXT NOT NULL,
    number   BIGINT NOT NULL,
    question TEXT NOT NULL,
    value    TEXT NOT NULL,
    at       BIGINT NOT NULL,
    millis   BIGINT NOT NULL,
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
    seq  BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at   BIGINT,
    by   TEXT NOT NULL,
    what TEXT NOT NULL,
    "of" TEXT NOT NULL,
    note TEXT NOT NULL
);

CREATE TABLE secret (
    name  TEXT PRIMARY KEY,
    value BYTEA NOT NULL
);

CREATE TABLE session (
    id   BYTEA PRIMARY KEY,
    ends BIGINT NOT NULL
);

-- History stays as it is, whatever a program tries. What an erased judge said about
-- himself is the one thing that may go.

-- +goose StatementBegin
CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% is not allowed on %: history stays as it is', TG_OP, TG_TABLE_NAME;
END $$;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE FUNCTION refuse_unless_erased() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.number = -1 AND EXISTS (SELECT 1 FROM judge WHERE id = OLD.judge AND token IS NULL) THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION 'DELETE is not allowed on answer: history stays as it is';
END $$;
-- +goose StatementEnd

CREATE TRIGGER answer_stays BEFORE UPDATE ON answer FOR EACH ROW EXECUTE FUNCTION refuse();
CREATE TRIGGER answer_remains BEFORE DELETE ON answer FOR EACH ROW EXECUTE FUNCTION refuse_unless_erased();
CREATE TRIGGER answer_full BEFORE TRUNCATE ON answer EXECUTE FUNCTION refuse();
CREATE TRIGGER event_stays BEFORE UPDATE OR DELETE ON event FOR EACH ROW EXECUTE FUNCTION refuse();
CREATE TRIGGER event_full BEFORE TRUNCATE ON event EXECUTE FUNCTION refuse();
CREATE TRIGGER study_stays BEFORE UPDATE OF one, body, consensus ON study FOR EACH ROW EXECUTE FUNCTION refuse();
CREATE TRIGGER study_remains BEFORE DELETE ON study FOR EACH ROW EXECUTE FUNCTION refuse();
CREATE TRIGGER study_full BEFORE TRUNCATE ON study EXECUTE FUNCTION refuse();
CREATE TRIGGER subject_stays BEFORE UPDATE OR DELETE ON subject FOR EACH ROW EXECUTE FUNCTION refuse();
CREATE TRIGGER subject_full BEFORE TRUNCATE ON subject EXECUTE FUNCTION refuse();
