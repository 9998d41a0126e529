package decoder_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"hed/internal/race"
	"hed/neural/decoder"
	"hed/tensor"
	"hed/tensor/safetensors"
)

var tiny = []string{"bart", "mt5", "pegasus", "t5"}

// golden is what testdata/golden.py made.
type golden struct {
	IDs    [][]int32
	Runs   map[string][][]candidate
	Ties   map[string][]int
	Forced [][]int32
	Draws  []struct {
		Temperature, P float64
		K              int
		Shares         map[int32]float64
	}
	Buckets []struct {
		Buckets, Farthest int
		Both              bool
		Of                []int
	}
}

// A candidate is tokens and, unless it was found greedily, a score.
type candidate struct {
	tokens []int32
	score  *float64
}

func (c *candidate) UnmarshalJSON(data []byte) error {
	return json.Unmarshal(data, &[]any{&c.tokens, &c.score})
}

func read(t testing.TB, model string) *golden {
	t.Helper()
	return readFile(t, filepath.Join("testdata", model+".json.gz"))
}

func readFile(t testing.TB, file string) *golden {
	t.Helper()
	g := new(golden)
	unpack(t, file, g)
	return g
}

func open(t testing.TB, dir string) *decoder.Model {
	t.Helper()
	d := tensor.New(2)
	m, err := decoder.Open(dir, d)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { m.Close(); d.Close() })
	return m
}

// runs are the settings of golden.py by name.
func runs(m *decoder.Model) map[string]decoder.Settings {
	base := m.Settings
	base.Beams, base.Groups, base.Diversity, base.NoRepeat, base.Early, base.Penalty, base.Max = 1, 1, 0, 0, decoder.WhenUnlikely, 1, 17
	end := base.Ends[0]
	with := func(change func(s *decoder.Settings)) decoder.Settings {
		s := base
		change(&s)
		return s
	}
	return map[string]decoder.Settings{
		"greedy": base,
		"greedy rules": with(func(s *decoder.Settings) {
			s.NoRepeat, s.Min, s.Not, s.NotFirst = 2, 7, []int32{20, 21, 22}, []int32{23, 24, 25}
		}),
		"beams":    with(func(s *decoder.Settings) { s.Beams = 4 }),
		"headline": with(func(s *decoder.Settings) { s.Beams, s.NoRepeat, s.Penalty, s.Early = 4, 3, 2, decoder.AtOnce }),
		"never":    with(func(s *decoder.Settings) { s.Beams, s.Early = 4, decoder.WhenImpossible }),
		"short":    with(func(s *decoder.Settings) { s.Beams, s.Penalty, s.Early, s.Min = 3, -0.5, decoder.WhenImpossible, 3 }),
		"plain":    with(func(s *decoder.Settings) { s.Beams, s.Penalty, s.Max = 5, 0, 8 }),
		"forced": with(func(s *decoder.Settings) {
			s.Beams, s.First, s.Last, s.Max, s.NoRepeat = 4, 9, []int32{end}, 11, 1
		}),
		"words": with(func(s *decoder.Settings) {
			s.Beams, s.NoCopy, s.Forbidden = 2, 2, [][]int32{{11}, {12, 13}, {14, 15, 16}, {end}}
		}),
		"two ends": with(func(s *decoder.Settings) { s.Beams, s.Ends = 3, []int32{end, 17} }),
		"diverse":  with(func(s *decoder.Settings) { s.Beams, s.Groups, s.Diversity = 4, 2, 0.5 }),
		"groups of one": with(func(s *decoder.Settings) {
			s.Beams, s.Groups, s.Diversity, s.NoRepeat, s.Penalty, s.Early = 4, 4, 1, 3, 2, decoder.AtOnce
		}),
		"diverse never": with(func(s *decoder.Settings) {
			s.Beams, s.Groups, s.Diversity, s.Early, s.Max, s.Min, s.Penalty = 6, 3, 1.5, decoder.WhenImpossible, 11, 2, 0.5
		}),
	}
}

// TestWrite compares what every model writes for 200 texts, under all settings, with transformers: token for token, and scores to
// 1e-4. Where transformers writes something else in float64, either is right.
func TestWrite(t *testing.T) {
	race.Skip(t, "it writes for 10,400 texts")
	compareWritten(t, "testdata", len(runs(open(t, "testdata/bart"))), open, 0)
}

// TestLarge is TestWrite with models of 60 million parameters, and some of the settings. They are in the folder
// HED_TEST_WRITERS, where testdata/golden.py has made them.
func TestLarge(t *testing.T) {
	dir := os.Getenv("HED_TEST_WRITERS")
	if dir == "" {
		t.Skip("HED_TEST_WRITERS does not name the folder of large models")
	}
	compareWritten(t, dir, 3, open, 0)
}

// compareWritten compares models of a folder, under so many settings. Of the texts of a setting so many may differ.
func compareWritten(t *testing.T, dir string, settings int, open func(testing.TB, string) *decoder.Model, most int) {
	for _, model := range tiny {
		g, m := readFile(t, filepath.Join(dir, model+".json.gz")), open(t, filepath.Join(dir, model))
		texts := make([]decoder.Text, len(g.IDs))
		for i, ids := range g.IDs {
			texts[i].Tokens = ids
		}
		if len(g.Runs) != settings {
			t.Errorf("%s: the golden file has %d settings, want %d", model, len(g.Runs), settings)
		}
		for name, s := range runs(m) {
			want, ok := g.Runs[name]
			if !ok {
				continue
			}
			t.Run(model+"/"+name, func(t *testing.T) {
				if len(want) != 200 {
					t.Fatalf("the golden file has %d texts", len(want))
				}
				got, err := m.Write(t.Context(), texts, s)
				if err != nil {
					t.Fatal(err)
				}
				ties, early, others := 0, 0, 0
				for i := range texts {
					if len(want[i][0].tokens) < s.Max {
						early++
					}
					if err := differs(got[i], want[i]); err != nil {
						if slices.Contains(g.Ties[name], i) {
							ties++
							continue
						}
						if others++; others > most {
							t.Errorf("text %d: %v", i, err)
						}
					}
				}
				t.Logf("%d end early; %d of %d near ties differ, %d others", early, ties, len(g.Ties[name]), others)
			})
		}
	}
}

func differs(got []decoder.Written, want []candidate) error {
	if len(got) < len(want) {
		return fmt.Errorf("%d candidates, want %d", len(got), len(want))
	}
	for k, w := range want {
		if !slices.Equal(got[k].Tokens, w.tokens) {
			return fmt.Errorf("candidate %d: wrote %v (%g), transformers %v", k, got[k].Tokens, got[k].Score, w.tokens)
		}
		if w.score != nil && !(math.Abs(got[k].Score-*w.score) <= 1e-4*max(1, math.Abs(*w.score))) {
			return fmt.Errorf("candidate %d: the score is %g, in transformers %g", k, got[k].Score, *w.score)
		}
	}
	return nil
}

// TestLogits compares the logits of every step with transformers, within 1e-4: with weights as written (all types, one or several
// files), and with the same numbers in the other types.
func TestLogits(t *testing.T) {
	for _, model := range tiny {
		dir := filepath.Join("testdata", model)
		t.Run(model, func(t *testing.T) { compareLogits(t, dir, model) })
		for _, as := range []safetensors.Type{safetensors.F32, safetensors.F16} {
			t.Run(model+"/"+string(as), func(t *testing.T) { compareLogits(t, rewrite(t, dir, as, nil), model) })
		}
	}
}

func compareLogits(t *testing.T, dir, model string) {
	t.Helper()
	if worst, _ := logitsOff(t, open(t, dir), model); !(worst <= 1e-4) {
		t.Errorf("logits are %.2g from those of transformers", worst)
	}
}

// logitsOff is how far logits are from those of transformers, and the greatest of them.
func logitsOff(t *testing.T, m *decoder.Model, model string) (worst, most float64) {
	t.Helper()
	g := read(t, model)
	a, err := safetensors.Open(filepath.Join("testdata", model+".safetensors"))
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	for i, forced := range g.Forced {
		tensor, ok := a.Tensor(fmt.Sprint(i))
		if !ok {
			t.Fatalf("no logits %d", i)
		}
		want, err := tensor.Float32s(nil)
		if err != nil {
			t.Fatal(err)
		}
		for step, row := range m.Logits(g.IDs[i], forced) {
			for j, v := range row {
				worst = max(worst, math.Abs(float64(v-want[step*len(row)+j])))
				most = max(most, math.Abs(float64(v)))
			}
		}
	}
	t.Logf("%.2g from transformers, of up to %.2g", worst, most)
	return worst, most
}

// TestBuckets compares the buckets of distances with those of transformers, whose rounding decides some.
func TestBuckets(t *testing.T) {
	for _, b := range read(t, "t5").Buckets {
		for i, want := range b.Of {
			if got := decoder.Bucket(b.Buckets, b.Farthest, i-len(b.Of)/2, b.Both); got != want {
				t.Errorf("%d buckets up to %d, both %v: %d is in bucket %d, in transformers in %d", b.Buckets, b.Farthest, b.Both, i-len(b.Of)/2, got, want)
			}
		}
	}
}

// TestShares compares the probabilities that tokens are drawn with.
func TestShares(t *testing.T) {
	for _, model := range tiny {
		g, m := read(t, model), open(t, filepath.Join("testdata", model))
		for _, d := range g.Draws {
			s := runs(m)["greedy"]
			s.Sample, s.Temperature, s.TopK, s.TopP = true, d.Temperature, d.K, d.P
			got := m.Shares(g.IDs[2], g.Forced[2], s)
			if len(got) != len(d.Shares) {
				t.Errorf("%s, temperature %g, top %d and %g: %d tokens may be drawn, in transformers %d", model, d.Temperature, d.K, d.P, len(got), len(d.Shares))
			}
			for id, want := range d.Shares {
				if !(math.Abs(got[id]-want) <= 1e-5) {
					t.Errorf("%s, temperature %g, top %d and %g: token %d is drawn with %g, in transformers with %g", model, d.Temperature, d.K, d.P, id, got[id], want)
				}
			}
		}
	}
}

// TestBatch: a text is written as it is alone, whatever is beside it, and for any number of workers; of texts that are drawn each has numbers
// of its own.
func TestBatch(t *testing.T) {
	for _, model := range tiny {
		one := tensor.New(1)
		defer one.Close()
		alone, err := decoder.Open(filepath.Join("testdata", model), one)
		if err != nil {
			t.Fatal(err)
		}
		defer alone.Close()
		compareBatch(t, open(t, filepath.Join("testdata", model)), alone, model)
	}
}

func compareBatch(t *testing.T, m, alone *decoder.Model, model string) {
	t.Helper()
	g, settings := read(t, model), runs(m)
	drawn := settings["greedy"]
	drawn.Beams, drawn.Sample = 3, true
	for name, s := range map[string]decoder.Settings{"greedy": settings["greedy"], "headline": settings["headline"], "diverse": settings["diverse"], "drawn": drawn} {
		var texts []decoder.Text
		for i, ids := range g.IDs[:40] {
			texts = append(texts, decoder.Text{Tokens: ids, Seed: uint64(i / 2)})
		}
		all, err := m.Write(t.Context(), texts, s)
		if err != nil {
			t.Fatal(err)
		}
		for i := range texts {
			by, err := alone.Write(t.Context(), texts[i:i+1], s)
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(by[0], all[i]) {
				t.Errorf("%s, %s, text %d: %v alone, %v in a batch", model, name, i, by[0], all[i])
			}
		}
	}
}

// TestMisuse: texts that the model cannot read are refused, and a context ends the work.
func TestMisuse(t *testing.T) {
	m := open(t, filepath.Join("testdata", "bart"))
	for _, c := range []struct {
		tokens []int32
		want   string
	}{
		{nil, "text 0 has no tokens"},
		{make([]int32, 65), "text 0 has 65 tokens, the model takes 64"},
		{[]int32{3, 300}, "text 0: token 300 is not one of the model's 300"},
	} {
		if _, err := m.Write(t.Context(), []decoder.Text{{Tokens: c.tokens}}, m.Settings); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, want %q", err, c.want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := m.Write(ctx, []decoder.Text{{Tokens: []int32{3}}}, m.Settings); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if found, err := m.Write(t.Context(), nil, m.Settings); err != nil || len(found) != 0 {
		t.Errorf("%v %v for no texts", found, err)
	}
	// Reading asks the context too: 128 texts of 64 tokens are 8 chunks.
	texts := make([]decoder.Text, 128)
	for i := range texts {
		texts[i].Tokens = slices.Repeat([]int32{3}, 64)
	}
	s := m.Settings
	s.Beams, s.Max = 1, 1
	asked := &counted{Context: t.Context()}
	if _, err := m.Write(asked, texts, s); err != nil || asked.n < 8 {
		t.Errorf("the context was asked %d times, error %v", asked.n, err)
	}
	// Where all is forbidden at first, nothing is written, and its score is a number: 0, not 0/0.
	s.Not = make([]int32, m.Config.Vocabulary)
	for i := range s.Not {
		s.Not[i] = int32(i)
	}
	found, err := m.Write(t.Context(), []decoder.Text{{Tokens: []int32{3}}}, s)
	if err != nil || len(found[0]) != 1 || len(found[0][0].Tokens) != 0 || found[0][0].Score != 0 {
		t.Errorf("%v %v where all is forbidden", found, err)
	}
}

// counted counts how often a context is asked for its end.
type counted struct {
	context.Context
	n int
}

func (c *counted) Err() error {
	c.n++
	return c.Context.Err()
}
