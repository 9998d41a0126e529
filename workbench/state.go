package workbench

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
	"time"

	"hed/internal/whole"
	"hed/store/shelf"
)

// Kinds are those of all things.
var Kinds = []string{ProjectKind, CorpusKind, SystemKind, RunKind, StudyKind, ModelKind, DraftKind}

// ErrEnding says that a workbench is being closed.
var ErrEnding = errors.New("the workbench ends")

// Ready tells whether the workbench can do what it is asked: its shelf answers, its folder can be
// written, and it does not end. An error says what is missing, for who looks after it.
func (b *Bench) Ready(ctx context.Context) error {
	b.mu.Lock()
	ended := b.ended
	b.mu.Unlock()
	if ended {
		return ErrEnding
	}
	if err := b.Ping(ctx); err != nil {
		return err
	}
	b.probe.Lock()
	defer b.probe.Unlock()
	if age := b.Now().Sub(b.probe.at); age < 0 || age >= probeLife {
		b.probe.err, b.probe.at = write(b.Folder), b.Now()
	}
	return b.probe.err
}

// A probe is whether the folder could be written, a moment ago.
type probe struct {
	sync.Mutex
	at  time.Time
	err error
}

// probeLife is for how long it counts that the folder could be written, or not: to ask often must
// not wear out the disk.
const probeLife = time.Second

// write writes something to a folder, and takes it away.
func write(folder string) error {
	name := filepath.Join(folder, "ready")
	err := whole.Write(name, func(w io.Writer) error { _, err := io.WriteString(w, "ready\n"); return err })
	if err == nil {
		err = os.Remove(name)
	}
	if err != nil {
		return fmt.Errorf("the folder of the workbench cannot be written: %w", err)
	}
	return nil
}

// End says that the workbench will be closed soon, so that nobody is sent here any more.
func (b *Bench) End() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.ended = true
}

// Counts are how much there is, for who looks after a workbench.
type Counts struct {
	Things   map[string]int // by kind
	Runs     map[State]int
	Scored   int64 // documents, since the workbench was opened
	Used     int64 // bytes of files, results and studies
	Users    int
	Sessions int
}

// A tally is what takes long to count, and is counted now and then.
type tally struct {
	sync.Mutex
	at   time.Time
	used int64
}

// tallyLife is for how long it counts what was counted.
const tallyLife = 30 * time.Second

// Counts counts what there is.
func (b *Bench) Counts(ctx context.Context) (*Counts, error) {
	ctx = Itself(ctx)
	c := &Counts{Things: map[string]int{}, Runs: map[State]int{}, Scored: b.scored.Load()}
	things, err := b.Shelf.List(ctx, shelf.Query{})
	if err != nil {
		return nil, err
	}
	for _, t := range things {
		c.Things[t.Kind]++
		if t.Kind == RunKind {
			body, err := decode[runBody](t)
			if err != nil {
				return nil, err
			}
			c.Runs[body.State]++
		}
	}
	accounts, err := b.Accounts(ctx)
	if err != nil {
		return nil, err
	}
	c.Users = len(accounts)
	if c.Sessions, err = b.Sessions(ctx, b.Now()); err != nil {
		return nil, err
	}
	b.tally.Lock()
	defer b.tally.Unlock()
	if age := b.Now().Sub(b.tally.at); age < 0 || age > tallyLife {
		b.tally.used, b.tally.at = 0, b.Now()
		for _, folder := range []string{filesFolder, runsFolder, studiesFolder} {
			b.tally.used += weight(filepath.Join(b.Folder, folder))
		}
	}
	c.Used = b.tally.used
	return c, nil
}
