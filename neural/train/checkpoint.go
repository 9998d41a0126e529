package train

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"hed/internal/whole"
	"hed/tensor"
	"hed/tensor/safetensors"
)

// CheckpointFile is the name of checkpoints in their folder.
const CheckpointFile = "checkpoint.safetensors"

// tensors are those of a checkpoint by name: weights, the best ones, and the optimiser's moments.
func (s *state) tensors() map[string]tensor.Matrix {
	all := map[string]tensor.Matrix{}
	for i, p := range s.Params {
		all["weights."+p.Name], all["best."+p.Name] = p.Value, s.best[i]
		for k, m := range s.optimiser.moments[i] {
			all[fmt.Sprintf("moment%d.%s", k+1, p.Name)] = m
		}
	}
	return all
}

// save writes a checkpoint.
func (s *state) save() error {
	data, err := json.Marshal(s.kept)
	if err != nil {
		return err
	}
	var out []safetensors.Out
	for name, m := range s.tensors() {
		out = append(out, Tensor(s.Device, name, m, safetensors.F32))
	}
	file := filepath.Join(s.Folder, CheckpointFile)
	if err := whole.Write(file, func(w io.Writer) error { return safetensors.Write(w, out, map[string]string{"state": string(data)}) }); err != nil {
		return whole.Failed("the checkpoint", file, err)
	}
	s.saved = s.Now()
	return nil
}

// Tensor is a matrix of a device to be written.
func Tensor(d tensor.Device, name string, m tensor.Matrix, as safetensors.Type) safetensors.Out {
	return safetensors.Out{Name: name, Shape: []int{m.Rows, m.Cols}, Type: as, Read: func(x []float32) { d.Read(x, m) }}
}

// restore continues where a checkpoint was written, if there is one.
func (s *state) restore(file string) error {
	if _, err := os.Stat(file); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	a, err := safetensors.Open(file)
	if err != nil {
		return err
	}
	defer a.Close()
	for name, m := range s.tensors() {
		if err := Load(s.Device, a, name, m); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
	}
	if err := json.Unmarshal([]byte(a.Metadata("state")), &s.kept); err != nil {
		return fmt.Errorf("%s: what it says of itself is damaged: %w", file, err)
	}
	s.optimiser.steps = s.Taken
	return nil
}

// Load sets a matrix to a tensor of a file.
func Load(d tensor.Device, a *safetensors.Archive, name string, m tensor.Matrix) error {
	t, ok := a.Tensor(name)
	if !ok {
		return fmt.Errorf("there is no tensor %q", name)
	}
	if !slices.Equal(t.Shape, []int{m.Rows, m.Cols}) {
		return fmt.Errorf("tensor %q is of %d, want %d by %d", name, t.Shape, m.Rows, m.Cols)
	}
	x, err := t.Float32s(nil)
	if err != nil {
		return err
	}
	d.Write(m, x)
	return nil
}
