package transformer_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hed/corpus"
	"hed/generate"
	"hed/generate/rerank"
	"hed/generate/transformer"
	"hed/internal/race"
	"hed/metric/rouge"
	"hed/neural/decoder"
	"hed/neural/train"
	"hed/tensor"
)

// reports are articles of several sentences, of which one has what the headline says. Each number is another report.
type reports struct{ from, to int }

func (r reports) Documents(ctx context.Context) iter.Seq2[*corpus.Document, error] {
	return func(yield func(*corpus.Document, error) bool) {
		for i := r.from; i < r.to; i++ {
			rng := rand.New(rand.NewPCG(uint64(i), 5))
			pick := func(words ...string) string { return words[rng.IntN(len(words))] }
			headline := fmt.Sprintf("%s %s %s", pick("Rain", "Snow", "Wind", "Fog"), pick("stops", "hits", "slows"), pick("trains", "ships", "cars", "buses"))
			sentences := []string{
				fmt.Sprintf("It was %s.", pick("late", "cold", "dark")), fmt.Sprintf("%s today.", headline), fmt.Sprintf("We saw %s.", pick("trains", "ships", "cars", "buses")),
			}
			rng.Shuffle(len(sentences), func(a, b int) { sentences[a], sentences[b] = sentences[b], sentences[a] })
			d := &corpus.Document{ID: fmt.Sprint(i), Body: strings.Join(sentences, " "), References: []string{headline}}
			if !yield(d, ctx.Err()) || ctx.Err() != nil {
				return
			}
		}
	}
}

// rouges gives ROUGE as package run/teach does.
func rouges(t testing.TB) func(text, reference string) (one, two, long float64) {
	t.Helper()
	m, err := rouge.New(rouge.Options{Types: []string{"1", "2", "Lsum"}})
	if err != nil {
		t.Fatal(err)
	}
	out := make([]float64, len(m.Columns()))
	return func(text, reference string) (one, two, long float64) {
		if err := m.Score(t.Context(), corpus.NewCase(&corpus.Document{References: []string{reference}}, text), out); err != nil {
			t.Fatal(err)
		}
		return out[2], out[5], out[8]
	}
}

// guided is a lesson of BRIO or SEASON.
func guided(t *testing.T, kind, init, options string) *transformer.Lesson {
	t.Helper()
	l, err := begin(t, kind, init, options)
	if err != nil {
		t.Fatal(err)
	}
	l.Rouge, l.Docs, l.Valid = rouges(t), reports{0, 300}, reports{300, 340}
	return l
}

// agreement is the share of pairs of candidates, of reports that nothing learnt from, whose scores by a model are in the order of ROUGE. The candidates are those of another model.
func agreement(t *testing.T, of, by string) float64 {
	t.Helper()
	d := tensor.New(2)
	t.Cleanup(d.Close)
	g, err := rerank.New(generate.Named{Name: "of", Generator: must(t, of, "beams=8", 1)}, "brio:candidates=8+model=x",
		rerank.Models{Device: func() (tensor.Device, error) { return d, nil }, Find: func(string) (string, error) { return by, nil }})
	if err != nil {
		t.Fatal(err)
	}
	measure := rouges(t)
	right, all := 0.0, 0.0
	for doc, err := range (reports{400, 440}).Documents(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		found, err := generate.Candidates(t.Context(), g, []*corpus.Document{doc}, 8)
		if err != nil {
			t.Fatal(err)
		}
		var scores []float64
		for _, c := range found[0] {
			one, two, long := measure(c.Headline, doc.References[0])
			scores = append(scores, one+two+long)
		}
		for i := range scores {
			for j := i + 1; j < len(scores); j++ {
				if scores[i] != scores[j] {
					all++
				}
				if scores[i] > scores[j] {
					right++
				}
			}
		}
	}
	return right / all
}

// TestBrioTaught: a model that was taught to write learns from its own candidates which are better, and its scores of others, for reports that it has not seen, agree more with ROUGE.
func TestBrioTaught(t *testing.T) {
	race.Skip(t, "networks learn some fifty times as slowly")
	base := lesson(t, bare(t, "bart"), "rate=0.01+schedule=linear")
	base.Docs, base.Valid, base.Epochs = reports{0, 300}, reports{300, 340}, 12
	dir := files(t, base, teach(t, base), false)
	for _, options := range []string{"candidates=6+rate=0.05+warmup=30", "candidates=6+diverse=1+rate=0.05+warmup=30"} {
		l := guided(t, "brio", dir, options)
		l.Docs, l.Epochs = reports{0, 160}, 5
		out := teach(t, l)
		taught := files(t, l, out, false)
		before, after := agreement(t, dir, dir), agreement(t, dir, taught)
		t.Logf("%s: losses from %.3f to %.3f, pairs in the order of ROUGE from %.3f to %.3f", options, out.Curve[0].Valid, out.Curve[out.Best].Valid, before, after)
		if !(after > before+0.05) {
			t.Errorf("%s: the share of pairs in the order of ROUGE is %.3f, before it was %.3f", options, after, before)
		}
	}
}

// TestSeasonTaught: a SEASON made of a BART learns to write and which sentences matter, and is a folder that writes.
func TestSeasonTaught(t *testing.T) {
	race.Skip(t, "networks learn some fifty times as slowly")
	l := guided(t, "season", marked(t), "rate=0.01+schedule=linear")
	l.Epochs = 12
	out := teach(t, l)
	d := out.Degrees
	t.Logf("losses from %.3f to %.3f; %+v", out.Curve[0].Valid, out.Curve[out.Best].Valid, d)
	if !(d.Right > d.Most+0.1) || !(d.Low <= d.High) || d.Counts[0] == 0 || d.Counts[1] == 0 || d.Counts[2] == 0 {
		t.Errorf("%+v", d)
	}
	dir := files(t, l, out, false)
	g := must(t, dir, "", 1)
	if !strings.Contains(g.Signature(), "|sentences:") {
		t.Errorf("the signature is %s", g.Signature())
	}
	// Once written it knows its thresholds, and validation finds the same loss.
	l = guided(t, "season", dir, "")
	still(l)
	again := teach(t, l)
	if best := out.Curve[out.Best].Valid; !(abs(again.Curve[0].Valid-best) < 1e-4) || again.Degrees.Low != d.Low || again.Degrees.High != d.High {
		t.Errorf("once written: a loss of %.6f, %+v; before %.6f, %+v", again.Curve[0].Valid, again.Degrees, best, d)
	}
	// BRIO can begin there, too, with what the head predicts.
	l = guided(t, "brio", dir, "candidates=4")
	still(l)
	if out := teach(t, l); len(out.Curve) == 0 {
		t.Error("BRIO has no curve")
	}
}

// marked is a BART without weights whose tokenizer has <mask>.
func marked(t *testing.T) string {
	t.Helper()
	dir := bare(t, "season")
	file := filepath.Join(dir, "config.json")
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(strings.Replace(string(data), `"bosent_token_id": 300,`, "", 1)), 0o666); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestCandidatesResume: candidates that were written before a stop are not written again, and what comes of them is the same.
func TestCandidatesResume(t *testing.T) {
	race.Skip(t, "networks learn some fifty times as slowly")
	folder := t.TempDir()
	file := filepath.Join(folder, "candidates")
	run := func(folder string, stop int) (written int, weights string) {
		l := guided(t, "brio", filepath.Join("..", "..", "neural", "decoder", "testdata", "bart"), "candidates=3")
		l.Folder, l.Steps, l.Batch = folder, 3, 4
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		first := -1
		l.Tell = func(p train.Progress) {
			if p.Writing {
				if first < 0 {
					first = p.Step
				}
				if written++; written == stop {
					cancel()
				}
			}
		}
		if err := l.Open(); err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		out, err := l.Teach(ctx)
		if errors.Is(err, context.Canceled) {
			return written, ""
		}
		if err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(filepath.Join(files(t, l, out, false), "model.safetensors"))
		if err != nil {
			t.Fatal(err)
		}
		return written, string(data)
	}
	all, want := run(t.TempDir(), 0)
	if n, _ := run(folder, 2); n != 2 {
		t.Fatalf("it was stopped after %d batches", n)
	}
	// A record that was being written when the machine stopped is written again.
	f, err := os.OpenFile(file, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString("\x09\x00\x00\x00c[[1,2],"); err != nil || f.Close() != nil {
		t.Fatal(err)
	}
	n, got := run(folder, 0)
	if n != all-2 || got != want {
		t.Errorf("%d batches after the stop, want %d; the weights are the same: %t", n, all-2, got == want)
	}
	if n, got := run(folder, 0); n != 0 || got != want {
		t.Errorf("%d batches when all are there; the weights are the same: %t", n, got == want)
	}
}

// TestGuidedRefused: what cannot be learnt is said before any work.
func TestGuidedRefused(t *testing.T) {
	for _, c := range []struct{ kind, init, options, want string }{
		{"brio", bare(t, "bart"), "", "has no weights, but candidates are written by a model that has learnt to write"},
		{"season", folder("bart"), "", "the model has no token that could mark sentences: <mask> of BART"},
		{"season", folder("season"), "rank=4", "the head and the tables of a SEASON learn"},
	} {
		l := guided(t, c.kind, c.init, c.options)
		if err := l.Open(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %s: got %v, want %q", c.kind, c.options, err, c.want)
		}
	}
	for _, c := range []struct{ kind, options, want string }{
		{"brio", "candidates=1", "candidates=1: want a number from 2 to 256"},
		{"brio", "candidates=257", "candidates=257: want a number from 2 to 256"},
		{"brio", "low=0.1", `no option "low"`},
		{"brio", "as=b", `no option "as"; have rate`},
		{"brio", "schedule=stairs", `no schedule "stairs"`},
		{"season", "low=0.1", "low and high go together"},
		{"season", "low=0.3+high=0.2", "low=0.3 and high=0.2: want low up to high"},
	} {
		if _, err := transformer.NewLesson(c.kind, c.options); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %s: got %v, want %q", c.kind, c.options, err, c.want)
		}
	}
}

// TestThirds: scores are cut into three parts, of which none is empty where there are three different scores. Of two, the lesser were no less than the others.
func TestThirds(t *testing.T) {
	for _, c := range []struct {
		scores []float64
		want   [3]int
	}{
		{[]float64{0.1, 0.2, 0.3, 0.4, 0.5, 0.6}, [3]int{2, 3, 1}},
		{[]float64{0, 0, 0, 0, 0, 0, 0.1, 0.2, 0.3}, [3]int{6, 2, 1}},
		{[]float64{0, 0.1, 1, 1, 1, 1, 1}, [3]int{1, 1, 5}},
		{[]float64{0, 0, 1}, [3]int{2, 0, 1}},
		{[]float64{0.3, 0.5, 0.5, 0.5, 0.5, 0.5, 0.9}, [3]int{1, 5, 1}},
		{[]float64{0.4, 0.4}, [3]int{0, 2, 0}},
		{nil, [3]int{}},
	} {
		var s decoder.Season
		s.Low, s.High = transformer.Thirds(c.scores)
		var got [3]int
		for _, v := range c.scores {
			got[s.Degree(v)]++
		}
		if got != c.want {
			t.Errorf("%v: cut at %g and %g into %v, want %v", c.scores, s.Low, s.High, got, c.want)
		}
	}
}
