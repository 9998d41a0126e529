package experiment

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"hed"
	"hed/corpus"
	"hed/internal/staging"
	"hed/internal/whole"
	"hed/run"
	"hed/spec"
)

// A record says what a finished stage was made from and what it made, by their digests. It is the last file of a stage.
type record struct {
	Key      string   `json:"key"`
	Files    []file   `json:"files"`
	Warnings []string `json:"warnings,omitempty"`
}

// A file is one that a stage made.
type file struct {
	Name   string `json:"name"` // from the folder of the experiment, with slashes
	SHA256 string `json:"sha256"`
}

// A stage is a part of the experiment that is done once for the same inputs.
type stage struct {
	name  string   // as in generators/a-d-nothing
	what  string   // in words
	on    any      // all that its files depend on beside the version and the seed
	files []string // from the folder
	do    func(ctx context.Context) (warnings []string, err error)
}

// run does a stage, unless that was done before with the same inputs, and gives the digest of what it made.
func (e *work) run(ctx context.Context, s stage) (digest string, err error) {
	asked, err := json.Marshal([]any{hed.Version, e.Seed, s.name, s.on})
	if err != nil {
		return "", err
	}
	key := sum(asked)
	name := filepath.Join(e.Folder, "stages", strings.ReplaceAll(s.name, "/", "-")+".json")
	if data, err := os.ReadFile(name); err == nil {
		var r record
		var again bytes.Buffer // JSON says the same in several ways, and a record only in one
		if json.Unmarshal(data, &r) == nil && asJSON(r)(&again) == nil && bytes.Equal(again.Bytes(), data) && r.Key == key && e.unchanged(ctx, r.Files) {
			e.warn(r.Warnings)
			return r.digest()
		}
	} else if !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	e.tell(run.Event{Kind: run.Note, Text: s.what})
	for _, f := range s.files {
		if err := whole.MakeFolder(filepath.Dir(e.path(f))); err != nil {
			return "", whole.Failed("the stage "+s.name+" to", e.Folder, err)
		}
	}
	r := record{Key: key}
	if r.Warnings, err = s.do(ctx); err != nil {
		return "", err
	}
	for i, w := range r.Warnings { // the same wherever the files are
		for _, file := range []string{e.A.File, e.B.File} {
			w = strings.ReplaceAll(w, file, filepath.Base(file))
		}
		r.Warnings[i] = strings.ReplaceAll(w, e.Folder+string(filepath.Separator), "")
	}
	for _, f := range s.files {
		digest, err := corpus.File(e.path(f)).Sum(ctx)
		if err != nil {
			return "", err
		}
		r.Files = append(r.Files, file{f, digest})
	}
	if err := whole.Write(name, asJSON(r)); err != nil {
		return "", whole.Failed("the record of a stage to", name, err)
	}
	e.warn(r.Warnings)
	return r.digest()
}

// digest is of what the stage made, whatever it was made from: where that is the same, later stages are not done again.
func (r *record) digest() (string, error) {
	data, err := json.Marshal(r.Files)
	return sum(data), err
}

// unchanged tells whether files are as they were written.
func (e *work) unchanged(ctx context.Context, files []file) bool {
	for _, f := range files {
		name := e.path(f.Name)
		if digest, err := corpus.File(name).Sum(ctx); err != nil || digest != f.SHA256 {
			return false
		}
		if folder, base := filepath.Split(name); base == staging.ListFile { // what it lists, such as the files of a model
			if staging.Unchanged(folder, func(string) bool { return true }) != nil {
				return false
			}
		}
	}
	return true
}

// path is that of a file of the experiment.
func (e *work) path(name string) string { return filepath.Join(e.Folder, filepath.FromSlash(name)) }

func sum(data []byte) string {
	h := sha256.Sum256(data)
	return hex.EncodeToString(h[:])
}

// digestOf is of all files of a folder, such as that of a model.
func digestOf(ctx context.Context, folder string) (string, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return "", err
	}
	var all []string
	for _, f := range entries {
		if !f.Type().IsRegular() {
			continue
		}
		digest, err := corpus.File(filepath.Join(folder, f.Name())).Sum(ctx)
		if err != nil {
			return "", err
		}
		all = append(all, f.Name()+" "+digest)
	}
	return sum([]byte(strings.Join(all, "\n"))), nil
}

// filesOf are the digests of the files that a spec names, such as word vectors.
func filesOf(ctx context.Context, text string) (digests []any, err error) {
	specs, err := spec.Parse(text)
	if err != nil {
		return nil, err
	}
	for _, sp := range specs {
		for _, name := range slices.Sorted(maps.Keys(sp.Options)) {
			if info, err := os.Stat(sp.Options[name]); err != nil || !info.Mode().IsRegular() {
				continue
			}
			digest, err := corpus.File(sp.Options[name]).Sum(ctx)
			if err != nil {
				return nil, err
			}
			digests = append(digests, name+" "+digest)
		}
	}
	return digests, nil
}
