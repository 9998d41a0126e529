package sqlite

import (
	"errors"
	"fmt"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"hed/study"
)

// code is SQLite's primary result code in err, and SQLITE_OK if there is none.
func code(err error) int {
	if e, ok := errors.AsType[*sqlite.Error](err); ok {
		return e.Code() & 0xff
	}
	return sqlite3.SQLITE_OK
}

func busy(err error) bool {
	c := code(err)
	return c == sqlite3.SQLITE_BUSY || c == sqlite3.SQLITE_LOCKED
}

// explain makes errors that are about the file, rather than what was asked of it,
// study.Unavailable, with a sentence for people; SQLite's words come after it.
func explain(err error) error {
	var sentence string
	switch code(err) {
	case sqlite3.SQLITE_FULL:
		sentence = "the disk of the store is full: make room there; nothing that was saved is lost"
	case sqlite3.SQLITE_READONLY:
		sentence = "the store cannot be written: let hed write its file and folder"
	case sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM:
		sentence = "the store cannot be opened: check that its file and folder exist and can be read and written"
	case sqlite3.SQLITE_IOERR, sqlite3.SQLITE_NOMEM:
		sentence = "the disk of the store cannot be read or written: check that it works and has room"
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL:
		sentence = "another program has held the store for too long: end it and try again"
	case sqlite3.SQLITE_NOTADB:
		sentence = "it is not a SQLite file, or its beginning is damaged"
	case sqlite3.SQLITE_CORRUPT:
		sentence = "it is damaged: keep a copy, and restore it from a backup"
	default:
		return err
	}
	return fmt.Errorf("%w (%w)", study.Errorf(study.Unavailable, "%s", sentence), err)
}
