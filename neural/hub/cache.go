package hub

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Find gives the folder of a model: name itself if it is a folder, else the one that
// the cache has for NAME or NAME@REVISION. What is in it is not looked at.
func (h *Hub) Find(name string) (dir string, err error) {
	if info, err := os.Stat(name); err == nil && info.IsDir() {
		return name, nil
	} else if err == nil {
		return "", fmt.Errorf("%s is a file; name the folder that a model is in, with config.json, model.safetensors and tokenizer.json", name)
	}
	r, err := parseRef(name)
	if err != nil {
		return "", fmt.Errorf("there is no folder %s; and %w", name, err)
	}
	cache, err := h.cache()
	if err != nil {
		return "", err
	}
	repo := filepath.Join(cache, r.folder())
	commit := r.revision
	if data, err := os.ReadFile(filepath.Join(repo, "refs", filepath.FromSlash(r.revision))); err == nil {
		commit = strings.TrimSpace(string(data))
	}
	if commitID.MatchString(commit) {
		dir := filepath.Join(repo, "snapshots", commit)
		if info, err := os.Stat(dir); err == nil && info.IsDir() {
			return dir, nil
		}
	}
	if have := revisions(repo); len(have) > 0 {
		return "", &MissingError{r.String(), fmt.Errorf("the model %s is in %s only as %s@%s; name it so, or fetch it",
			r, cache, r.name, strings.Join(have, " or @"))}
	}
	return "", &MissingError{r.String(), fmt.Errorf("there is no folder %s, nor a model of that name in %s; fetch it", name, cache)}
}

// A MissingError is a model that is not in the cache, or whose files there are
// missing or damaged. Its text ends with the advice to fetch it.
type MissingError struct {
	Model string // as Pull takes it
	Err   error
}

func (e *MissingError) Error() string { return e.Err.Error() }

func (e *MissingError) Unwrap() error { return e.Err }

// A Model is one in the cache.
type Model struct {
	Name   string   `json:"name"`
	Commit string   `json:"commit"`
	Refs   []string `json:"refs"` // the branches and tags that it was when it was fetched, sorted
	Dir    string   `json:"dir"`
	Size   int64    `json:"size"` // bytes of its files
}

// List gives the models of the cache, by name and commit. One without a cache folder
// has none; what is in the folder but no model is left out.
func (h *Hub) List() ([]Model, error) {
	cache, err := h.cache()
	if err != nil {
		return nil, err
	}
	entries, err := os.ReadDir(cache)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("list the models: %w", err)
	}
	var models []Model
	for _, e := range entries {
		name, ok := named(e.Name())
		if !ok {
			continue
		}
		repo := filepath.Join(cache, e.Name())
		refs := refsOf(repo)
		snapshots, err := os.ReadDir(filepath.Join(repo, "snapshots"))
		if err != nil {
			continue // a download that has not come so far
		}
		for _, s := range snapshots {
			if !commitID.MatchString(s.Name()) {
				continue
			}
			dir := filepath.Join(repo, "snapshots", s.Name())
			if info, err := os.Stat(dir); err != nil || !info.IsDir() {
				continue // a link to nothing
			}
			_, size, _ := contents(dir) // what cannot be read, Inspect tells; others are listed all the same
			models = append(models, Model{Name: name, Commit: s.Name(), Refs: append([]string{}, refs[s.Name()]...), Dir: dir, Size: size})
		}
	}
	slices.SortFunc(models, func(a, b Model) int {
		return slices.Compare([]string{a.Name, a.Commit}, []string{b.Name, b.Commit})
	})
	return models, nil
}

// refsOf gives the sorted refs of a model by the commits that they stand for.
func refsOf(repo string) map[string][]string {
	refs := map[string][]string{}
	at := os.DirFS(filepath.Join(repo, "refs"))
	// What cannot be read is a ref that nothing stands for.
	_ = fs.WalkDir(at, ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			if data, err := fs.ReadFile(at, name); err == nil {
				commit := strings.TrimSpace(string(data))
				refs[commit] = append(refs[commit], name)
			}
		}
		return nil
	})
	return refs
}

// revisions are those by which a model of the cache can be named.
func revisions(repo string) (have []string) {
	refs := refsOf(repo)
	snapshots, _ := os.ReadDir(filepath.Join(repo, "snapshots"))
	for _, s := range snapshots {
		if names := refs[s.Name()]; len(names) > 0 {
			have = append(have, names[0])
		} else if commitID.MatchString(s.Name()) {
			have = append(have, s.Name())
		}
	}
	return have
}

// contents counts the files of a folder and their bytes. A link to nothing has none.
func contents(dir string) (files int, size int64, err error) {
	if dir, err = filepath.EvalSymlinks(dir); err != nil { // WalkDir would not follow one
		return 0, 0, err
	}
	err = filepath.WalkDir(dir, func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		files++
		if info, err := os.Stat(file); err == nil {
			size += info.Size()
		}
		return nil
	})
	return files, size, err
}
