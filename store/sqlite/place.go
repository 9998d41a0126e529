package sqlite

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"hed/study"
)

// A place is where the files of a store were when it was opened: the file, its log, in
// which the latest answers are until they are moved over, and the memory by which processes
// agree on what is in the log. SQLite removes none of them while the store is open.
type place []named

type named struct {
	name string
	was  fs.FileInfo
}

// newPlace remembers the files of a store that has been read through a connection which
// stays open.
func newPlace(file string) (place, error) {
	var p place
	for _, name := range []string{file, file + "-wal", file + "-shm"} {
		info, err := os.Stat(name)
		if err != nil {
			return nil, study.Errorf(study.Unavailable, "%s cannot be looked at (%v): if it was deleted while this program had the store open, start it again", filepath.Base(name), err)
		}
		p = append(p, named{name, info})
	}
	return p, nil
}

// check gives the mark of the file, and study.Unavailable unless all are where they were. What
// was moved away and is moved back is as good as before.
func (p place) check() (m mark, err error) {
	for i, f := range p {
		now, err := os.Stat(f.name)
		switch {
		case errors.Is(err, fs.ErrNotExist), err == nil && !os.SameFile(f.was, now):
			return m, study.Errorf(study.Unavailable, "%s was moved, deleted or replaced while it was in use: put back what was there; nothing is saved until then", filepath.Base(f.name))
		case err != nil:
			return m, study.Errorf(study.Unavailable, "%s cannot be looked at (%v): check that its folder can be read", filepath.Base(f.name), err)
		}
		if i == 0 {
			m = markOf(now)
		}
	}
	return m, nil
}
