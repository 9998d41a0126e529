-- +goose Up

-- Seals, by which a row that was changed, lost or put in behind hed's back is found. The
-- rows that are there get theirs with the next migration, which is not one of SQL.

CREATE TABLE chain (
    name   TEXT PRIMARY KEY,
    length INTEGER NOT NULL,    -- how many rows there should be
    tip    BLOB                 -- the digest of the last, null if there is none
);

ALTER TABLE study ADD COLUMN seal BLOB;
ALTER TABLE subject ADD COLUMN seal BLOB;
ALTER TABLE judge ADD COLUMN seal BLOB;
ALTER TABLE judge ADD COLUMN answers INTEGER NOT NULL DEFAULT 0;
ALTER TABLE judge ADD COLUMN answers_tip BLOB;
ALTER TABLE judge ADD COLUMN about INTEGER NOT NULL DEFAULT 0;
ALTER TABLE judge ADD COLUMN about_tip BLOB;
ALTER TABLE task ADD COLUMN seal BLOB;
ALTER TABLE answer ADD COLUMN seal BLOB;
ALTER TABLE event ADD COLUMN seal BLOB;

-- A row without a seal may get one, and nothing else changes.

DROP TRIGGER answer_stays;
DROP TRIGGER event_stays;
DROP TRIGGER subject_stays;

-- +goose StatementBegin
CREATE TRIGGER answer_stays BEFORE UPDATE ON answer WHEN OLD.seal IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'answers are not changed'); END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER event_stays BEFORE UPDATE ON event WHEN OLD.seal IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'events are not changed'); END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER subject_stays BEFORE UPDATE ON subject WHEN OLD.seal IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'cases are not changed'); END;
-- +goose StatementEnd

-- INSERT OR REPLACE deletes the row in its way without asking the triggers above, unless
-- the connection has recursive_triggers on. So a row that is there is refused before.
-- One without a seal comes from a hed that was at work before this migration.

-- +goose StatementBegin
CREATE TRIGGER answer_once BEFORE INSERT ON answer
BEGIN
    SELECT RAISE(ABORT, 'a newer hed has the store: stop the older one')
    WHERE NEW.seal IS NULL;
    SELECT RAISE(ABORT, 'answers are not changed')
    WHERE EXISTS (SELECT 1 FROM answer WHERE seq = NEW.seq)
       OR EXISTS (SELECT 1 FROM answer WHERE judge = NEW.judge AND id = NEW.id);
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER event_once BEFORE INSERT ON event
BEGIN
    SELECT RAISE(ABORT, 'a newer hed has the store: stop the older one')
    WHERE NEW.seal IS NULL;
    SELECT RAISE(ABORT, 'events are not changed')
    WHERE EXISTS (SELECT 1 FROM event WHERE seq = NEW.seq);
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER study_once BEFORE INSERT ON study
WHEN EXISTS (SELECT 1 FROM study)
BEGIN SELECT RAISE(ABORT, 'a study is not changed'); END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER subject_once BEFORE INSERT ON subject
WHEN EXISTS (SELECT 1 FROM subject WHERE number = NEW.number)
BEGIN SELECT RAISE(ABORT, 'cases are not changed'); END;
-- +goose StatementEnd
