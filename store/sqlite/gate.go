package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"

	"hed/study"
)

// A gate sees that nobody but hed writes to a store while it is in use, and that processes
// of hed do so in turn.
//
// SQLite's own locks do not keep a copy from being put over the file, and SQLite does not
// notice: it would continue in its log, and later move the log into a file that it does not
// belong to. So hed decides when the log is moved, marks the file after it, and looks at the
// mark after each commit and before it is acknowledged. If the file was written meanwhile, the gate
// is shut: nothing is saved any more, and the log stays as it is.
//
// What happens between the look before the log is moved and the mark after it, which our own
// writing hides, is heard by a watch, where the system has one.
type gate struct {
	file string // without symbolic links
	lock lock
	mu   sync.Mutex // goes with the lock, which is of the process

	place place
	log   *logFile
	watch *watch
	seen  atomic.Pointer[record] // the latest record
	tail  *tail                  // the latest commit of this process, unless all of the log was moved since
	away  bool                   // files were not in their place
	shut  atomic.Pointer[error]  // why nothing is saved any more
}

// newGate is the gate of a store, of which nothing is open yet.
func newGate(file string, info fs.FileInfo) *gate {
	g := &gate{file: file, lock: lock{name: file + "-lock", mode: 0o600}}
	if info != nil {
		g.lock.mode = info.Mode().Perm() | 0o600
	}
	return g
}

func (g *gate) take(ctx context.Context) error {
	g.mu.Lock()
	// A reader may have waited while the store was closed: it must not make the lock again.
	err := g.closed()
	if err != errClosed {
		err = g.lock.take(ctx)
	}
	if err != nil {
		g.mu.Unlock()
	}
	return err
}

func (g *gate) release() {
	g.lock.release()
	g.mu.Unlock()
}

// base is the name of the file for people.
func (g *gate) base() string { return filepath.Base(g.file) }

// inquire looks, before a store is opened, whether its log belongs to its file, and gives the
// latest record if it holds. Opening a store would put a log that does not into the file.
func (g *gate) inquire() (*record, error) {
	r, err := g.lock.read()
	if err != nil {
		return nil, err
	}
	info, err := os.Stat(g.file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	log, _ := os.Stat(g.file + "-wal")
	logged := log != nil && log.Size() > 0
	switch {
	case logged && (info == nil || info.Size() == 0):
		return nil, study.Errorf(study.Unavailable, "its log %s-wal is there and the file is missing or empty: put the file back, or move the log to another folder", g.base())
	case logged && !r.foreign(info):
		return r, untorn(g.file)
	case !r.foreign(info):
		return r, nil
	case logged:
		return nil, study.Errorf(study.Unavailable, "its log %[1]s-wal does not belong to it: %[1]s was replaced, or written by another program, while it was in use. To continue with %[1]s as it is now, move %[1]s-wal and %[1]s-shm to another folder, and keep them: they may have what %[1]s does not have", g.base())
	}
	return nil, nil
}

// untorn sees that no commit was lost in the log of a file. Nobody may write to it meanwhile.
func untorn(file string) error {
	log, err := os.Open(file + "-wal")
	if err != nil {
		return err
	}
	defer log.Close() // SQLite has no locks on it
	if whole := torn(log); whole >= 0 {
		return study.Errorf(study.Unavailable, "its log %[1]s-wal is damaged behind byte %[2]d, and what was saved after that is lost. Keep a copy of %[1]s and %[1]s-wal. To continue without it, cut the log off there (truncate -s %[2]d %[1]s-wal)", filepath.Base(file), whole)
	}
	return nil
}

// admit begins to open a store.
func (g *gate) admit() error {
	g.watch = newWatch(g.file)
	r, err := g.inquire()
	if err != nil {
		return err
	}
	if r != nil && r.State == settled {
		g.seen.Store(r) // it is opened without writing to the file
		return nil
	}
	if r == nil {
		r = &record{Epoch: rand.Uint64()}
	}
	return g.put(r, moving, true)
}

// enter ends to open a store, which was read through a connection that stays open.
func (g *gate) enter(ctx context.Context, conn *sql.Conn) (err error) {
	if g.place, err = newPlace(g.file); err != nil {
		return err
	}
	if g.log, err = openLog(ctx, g.file+"-wal", conn); err != nil {
		return err
	}
	if err = g.settle(); errors.Is(err, errForeign) {
		return study.Errorf(study.Unavailable, "another program had it open for writing at the same moment: try again")
	}
	return err
}

// put keeps the record that comes after r.
func (g *gate) put(r *record, s state, durable bool) error {
	next := *r
	next.Turn++
	next.State = s
	if err := g.lock.write(&next, durable); err != nil {
		return err
	}
	g.seen.Store(&next)
	return nil
}

// errForeign says that another program wrote to the file.
var errForeign = errors.New("another program")

// settle marks the file after hed may have written to it. It is errForeign if somebody else may have
// written to it since the last time that the watch was listened to.
func (g *gate) settle() error {
	heard := g.watch.listenOut()
	m, err := g.place.check()
	if err != nil {
		return err
	}
	r := *g.seen.Load()
	// Our own writing was heard before, so what is heard now is not ours.
	if heard.over || g.watch.listen().written || r.State == settled && r.mark != m {
		return errForeign
	}
	r.mark = m
	return g.put(&r, settled, false)
}

// look is study.Unavailable if anything but hed was at the files of the store since the
// last look. The lock must be held.
func (g *gate) look() error {
	if err := g.closed(); err != nil {
		return err
	}
	heard := g.watch.listen()
	m, err := g.place.check()
	if err != nil {
		g.away = true
		return err
	}
	was := g.seen.Load()
	r, err := g.lock.read()
	switch {
	case err != nil:
		return err
	case r == nil: // the lock was deleted, and is another file
		if err := g.put(was, was.State, false); err != nil {
			return err
		}
		r, was = g.seen.Load(), g.seen.Load()
	}
	same := r.Turn == was.Turn // since then, no other process of hed wrote to the file
	switch {
	case r.Epoch != was.Epoch, r.State == changed, g.away && !same:
		return g.close(errChanged(g.base()))
	case r.State == moving: // whoever did it was killed; the log has it all
		r.mark = m
		if err := g.put(r, settled, false); err != nil {
			return err
		}
	case m != r.mark, same && heard.written:
		return g.foreign()
	default:
		g.seen.Store(r)
	}
	g.away = false
	if g.tail == nil {
		return nil
	}
	if !same {
		g.tail = nil // the log may have been filled again
		return nil
	}
	t, err := g.log.last(g.tail.count)
	if err != nil {
		return study.Errorf(study.Unavailable, "its log cannot be read (%v): check that the disk works", err)
	}
	if t != *g.tail {
		return g.close(errLog(g.base()))
	}
	return nil
}

// confirm looks again after a commit, and whether the commit is in the log.
func (g *gate) confirm(ctx context.Context, conn *sql.Conn) (frames int, err error) {
	if err := g.look(); err != nil {
		return 0, err
	}
	count, moved, err := extent(ctx, conn)
	if err != nil {
		return 0, err
	}
	t, err := g.log.last(count)
	if err != nil {
		return 0, study.Errorf(study.Unavailable, "its log cannot be read (%v): check that the disk works", err)
	}
	if moved == count {
		g.tail = nil // whoever writes next fills it from its beginning
		return count, nil
	}
	if !t.whole() {
		return 0, g.close(errLog(g.base()))
	}
	g.tail = &t
	return count, nil
}

// checkpoint moves the log to the file, as far as readers let it, and tells whether nothing
// is left. The lock must be held.
func (g *gate) checkpoint(ctx context.Context, conn *sql.Conn, mode string) (bool, error) {
	if err := g.look(); err != nil {
		return false, err
	}
	// On disk before the file changes: if the power goes, the mark would be an old one.
	if err := g.put(g.seen.Load(), moving, true); err != nil {
		return false, err
	}
	busy, count, moved, err := pragma(ctx, conn, mode)
	g.tail = nil
	// If it failed the log has it all, and the next one does it again.
	if e := g.settle(); errors.Is(e, errForeign) {
		return false, g.foreign()
	} else if err == nil {
		err = e
	}
	return err == nil && !busy && moved == count, err
}

// closed is the reason why the gate is shut, if it is.
func (g *gate) closed() error {
	if err := g.shut.Load(); err != nil {
		return *err
	}
	return nil
}

// close shuts the gate.
func (g *gate) close(err error) error {
	g.shut.CompareAndSwap(nil, &err)
	return g.closed()
}

// foreign shuts the gate, for those who open the store later as well: the log must not be
// moved to this file.
func (g *gate) foreign() error {
	err := g.close(errChanged(g.base()))
	g.put(g.seen.Load(), changed, true)
	return err
}

func errChanged(base string) error {
	return study.Errorf(study.Unavailable, "%[1]s was written by another program while it was in use, or a copy was put over it: hed saves nothing any more. Stop hed; to continue with %[1]s as it is now, move %[1]s-wal and %[1]s-shm to another folder, and keep them; then start hed again", base)
}

func errLog(base string) error {
	return study.Errorf(study.Unavailable, "%[1]s-wal was written by another program while it was in use: nothing is saved any more. Stop hed, keep a copy of %[1]s and %[1]s-wal, and start hed again", base)
}

// glance is for readers, who do not wait for the lock unless something seems to be wrong.
func (g *gate) glance(ctx context.Context) error {
	if err := g.closed(); err != nil {
		return err
	}
	m, err := g.place.check()
	if err != nil {
		return err
	}
	if r := g.seen.Load(); r.State == moving || r.mark == m {
		return nil
	}
	if err := g.take(ctx); err != nil {
		return err
	}
	defer g.release()
	return g.look()
}

// leave ends with a store, whether it was opened or not; the lock must be held. Where there is no
// log nobody has the store open, and the lock goes too.
func (g *gate) leave() {
	g.end()
	if _, err := os.Stat(g.file + "-wal"); errors.Is(err, fs.ErrNotExist) {
		g.lock.remove()
	} else {
		g.lock.release()
		g.lock.close()
	}
	g.mu.Unlock()
}

// abandon ends with a store whose lock could not be taken.
func (g *gate) abandon() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.end()
	g.lock.close()
}

// end closes what the gate looks with. Nobody looks after that: the system gives the number of a
// watch to whatever is opened next.
func (g *gate) end() {
	g.shut.Store(&errClosed)
	g.watch.close()
	g.watch = nil
	if g.log != nil && g.log.file != nil {
		g.log.file.Close()
	}
}
