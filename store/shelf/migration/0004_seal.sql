-- +goose Up

-- By its seal a row is found that has changed on the disk. It is null while a row is new or changed, and in
-- PostgreSQL, which can look after its pages itself.
ALTER TABLE account ADD COLUMN seal INTEGER;
ALTER TABLE thing ADD COLUMN seal INTEGER;
ALTER TABLE token ADD COLUMN seal INTEGER;
ALTER TABLE share ADD COLUMN seal INTEGER;
ALTER TABLE secret ADD COLUMN seal INTEGER;
ALTER TABLE deed ADD COLUMN seal INTEGER;
