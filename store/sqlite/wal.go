package sqlite

import (
	"bufio"
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
	mostPage  = 1 << 16
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

// torn looks whether commits of a log were lost behind a frame that is damaged, which SQLite takes for the end of it. It
// gives the length of what is whole before that, and -1 if nothing is known to be lost. A process that was
// killed, or a power cut, tears the last commit at most, and that was not acknowledged; and of each commit that
// failed something can be left. So two commits must follow each other behind the damage.
func torn(log io.Reader) (whole int64) {
	in := bufio.NewReaderSize(log, 1<<20)
	var head [logHead]byte
	if _, err := io.ReadFull(in, head[:]); err != nil {
		return -1 // it was never begun
	}
	var order binary.ByteOrder = binary.LittleEndian
	if head[3]&1 != 0 {
		order = binary.BigEndian
	}
	sum := checksum{}.of(order, head[:24])
	page := int64(binary.BigEndian.Uint32(head[8:]))
	good := binary.BigEndian.Uint32(head[:])&^1 == 0x377f0682 && sum == stored(head[24:]) && page <= mostPage
	switch {
	case head == [logHead]byte{}:
		return -1
	case !good:
		return 0 // it is forced to disk before the first commit
	}
	frame := make([]byte, frameHead+page)
	end, chained := int64(logHead), 0
	for at := end; ; at += int64(len(frame)) {
		if _, err := io.ReadFull(in, frame); err != nil {
			return -1
		}
		got := sum.of(order, frame[:8]).of(order, frame[frameHead:])
		sum = stored(frame[16:])
		if string(frame[8:16]) != string(head[16:24]) || got != sum {
			good, chained = false, 0
		}
		// Of another filling, unless its salt is damaged.
		if string(frame[8:16]) != string(head[16:24]) || binary.BigEndian.Uint32(frame[4:]) == 0 {
			continue
		}
		if good {
			end = at + int64(len(frame))
		} else if chained++; chained > 1 {
			return end
		}
	}
}

// A checksum is SQLite's, of a log: https://sqlite.org/fileformat2.html#checksum_algorithm
type checksum [2]uint32

func (c checksum) of(order binary.ByteOrder, data []byte) checksum {
	for ; len(data) >= 8; data = data[8:] {
		c[0] += order.Uint32(data) + c[1]
		c[1] += order.Uint32(data[4:]) + c[0]
	}
	return c
}

func stored(data []byte) checksum {
	return checksum{binary.BigEndian.Uint32(data), binary.BigEndian.Uint32(data[4:])}
}
