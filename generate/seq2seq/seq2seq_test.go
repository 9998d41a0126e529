package seq2seq_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"hed/corpus"
	"hed/generate"
	"hed/generate/generatetest"
	"hed/generate/seq2seq"
	"hed/internal/race"
	"hed/neural/recurrent"
	"hed/neural/train"
	"hed/numeral/check"
	"hed/numeral/derive"
	"hed/tensor"
	"hed/text/vector"
)

// docs are documents of which the headline has the name and the number of the article.
type docs []*corpus.Document

func (d docs) Documents(ctx context.Context) iter.Seq2[*corpus.Document, error] {
	return func(yield func(*corpus.Document, error) bool) {
		for _, x := range d {
			if err := ctx.Err(); err != nil {
				yield(nil, err)
				return
			}
			if !yield(x, nil) {
				return
			}
		}
	}
}

func someDocs(n int) (all docs) {
	rng := rand.New(rand.NewPCG(4, 4))
	verbs, places := []string{"rises", "falls", "wins", "loses"}, []string{"Oslo", "Rome", "Lyon"}
	for i := range n {
		name, verb, place := fmt.Sprintf("Firm%d", rng.IntN(400)), verbs[rng.IntN(4)], places[rng.IntN(3)]
		number := fmt.Sprint(rng.IntN(90))
		all = append(all, &corpus.Document{
			ID: fmt.Sprint(i), Body: fmt.Sprintf("In %s, the company %s said on Monday that it %s by %s percent.", place, name, verb, number),
			References: []string{fmt.Sprintf("%s %s %s%%", name, verb, number)}, Meta: map[string]string{"lead": name + " " + verb},
		})
	}
	return all
}

// ranker prefers long sentences.
var ranker = seq2seq.Ranker{Signature: "long", Sentences: func(d *corpus.Document) (all []seq2seq.Sentence) {
	for s := range strings.SplitSeq(d.Body, "\n") {
		all = append(all, seq2seq.Sentence{Text: s, Score: float64(len(s))})
	}
	return all
}}

func lesson(t testing.TB, kind string, all docs, folder string) *seq2seq.Lesson {
	d := tensor.New(2)
	t.Cleanup(d.Close)
	o := seq2seq.Defaults()
	o.Hidden, o.Embedding, o.Vocabulary, o.Words, o.Optimiser, o.Rate, o.Tied, o.Dropout = 12, 16, 120, 30, "adam", new(0.02), true, 0.1
	return &seq2seq.Lesson{
		Kind: kind, Options: o, Plan: train.Plan{Docs: all, Epochs: 3, Batch: 16, Seed: 5, Device: d, Folder: folder, Now: time.Now},
	}
}

func write(t *testing.T, dir string, files map[string]func(io.Writer) error) {
	t.Helper()
	for name, f := range files {
		out, err := os.Create(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(f(out), out.Close()); err != nil {
			t.Fatal(err)
		}
	}
}

func info(t testing.TB, kind string) generate.Info {
	d := tensor.New(2)
	t.Cleanup(d.Close)
	for _, in := range seq2seq.Infos(func() (tensor.Device, error) { return d, nil }, ranker) {
		if in.Name == kind {
			return in
		}
	}
	t.Fatalf("no generator %s", kind)
	return generate.Info{}
}

// TestTeach: each network learns, is written in both precisions, opened again, and keeps the contract of generators.
func TestTeach(t *testing.T) {
	race.Skip(t, "networks learn some fifty times as slowly")
	all := someDocs(200)
	for _, kind := range seq2seq.Kinds {
		t.Run(kind, func(t *testing.T) {
			l := lesson(t, kind, all, t.TempDir())
			out, err := l.Teach(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			first, best := out.Curve[0].Valid, out.Curve[out.Best].Valid
			if kind != "pnc" && !(best < first) || out.Read.Pairs != 196 || out.Read.Valid != 4 {
				t.Errorf("a loss of %g after %g; read %+v", best, first, out.Read)
			}
			if kind == "pnc" && (out.Covered == 0 || out.Best < out.Covered) {
				t.Errorf("the best point %d is before coverage, %d", out.Best, out.Covered)
			}
			for _, half := range []bool{false, true} {
				dir := t.TempDir()
				write(t, dir, out.Model.Files(l.Device, half))
				g, err := info(t, kind).New(map[string]string{"model": dir, "beams": "2", "max": "8"}, 1)
				if err != nil {
					t.Fatal(err)
				}
				generatetest.Run(t, g, 8)
				if half {
					faithful(t, info(t, kind), dir)
				}
			}
		})
	}
}

// faithful: a network that cannot copy writes numbers that are not in the article; with numerals=strict it writes none, and each document
// has a headline all the same.
func faithful(t *testing.T, in generate.Info, dir string) {
	t.Helper()
	wrong := map[string]int{}
	for _, mode := range []string{"", "prefer", "strict"} {
		g, err := in.New(map[string]string{"model": dir, "beams": "3", "max": "8", "numerals": mode}, 1)
		if err != nil {
			t.Fatal(err)
		}
		docs := someDocs(60)
		all, err := generate.Candidates(t.Context(), g, docs, 1)
		if err != nil {
			t.Fatal(err)
		}
		for i, list := range all {
			if list[0].Headline == "" {
				t.Errorf("numerals=%s: no headline for %s", mode, docs[i].Body)
			}
			for _, r := range check.Read(docs[i].Body, "", time.Time{}).Check(derive.English(), list[0].Headline) {
				if r.Verdict.Level() != check.Fine {
					wrong[mode]++
				}
			}
		}
	}
	if in.Name == "s2s" && wrong[""] == 0 || wrong["prefer"] > wrong[""] || wrong["strict"] > 0 {
		t.Errorf("wrong numbers: %v", wrong)
	}
}

// TestNoChance: a network that only ends headlines is an error for a document without a rule too where others have one. It had no candidate, without a reason.
func TestNoChance(t *testing.T) {
	race.Skip(t, "networks learn some fifty times as slowly")
	l := lesson(t, "s2s", someDocs(60), t.TempDir())
	l.Epochs = 0.3
	out, err := l.Teach(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range out.Model.Net.Params() {
		if p.Name == "vocabulary.bias" {
			x := make([]float32, p.Value.Cols)
			x[recurrent.End] = 1000
			l.Device.Write(p.Value, x)
		}
	}
	dir := t.TempDir()
	write(t, dir, out.Model.Files(l.Device, false))
	g, err := info(t, "s2s").New(map[string]string{"model": dir, "numerals": "strict"}, 1)
	if err != nil {
		t.Fatal(err)
	}
	docs := someDocs(2)
	docs[0].Lang = "de"
	if all, err := generate.Candidates(t.Context(), g, docs, 1); !errors.Is(err, recurrent.ErrNoChance) {
		t.Errorf("%v, error %v", all, err)
	}
}

// TestContinue: teaching that is stopped anywhere comes to the same weights, byte for byte, as teaching that is not.
func TestContinue(t *testing.T) {
	race.Skip(t, "networks learn some fifty times as slowly")
	all := someDocs(200)
	bytes := func(l *seq2seq.Lesson, out *seq2seq.Outcome) string {
		var b strings.Builder
		files := out.Model.Files(l.Device, false)
		if err := files["model.safetensors"](&b); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	l := lesson(t, "pnc", all, t.TempDir())
	out, err := l.Teach(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	want := bytes(l, out)
	folder := t.TempDir()
	rng := rand.New(rand.NewPCG(8, 8))
	for stops := 0; ; stops++ {
		l := lesson(t, "pnc", all, folder)
		ctx, cancel := context.WithCancel(t.Context())
		left := 1 + rng.IntN(3)
		if stops > 8 {
			left = 1 << 30
		}
		step := 0
		l.Tell = func(m train.Progress) {
			if m.Reading && stops > 0 {
				return // the first stop is while documents are read
			}
			if step++; step == left {
				cancel()
			}
		}
		out, err := l.Teach(ctx)
		cancel()
		if errors.Is(err, context.Canceled) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		if out.Read.Pairs == 0 || bytes(l, out) != want {
			t.Errorf("after %d stops the weights are others", stops)
		}
		return
	}
}

// TestInit: teaching can begin with another model, PNC with PN.
func TestInit(t *testing.T) {
	race.Skip(t, "networks learn some fifty times as slowly")
	all := someDocs(120)
	l := lesson(t, "pn", all, t.TempDir())
	out, err := l.Teach(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write(t, dir, out.Model.Files(l.Device, false))
	next := lesson(t, "pnc", someDocs(100), t.TempDir())
	if next.Init, err = seq2seq.Open(dir, next.Device); err != nil {
		t.Fatal(err)
	}
	again, err := next.Teach(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if again.Curve[0].Valid >= out.Curve[0].Valid {
		t.Errorf("it begins with a loss of %g, without a model %g", again.Curve[0].Valid, out.Curve[0].Valid)
	}
	other := lesson(t, "pn", all, t.TempDir())
	if other.Init, err = seq2seq.Open(dir, other.Device); err != nil {
		t.Fatal(err)
	}
	other.Options.Hidden = 13
	if _, err := other.Teach(t.Context()); err == nil || !strings.Contains(err.Error(), "the same kind and options") {
		t.Errorf("weights of other sizes: %v", err)
	}
}

// TestBadInput: what cannot be learnt from is refused or left out, and counted.
func TestBadInput(t *testing.T) {
	race.Skip(t, "networks learn some fifty times as slowly")
	good := someDocs(60)
	odd := docs{{ID: "a", Body: "a text"}, {ID: "b", References: []string{"a headline"}}, {ID: "c", Body: "a text", References: []string{" "}},
		{ID: "long", Body: strings.Repeat("word ", 100_000), References: []string{strings.Repeat("long ", 500)}}}
	l := lesson(t, "pn", slices.Concat(odd, good), t.TempDir())
	l.Epochs = 0.3
	out, err := l.Teach(t.Context())
	if err != nil || out.Read.Empty != 3 || out.Read.Longest > 60 {
		t.Errorf("%+v, %v; want three left out and none longer than 60", out.Read, err)
	}
	for _, c := range []struct {
		what string
		docs docs
		want string
	}{
		{"nothing", nil, "no document has both"}, {"ten documents", someDocs(10), "fewer than 50 documents"}, {"no headlines", odd[:1], "no document has both"},
		{"a fiftieth one without a headline", slices.Concat(good[:49], odd[:1], good[49:]), "every fiftieth document is kept for validation"},
	} {
		_, err := lesson(t, "pn", c.docs, t.TempDir()).Teach(t.Context())
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.what, err, c.want)
		}
	}
	ten := lesson(t, "s2s", someDocs(10), t.TempDir())
	ten.Valid = someDocs(3)
	if _, err := ten.Teach(t.Context()); err != nil {
		t.Errorf("ten documents with others for validation: %v", err)
	}
	for option, change := range map[string]func(*seq2seq.Options){
		"hidden": func(o *seq2seq.Options) { o.Hidden = 0 }, "dropout": func(o *seq2seq.Options) { o.Dropout = 1 },
		"optimiser": func(o *seq2seq.Options) { o.Optimiser = "x" }, "schedule": func(o *seq2seq.Options) { o.Schedule = "x" },
		"input": func(o *seq2seq.Options) { o.Input = "" }, "precision": func(o *seq2seq.Options) { o.Precision = "tf32" }, "cover": func(o *seq2seq.Options) { o.Cover = -1 },
	} {
		l := lesson(t, "pn", good, t.TempDir())
		change(&l.Options)
		if _, err := l.Teach(t.Context()); err == nil || !strings.Contains(err.Error(), option) {
			t.Errorf("%s: %v", option, err)
		}
	}
	field := lesson(t, "pn", good, t.TempDir())
	field.Options.Input = "lead"
	field.Epochs = 0.3
	if out, err := field.Teach(t.Context()); err != nil || out.Model.Input != "lead" {
		t.Errorf("a field of the document: %v", err)
	}
}

// TestOpen: files that do not belong together are refused with what is wrong.
func TestOpen(t *testing.T) {
	l := lesson(t, "pn", someDocs(100), t.TempDir())
	l.Epochs = 0.2
	out, err := l.Teach(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		spoil func(dir string) error
		want  string
	}{
		"no config":      {func(dir string) error { return os.Remove(filepath.Join(dir, "config.json")) }, "config.json is missing"},
		"damaged config": {func(dir string) error { return os.WriteFile(filepath.Join(dir, "config.json"), []byte("{"), 0o666) }, "is damaged"},
		"another model": {func(dir string) error {
			return os.WriteFile(filepath.Join(dir, "config.json"), []byte(`{"model_type":"bert"}`), 0o666)
		}, `of the type "bert"`},
		"short vocabulary": {func(dir string) error {
			return os.WriteFile(filepath.Join(dir, "vocabulary.txt"), []byte("<unk>\n<s>\n</s>\na\n"), 0o666)
		}, "not from the same model"},
		"another vocabulary": {func(dir string) error {
			var c map[string]any
			data, err := os.ReadFile(filepath.Join(dir, "config.json"))
			if err == nil {
				err = json.Unmarshal(data, &c)
			}
			if err != nil {
				return err
			}
			c["vocabulary"] = 4
			if data, err = json.Marshal(c); err != nil {
				return err
			}
			return errors.Join(os.WriteFile(filepath.Join(dir, "config.json"), data, 0o666), os.WriteFile(filepath.Join(dir, "vocabulary.txt"), []byte("<unk>\n<s>\n</s>\na\n"), 0o666))
		}, `tensor "words" is of [120 16], want 4 by 16; the weights do not fit config.json`},
		"cut weights": {func(dir string) error { return os.Truncate(filepath.Join(dir, "model.safetensors"), 5000) }, "it ends within"},
		"no weights":  {func(dir string) error { return os.Remove(filepath.Join(dir, "model.safetensors")) }, "there is neither"},
	} {
		dir := t.TempDir()
		write(t, dir, out.Model.Files(l.Device, false))
		if err := c.spoil(dir); err != nil {
			t.Fatal(err)
		}
		if _, err := seq2seq.Open(dir, l.Device); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
	for option, value := range map[string]string{"beams": "0", "max": "0", "norepeat": "-1", "coverage": "-1", "penalty": "x", "model": "", "numerals": "often"} {
		if _, err := info(t, "pn").New(map[string]string{option: value}, 1); err == nil {
			t.Errorf("%s=%s is a search", option, value)
		}
	}
	// Options are looked at before weights, which here are missing.
	dir := t.TempDir()
	write(t, dir, out.Model.Files(l.Device, false))
	if err := os.Remove(filepath.Join(dir, "model.safetensors")); err != nil {
		t.Fatal(err)
	}
	if _, err := info(t, out.Model.Kind()).New(map[string]string{"model": dir, "numerals": "often"}, 1); err == nil || !strings.Contains(err.Error(), "numerals=often: want strict") {
		t.Errorf("numerals=often: %v", err)
	}
}

// TestVectors: embeddings begin with the vectors of words as they are written, or else in small letters, whatever they touch; other
// words begin at random.
func TestVectors(t *testing.T) {
	table, err := vector.Read(corpus.Stream("vectors.txt", strings.NewReader("firm 9 9\nMonday 1 2\nsaid 3 4\n% 5 6\n")))
	if err != nil {
		t.Fatal(err)
	}
	embeddings := func(change func(*seq2seq.Lesson)) (map[string][]float32, *seq2seq.Outcome, error) {
		l := lesson(t, "s2s", someDocs(60), t.TempDir())
		l.Options.Embedding, l.Steps, l.Options.Rate = 2, 1, new(1e-9)
		change(l)
		out, err := l.Teach(t.Context())
		if err != nil {
			return nil, nil, err
		}
		v := out.Model.Net.Words().Value
		x := make([]float32, v.Rows*v.Cols)
		l.Device.Read(x, v)
		rows := map[string][]float32{}
		for i := range v.Rows {
			for _, w := range out.Model.Vocabulary.Decode([]int32{int32(i)}, nil) {
				rows[w] = x[2*i : 2*i+2]
			}
		}
		return rows, out, nil
	}
	random, _, err := embeddings(func(*seq2seq.Lesson) {})
	if err != nil {
		t.Fatal(err)
	}
	rows, out, err := embeddings(func(l *seq2seq.Lesson) { l.Vectors = table })
	if err != nil {
		t.Fatal(err)
	}
	near := func(a []float32, x, y float32) bool { return math.Hypot(float64(a[0]-x), float64(a[1]-y)) < 1e-4 }
	if !near(rows["Monday"], 1, 2) || !near(rows["said"], 3, 4) || !near(rows["￭%"], 5, 6) || out.Read.Vectors != 3 {
		t.Errorf("%v, %v, %v; %d words with vectors", rows["Monday"], rows["said"], rows["￭%"], out.Read.Vectors)
	}
	if r := random["company"]; !near(rows["company"], r[0], r[1]) {
		t.Errorf("a word without a vector begins with %v, without vectors with %v", rows["company"], r)
	}
	_, _, err = embeddings(func(l *seq2seq.Lesson) {
		l.Vectors, l.Options.Embedding, l.Options.Vectors = table, 3, "vectors.txt"
	})
	if err == nil || err.Error() != "vectors=vectors.txt: its vectors have 2 numbers, embeddings have 3; say embedding=2" {
		t.Errorf("got %v", err)
	}
}

// What no network has came to the files of the model, where infinity is not a number: "json: unsupported value: +Inf".
func TestInfinite(t *testing.T) {
	for _, given := range []string{"rate=inf", "rate=1e39", "clip=inf", "cover=inf", "optimiser=adamw+decay=inf"} {
		o, err := seq2seq.ParseOptions(given)
		if err != nil {
			t.Fatal(err)
		}
		name, _, _ := strings.Cut(given[strings.LastIndex(given, "+")+1:], "=")
		if err := o.Settle(); err == nil || !strings.HasPrefix(err.Error(), name+"=") {
			t.Errorf("%s: got %v", given, err)
		}
	}
}

// A configuration with such numbers made writing panic.
func TestBadReading(t *testing.T) {
	d := tensor.New(1)
	defer d.Close()
	for bad, want := range map[string]string{
		`"words":-1,"input":"first"`:                 "words=-1: want a number from 1 to 10000",
		`"words":144115188075855872,"input":"first"`: "words=144115188075855872: want a number",
		`"words":5,"input":""`:                       "input=: want first, textrank",
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "config.json"), []byte(`{"model_type":"hed-pn",`+bad+`}`), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := seq2seq.Open(dir, d); err == nil || !strings.Contains(err.Error(), filepath.Join(dir, "config.json")+": "+want) {
			t.Errorf("%s: got %v", bad, err)
		}
	}
}

// decay=0 and rate=0 were taken for options that nobody gave, and replaced by the defaults.
func TestZeroOptions(t *testing.T) {
	o, err := seq2seq.ParseOptions("optimiser=adamw+decay=0")
	if err == nil {
		err = o.Settle()
	}
	if err != nil || *o.Decay != 0 || *o.Rate != 0.001 {
		t.Errorf("%v, %v, %v", *o.Decay, *o.Rate, err)
	}
	if o, err = seq2seq.ParseOptions("rate=0"); err != nil {
		t.Fatal(err)
	}
	if err := o.Settle(); err == nil || !strings.Contains(err.Error(), "a learning rate of 0") {
		t.Errorf("got %v", err)
	}
}
