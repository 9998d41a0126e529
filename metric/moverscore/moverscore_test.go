package moverscore_test

import (
	"fmt"

	"hed/metric/internal/modeltest"

	"bytes"
	"context"
	"iter"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hed/corpus"
	"hed/metric"
	"hed/metric/metrictest"
	"hed/metric/moverscore"
	"hed/score"
)

func build(t testing.TB, opt moverscore.Options) metric.Metric {
	t.Helper()
	if opt.Models == nil {
		opt.Models = modeltest.Open(t, "")
	}
	opt.N = max(opt.N, 1)
	m, err := moverscore.New(opt)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

const bert, distilbert = "testdata/bert", "testdata/distilbert"

func survey(t testing.TB, m metric.Metric, cases []*corpus.Case) {
	t.Helper()
	if s, ok := m.(metric.Surveyor); ok {
		if err := s.Survey(t.Context(), seq(cases)); err != nil {
			t.Fatal(err)
		}
	}
}

func seq(cases []*corpus.Case) iter.Seq2[*corpus.Case, error] {
	return func(yield func(*corpus.Case, error) bool) {
		for _, c := range cases {
			if !yield(c, nil) {
				return
			}
		}
	}
}

// alike are cases where all of three systems write the same, so that a headline
// has one score whichever system it is of, as metrictest wants it.
func alike() (cases []*corpus.Case) {
	for _, c := range metrictest.Items() {
		for _, h := range c.Headlines() {
			cases = append(cases, corpus.NewCase(c.Doc, h, h, h))
		}
	}
	return cases
}

func TestContract(t *testing.T) {
	for _, opt := range []moverscore.Options{{Model: bert, IDF: true}, {Model: distilbert, IDF: true, N: 2}, {Model: bert}} {
		m := build(t, opt)
		survey(t, m, alike())
		metrictest.Run(t, m)
	}
}

func TestSignatures(t *testing.T) {
	info := moverscore.With(modeltest.Open(t, ""))
	make := info.New
	info.New = func(options map[string]string) (metric.Metric, error) {
		m, err := make(options)
		if err == nil {
			survey(t, m, alike())
		}
		return m, err
	}
	metrictest.Signatures(t, info, map[string][]string{
		"model": {bert, distilbert}, "n": {"", "2", "3"}, "idf": {"", "false"},
	})
}

func TestColumns(t *testing.T) {
	m := build(t, moverscore.Options{Model: bert, IDF: true, N: 2}).(*moverscore.Weighted)
	if got := m.Columns()[0].String(); !strings.HasPrefix(got, "moverscore|model:") || !strings.Contains(got, "|layer:2|n:2|idf:yes|version:") {
		t.Error(got)
	}
	if err := m.Fit(t.Context(), metrictest.Reader(metrictest.Items()), 2); err != nil {
		t.Fatal(err)
	}
	if got := m.Columns()[0].String(); strings.Contains(got, "idf:yes") {
		t.Errorf("what was learnt is not in %s", got)
	}
	if got := build(t, moverscore.Options{Model: bert}).Columns()[0].String(); !strings.Contains(got, "|n:1|idf:no|") {
		t.Error(got)
	}
}

// A batch gives the bits that the cases give one by one, however it is cut.
func TestBatch(t *testing.T) {
	cases := alike()
	for _, idf := range []bool{true, false} {
		m := build(t, moverscore.Options{Model: bert, IDF: idf})
		if f, ok := m.(metric.Fitter); ok {
			if err := f.Fit(t.Context(), metrictest.Reader(cases), 1); err != nil {
				t.Fatal(err)
			}
		}
		survey(t, m, cases)
		many := slices.Repeat(cases, 40) // more than a batch's tokens
		got := make([]float64, 3*len(many))
		if err := m.(metric.Batcher).ScoreBatch(t.Context(), many, got); err != nil {
			t.Fatal(err)
		}
		for i, c := range cases {
			want := metrictest.Score(t, m, c)
			for k := 0; k < len(many); k += len(cases) {
				at := 3 * (k + i)
				if !slices.EqualFunc(got[at:at+3], want, func(a, b float64) bool { return math.Float64bits(a) == math.Float64bits(b) }) {
					t.Fatalf("%q: %v alone and %v in a batch", c.Headlines()[0], want, got[at:at+3])
				}
			}
		}
	}
}

// One system's headlines do not change another's scores, and a headline that is
// the reference scores 1 where the two are weighed alike.
func TestSystems(t *testing.T) {
	refs := []string{"Ferry runs aground in fog", "Council votes to close the bridge", "Mayor opens new harbour"}
	other := []string{"Fog", "Bridge to close", "Harbour opened"}
	third := []string{"The the the", "", "Ferry"}
	column := func(systems ...[]string) (out []float64) {
		var cases []*corpus.Case
		for i, r := range refs {
			c := corpus.NewCase(&corpus.Document{References: []string{r}})
			for _, s := range systems {
				c.Outputs = append(c.Outputs, corpus.Output{Text: s[i]})
			}
			cases = append(cases, c)
		}
		m := build(t, moverscore.Options{Model: bert, IDF: true}).(*moverscore.Weighted)
		if err := m.Fit(t.Context(), metrictest.Reader(cases), 1); err != nil {
			t.Fatal(err)
		}
		survey(t, m, cases)
		for _, c := range cases {
			out = append(out, metrictest.Score(t, m, c)[0])
		}
		return out
	}
	if d := cmp.Diff(column(other), column(other, third, refs)); d != "" {
		t.Error(d)
	}
	for _, v := range column(refs, other) {
		if v != 1 {
			t.Errorf("a reference scores %v", v)
		}
	}
}

// Several references: the mean, and one without words is passed over.
func TestReferences(t *testing.T) {
	m := build(t, moverscore.Options{Model: bert})
	s := func(refs ...string) float64 {
		return metrictest.Score(t, m, corpus.NewCase(&corpus.Document{References: refs}, "Bridge closes after vote"))[0]
	}
	a, b := s("Council closes bridge"), s("Ferry runs aground")
	if got := s("Council closes bridge", "", "Ferry runs aground"); got != (a+b)/2 {
		t.Errorf("got %v, want the mean of %v and %v", got, a, b)
	}
	for _, refs := range [][]string{nil, {""}, {" ", ".,'"}} {
		if got := s(refs...); !score.IsAbsent(got) {
			t.Errorf("%q: got %v", refs, got)
		}
	}
}

func TestErrors(t *testing.T) {
	for want, options := range map[string]map[string]string{
		"there is no model; give model=DIR": {},
		"n=0: want 1 to 1000":               {"model": bert, "n": "0"},
		"n=1001: want 1 to 1000":            {"model": bert, "n": "1001"},
		"nowhere":                           {"model": "nowhere"},
		`no option "layer"`:                 {"layer": "5"},
	} {
		if _, err := moverscore.With(modeltest.Open(t, "")).New(options); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: got %v, want %s", options, err, want)
		}
	}
	m := build(t, moverscore.Options{Model: bert, IDF: true}).(*moverscore.Weighted)
	refuses := func(want string, err error) {
		t.Helper()
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	c := metrictest.Items()[0]
	out := make([]float64, len(c.Outputs))
	refuses("call Fit first", m.Score(t.Context(), c, out))
	refuses("call Fit first", m.Save(new(bytes.Buffer)))
	refuses("there are no references", m.Fit(t.Context(), metrictest.Reader{{Doc: &corpus.Document{}}}, 1))
	one := metrictest.Reader{{Doc: &corpus.Document{References: []string{"Bridge"}}}}
	if err := m.Fit(t.Context(), one, 1); err != nil || len(m.Warnings()) != 1 {
		t.Errorf("one reference: %v, %v", err, m.Warnings())
	}
	refuses("of 0 systems, and there are 3; call Survey first", m.Score(t.Context(), c, out))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	refuses("canceled", m.Fit(ctx, one, 1))
	refuses("canceled", m.Survey(ctx, seq(alike())))
	refuses("canceled", build(t, moverscore.Options{Model: bert}).Score(ctx, c, out))
}

// One headline of a system cannot be scored, which is said.
func TestSingle(t *testing.T) {
	documents := func(n int) (cases []*corpus.Case) {
		for i := range n {
			text := fmt.Sprint("Bridge ", i)
			cases = append(cases, corpus.NewCase(&corpus.Document{References: []string{text}}, text, text))
		}
		return cases
	}
	for _, c := range []struct{ references, headlines, warnings, notes int }{{2, 2, 0, 0}, {2, 1, 0, 1}, {1, 1, 1, 0}} {
		m := build(t, moverscore.Options{Model: bert, IDF: true}).(*moverscore.Weighted)
		if err := m.Fit(t.Context(), metrictest.Reader(documents(c.references)), 1); err != nil {
			t.Fatal(err)
		}
		survey(t, m, documents(c.headlines))
		if w, n := m.Warnings(), m.Notes(); len(w) != c.warnings || len(n) != c.notes {
			t.Errorf("%+v: it warns %q and notes %q", c, w, n)
		}
	}
}

func TestKeep(t *testing.T) {
	shared := modeltest.Open(t, "")
	fresh := func(dir string) *moverscore.Weighted {
		m := build(t, moverscore.Options{Model: dir, IDF: true, Models: shared}).(*moverscore.Weighted)
		survey(t, m, alike())
		return m
	}
	m := fresh(bert)
	if err := m.Fit(t.Context(), metrictest.Reader(metrictest.Items()), 1); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := m.Save(&b); err != nil {
		t.Fatal(err)
	}
	again := fresh(bert)
	if err := again.Load(bytes.NewReader(b.Bytes())); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(m.Columns()[0].String(), again.Columns()[0].String()); d != "" {
		t.Error(d)
	}
	for _, c := range alike() {
		got, want := metrictest.Score(t, again, c), metrictest.Score(t, m, c)
		if !slices.EqualFunc(got, want, func(a, b float64) bool { return math.Float64bits(a) == math.Float64bits(b) }) {
			t.Errorf("%q: got %v, want %v", c.Headlines()[0], got, want)
		}
	}
	for want, data := range map[string]string{
		"not weights that hed learnt": "hello",
		"fit again":                   strings.Replace(b.String(), `"model":"`, `"model":"x`, 1),
		"they are of 0 references":    `{"format":"hed moverscore idf 1","model":"` + hash(m) + `"}`,
		"2 of 1 references":           `{"format":"hed moverscore idf 1","model":"` + hash(m) + `","texts":1,"counts":{"7":2}}`,
	} {
		if err := fresh(bert).Load(strings.NewReader(data)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

func hash(m metric.Metric) string { return m.Columns()[0].Signature[0].Value }

func BenchmarkScoreBatch(b *testing.B) {
	dir := filepath.FromSlash(bert)
	m := build(b, moverscore.Options{Model: dir})
	var cases []*corpus.Case
	for _, c := range alike()[:8] {
		cases = append(cases, corpus.NewCase(c.Doc, c.Headlines()[:1]...))
	}
	out := make([]float64, len(cases))
	for b.Loop() {
		if err := m.(metric.Batcher).ScoreBatch(b.Context(), cases, out); err != nil {
			b.Fatal(err)
		}
	}
}
