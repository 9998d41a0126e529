package sqlite

import (
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"io"
	"os"
)

// The log begins with a head, and then has frames: a head each, and a page. Head and frames
// of one filling of the log have the same salt, so that what is left of an earlier one is
// known. https://sqlite.org/fileformat2.html#walformat
const (
	logHead   = 32
	frameHead = 24
)

// A tail is the last commit in the log.
type tail struct {
	head  [logHead]byte
	count int // of frames
	frame [frameHead]byte
}

// A logFile is the log of a store, for reading. SQLite has no locks on it that would go when
// it is closed.
type logFile struct {
	file *os.File
	page int64
}

func openLog(ctx context.Context, name string, conn *sql.Conn) (*logFile, error) {
	l := &logFile{}
	err := conn.QueryRowContext(ctx, `PRAGMA page_size`).Scan(&l.page)
	if err == nil {
		l.file, err = os.Open(name)
	}
	return l, err
}

func (l *logFile) head() (h [logHead]byte, err error) {
	if _, err = l.file.ReadAt(h[:], 0); errors.Is(err, io.EOF) {
		return [logHead]byte{}, nil
	}
	return h, err
}

// last reads the log up to a number of frames.
func (l *logFile) last(count int) (t tail, err error) {
	t.count = count
	if t.head, err = l.head(); err != nil || count == 0 {
		return t, err
	}
	if _, err = l.file.ReadAt(t.frame[:], logHead+int64(count-1)*(frameHead+l.page)); errors.Is(err, io.EOF) {
		return t, nil
	}
	return t, err
}

// whole tells whether the last frame is a commit of this filling of the log. SQLite, which
// knows the log from memory, has written it there; if somebody wrote to the log before, it
// would find nothing of it when it opens the store again.
func (t *tail) whole() bool {
	return t.count == 0 || string(t.frame[8:16]) == string(t.head[16:24]) && binary.BigEndian.Uint32(t.frame[4:]) != 0
}

// extent asks how many frames are in the log, and how many of them were moved to the file.
func extent(ctx context.Context, conn *sql.Conn) (count, moved int, err error) {
	_, count, moved, err = pragma(ctx, conn, "NOOP")
	return count, moved, err
}

// pragma moves the log to the file.
func pragma(ctx context.Context, conn *sql.Conn, mode string) (busy bool, count, moved int, err error) {
	err = conn.QueryRowContext(ctx, `PRAGMA wal_checkpoint(`+mode+`)`).Scan(&busy, &count, &moved)
	return busy, count, moved, err
}
