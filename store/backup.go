package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"hed/internal/whole"
	"hed/store/sqlite"
)

// Backup writes a copy of the study in a store to a file, which is a SQLite store whatever
// the first one is. Nobody has to stop meanwhile: the copy has what was saved when it
// began. It is verified before it gets its name, so that a file which is there already
// stays until a better one is; one that is in use is refused.
func Backup(ctx context.Context, name, file string) (*Report, error) {
	from, err := Look(ctx, name)
	if err != nil {
		return nil, err
	}
	defer from.Close()
	if err := vacant(name, file); err != nil {
		return nil, fmt.Errorf("write backup %s: %w", file, err)
	}
	f, err := whole.Create(file)
	if err != nil {
		return nil, whole.Failed("backup", file, err)
	}
	defer f.Discard()
	r, err := backup(ctx, from, f)
	if err != nil {
		return nil, fmt.Errorf("write backup %s: %w", file, err)
	}
	if err := f.Commit(); err != nil {
		return nil, whole.Failed("backup", file, err)
	}
	return r, nil
}

// vacant refuses a file that a backup must not take the place of.
func vacant(name, file string) error {
	if whole.InPlace(file) {
		return errors.New("it is a device or a stream: name a file")
	}
	if there, err := os.Stat(file); err == nil {
		if of, err := os.Stat(name); err == nil && os.SameFile(there, of) {
			return errors.New("it is the store itself: name another file")
		}
	}
	for _, beside := range []string{"-wal", "-journal"} {
		if _, err := os.Stat(file + beside); !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("there is a file %s%s: the store there is in use, or was not closed; name another file", file, beside)
		}
	}
	return nil
}

// backup fills a file and verifies it.
func backup(ctx context.Context, from *Store, f *whole.File) (*Report, error) {
	if err := f.Chmod(0o600); err != nil { // it has what leads to judges
		return nil, err
	}
	if err := sqlite.Copy(ctx, from, f.Name()); err != nil {
		return nil, err
	}
	r, err := Verify(ctx, f.Name())
	if err != nil {
		return nil, err
	}
	if err := r.Err(); err != nil {
		return nil, fmt.Errorf("the copy differs from the store and was deleted: %w", err)
	}
	return r, nil
}

// KeepBackup makes a backup at once and then every so often, until ctx ends. The file always
// has the newest. told hears of each backup, or why it failed; one that failed is tried
// again when the next is due. If the first one fails there is nothing to keep, and
// KeepBackup ends with its error.
func KeepBackup(ctx context.Context, name, file string, every time.Duration, told func(*Report, error)) error {
	r, err := Backup(ctx, name, file)
	if err != nil {
		return err
	}
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		told(r, err)
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
		if r, err = Backup(ctx, name, file); ctx.Err() != nil && err != nil {
			return nil
		}
	}
}
