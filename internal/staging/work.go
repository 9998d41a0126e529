package staging

import (
	"errors"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"hed/internal/whole"
)

// ErrOther says that something else is unfinished in a folder than what was to go on.
var ErrOther = errors.New("there is something else in it that is not finished")

// identityFile says what is unfinished. Trainings called it so first.
const identityFile = "training"

// Begin notes what is being made: the identity names all that it depends on. With resume
// it goes on with what is there, and refuses it with ErrOther if it is something else;
// without, it gives that up. It reports how many files there are to go on with.
func (f *Folder) Begin(identity []byte, resume bool) (parts int, err error) {
	file := filepath.Join(f.Unfinished(), identityFile)
	if old, err := os.ReadFile(file); resume && !errors.Is(err, fs.ErrNotExist) {
		f.Keep = true // whatever is wrong with this attempt
		if err != nil {
			return 0, err
		}
		if string(old) != string(identity) {
			return 0, ErrOther
		}
		return len(f.Parts()), nil
	}
	for _, part := range f.Parts() {
		if err := os.RemoveAll(part); err != nil { // which may be a folder
			return 0, err
		}
	}
	return 0, whole.Write(file, func(w io.Writer) error {
		_, err := w.Write(identity)
		return err
	})
}

// Parts are the files in Unfinished from which work can continue.
func (f *Folder) Parts() []string {
	return slices.DeleteFunc(f.Files(), func(file string) bool {
		return slices.Contains([]string{identityFile, newFolder, planFile}, filepath.Base(file))
	})
}

// Write writes files to the folder, by their names in it, in place of all that came there
// with a file of one of these names: what was one model, with other files, must not stay
// beside the next. older are names of files that versions without lists wrote. what is what
// messages call the files.
func (f *Folder) Write(what string, older []string, files map[string]func(io.Writer) error) error {
	names := slices.Sorted(maps.Keys(files))
	for _, name := range names {
		if err := f.Add(name, files[name]); err != nil {
			return whole.Failed(what+" to", filepath.Join(f.Path, name), err)
		}
	}
	older = slices.DeleteFunc(slices.Clone(older), func(name string) bool { return !slices.Contains(names, name) })
	err := f.appear(older, func(_ string, l List) bool {
		return slices.ContainsFunc(l, func(old Listed) bool { return slices.Contains(names, old.Name) })
	})
	if err != nil {
		return whole.Failed(what+" to", f.Path, err)
	}
	return nil
}
