package decoder_test

import (
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"hed/neural/decoder"
	"hed/tensor"
	"hed/tensor/cuda"
)

// onCard opens models on the card, or skips the test.
func onCard(t *testing.T, short bool) func(testing.TB, string) *decoder.Model {
	d, err := cuda.Open()
	if err != nil {
		t.Skip("skipped: ", err)
	}
	before := d.Available()
	t.Cleanup(func() {
		if now := d.Available(); now < before-8<<20 {
			t.Errorf("%d numbers of memory did not come back", before-now)
		}
		d.Close()
	})
	return func(t testing.TB, dir string) *decoder.Model {
		t.Helper()
		f, err := decoder.Read(dir)
		if err != nil {
			t.Fatal(err)
		}
		f.Short = short
		m, err := f.Load(d)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { m.Close() })
		return m
	}
}

// TestCard compares the card with transformers as TestWrite and TestLogits do the processor. It sums in another order, so that of near ties it may
// take others.
func TestCard(t *testing.T) {
	open := onCard(t, false)
	for _, model := range tiny {
		if worst, most := logitsOff(t, open(t, filepath.Join("testdata", model)), model); !(worst <= 3e-5*max(1, most)) {
			t.Errorf("%s: logits are %.2g from those of transformers", model, worst)
		}
	}
	compareWritten(t, "testdata", len(runs(open(t, "testdata/bart"))), open, 2)
}

// TestShort: with weights in bfloat16, logits are as near as can be. The weights of these models are large, so that layers make
// differences larger, too.
func TestShort(t *testing.T) {
	open := onCard(t, true)
	for _, model := range tiny {
		if worst, most := logitsOff(t, open(t, filepath.Join("testdata", model)), model); !(worst <= most/5) {
			t.Errorf("%s: logits of up to %.2g are %.2g from those of transformers", model, most, worst)
		}
	}
}

// TestCardBatch: a text is written as it is alone, whatever is beside it.
func TestCardBatch(t *testing.T) {
	open := onCard(t, false)
	for _, model := range tiny {
		compareBatch(t, open(t, filepath.Join("testdata", model)), open(t, filepath.Join("testdata", model)), model)
	}
}

// A scarce device is one with memory of its own, which is the processor's.
type scarce struct {
	*tensor.CPU
	left, made int // numbers there is memory for, and matrices
	rows       []int
}

func (s *scarce) New(rows, cols int) tensor.Matrix {
	s.left -= rows * cols
	s.made++
	return s.CPU.New(rows, cols)
}

func (s *scarce) Linear(y, x tensor.Matrix, w *tensor.Weights, bias tensor.Matrix, f tensor.Activation) {
	s.rows = append(s.rows, y.Rows)
	s.CPU.Linear(y, x, w, bias, f)
}

func (s *scarce) Free(m tensor.Matrix) { s.left += m.Rows * m.Cols }

func (s *scarce) Available() int { return s.left }

// TestScarce: a device with memory of its own gets as many rows whatever the texts are, and all memory back. One with too little
// refuses the model before it gets any of it, with what to do.
func TestScarce(t *testing.T) {
	const enough = 1 << 30
	for _, model := range append([]string{"season"}, tiny...) {
		dir := filepath.Join("testdata", model)
		d := &scarce{CPU: tensor.New(2), left: enough}
		defer d.Close()
		own, err := decoder.Open(dir, d)
		if err != nil {
			t.Fatal(err)
		}
		m := open(t, dir)
		var texts []decoder.Text
		if model == "season" {
			var g season
			unpack(t, filepath.Join("testdata", "season.json.gz"), &g)
			texts = seasonTexts(&g)
		} else {
			for _, ids := range read(t, model).IDs[:40] {
				texts = append(texts, decoder.Text{Tokens: ids})
			}
		}
		for _, name := range []string{"greedy", "headline", "diverse"} {
			s := runs(m)[name]
			want, err := m.Write(t.Context(), texts, s)
			if err != nil {
				t.Fatal(err)
			}
			got, err := own.Write(t.Context(), texts, s)
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(got, want) {
				t.Errorf("%s, %s: other texts than on the processor", model, name)
			}
			given := make([][][]int32, len(texts))
			for i, list := range want {
				given[i] = [][]int32{list[0].Tokens, list[len(list)-1].Tokens}
			}
			scores, err := m.Score(t.Context(), texts, given)
			if err != nil {
				t.Fatal(err)
			}
			if got, err := own.Score(t.Context(), texts, given); err != nil || !reflect.DeepEqual(got, scores) {
				t.Errorf("%s, %s: other scores than on the processor, error %v", model, name, err)
			}
		}
		if slices.Sort(d.rows); len(slices.Compact(d.rows)) != 2 {
			t.Errorf("%s: products of %d rows, want those of reading and of writing alone", model, slices.Compact(d.rows))
		}
		if own.Close(); d.left != enough {
			t.Errorf("%s: %d numbers of memory did not come back", model, enough-d.left)
		}
		little := &scarce{CPU: d.CPU, left: 1 << 18}
		if _, err := decoder.Open(dir, little); err == nil || little.made > 0 || !strings.Contains(err.Error(), "0.0 GB are free; end other programs on it") {
			t.Errorf("%s: %d matrices, error %v", model, little.made, err)
		}
	}
}
