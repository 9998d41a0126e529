package sqlite

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"hed/study"
)

// A place is where the files of a store were when it was opened: the file, and its log,
// in which the latest answers are until they are moved over. SQLite removes neither while
// the store is open.
type place []named

type named struct {
	name string
	was  fs.FileInfo
}

// newPlace remembers the files of a store that has been read through a connection which
// stays open.
func newPlace(file string) (place, error) {
	file, err := filepath.Abs(file)
	if err != nil {
		return nil, err
	}
	var p place
	for _, name := range []string{file, file + "-wal"} {
		info, err := os.Stat(name)
		if err != nil {
			return nil, err
		}
		p = append(p, named{name, info})
	}
	return p, nil
}

// check is study.Unavailable unless the files are where they were. What was moved away
// and is moved back is as good as before.
func (p place) check() error {
	for _, f := range p {
		now, err := os.Stat(f.name)
		switch {
		case errors.Is(err, fs.ErrNotExist), err == nil && !os.SameFile(f.was, now):
			return study.Errorf(study.Unavailable, "%s was moved, deleted or replaced while it was in use: put back what was there; nothing is saved until then", filepath.Base(f.name))
		case err != nil:
			return study.Errorf(study.Unavailable, "%s cannot be looked at (%v): see that its folder may be read", filepath.Base(f.name), err)
		}
	}
	return nil
}
