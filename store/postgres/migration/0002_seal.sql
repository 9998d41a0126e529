-- +goose Up

-- Seals, by which a row that was changed, lost or put in behind hed's back is found. The
-- rows that are there get theirs with the next migration, which is not one of SQL.

CREATE TABLE chain (
    name   TEXT PRIMARY KEY,
    length BIGINT NOT NULL,     -- how many rows there should be
    tip    BYTEA                -- the digest of the last, null if there is none
);

ALTER TABLE study ADD COLUMN seal BYTEA;
ALTER TABLE subject ADD COLUMN seal BYTEA;
ALTER TABLE judge ADD COLUMN seal BYTEA,
    ADD COLUMN answers BIGINT NOT NULL DEFAULT 0, ADD COLUMN answers_tip BYTEA,
    ADD COLUMN about BIGINT NOT NULL DEFAULT 0, ADD COLUMN about_tip BYTEA;
ALTER TABLE task ADD COLUMN seal BYTEA;
ALTER TABLE answer ADD COLUMN seal BYTEA;
ALTER TABLE event ADD COLUMN seal BYTEA;

-- A row without a seal may get one, and nothing else changes.

DROP TRIGGER answer_stays ON answer;
DROP TRIGGER event_stays ON event;
DROP TRIGGER subject_stays ON subject;
CREATE TRIGGER answer_stays BEFORE UPDATE ON answer FOR EACH ROW WHEN (OLD.seal IS NOT NULL) EXECUTE FUNCTION refuse();
CREATE TRIGGER event_stays BEFORE UPDATE ON event FOR EACH ROW WHEN (OLD.seal IS NOT NULL) EXECUTE FUNCTION refuse();
CREATE TRIGGER event_remains BEFORE DELETE ON event FOR EACH ROW EXECUTE FUNCTION refuse();
CREATE TRIGGER subject_stays BEFORE UPDATE ON subject FOR EACH ROW WHEN (OLD.seal IS NOT NULL) EXECUTE FUNCTION refuse();
CREATE TRIGGER subject_remains BEFORE DELETE ON subject FOR EACH ROW EXECUTE FUNCTION refuse();
