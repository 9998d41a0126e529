package moverscore_test

import (
	"hed/metric/internal/modeltest"

	"fmt"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hed/corpus"
	"hed/internal/shared"
	"hed/metric"
	"hed/metric/metrictest"
	"hed/metric/moverscore"
	"hed/score"
)

// How far scores may be from those of the program, and of the program with
// distances in double precision; see testdata/oracle.py.
const tolerance, exactTolerance = 1e-5, 2e-6

// near is how far the program is off where vectors of a headline are almost those
// of the reference.
const near = 5e-4

// settings are the scores of a system by options.
type settings map[string][][2]float64

func options(dir string) map[string]moverscore.Options {
	all := map[string]moverscore.Options{}
	for _, n := range []int{1, 2} {
		for _, idf := range []bool{true, false} {
			all[fmt.Sprintf("n=%d idf=%v", n, idf)] = moverscore.Options{Model: dir, N: n, IDF: idf}
		}
	}
	return all
}

// compare scores the headlines of all systems together. Of an empty text the
// program gives 1, or what the special tokens make.
func compare(t *testing.T, dir string, refs []string, systems map[string][]string, golden map[string]settings, tolerance float64) {
	t.Helper()
	names := slices.Sorted(maps.Keys(systems))
	var cases []*corpus.Case
	for i, r := range refs {
		c := corpus.NewCase(&corpus.Document{References: []string{r}})
		for _, name := range names {
			c.Outputs = append(c.Outputs, corpus.Output{Text: systems[name][i]})
		}
		cases = append(cases, c)
	}
	shared := modeltest.Open(t, t.TempDir()) // encodes each text once
	for setting, opt := range options(dir) {
		opt.Models = shared
		m := build(t, opt)
		if f, ok := m.(metric.Fitter); ok {
			if err := f.Fit(t.Context(), metrictest.Reader(cases), 2); err != nil {
				t.Fatal(err)
			}
		}
		survey(t, m, cases)
		out := make([]float64, len(cases)*len(names))
		if err := m.(metric.Batcher).ScoreBatch(t.Context(), cases, out); err != nil {
			t.Fatal(err)
		}
		worst, exact, pairs := 0.0, 0.0, 0
		for i, c := range cases {
			for k, name := range names {
				got, want := out[i*len(names)+k], golden[name][setting][i]
				where := fmt.Sprintf("%s, %s: %q and %q", filepath.Base(dir), setting, c.Doc.References[0], c.Headlines()[k])
				if c.Headlines()[k] == "" || c.Doc.References[0] == "" {
					if !score.IsAbsent(got) || opt.IDF && want[0] != 1 {
						t.Errorf("%s: got %v; the program gives %v", where, got, want[0])
					}
					continue
				}
				d, e := math.Abs(got-want[0]), math.Abs(got-want[1])
				if !(d <= tolerance) || !(e <= exactTolerance) {
					t.Errorf("%s: got %v, want %v or better %v", where, got, want[0], want[1])
				}
				worst, exact = max(worst, d), max(exact, e)
				pairs++
			}
		}
		t.Logf("%s, %s: %d pairs, at most %.1e from the program, %.1e from it in double precision", filepath.Base(dir), setting, pairs, worst, exact)
	}
}

func TestGolden(t *testing.T) {
	var golden struct {
		Odd    [][2]string
		Models map[string]map[string]settings
	}
	modeltest.ReadJSON(t, "testdata/golden.json", &golden)
	names := []string{"careless", "cautious", "polished"}
	refs, systems := []string(nil), map[string][]string{}
	for _, c := range modeltest.Sample(t, names...) {
		refs = append(refs, c.Doc.References[0])
		for i, name := range names {
			systems[name] = append(systems[name], c.Headlines()[i])
		}
	}
	oddRefs, odd := []string(nil), map[string][]string{}
	for _, p := range golden.Odd {
		oddRefs, odd["odd"] = append(oddRefs, p[0]), append(odd["odd"], p[1])
	}
	for _, model := range []string{bert, distilbert} {
		want := golden.Models[filepath.Base(model)]
		compare(t, model, refs, systems, want, tolerance)
		compare(t, model, oddRefs, odd, want, near)
	}
}

// TestMiniLM compares 600 pairs of NumHG.
func TestMiniLM(t *testing.T) {
	dir := modeltest.MiniLM(t)
	var refs []string
	systems := map[string][]string{}
	for _, a := range shared.NumHG(t)[:300] {
		refs = append(refs, a.Headline)
		systems["first"] = append(systems["first"], modeltest.Lead(a.Text))
		var less []string
		for i, w := range strings.Fields(a.Headline) {
			if i%3 != 2 {
				less = append(less, w)
			}
		}
		systems["less"] = append(systems["less"], strings.Join(less, " "))
	}
	var golden struct{ Systems map[string]settings }
	modeltest.ReadJSON(t, "testdata/minilm.json", &golden)
	compare(t, dir, refs, systems, golden.Systems, tolerance)
}
