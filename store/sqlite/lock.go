package sqlite

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"runtime"
	"time"

	"hed/internal/crash"
	"hed/study"
)

// A lock is the file beside a store, with -lock at the end of its name, by which processes
// take turns: who writes, moves the log over, opens or closes the store has it locked. It
// keeps a record of how the store was left, so that each finds what the one before
// did. The file may be deleted at any time; whoever comes next makes another.
type lock struct {
	name string
	mode fs.FileMode
	file *os.File // nil until it is needed
}

// take locks the file, and waits for a process that has it. It gives up when the context
// ends, or after a time in which no hed that is well keeps it.
func (l *lock) take(ctx context.Context) error {
	for {
		if l.file == nil {
			f, err := os.OpenFile(l.name, os.O_RDWR|os.O_CREATE, l.mode)
			if err != nil {
				return study.Errorf(study.Unavailable, "its lock cannot be opened (%v): let hed write the store's folder", err)
			}
			l.file = f
		}
		if err := l.hold(ctx); err != nil {
			return err
		}
		// It may have been deleted while it was waited for, and others have another.
		held, err := l.file.Stat()
		if err == nil {
			if now, err := os.Stat(l.name); err == nil && os.SameFile(held, now) {
				return nil
			}
		}
		l.file.Close()
		l.file = nil
	}
}

func (l *lock) hold(ctx context.Context) error {
	refused := func(err error) error {
		return study.Errorf(study.Unavailable, "its lock cannot be taken (%v): keep the store on a disk of this machine", err)
	}
	f := l.file
	if held, err := lockFile(f, false); err != nil {
		return refused(err)
	} else if held {
		return nil
	}
	// The system wakes who waits, in turn; to ask again and again would not get it
	// from a process that saves all the time.
	got, gone := make(chan error), make(chan struct{})
	go func() {
		err := crash.Call(func() error {
			_, err := lockFile(f, true)
			return err
		})
		select {
		case got <- err:
		case <-gone:
			f.Close() // and with it the lock
		}
	}()
	limit := time.NewTimer(patience)
	defer limit.Stop()
	select {
	case err := <-got:
		if err != nil {
			return refused(err)
		}
		return nil
	case <-ctx.Done():
		close(gone)
		l.file = nil
		return ctx.Err()
	case <-limit.C:
		close(gone)
		l.file = nil
		return study.Errorf(study.Unavailable, "another hed has held the store for too long: let it continue, or end it")
	}
}

func (l *lock) release() { unlockFile(l.file) }

// remove takes the file away. The lock must be held, and is released.
func (l *lock) remove() {
	if runtime.GOOS == "windows" {
		// No file that is open can be deleted there: not ours, and not if another process has
		// taken it meanwhile.
		l.close()
		os.Remove(l.name)
		return
	}
	os.Remove(l.name)
	l.close()
}

func (l *lock) close() {
	l.file.Close()
	l.file = nil
}

// A record says how a store was left.
type record struct {
	Lock  uint64 `json:"lock"`  // the number of the file that it is in: in a copy it says nothing
	Epoch uint64 `json:"epoch"` // changes if the file was found to be another one
	Turn  uint64 `json:"turn"`  // changes with each record
	State state  `json:"state"`
	mark
}

// A mark tells whether a file was written.
type mark struct {
	Size int64 `json:"size"`
	Time int64 `json:"time"` // in nanoseconds
}

func markOf(i fs.FileInfo) mark { return mark{i.Size(), i.ModTime().UnixNano()} }

type state string

const (
	settled state = "settled" // the file is as the mark says
	moving  state = "moving"  // the log is being moved to the file, or the store is being opened
	changed state = "changed" // another program wrote to the file, and the log does not belong to it
)

// foreign tells whether others have written to a file since the record of it, if there is one.
func (r *record) foreign(info fs.FileInfo) bool {
	return r != nil && r.State != moving && (r.State != settled || info == nil || r.mark != markOf(info))
}

// room is the size of a record in the file: it is written at once and replaces the one before.
const room = 256

// read gives the record, and nil if there is none or it is that of another file.
func (l *lock) read() (*record, error) {
	var buf [room]byte
	n, err := l.file.ReadAt(buf[:], 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, study.Errorf(study.Unavailable, "its lock cannot be read (%v)", err)
	}
	var r record
	if err := json.Unmarshal(buf[:n], &r); err != nil {
		return nil, nil
	}
	if number, err := fileNumber(l.file); err != nil || number != r.Lock {
		return nil, nil
	}
	return &r, nil
}

// write keeps a record, on disk if durable.
func (l *lock) write(r *record, durable bool) error {
	number, err := fileNumber(l.file)
	if err != nil {
		return err
	}
	r.Lock = number
	data, err := json.Marshal(r)
	if err != nil {
		return err
	}
	data = append(data, bytes.Repeat([]byte(" "), max(0, room-1-len(data)))...)
	if _, err = l.file.WriteAt(append(data, '\n'), 0); err == nil && durable {
		err = l.file.Sync()
	}
	if err != nil {
		return study.Errorf(study.Unavailable, "%s cannot be written (%v): check that the disk works and has room", l.name, err)
	}
	return nil
}
