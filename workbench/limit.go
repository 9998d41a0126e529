package workbench

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"time"

	"hed/internal/crash"
	"hed/internal/option"
	"hed/run"
	"hed/store/shelf"
)

// Limits are what an account, or the one person, may use. 0 is no limit.
type Limits struct {
	// MaxUpload is how many bytes a file may have that is brought from outside.
	MaxUpload int64
	// MaxDisk is how many bytes the files and results of an account may have.
	MaxDisk int64
	// MaxDocuments is how many documents a run may read, and MaxTime how long it may take.
	MaxDocuments int
	MaxTime      time.Duration
}

// ErrFull says that an account has no room left.
var ErrFull = errors.New("your files and results take all the room that you have; delete runs or corpora that you do not need")

// full is ErrFull for a viewer, or for a guest of whose project it is.
func full(ctx context.Context, owner string) error {
	if owner == accountOf(ctx) {
		return ErrFull
	}
	return guestFull(owner)
}

// guestFull is ErrFull of another account.
type guestFull string

func (g guestFull) Error() string {
	return fmt.Sprintf("the files and results of %s, whose project it is, take all the room that they have; ask them to delete runs or corpora", string(g))
}

func (guestFull) Is(err error) bool { return err == ErrFull }

// Used is how many bytes the files and results of an account take; "" is everybody's.
func (b *Bench) Used(ctx context.Context, account string) (total int64, err error) {
	projects, err := b.Shelf.List(ctx, shelf.Query{Kind: ProjectKind})
	if err != nil {
		return 0, err
	}
	for _, p := range projects {
		if account != "" && p.Owner != account {
			continue // what others let somebody use is not theirs
		}
		things, err := b.Shelf.List(ctx, shelf.Query{Parent: p.ID})
		if err != nil {
			return 0, err
		}
		for _, t := range things {
			files, err := filesOf(t)
			if err != nil {
				return 0, err
			}
			total += bytesOf(files...)
			if t.Kind == RunKind {
				total += weight(b.RunFolder(t.ID))
			}
		}
	}
	return total, nil
}

// weight is how many bytes the files of a folder have; a run at work adds and removes some
// meanwhile.
func weight(folder string) (total int64) {
	filepath.WalkDir(folder, func(_ string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			if info, err := d.Info(); err == nil {
				total += info.Size()
			}
		}
		return nil
	})
	return total
}

// left is how many bytes an upload of a viewer may have at most, with what else they bring at the
// same time.
func (b *Bench) left(ctx context.Context) (int64, error) {
	if b.MaxDisk == 0 {
		return b.MaxUpload, nil
	}
	used, err := b.Used(ctx, accountOf(ctx))
	if err != nil {
		return 0, err
	}
	if used >= b.MaxDisk {
		return 0, option.Errorf("file", ": %w", ErrFull)
	}
	return b.MaxDisk - used, nil
}

// roomIn refuses what has more bytes than there is room for, for whose project it comes into: a guest has room of their own elsewhere.
func (b *Bench) roomIn(ctx context.Context, project string, more int64) error {
	if b.MaxDisk == 0 {
		return nil
	}
	p, err := b.Find(ctx, ProjectKind, project)
	if err != nil {
		return err
	}
	used, err := b.Used(ctx, p.Owner)
	if err == nil && used+more > b.MaxDisk {
		err = option.Errorf("file", ": %w", full(ctx, p.Owner))
	}
	return err
}

func accountOf(ctx context.Context) string {
	if v := ViewerOf(ctx); v != nil {
		return v.Name
	}
	return ""
}

// brought counts the bytes that an account brings at this moment, and stops it where there is no
// room for them.
type brought struct {
	b       *Bench
	account string
	from    io.Reader
	left    int64
	own     int64
}

func (r *brought) Read(p []byte) (int, error) {
	n, err := r.from.Read(p)
	r.own += int64(n)
	r.b.mu.Lock()
	r.b.bringing[r.account] += int64(n)
	all := r.b.bringing[r.account]
	r.b.mu.Unlock()
	switch {
	case r.own > r.b.MaxUpload:
		return n, ErrTooLarge
	case r.b.MaxDisk > 0 && all > r.left:
		return n, ErrFull
	}
	return n, err
}

func (r *brought) done() {
	r.b.mu.Lock()
	defer r.b.mu.Unlock()
	if r.b.bringing[r.account] -= r.own; r.b.bringing[r.account] == 0 {
		delete(r.b.bringing, r.account)
	}
}

// limited is a context for a run of a project that ends when the run takes more time or room than it may; how many documents it has is looked
// at in what it tells.
func (b *Bench) limited(ctx context.Context, project string, tell func(run.Event)) (context.Context, context.CancelFunc, func(run.Event)) {
	timed, cancel := ctx, func() {}
	if b.MaxTime > 0 {
		cause := fmt.Errorf("the run took longer than %s, which is the limit of this server; evaluate fewer documents, or with fewer measures", b.MaxTime)
		timed, cancel = context.WithTimeoutCause(ctx, b.MaxTime, cause)
	}
	limited, end := context.WithCancelCause(timed)
	var watch crash.Group
	if b.MaxDisk > 0 {
		watch.Go(func() { b.watch(limited, project, end) })
	}
	stop := func() { end(nil); cancel(); watch.Wait() }
	if b.MaxDocuments == 0 {
		return limited, stop, tell
	}
	return limited, stop, func(e run.Event) {
		if e.Kind == run.Progress && e.Done > b.MaxDocuments {
			end(option.Errorf("docs", ": the corpus has more than %d documents, which is the limit of this server", b.MaxDocuments))
		}
		tell(e)
	}
}

// glance is how long it is at least between two looks at how much a run has written.
var glance = time.Second

// watch ends a run while what it writes takes more room than whose project it is has. It looks at the disk for a small share of the time.
func (b *Bench) watch(ctx context.Context, project string, end context.CancelCauseFunc) {
	for {
		began := time.Now()
		if err := b.roomIn(Itself(ctx), project, 0); errors.Is(err, ErrFull) {
			end(errors.New("the run was stopped: the files and results of whose project it is take all the room that they may; delete runs or corpora that are not needed, and continue it"))
			return
		}
		select { // a database that is away is asked again
		case <-ctx.Done():
			return
		case <-time.After(max(glance, 20*time.Since(began))):
		}
	}
}

// because is why a run ended that a limit has stopped, and else the error itself.
func because(ctx context.Context, err error) error {
	if cause := context.Cause(ctx); err != nil && cause != nil && !errors.Is(cause, context.Canceled) {
		return cause
	}
	return err
}
