package encoder_test

import (
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"testing"

	"hed/neural/encoder"
	"hed/neural/tokenizer"
	"hed/tensor"
	"hed/tensor/vec"
)

// A moody device rounds by the number of rows, as a card's products do, but so that it
// cannot be overlooked.
type moody struct{ *scarce }

func (m moody) Linear(y, x tensor.Matrix, w *tensor.Weights, bias tensor.Matrix, f tensor.Activation) {
	m.CPU.Linear(y, x, w, bias, f)
	for i := range y.Rows {
		vec.Scale(1+float32(y.Rows)/(1<<20), y.Row(i))
	}
}

// TestBatches: the states of a text have the same bits alone, in batches of 7 and of 32,
// and beside all others, whatever those are. It is so on the processor, on a device that
// rounds by the shape, and on the card.
func TestBatches(t *testing.T) {
	cpu := tensor.New(2)
	defer cpu.Close()
	all := func(t *testing.T, d tensor.Device) {
		for _, model := range tiny {
			t.Run(model, func(t *testing.T) { sameInBatches(t, d, filepath.Join("testdata", model), 1) })
		}
		t.Run("minilm", func(t *testing.T) { sameInBatches(t, d, minilm(t), 1) })
	}
	t.Run("processor", func(t *testing.T) { all(t, cpu) })
	t.Run("card", func(t *testing.T) { all(t, card(t)) })
	t.Run("moody", func(t *testing.T) { sameInBatches(t, moody{&scarce{CPU: cpu, left: 1 << 30}}, "testdata/mpnet", 7) })
}

// sameInBatches encodes texts in batches of 32, of 7, all at once, in another order, and
// every so many of them alone.
func sameInBatches(t *testing.T, d tensor.Device, dir string, every int) {
	e, err := encoder.Open(dir, d)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	list := mixed(&e.Config)
	want := bitsInBatches(t, e, list, 32)
	for _, size := range []int{7, len(list)} {
		for i, got := range bitsInBatches(t, e, list, size) {
			if !slices.Equal(got, want[i]) {
				t.Fatalf("text %d, of %d tokens, has other states in a batch of %d than in one of 32", i, len(list[i].IDs), size)
			}
		}
	}
	for i := 0; i < len(list); i += every {
		if got := bitsInBatches(t, e, list[i:i+1], 1)[0]; !slices.Equal(got, want[i]) {
			t.Fatalf("text %d, of %d tokens, has other states alone than in a batch of 32", i, len(list[i].IDs))
		}
	}
	slices.Reverse(list)
	slices.Reverse(want)
	if !slices.EqualFunc(bitsInBatches(t, e, list, 7), want, slices.Equal[[]uint32]) {
		t.Error("texts have other states in another order")
	}
}

// mixed are texts of lengths that a model takes, none of them nearly as long as the one
// before, with some twice.
func mixed(c *encoder.Config) (list []*tokenizer.Encoding) {
	const n = 40
	longest := min(c.Tokens, 60)
	for i := range n {
		e := new(tokenizer.Encoding)
		for j := range i * 17 % (longest + 1) {
			e.IDs = append(e.IDs, int32((i*i+31*j)%c.Vocabulary))
			e.Types = append(e.Types, int32(j%c.Types))
		}
		list = append(list, e)
	}
	for i := 0; i < n; i += 9 {
		list = append(list, list[i])
	}
	return list
}

// bitsInBatches are the bits of the last two layers of every text, encoded so many at a
// time.
func bitsInBatches(t *testing.T, e *encoder.Encoder, list []*tokenizer.Encoding, size int) [][]uint32 {
	t.Helper()
	bits := make([][]uint32, len(list))
	for from := 0; from < len(list); from += size {
		batch := list[from:min(from+size, len(list))]
		err := e.Encode(t.Context(), batch, []int{e.Config.Layers - 1, e.Config.Layers}, func(text, _ int, states tensor.Matrix) error {
			if states.Rows != len(batch[text].IDs) {
				return fmt.Errorf("text %d has %d states", from+text, states.Rows)
			}
			for i := range states.Rows {
				for _, x := range states.Row(i) {
					bits[from+text] = append(bits[from+text], math.Float32bits(x))
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return bits
}
