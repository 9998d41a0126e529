package hub

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"hed/internal/whole"
)

// appear makes the snapshot of the files, all of which are there, and then the ref by
// which it is found.
func (p *pull) appear(files []file) (Model, error) {
	m := Model{Name: p.name, Commit: p.commit, Dir: filepath.Join(p.repo, "snapshots", p.commit)}
	for _, f := range files {
		// Windows has links for some users only.
		if err := place(p.blob(f.sum), filepath.Join(m.Dir, filepath.FromSlash(f.name)), link, os.Link, duplicate); err != nil {
			return Model{}, err
		}
		m.Size += f.size
	}
	var folders []string
	for _, f := range files {
		folders = append(folders, filepath.Dir(filepath.Join(m.Dir, filepath.FromSlash(f.name))))
	}
	slices.Sort(folders)
	if err := whole.SyncFolders(slices.Compact(folders)...); err != nil {
		return Model{}, err
	}
	if p.revision == p.commit {
		return m, nil
	}
	m.Refs = []string{p.revision}
	at := filepath.Join(p.repo, "refs", filepath.FromSlash(p.revision))
	if err := whole.MakeFolder(filepath.Dir(at)); err != nil {
		return Model{}, err
	}
	return m, whole.Write(at, func(w io.Writer) error {
		_, err := io.WriteString(w, p.commit) // without a newline, as huggingface_hub reads all of it
		return err
	})
}

// place makes a blob appear in a snapshot, in the first way that the system has.
func place(blob, at string, ways ...func(blob, at string) error) error {
	if placed(blob, at) {
		return nil
	}
	if err := os.Remove(at); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := whole.MakeFolder(filepath.Dir(at)); err != nil {
		return err
	}
	var err error
	for _, way := range ways {
		if err = way(blob, at); err == nil {
			break
		}
		// Another pull was quicker. The next way would follow its link to the blob.
		if errors.Is(err, fs.ErrExist) && placed(blob, at) {
			return nil
		}
	}
	return err
}

// placed reports whether a name of a snapshot leads to a blob.
func placed(blob, at string) bool {
	old, err := os.Stat(at)
	if err != nil {
		return false
	}
	now, err := os.Stat(blob)
	return err == nil && os.SameFile(old, now)
}

// link makes a link that stays right when the cache is moved.
func link(blob, at string) error {
	target, err := filepath.Rel(filepath.Dir(at), blob)
	if err != nil {
		return err
	}
	return os.Symlink(target, at)
}

func duplicate(blob, at string) error {
	in, err := os.Open(blob)
	if err != nil {
		return err
	}
	defer in.Close()
	return whole.Write(at, func(w io.Writer) error {
		_, err := io.Copy(w, in)
		return err
	})
}
