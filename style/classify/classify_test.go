package classify

import (
	"context"
	"errors"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// A shouter is a model that counts exclamation marks. Its scores are as much too large as loud says.
type shouter struct{ loud float64 }

func (s shouter) Scores(_ context.Context, texts []string) ([][]float64, error) {
	all := make([][]float64, len(texts))
	for i, t := range texts {
		all[i] = []float64{0, s.loud * (float64(strings.Count(t, "!")) - 1.5)}
	}
	return all, nil
}
func (shouter) Settings() any                           { return nil }
func (shouter) Files() map[string]func(io.Writer) error { return nil }
func (shouter) Weights() int                            { return 1 }
func (shouter) Facts() [][2]string                      { return nil }
func (shouter) Close() error                            { return nil }

func shouting(loud float64) Kind {
	return Kind{Name: "shouter", Train: func(context.Context, *Lesson) (*Taught, error) { return &Taught{Model: shouter{loud}}, nil }}
}

// shouted are headlines whose label is loud with the probability that a shouter of 1 gives them.
func shouted(n int, seed uint64) (all []Example) {
	r := rand.New(rand.NewPCG(seed, 0))
	for range n {
		marks := r.IntN(4)
		e := Example{Text: "Rain " + strings.Repeat("!", marks), Label: "calm"}
		if r.Float64() < 1/(1+math.Exp(1.5-float64(marks))) {
			e.Label = "loud"
		}
		all = append(all, e)
	}
	return all
}

// Probabilities mean what they say, however sure the model is of itself.
func TestCalibrated(t *testing.T) {
	for _, loud := range []float64{0.2, 1, 9} {
		c, _, err := Train(context.Background(), shouting(loud), Lesson{Learn: shouted(20000, 1), Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		if got := c.Temperature / loud; math.Abs(got-1) > 0.1 {
			t.Errorf("scores times %g are divided by %g", loud, c.Temperature)
		}
		rows, err := c.Probabilities(context.Background(), []string{"Rain", "Rain !!!"})
		if err != nil {
			t.Fatal(err)
		}
		want := 1 / (1 + math.Exp(1.5))
		if math.Abs(rows[0][1]-want) > 0.02 || math.Abs(rows[1][0]-want) > 0.02 {
			t.Errorf("times %g: %v", loud, rows)
		}
	}
	// A few that are all right do not make certain.
	few := []Example{{Text: "a", Label: "calm"}, {Text: "b!!!", Label: "loud"}}
	temperature, err := calibrate(context.Background(), shouter{50}, []string{"calm", "loud"}, few)
	if err != nil || temperature < 20 {
		t.Errorf("%g, %v", temperature, err)
	}
	_, err = calibrate(context.Background(), shouter{math.NaN()}, []string{"calm", "loud"}, few)
	if err == nil || !strings.Contains(err.Error(), "are not numbers") {
		t.Error(err)
	}
}

// What is left out says how much it spoke for a label.
func TestLeftOut(t *testing.T) {
	c := &Classifier{Model: shouter{1}, config: config{Labels: []string{"calm", "loud"}, Temperature: 2}}
	e, err := c.Explain(context.Background(), "Rain! falls  on!!")
	if err != nil || len(e.Words) != 3 || len(e.Chars) != 14 {
		t.Fatalf("%+v, %v", e, err)
	}
	for i, want := range []float64{0.25, 0, 0.5} {
		if p := e.Words[i]; p.For[1] != want || p.For[0] != -want {
			t.Errorf("%q speaks by %v", e.Text[p.Start:p.End], p.For)
		}
	}
	s, err := c.Speaking(context.Background(), slices.Repeat([]string{"Rain! on", "Sun falls"}, 3), 5)
	if err != nil || len(s) != 2 || len(s[1].Words) != 1 || s[1].Words[0].Text != "Rain" || s[1].Words[0].N != 3 || s[1].Chars[0].Text != "!" || len(s[0].Words) != 0 {
		t.Errorf("%+v, %v", s, err)
	}
}

// Held is stratified, by the seed alone, and keeps every example.
func TestHeld(t *testing.T) {
	all := shouted(1000, 2)
	all = append(all, Example{"x", "", "rare"}, Example{"y", "", "rare"})
	learn, held := Held(all, 0.2, 7)
	count := func(examples []Example, label string) (n int) {
		for _, e := range examples {
			if e.Label == label {
				n++
			}
		}
		return n
	}
	for _, label := range []string{"calm", "loud"} {
		n := count(all, label)
		if got := count(held, label); math.Abs(float64(got)-0.2*float64(n)) > 0.5 || got+count(learn, label) != n {
			t.Errorf("%d of %d %s are held", got, n, label)
		}
	}
	if count(held, "rare") != 1 || count(learn, "rare") != 1 {
		t.Errorf("%d rare ones are held, %d not", count(held, "rare"), count(learn, "rare"))
	}
	_, again := Held(all, 0.2, 7)
	_, other := Held(all, 0.2, 8)
	if !slices.Equal(held, again) || slices.Equal(held, other) {
		t.Error("the seed does not choose")
	}
}

// F1 of a table that was worked out by hand: precision and recall of the first are 2/3 and 1/2, of the second 3/5 and 3/4.
func TestMeasure(t *testing.T) {
	m := Measure(2, []int{0, 0, 0, 0, 1, 1, 1, 1}, []int{0, 0, 1, 1, 1, 1, 1, 0}, 1)
	if math.Abs(m.F1[0]-4.0/7) > 1e-12 || math.Abs(m.F1[1]-2.0/3) > 1e-12 || m.Accuracy != 0.625 || m.Confusion[0][1] != 2 || m.N != 8 {
		t.Errorf("%+v", m)
	}
	if !(m.Low < m.Macro && m.Macro < m.High) {
		t.Errorf("%g is not between %g and %g", m.Macro, m.Low, m.High)
	}
	if m := Measure(3, []int{0, 1}, []int{0, 0}, 1); m.F1[2] != 0 || m.F1[1] != 0 {
		t.Errorf("%+v", m)
	}
	if m := Measure(2, nil, nil, 1); m.Accuracy != 0 || m.Macro != 0 {
		t.Errorf("%+v", m)
	}
}

func TestMask(t *testing.T) {
	m := newMasker([]Example{
		{Body: "Yesterday Obama said the bill was dead. The bill, Obama said, was the end. Bill said so."},
		{Body: "They said it to Obama and the Senate. It was the Senate's."},
	})
	for text, want := range map[string]string{
		"Obama’s Bill Dead in 3 Days":   "◆’s Bill Dead ◆ # ◆",
		"the senate said: 1,200 or $5m": "the ◆ said: #,# ◆ $#",
		"":                              "",
		"\xff Obama":                    "\xff ◆",
	} {
		if got := m.names(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
	if got := m.content("Obama said THE Quagmire, in 2020!"); got != "◆ said the ◆, ◆ #!" {
		t.Errorf("got %q", got)
	}
	if got := straight.Replace("It’s “so” – wonâ€™t…"); got != `It's "so" - won't...` {
		t.Errorf("got %q", got)
	}
}

// What a model errs by comes out of Train.
func TestTrainFails(t *testing.T) {
	broken := errors.New("broken")
	k := Kind{Name: "x", Train: func(context.Context, *Lesson) (*Taught, error) { return nil, broken }}
	if _, _, err := Train(context.Background(), k, Lesson{Learn: shouted(100, 1)}); !errors.Is(err, broken) {
		t.Error(err)
	}
}
