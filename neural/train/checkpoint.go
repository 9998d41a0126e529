package train

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
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

// save writes a checkpoint. Weights that are not numbers are refused: those of a step whose loss was one, but not its gradients.
func (s *state) save() error {
	s.Device.Clear(s.optimiser.squares)
	for _, p := range s.Params {
		s.Device.Squares(s.optimiser.squares, p.Value)
	}
	var sum [1]float32
	if s.Device.Read(sum[:], s.optimiser.squares); math.IsNaN(float64(sum[0])) || math.IsInf(float64(sum[0]), 0) {
		return s.nan(s.Taken)
	}
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
	x, err := Numbers(a, name, m.Rows, m.Cols)
	if err == nil {
		d.Write(m, x)
	}
	return err
}

// Numbers are those of a tensor of a file, which must be of the given size.
func Numbers(a *safetensors.Archive, name string, rows, cols int) ([]float32, error) {
	t, ok := a.Tensor(name)
	if !ok {
		return nil, fmt.Errorf("there is no tensor %q", name)
	}
	if !slices.Equal(t.Shape, []int{rows, cols}) {
		return nil, fmt.Errorf("tensor %q is of %d, want %d by %d", name, t.Shape, rows, cols)
	}
	return t.Float32s(nil)
}
