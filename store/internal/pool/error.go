package pool

import (
	"database/sql/driver"
	"errors"
	"io"
	"net"

	"github.com/jackc/pgx/v5/pgconn"
)

// A lost error is of a commit that got no answer.
type lost struct{ error }

func (l *lost) Unwrap() error { return l.error }

// state is the SQLSTATE in err, and "" if the server did not send err.
func state(err error) string {
	if e, ok := errors.AsType[*pgconn.PgError](err); ok {
		return e.Code
	}
	return ""
}

// conflicting tells whether the server gave a transaction up because of another one.
func conflicting(err error) bool {
	s := state(err)
	return s == "40001" || s == "40P01" // serialization failure, deadlock
}

// unreachable tells whether there is no server now, or none that takes us.
func unreachable(err error) bool {
	switch s := state(err); {
	case s == "57P01", s == "57P02", s == "57P03", s == "53300": // shut down, crashed, starting, full
		return true
	case s != "":
		return false
	}
	_, connect := errors.AsType[*pgconn.ConnectError](err)
	_, network := errors.AsType[net.Error](err)
	return connect || network || errors.Is(err, driver.ErrBadConn) || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
}

// Trouble is a sentence for people on an error that is about the server, rather than what was
// asked of it; "" for others.
func Trouble(err error) string {
	_, uncertain := errors.AsType[*lost](err)
	switch s := state(err); {
	case uncertain:
		return "the connection to the database was lost while it stored this: check whether it was stored before you try again"
	case s == "53100":
		return "the disk of the database is full: make room there; nothing that was saved is lost"
	case s == "25006":
		return "the database cannot be written: it is read-only, or a standby"
	case conflicting(err), len(s) == 5 && s[:2] == "53":
		return "the database has too much to do: try again"
	case unreachable(err):
		return "the database cannot be reached: check that its server runs"
	}
	return ""
}
