package whole

import (
	"os"
	"path/filepath"
	"runtime"
)

// A Temporary is a folder among temporary files. If its process is killed, the next one that
// makes a folder of the same kind removes it.
type Temporary struct {
	Path string
	lock *Lock
}

// inUse is the name of the file in a Temporary that is locked while its process lives.
const inUse = "lock"

// NewTemporary makes a folder, whose name begins with its kind.
func NewTemporary(kind string) (*Temporary, error) {
	left, _ := filepath.Glob(filepath.Join(os.TempDir(), kind+"*", inUse)) // the pattern is right
	for _, file := range left {
		dir := filepath.Dir(file)
		if folder, err := os.Lstat(dir); err != nil || !folder.IsDir() {
			continue // a link to what is not ours
		}
		if lock, err := TryLock(file); err == nil && lock != nil {
			(&Temporary{dir, lock}).Remove()
		}
	}
	for {
		dir, err := os.MkdirTemp("", kind)
		if err != nil {
			return nil, err
		}
		lock, err := TryLock(filepath.Join(dir, inUse))
		if err != nil {
			os.RemoveAll(dir)
			return nil, err
		}
		if lock != nil { // otherwise another process has just taken it for one that was left
			return &Temporary{dir, lock}, nil
		}
	}
}

// Remove removes the folder and what is in it.
func (t *Temporary) Remove() error {
	err := os.RemoveAll(t.Path)
	t.lock.Release()
	if runtime.GOOS == "windows" { // it has not removed the lock, which was open
		err = os.RemoveAll(t.Path)
	}
	return err
}
