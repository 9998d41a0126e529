package train

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

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

// share is how many times as long as a checkpoint takes is learnt before the next, so that checkpoints take little of the time.
const share = 50

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
	began := s.Now()
	data, err := json.Marshal(s.kept)
	if err != nil {
		return err
	}
	var out []safetensors.Out
	for name, m := range s.tensors() {
		out = append(out, Tensor(s.Device, name, m, safetensors.F32))
	}
	said := map[string]string{"state": string(data), "seal": seal(data, out)}
	file := filepath.Join(s.Folder, CheckpointFile)
	if err := whole.Write(file, func(w io.Writer) error { return safetensors.Write(w, out, said) }); err != nil {
		return whole.Failed("the checkpoint", file, err)
	}
	s.saved = s.Now()
	s.pause = min(s.Save, share*s.saved.Sub(began))
	return nil
}

// seal is the SHA-256 of what a checkpoint has, by which one that the disk has changed is known.
func seal(state []byte, tensors []safetensors.Out) string {
	h := sha256.New()
	h.Write(state)
	var x []float32
	var buf []byte
	for _, t := range slices.SortedFunc(slices.Values(tensors), func(a, b safetensors.Out) int { return strings.Compare(a.Name, b.Name) }) {
		n := t.Shape[0] * t.Shape[1]
		x, buf = slices.Grow(x[:0], n)[:n], buf[:0]
		t.Read(x)
		for _, v := range x {
			buf = binary.LittleEndian.AppendUint32(buf, math.Float32bits(v))
		}
		fmt.Fprintf(h, "%q %d\n", t.Name, t.Shape)
		h.Write(buf)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// Tensor is a matrix of a device to be written.
func Tensor(d tensor.Device, name string, m tensor.Matrix, as safetensors.Type) safetensors.Out {
	return safetensors.Out{Name: name, Shape: []int{m.Rows, m.Cols}, Type: as, Read: func(x []float32) { d.Read(x, m) }}
}

// restore continues where a checkpoint was written, if there is one. One that is damaged counts as none: what it had can be
// learnt again.
func (s *state) restore(file string) error {
	if _, err := os.Stat(file); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	a, err := safetensors.Open(file)
	if errors.As(err, new(*fs.PathError)) {
		return err
	}
	if err != nil {
		return nil
	}
	defer a.Close()
	s.unpack(a)
	return nil
}

// unpack takes what a checkpoint has, if it is whole and of the same weights.
func (s *state) unpack(a *safetensors.Archive) {
	numbers, out := map[string][]float32{}, []safetensors.Out(nil)
	for name, m := range s.tensors() {
		x, err := Numbers(a, name, m.Rows, m.Cols)
		if err != nil {
			return
		}
		numbers[name] = x
		out = append(out, safetensors.Out{Name: name, Shape: []int{m.Rows, m.Cols}, Read: func(to []float32) { copy(to, x) }})
	}
	var there kept
	said := []byte(a.Metadata("state"))
	if json.Unmarshal(said, &there) != nil || a.Metadata("seal") != seal(said, out) {
		return
	}
	for name, m := range s.tensors() {
		s.Device.Write(m, numbers[name])
	}
	s.kept = there
	s.optimiser.steps = s.Taken
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
