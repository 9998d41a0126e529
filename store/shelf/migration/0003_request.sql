-- +goose Up

-- The request that something was done in, as other logs name it; '' where there was none.
ALTER TABLE deed ADD COLUMN request TEXT NOT NULL DEFAULT '';
