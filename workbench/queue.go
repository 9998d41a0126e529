package workbench

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"hed"
	"hed/internal/crash"
	"hed/internal/staging"
	"hed/run"
	"hed/store/shelf"
)

// A State is how far a run is.
type State string

// The states of a run. One that goes when the workbench ends goes on when it is opened again.
const (
	Waiting State = "waiting"
	Going   State = "going"
	Stopped State = "stopped" // by somebody
	Failed  State = "failed"
	Done    State = "done"
)

// States are all of them.
var States = []State{Waiting, Going, Stopped, Failed, Done}

// A Run is an evaluation, done or to be done.
type Run struct {
	*Thing
	runBody
}

type runBody struct {
	Settings Settings `json:"settings"`
	State    State    `json:"state"`
	// Error is why a run has failed, and Option is the option that it is about; "" if it is
	// about none.
	Error  string `json:"error,omitempty"`
	Option string `json:"option,omitempty"`
	// Asked is when the run was put into the queue, the last time.
	Asked time.Time `json:"asked"`
	// Began and Ended are of its last try.
	Began time.Time `json:"began"`
	Ended time.Time `json:"ended"`
	// Documents and Systems are how many there were; of a run that is done.
	Documents int      `json:"documents,omitempty"`
	Systems   []string `json:"systems,omitempty"`
	// Finding is what was found, in a sentence.
	Finding string `json:"finding,omitempty"`
	// Version is that of the hed that did it.
	Version string `json:"version,omitempty"`
	// Shared is the key of a link by which anybody may read the results; "" if there is none.
	Shared string `json:"shared,omitempty"`
}

// Over tells whether a run is neither waiting nor going.
func (r *Run) Over() bool { return r.State != Waiting && r.State != Going }

// going is a run at work.
type going struct {
	stop     context.CancelFunc
	halted   bool // by somebody, rather than by the end of the workbench
	done     chan struct{}
	progress *Progress
}

// RunFolder is where the results of a run are.
func (b *Bench) RunFolder(id string) string { return filepath.Join(b.Folder, runsFolder, id) }

// Run gives a run.
func (b *Bench) Run(ctx context.Context, id string) (*Run, error) {
	t, err := b.Find(ctx, RunKind, id)
	if err != nil {
		return nil, err
	}
	body, err := decode[runBody](t)
	if err != nil {
		return nil, err
	}
	return &Run{t, *body}, nil
}

// Runs are those of a project, or of all if it is "", the newest first.
func (b *Bench) Runs(ctx context.Context, project string) (list []*Run, err error) {
	things, err := b.List(ctx, shelf.Query{Kind: RunKind, Parent: project})
	for _, t := range things {
		body, err := decode[runBody](t)
		if err != nil {
			return nil, err
		}
		list = append(list, &Run{t, *body})
	}
	return list, err
}

// Start puts a run into the queue. What cannot work is refused, with the option that is wrong,
// as far as it is known before anything is read.
func (b *Bench) Start(ctx context.Context, project string, m Meta, s Settings) (*Run, error) {
	if err := b.Allow(ctx, project, RunScope); err != nil {
		return nil, err
	}
	if err := b.roomIn(ctx, project, 1); err != nil {
		return nil, err
	}
	o, err := b.options(ctx, project, &s)
	if err != nil {
		return nil, err
	}
	err = errors.Join(o.Check(), o.Plan.Close())
	if err != nil {
		return nil, err
	}
	body := runBody{Settings: s, State: Waiting, Asked: b.Now(), Version: hed.Version}
	t, err := b.add(ctx, RunKind, project, m, body)
	if err != nil {
		return nil, err
	}
	b.next()
	return &Run{t, body}, nil
}

// change changes the state of a run.
func (b *Bench) change(ctx context.Context, id string, f func(*runBody) error) error {
	return b.Change(ctx, id, func(t *Thing) error {
		body, err := decode[runBody](t)
		if err != nil {
			return err
		}
		if err := f(body); err != nil {
			return err
		}
		t.Changed = b.Now()
		t.Body, err = json.Marshal(body)
		return err
	})
}

// ErrState says that a run is in the wrong state for what was asked.
var (
	ErrState   = errors.New("this cannot be done now")
	errOver    = fmt.Errorf("%w: the run is over already", ErrState)
	errNotOver = fmt.Errorf("%w: the run waits or goes already", ErrState)
	errDone    = fmt.Errorf("%w: the run is done, and there is nothing to continue", ErrState)
)

// Stop stops a run that waits or goes. What it has done is kept.
func (b *Bench) Stop(ctx context.Context, id string) error {
	if err := b.deed(ctx, id, "stopped"); err != nil {
		return err
	}
	if b.halt(id) {
		return nil
	}
	return b.change(ctx, id, func(r *runBody) error {
		if r.State != Waiting && r.State != Going {
			return errOver
		}
		r.State, r.Ended = Stopped, b.Now()
		return nil
	})
}

// deed keeps that somebody does something to a run, who may do so.
func (b *Bench) deed(ctx context.Context, id, what string) error {
	if err := b.Allow(ctx, id, RunScope); err != nil {
		return err
	}
	r, err := b.Run(ctx, id)
	if err != nil {
		return err
	}
	return b.note(ctx, what, r.Thing)
}

// halt stops a run that goes, waits until it has stopped, and tells whether it did go.
func (b *Bench) halt(id string) bool {
	b.mu.Lock()
	g := b.going[id]
	if g != nil {
		g.halted = true
		g.stop()
	}
	b.mu.Unlock()
	if g != nil {
		<-g.done
	}
	return g != nil
}

// Continue puts a run that was stopped, or has failed, into the queue again.
func (b *Bench) Continue(ctx context.Context, id string) error {
	if err := b.deed(ctx, id, "continued"); err != nil {
		return err
	}
	err := b.change(ctx, id, func(r *runBody) error {
		switch r.State {
		case Done:
			return errDone
		case Waiting, Going:
			return errNotOver
		}
		r.State, r.Asked, r.Error, r.Option = Waiting, b.Now(), "", ""
		return nil
	})
	if err == nil {
		b.next()
	}
	return err
}

// recover puts runs back into the queue that went when the workbench ended, before those that
// waited.
func (b *Bench) recover(ctx context.Context) error {
	runs, err := b.Runs(ctx, "")
	if err != nil {
		return err
	}
	for _, r := range runs {
		if r.State == Going {
			err = errors.Join(err, b.change(ctx, r.ID, func(r *runBody) error { r.State = Waiting; return nil }))
		}
	}
	return err
}

// retry is after what time the queue goes on where the shelf could not be read or written: its
// disk may be full, or its database away.
const retry = 3 * time.Second

// rest waits for that time, and tells whether the workbench is still open.
func (b *Bench) rest() bool {
	select {
	case <-time.After(retry):
		return true
	case <-b.ctx.Done():
		return false
	}
}

// line is the runs that wait, in the order in which they go: those first that were asked for
// first, but nobody's second one before the first of another. going are those at work.
func (b *Bench) line(ctx context.Context) (line, going []*Run, err error) {
	ctx = Itself(ctx)
	runs, err := b.Runs(ctx, "")
	if err != nil {
		return nil, nil, err
	}
	projects, err := b.List(ctx, shelf.Query{Kind: ProjectKind})
	if err != nil {
		return nil, nil, err
	}
	owner := map[string]string{}
	for _, p := range projects {
		owner[p.ID] = p.Owner
	}
	before, turn := map[string]int{}, map[string]int{} // by owner, by run
	slices.SortFunc(runs, func(x, y *Run) int { return x.Asked.Compare(y.Asked) })
	for _, r := range runs {
		if r.State == Going {
			going = append(going, r)
			before[owner[r.Parent]]++
		}
	}
	for _, r := range runs {
		if r.State == Waiting {
			line = append(line, r)
			turn[r.ID] = before[owner[r.Parent]]
			before[owner[r.Parent]]++
		}
	}
	slices.SortStableFunc(line, func(x, y *Run) int { return turn[x.ID] - turn[y.ID] })
	return line, going, nil
}

// Ahead is how many runs go before one that waits; 0 for others.
func (b *Bench) Ahead(ctx context.Context, r *Run) (int, error) {
	if r.State != Waiting {
		return 0, nil
	}
	ahead, err := b.Queue(ctx)
	return ahead[r.ID], err
}

// Queue is how many runs go before each that waits, by id. Whoever shows many runs asks once.
func (b *Bench) Queue(ctx context.Context) (map[string]int, error) {
	line, going, err := b.line(ctx)
	ahead := map[string]int{}
	for i, r := range line {
		ahead[r.ID] = len(going) + i
	}
	return ahead, err
}

// next begins runs that wait, as many as may go.
func (b *Bench) next() {
	b.looking.Lock()
	defer b.looking.Unlock()
	b.mu.Lock()
	busy := b.ended || len(b.going) >= b.atOnce()
	b.mu.Unlock()
	if busy {
		return
	}
	line, _, err := b.line(b.ctx) // which may wait for a database, and must keep nobody else waiting
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.ended {
		return
	}
	if err != nil {
		b.Log(fmt.Errorf("look for runs that wait: %w", err))
		if !b.later {
			b.later = true
			b.runs.Go(func() {
				open := b.rest()
				b.mu.Lock()
				b.later = false
				b.mu.Unlock()
				if open {
					b.next()
				}
			})
		}
		return
	}
	for _, r := range line {
		if b.going[r.ID] != nil || len(b.going) >= b.atOnce() {
			continue
		}
		ctx, stop := context.WithCancel(b.ctx)
		g := &going{stop: stop, done: make(chan struct{}), progress: newProgress(b.Now, &b.scored)}
		b.going[r.ID] = g
		b.runs.Go(func() {
			err := crash.Call(func() error { return b.do(ctx, r, g) })
			b.mu.Lock()
			delete(b.going, r.ID)
			b.mu.Unlock()
			stop()
			close(g.done)
			if err != nil && !errors.Is(err, ErrNone) && !errors.Is(err, ErrState) { // it was deleted or stopped meanwhile
				b.Log(fmt.Errorf("run %s: %w", r.ID, err))
				b.rest() // the run may still wait
			}
			b.next()
		})
	}
}

// do does a run, and keeps how it ended. Its own error is that this could not be kept.
func (b *Bench) do(ctx context.Context, r *Run, g *going) error {
	keep := context.WithoutCancel(ctx)
	begin := func(from ...State) error {
		return b.change(keep, r.ID, func(r *runBody) error {
			if !slices.Contains(from, r.State) { // somebody has stopped it
				return errOver
			}
			r.State, r.Began, r.Version = Going, b.Now(), hed.Version
			return nil
		})
	}
	err := begin(Waiting)
	for _, away := errors.AsType[*Away](err); away; _, away = errors.AsType[*Away](err) {
		if !b.rest() {
			return err
		}
		err = begin(Waiting, Going) // nobody knows whether it was kept
	}
	if err != nil {
		return err
	}
	var res *run.Result
	err = crash.Call(func() (err error) { res, err = b.evaluate(ctx, r, g.progress); return err })
	b.mu.Lock()
	halted := g.halted
	b.mu.Unlock()
	_, away := errors.AsType[*Away](err)
	ended := b.Now()
	for {
		kept := b.change(keep, r.ID, end(ctx, ended, res, err, halted, away))
		if kept == nil || errors.Is(kept, ErrNone) {
			return kept
		}
		// What was done must not be forgotten: a run that seems to go would never go on.
		b.Log(fmt.Errorf("run %s: keep how it ended: %w", r.ID, kept))
		if !b.rest() {
			return kept
		}
	}
}

// end says how a run has ended.
func end(ctx context.Context, at time.Time, res *run.Result, err error, halted, away bool) func(*runBody) error {
	return func(r *runBody) error {
		r.Ended = at
		switch {
		case err == nil:
			r.State, r.Documents, r.Systems, r.Finding = Done, res.Documents, res.Record.Systems, res.Finding()
		case halted:
			r.State = Stopped
		case ctx.Err() != nil, away: // the workbench ends, or its database is gone for a while
			r.State = Waiting
		default:
			r.State, r.Error, r.Option = Failed, err.Error(), optionOf(err)
		}
		return nil
	}
}

// evaluate does a run, or goes on with it.
func (b *Bench) evaluate(ctx context.Context, r *Run, p *Progress) (*run.Result, error) {
	o, err := b.options(ctx, r.Parent, &r.Settings)
	if err != nil {
		return nil, err
	}
	defer o.Plan.Close()
	if c, err := b.Corpus(ctx, r.Settings.Corpus); err == nil {
		p.plan(o.Plan.Metrics, c.Documents)
	}
	ctx, end, tell := b.limited(ctx, r.Parent, p.tell)
	defer end()
	o.Folder, o.Resume, o.Tell = b.RunFolder(r.ID), true, tell
	res, err := run.Run(ctx, *o)
	if _, other := errors.AsType[*run.OtherRunError](err); other { // another version of hed began it
		if o, err = b.options(ctx, r.Parent, &r.Settings); err != nil {
			return nil, err
		}
		defer o.Plan.Close()
		o.Folder, o.Tell = b.RunFolder(r.ID), tell
		res, err = run.Run(ctx, *o)
	}
	return res, because(ctx, err)
}

// Started tells whether a run that is over has left something to go on with.
func (b *Bench) Started(r *Run) bool {
	entries, err := filepath.Glob(filepath.Join(staging.UnfinishedIn(b.RunFolder(r.ID)), "*"))
	return err == nil && len(entries) > 0
}

// shareSecret is the name under which the run is kept that a key opens.
func shareSecret(key string) string { return "share:" + key }

// Share makes a link by which anybody may read the results of a run.
func (b *Bench) Share(ctx context.Context, id string) error {
	if err := b.deed(ctx, id, "shared by a link"); err != nil {
		return err
	}
	key := rand.Text()
	if err := b.SetSecret(ctx, shareSecret(key), []byte(id)); err != nil {
		return err
	}
	return b.shared(ctx, id, key)
}

// Unshare takes the link back.
func (b *Bench) Unshare(ctx context.Context, id string) error {
	if err := b.deed(ctx, id, "took the link back"); err != nil {
		return err
	}
	return b.shared(ctx, id, "")
}

// shared gives a run another key, and forgets the one before.
func (b *Bench) shared(ctx context.Context, id, key string) error {
	before := ""
	err := b.change(ctx, id, func(r *runBody) error {
		before, r.Shared = r.Shared, key
		return nil
	})
	if err == nil && before != "" {
		err = b.SetSecret(ctx, shareSecret(before), nil)
	}
	return err
}

// SharedRun is the run that a key opens.
func (b *Bench) SharedRun(ctx context.Context, key string) (*Run, error) {
	id, err := b.Secret(ctx, shareSecret(key))
	if err != nil {
		return nil, err
	}
	r, err := b.Run(ctx, string(id))
	if err == nil && r.Shared != key {
		err = ErrNone
	}
	return r, err
}
