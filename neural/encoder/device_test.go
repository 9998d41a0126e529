package encoder_test

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"hed/neural/encoder"
	"hed/neural/tokenizer"
	"hed/tensor"
	"hed/tensor/cuda"
)

// card opens the card, or skips the test.
func card(t testing.TB) *cuda.Device {
	t.Helper()
	d, err := cuda.Open()
	if err != nil {
		t.Skip("skipped: ", err)
	}
	t.Cleanup(d.Close)
	return d
}

// cardTolerance is how far hidden states of a card may be from the processor's.
const cardTolerance = 1e-4

// TestCUDA compares the hidden states of a card with those of the processor, for
// the tiny models and for MiniLM.
func TestCUDA(t *testing.T) {
	d := card(t)
	for _, model := range tiny {
		t.Run(model, func(t *testing.T) {
			list := texts(t, model)
			onCard(t, d, filepath.Join("testdata", model), append(list, list[1], &tokenizer.Encoding{}))
		})
	}
	t.Run("minilm", func(t *testing.T) {
		onCard(t, d, minilm(t), append(headlines(300), headline(3, 400), headline(4, 512), headline(5, 1)))
	})
}

// onCard compares every layer.
func onCard(t *testing.T, d *cuda.Device, dir string, list []*tokenizer.Encoding) {
	t.Helper()
	before := d.Available()
	c := open(t, dir)
	e, err := encoder.Open(dir, d)
	if err != nil {
		t.Fatal(err)
	}
	layers := allLayers(e)
	states := func(e *encoder.Encoder) map[[2]int][]float32 {
		all := map[[2]int][]float32{}
		err := e.Encode(t.Context(), list, layers, func(text, layer int, states tensor.Matrix) error {
			all[[2]int{text, layer}] = slices.Clone(states.Data)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		return all
	}
	got, want := states(e), states(c)
	if len(got) != len(want) || len(want) != len(list)*len(layers) {
		t.Errorf("states of %d texts and layers, on the processor %d", len(got), len(want))
	}
	worst := 0.0
	for key, w := range want {
		g := got[key]
		if len(g) != len(w) {
			t.Fatalf("text %d, layer %d: %d numbers, on the processor %d", key[0], key[1], len(g), len(w))
		}
		for i := range w {
			if diff := math.Abs(float64(g[i]) - float64(w[i])); !(diff <= worst) {
				worst = diff
			}
		}
	}
	t.Logf("states differ by %.2g", worst)
	if !(worst < cardTolerance) {
		t.Errorf("states differ by %.2g", worst)
	}
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
	if now := d.Available(); now < before-8<<20 {
		t.Errorf("%d numbers of memory did not come back", before-now)
	}
}

// A scarce device has memory of its own, and little of it.
type scarce struct {
	*tensor.CPU
	left, rows int // numbers there is memory for, and the most rows of a matrix
}

// Pack takes memory of its own, as a card's does.
func (s *scarce) Pack(b tensor.Matrix) *tensor.Weights {
	own := s.New(b.Rows, b.Cols)
	w := *s.CPU.Pack(b)
	w.Own = own
	return &w
}

func (s *scarce) New(rows, cols int) tensor.Matrix {
	if rows*cols > s.left {
		panic(&tensor.Failure{Err: errors.New("no memory; use another device")})
	}
	s.left -= rows * cols
	s.rows = max(s.rows, rows)
	return s.CPU.New(rows, cols)
}

func (s *scarce) Free(m tensor.Matrix) { s.left += m.Rows * m.Cols }

func (s *scarce) Available() int { return s.left }

var _ tensor.Memory = (*scarce)(nil)

// TestScarce encodes with much memory, with little and with too little: the states
// are the same or there is an error, never others, and the memory comes back.
func TestScarce(t *testing.T) {
	const dir = "testdata/bert"
	cpu := tensor.New(2)
	defer cpu.Close()
	list := texts(t, "bert")
	for i := range 1000 { // more tokens than fit at once
		list = append(list, &tokenizer.Encoding{IDs: []int32{1, int32(i % 80), int32(i / 80), 5, 6}, Types: make([]int32, 5)})
	}
	sums := func(d tensor.Device) (all map[int]float32, err error) {
		e, err := encoder.Open(dir, d)
		if err != nil {
			return nil, err
		}
		defer e.Close()
		all = map[int]float32{}
		err = e.Encode(t.Context(), list, []int{2}, func(text, _ int, states tensor.Matrix) error {
			for i := range states.Rows {
				for _, x := range states.Row(i) {
					all[text] += x
				}
			}
			return nil
		})
		return all, err
	}
	want, err := sums(cpu)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ left, rows int }{
		{1 << 24, 4096}, {800_000, 4096}, {600_000, 0}, {20_000, 0}, {10_000, 0}, {1000, 0},
	} {
		d := &scarce{CPU: cpu, left: c.left}
		got, err := sums(d)
		if d.left != c.left {
			t.Errorf("memory for %d of %d numbers came back", d.left, c.left)
		}
		if c.rows == 0 {
			if err == nil || !strings.Contains(err.Error(), "use another device") {
				t.Errorf("memory for %d numbers: %v", c.left, err)
			}
			continue
		}
		if err != nil || !maps.Equal(got, want) {
			t.Errorf("memory for %d numbers: states differ, or %v", c.left, err)
		}
		if d.rows > c.rows {
			t.Errorf("memory for %d numbers: %d tokens at once", c.left, d.rows)
		}
	}
}

// headlines are n texts of 10 to 20 tokens, all different.
func headlines(n int) (list []*tokenizer.Encoding) {
	for i := range n {
		list = append(list, headline(i, 10+i*7%11))
	}
	return list
}

// headline is a text of any tokens that MiniLM knows.
func headline(i, tokens int) *tokenizer.Encoding {
	e := &tokenizer.Encoding{Types: make([]int32, tokens)}
	for j := range tokens {
		e.IDs = append(e.IDs, int32(1000+(i*(31+j)+j*17+i/1000)%997))
	}
	return e
}

// BenchmarkDevices encodes 20,000 texts as long as headlines on the card and on the
// processor.
func BenchmarkDevices(b *testing.B) {
	dir := minilm(b)
	list := headlines(20_000)
	run := func(name string, d tensor.Device, list []*tokenizer.Encoding) {
		e, err := encoder.Open(dir, d)
		if err != nil {
			b.Fatal(err)
		}
		defer e.Close()
		b.Run(fmt.Sprintf("%s/%d", name, len(list)), func(b *testing.B) {
			tokens := encode(b, e, list) // with the first use of everything
			for b.Loop() {
				encode(b, e, list)
			}
			b.ReportMetric(float64(tokens*b.N)/b.Elapsed().Seconds(), "tokens/s")
		})
	}
	c := tensor.New(runtime.GOMAXPROCS(0))
	defer c.Close()
	run("processor", c, list[:2000])
	d := card(b)
	run("card", d, list)
	run("card", d, list[:2000])
	run("card", d, list[:64])
}
