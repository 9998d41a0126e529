package embed

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"

	"github.com/gofrs/flock"
)

// allBytes is the size of all stores together: those of a model that is no longer
// used, or of another version of hed, would else stay for ever.
const allBytes = 4 << 30

// stores is the folder that has those of all models.
func stores(cache string) string { return filepath.Join(cache, "embeddings") }

// sweep empties the stores of a folder that were used longest ago until all of them
// have at most that many bytes. It passes over a store that a process adds to. One
// that only reads has its files open, and goes on reading.
func sweep(dir string, most int64) {
	type aged struct {
		dir  string
		used int64 // by the clock of the file system
		size int64
	}
	var all []aged
	total := int64(0)
	entries, _ := os.ReadDir(dir) // what cannot be listed is left alone
	for _, e := range entries {
		one := aged{dir: filepath.Join(dir, e.Name())}
		lock, err := os.Stat(lockOf(one.dir))
		if err != nil {
			continue // no store
		}
		one.used, one.size = lock.ModTime().UnixNano(), bytesOf(segments(one.dir))
		total += one.size
		all = append(all, one)
	}
	slices.SortFunc(all, func(a, b aged) int { return cmp.Or(cmp.Compare(a.used, b.used), cmp.Compare(a.dir, b.dir)) })
	for _, one := range all {
		if total <= most {
			return
		}
		if one.size > 0 && empty(one.dir) {
			total -= one.size
		}
	}
}

// empty removes the segments of a store, and leaves its lock: a process may be about
// to take it, and another would make a new one then.
func empty(dir string) bool {
	lock := flock.New(lockOf(dir))
	if mine, err := lock.TryLock(); err != nil || !mine {
		return false
	}
	defer lock.Close()
	done := true
	for _, name := range segments(dir) {
		done = os.Remove(name) == nil && done
	}
	return done
}
