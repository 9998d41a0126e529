package safetensors

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"hed/internal/mapped"
)

// The names that a model folder has for its weights: one file, or an index of several.
const (
	WholeFile = "model.safetensors"
	IndexFile = "model.safetensors.index.json"
)

// An Archive is the tensors of a file, or of the files of a model.
type Archive struct {
	tensors  map[string]*Tensor
	metadata map[string]string
	unmaps   []func() error
}

// Open opens a file, or the weights of a model folder: model.safetensors or else
// the files that model.safetensors.index.json names.
func Open(path string) (*Archive, error) {
	a := &Archive{tensors: map[string]*Tensor{}, metadata: map[string]string{}}
	if err := a.open(path); err != nil {
		a.Close()
		return nil, err
	}
	return a, nil
}

func (a *Archive) open(path string) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	if !info.IsDir() {
		return a.add(path, nil)
	}
	file := filepath.Join(path, WholeFile)
	if exists(file) {
		return a.add(file, nil)
	}
	if file = filepath.Join(path, IndexFile); exists(file) {
		return a.addShards(path, file)
	}
	if bin := filepath.Join(path, "pytorch_model.bin"); exists(bin) {
		return fmt.Errorf("%s: there is no %s; %s is not read, as it can run programs: write the model again with save_pretrained of transformers", path, WholeFile, filepath.Base(bin))
	}
	return fmt.Errorf("%s: there is neither %s nor %s; fetch the weights of the model", path, WholeFile, IndexFile)
}

func exists(file string) bool {
	_, err := os.Stat(file)
	return err == nil
}

// add opens a file and takes its tensors, or only those for which want is set.
func (a *Archive) add(file string, want func(name string) bool) error {
	data, unmap, err := mapped.Open(file)
	if err != nil {
		return fmt.Errorf("read %s: %w", file, err)
	}
	a.unmaps = append(a.unmaps, unmap)
	tensors, metadata, err := parseAll(data)
	if err != nil {
		return fmt.Errorf("read %s: %w", file, err)
	}
	maps.Copy(a.metadata, metadata)
	for i := range tensors {
		t := &tensors[i]
		t.File = file
		if want == nil || want(t.Name) {
			a.tensors[t.Name] = t
		}
	}
	return nil
}

// addShards opens the files of an index. A tensor that is in a file but not said to
// be is left out, as the index decides which of two is meant.
func (a *Archive) addShards(dir, file string) error {
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	index, err := ParseIndex(data)
	if err != nil {
		return fmt.Errorf("read %s: %w", file, err)
	}
	names := index.Files()
	for _, name := range names {
		shard := filepath.Join(dir, name)
		err := a.add(shard, func(tensor string) bool { return index[tensor] == name })
		if errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("%s is missing, one of %d files that %s names; fetch it into %s", name, len(names), IndexFile, dir)
		}
		if err != nil {
			return err
		}
	}
	for _, name := range slices.Sorted(maps.Keys(index)) {
		if a.tensors[name] == nil {
			return fmt.Errorf("%s has no tensor %q, which %s says it has; fetch both again", filepath.Join(dir, index[name]), name, IndexFile)
		}
	}
	return nil
}

// Tensor gives the tensor of a name.
func (a *Archive) Tensor(name string) (*Tensor, bool) {
	t, ok := a.tensors[name]
	return t, ok
}

// Names gives the names of all tensors, sorted.
func (a *Archive) Names() []string { return slices.Sorted(maps.Keys(a.tensors)) }

// Digest tells archives apart by their tensors: names, types, shapes and numbers.
func (a *Archive) Digest() [sha256.Size]byte {
	h := sha256.New()
	for _, name := range a.Names() {
		t := a.tensors[name]
		fmt.Fprintf(h, "%q %s %d\n", name, t.Type, t.Shape)
		h.Write(t.data)
	}
	return [sha256.Size]byte(h.Sum(nil))
}

// Metadata is what the headers say of themselves under a name; "" for nothing.
func (a *Archive) Metadata(name string) string { return a.metadata[name] }

// Close closes the files. What Float32s gave is not to be used afterwards.
func (a *Archive) Close() error {
	var err error
	for _, unmap := range a.unmaps {
		err = errors.Join(err, unmap())
	}
	a.unmaps, a.tensors = nil, nil
	return err
}
