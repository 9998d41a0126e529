package look

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"hed/analysis"
	"hed/internal/crash"
	"hed/run"
	"hed/score"
)

const (
	mostOpen = 4 // runs; others are opened again
	// patience is for how long a reader waits for a run to be opened, before they are told.
	patience = 1500 * time.Millisecond
	// mostSpilled is by how much the scores of a run may grow on disk: what is computed of them is put there too.
	mostSpilled = 1 << 30
)

// errOpening says that a run is still being opened.
var errOpening = errors.New("the run is being opened")

// A shelf keeps the runs open that somebody looks at.
type shelf struct {
	scratch string
	workers int
	mu      sync.Mutex
	open    map[string]*slot // by folder
	clock   int
}

// A slot is a run that is open, or being opened.
type slot struct {
	stamp stamp
	ready chan struct{} // closed when run and err are there
	run   *opened
	err   error
	users int // who look at it just now
	used  int
	gone  bool // from the shelf
}

// A stamp tells whether a folder is still what was opened.
type stamp struct {
	at   time.Time
	size int64
}

// An opened run is ready to be looked at.
type opened struct {
	*run.Finished
	Found *analysis.Analysis
	texts *texts
	order *cache[[]uint32]
	hits  *cache[set]
	spill *score.Spill
	size  int64 // of the spill when it was opened
	stamp stamp
}

func newShelf(scratch string, workers int) *shelf {
	return &shelf{scratch: scratch, workers: workers, open: map[string]*slot{}}
}

// take opens the run of a folder, or finds it open. It stays so until release is called. The error is errOpening where
// that takes longer than a reader waits.
func (s *shelf) take(ctx context.Context, folder string) (o *opened, release func(), err error) {
	one := s.slot(folder)
	release = func() { s.release(one) }
	wait, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	select {
	case <-one.ready:
	case <-wait.Done():
		release()
		return nil, nil, errOpening
	}
	if one.err != nil {
		s.drop(folder, one)
		release()
		return nil, nil, one.err
	}
	return one.run, release, nil
}

// slot is that of a folder, which is opened if it is not on the shelf.
func (s *shelf) slot(folder string) *slot {
	now := stampOf(folder)
	s.mu.Lock()
	defer s.mu.Unlock()
	one, ok := s.open[folder]
	if ok && one.stamp != now { // somebody has evaluated again
		s.remove(folder, one)
		ok = false
	}
	if !ok {
		one = &slot{stamp: now, ready: make(chan struct{}), users: 1} // who opens it
		s.open[folder] = one
		s.makeRoom(one)
		go func() {
			defer s.release(one)
			defer close(one.ready)
			// Whoever asked may leave: the next one finds it open.
			one.err = crash.Call(func() (err error) {
				one.run, err = openRun(context.Background(), folder, s.scratch, s.workers)
				if err == nil {
					one.run.stamp = now
				}
				return err
			})
		}()
	}
	s.clock++
	one.used = s.clock
	one.users++
	return one
}

// makeRoom removes the run that nobody has looked at for longest, but for one that is new.
func (s *shelf) makeRoom(but *slot) {
	for len(s.open) > mostOpen {
		oldest := ""
		for folder, one := range s.open {
			if one != but && (oldest == "" || one.used < s.open[oldest].used) {
				oldest = folder
			}
		}
		s.remove(oldest, s.open[oldest])
	}
}

// remove takes a run off the shelf; it is closed when nobody looks at it any more.
func (s *shelf) remove(folder string, one *slot) {
	if s.open[folder] == one {
		delete(s.open, folder)
	}
	one.gone = true
	if one.users == 0 {
		one.close()
	}
}

func (s *shelf) drop(folder string, one *slot) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.remove(folder, one)
}

func (s *shelf) release(one *slot) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if one.users--; one.users > 0 {
		return
	}
	if one.gone {
		one.close()
	} else if o := one.run; o != nil && o.spill.Size() > o.size+mostSpilled {
		s.remove(o.Folder, one) // the next one opens it again
	}
}

func (one *slot) close() {
	if one.run != nil {
		one.run.close()
		one.run = nil
	}
}

// stampOf is the zero stamp where there is no record.
func stampOf(folder string) (s stamp) {
	if info, err := os.Stat(filepath.Join(folder, run.RecordFile)); err == nil {
		s = stamp{info.ModTime(), info.Size()}
	}
	return s
}

// openRun reads a folder.
func openRun(ctx context.Context, folder, scratch string, workers int) (o *opened, err error) {
	o = &opened{order: newCache[[]uint32](16 << 20), hits: newCache[set](4 << 20)}
	defer func() {
		if err != nil {
			o.close()
			o = nil
		}
	}()
	if o.spill, err = score.NewSpill(scratch); err != nil {
		return o, err
	}
	if o.Finished, err = run.OpenSpilled(folder, o.spill); err != nil {
		return o, err
	}
	if err = o.spill.Err(); err != nil {
		return o, err
	}
	if o.Found, err = o.Finished.Found(); err != nil {
		return o, err
	}
	o.size = o.spill.Size()
	reader, err := o.Finished.Texts()
	if errors.Is(err, fs.ErrNotExist) {
		return o, nil // scores can be read all the same
	}
	if err == nil {
		o.texts, err = newTexts(ctx, reader, o.Found, o.Table.IDs(), scratch, workers)
	}
	return o, err
}

func (o *opened) close() {
	if o.spill != nil {
		o.spill.Close()
	}
	if o.texts != nil {
		o.texts.close()
	}
}
