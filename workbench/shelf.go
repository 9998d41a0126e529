package workbench

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"hed/internal/option"
	"hed/internal/whole"
	"hed/store"
	"hed/store/shelf"
)

// ShelfFile is the shelf, in the folder of a workbench that has no database elsewhere.
const ShelfFile = "workbench.db"

// boundFile has what the database of a workbench has too, in the secret bound, where that is
// elsewhere: by it they know each other. Files that a database does not know are removed, so that
// the wrong one must be refused.
const (
	boundFile = "database-id"
	bound     = "folder"
)

// OpenShelf opens what a workbench knows, and makes its folder, and what is in it, if it is not
// there. It refuses a folder that is somebody else's. The store is "" for a file in the folder, or
// a PostgreSQL database, postgres://….
func OpenShelf(ctx context.Context, folder, name string) (*shelf.Shelf, error) {
	if err := ours(folder, name); err != nil {
		return nil, err
	}
	if name == "" {
		if err := makeFolders(folder); err != nil {
			return nil, err
		}
		return shelf.Open(ctx, filepath.Join(folder, ShelfFile))
	}
	s, err := shelf.Open(ctx, name) // which may fail, so that it comes before anything is made
	if err != nil {
		return nil, err
	}
	err = makeFolders(folder)
	if err == nil {
		err = bind(ctx, s, folder, name)
	}
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// CheckStore refuses a name that is not that of a database.
func CheckStore(name string) error {
	if name != "" && !store.Remote(name) {
		return option.Errorf("store", " %s: want postgres://user@host/name; without it the workbench keeps everything in its folder", name)
	}
	return nil
}

// makeFolders makes the folder of a workbench, with those in it.
func makeFolders(folder string) error {
	_, absent := os.Stat(folder)
	for _, name := range []string{"", filesFolder, runsFolder, studiesFolder, modelsFolder} {
		if err := whole.MakeFolder(filepath.Join(folder, name)); err != nil {
			return fmt.Errorf("make the folder of the workbench: %w", err)
		}
	}
	if errors.Is(absent, fs.ErrNotExist) { // drafts and answers are for nobody else on the machine
		return os.Chmod(folder, 0o700)
	}
	return nil
}

// hide keeps drafts and answers from others on the machine, in a folder that they may look into.
func hide(folder string) error {
	for name, mode := range map[string]fs.FileMode{ShelfFile: 0o600, ShelfFile + "-wal": 0o600, ShelfFile + "-shm": 0o600, studiesFolder: 0o700, filesFolder: 0o700} {
		if err := os.Chmod(filepath.Join(folder, name), mode); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("hide what is in the workbench from others: %w", err)
		}
	}
	return nil
}

// ours refuses a folder with files where a workbench would have its own, but without the database
// that knows them: they are somebody else's, or the database is lost, and sweep would remove them.
func ours(folder, name string) error {
	if err := CheckStore(name); err != nil {
		return err
	}
	if info, err := os.Stat(folder); err != nil || !info.IsDir() {
		return nil // MakeFolder says what is wrong
	}
	_, err := os.Stat(filepath.Join(folder, ShelfFile))
	own := err == nil
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	id, err := boundTo(folder)
	switch {
	case err != nil:
		return err
	case name == "" && own, name != "" && id != "" && !own: // bind looks at the rest
		return nil
	case name == "" && id != "":
		return option.Errorf("data", " %s: what this workbench knows is in a PostgreSQL database; name it with %s", folder, option.Name("store"))
	case name != "" && own:
		return option.Errorf("store", " %s: the workbench in %s keeps what it knows in %s; to move it, make a backup, and restore that to a new folder and the database", store.Shown(name), folder, ShelfFile)
	}
	for _, sub := range []string{filesFolder, runsFolder, studiesFolder} {
		if entries, _ := os.ReadDir(filepath.Join(folder, sub)); len(entries) > 0 { // the same
			return option.Errorf("data", " %s: its folder %s is not empty, and there is no %s that knows what is in it; choose another folder, or restore a backup to one", folder, sub, ShelfFile)
		}
	}
	return nil
}

// boundTo is what the folder has of its database; "" for nothing.
func boundTo(folder string) (string, error) {
	text, err := os.ReadFile(filepath.Join(folder, boundFile))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	return strings.TrimSpace(string(text)), nil
}

// bind lets a folder and a database belong together, if both are new, and refuses those that do
// not.
func bind(ctx context.Context, s *shelf.Shelf, folder, name string) error {
	there, err := s.Secret(ctx, bound)
	if err != nil {
		return err
	}
	here, err := boundTo(folder)
	if err != nil {
		return err
	}
	if string(there) == here && here != "" {
		return nil
	}
	if len(there) > 0 {
		return option.Errorf("store", " %s: its workbench has its files in another folder than %s; name that one, or restore a backup", store.Shown(name), folder)
	}
	if list, err := s.List(ctx, shelf.Query{}); err != nil {
		return err
	} else if len(list) > 0 {
		return option.Errorf("store", " %s: it does not say in which folder the files of its workbench are; restore a backup", store.Shown(name))
	}
	if here == "" {
		here = rand.Text()
		if err := writeBound(folder, here); err != nil {
			return err
		}
	} else if entries, err := os.ReadDir(filepath.Join(folder, filesFolder)); err != nil || len(entries) > 0 {
		return errors.Join(err, option.Errorf("store", " %s: it does not know the files in %s; name the database that does, or restore a backup", store.Shown(name), folder))
	}
	return s.SetSecret(ctx, bound, []byte(here))
}

// writeBound makes the file that says to which database a folder belongs.
func writeBound(folder, id string) error {
	return whole.Write(filepath.Join(folder, boundFile), func(w io.Writer) error { _, err := fmt.Fprintln(w, id); return err })
}
