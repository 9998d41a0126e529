// Package sacretest compares metrics with what sacreBLEU gave for the same headlines;
// metric/bleu/testdata/oracle.py asked it.
package sacretest

import (
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"

	"hed/corpus"
	"hed/internal/python"
	"hed/internal/shared"
	"hed/metric"
	"hed/score"
	"hed/spec"
)

type golden struct {
	Cases    []struct{ Hyp, Refs json.RawMessage }
	Settings map[string]struct {
		Corpus    float64
		Cases     []float64
		Signature string
	}
	NumHG map[string]struct {
		SHA256 string
		Corpus float64
	}
}

// exact is how near values must be.
const exact = 1e-12

// Check compares the metric under all its settings: the values of single headlines and of
// all together, and the signatures.
func Check(t *testing.T, in metric.Info) {
	t.Helper()
	g := read(t)
	var cases []*corpus.Case
	for _, c := range g.Cases {
		var hyp string
		doc := new(corpus.Document)
		if err := json.Unmarshal(c.Hyp, &hyp); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(c.Refs, &doc.References); err != nil {
			t.Fatal(err)
		}
		cases = append(cases, corpus.NewCase(doc, hyp))
	}
	tried := 0
	for text, want := range g.Settings {
		m, ok := build(t, in, text)
		if !ok {
			continue
		}
		tried++
		sample := scored(t, m, cases)
		for i, v := range sample.Values.Values() {
			if !(math.Abs(v-want.Cases[i]) <= exact) {
				t.Errorf("%s of %s against %s is %v, sacreBLEU says %v", text, g.Cases[i].Hyp, g.Cases[i].Refs, v, want.Cases[i])
			}
		}
		checkCorpus(t, text, sample, want.Corpus)
		theirs := "x|" + strings.TrimPrefix(want.Signature, "nrefs:var|")
		if sig, err := score.ParseSignature("x", theirs); err != nil || !contains(m.Columns()[0].Signature, sig) {
			t.Errorf("%s: the signature %v lacks something of sacreBLEU's %s (%v)", text, m.Columns()[0].Signature, want.Signature, err)
		}
		checkPool(t, in, m, sample)
	}
	if tried < 6 {
		t.Errorf("only %d settings", tried)
	}
}

// CheckNumHG compares the counts of all headlines of NumHG, and their value.
func CheckNumHG(t *testing.T, in metric.Info) {
	t.Helper()
	g := read(t)
	var cases []*corpus.Case
	for _, a := range shared.NumHG(t) {
		words := strings.FieldsFunc(a.Text, python.IsSpace)
		lead := strings.Join(words[:min(len(words), 12)], " ")
		cases = append(cases, corpus.NewCase(&corpus.Document{References: []string{a.Headline}}, lead))
	}
	tried := 0
	for text, want := range g.NumHG {
		m, ok := build(t, in, text)
		if !ok {
			continue
		}
		tried++
		sample := scored(t, m, cases)
		h, line := sha256.New(), []byte(nil)
		for i := range cases {
			line = line[:0]
			for _, c := range sample.Counts {
				line = append(strconv.AppendFloat(line, c.At(i), 'f', -1, 64), ' ')
			}
			h.Write(line)
		}
		if got := hex.EncodeToString(h.Sum(nil)); got != want.SHA256 {
			t.Errorf("%s: the counts of NumHG are not sacreBLEU's", text)
		}
		checkCorpus(t, text, sample, want.Corpus)
	}
	if tried < 6 {
		t.Errorf("%d settings were tried on NumHG", tried)
	}
}

func read(t *testing.T) (g golden) {
	t.Helper()
	f, err := os.Open("../bleu/testdata/golden.json.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.NewDecoder(z).Decode(&g); err != nil {
		t.Fatal(err)
	}
	return g
}

// build makes the metric of a spec, if it is of this one.
func build(t *testing.T, in metric.Info, text string) (metric.Metric, bool) {
	t.Helper()
	specs, err := spec.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	if specs[0].Name != in.Name {
		return nil, false
	}
	m, err := in.New(specs[0].Options)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return m, true
}

// scored is what one system gets for the cases.
func scored(t *testing.T, m metric.Metric, cases []*corpus.Case) score.Sample {
	t.Helper()
	table := score.NewTable([]string{"s"}, m.Columns())
	row := make([]float64, score.Width(m.Columns()))
	for _, c := range cases {
		if err := m.Score(context.Background(), c, row); err != nil {
			t.Fatal(err)
		}
		table.Append("", row)
	}
	return table.Samples(0)[0]
}

func checkCorpus(t *testing.T, text string, s score.Sample, want float64) {
	t.Helper()
	if got, _ := s.Value(); !(math.Abs(got-want) <= exact) {
		t.Errorf("%s of the corpus is %v, sacreBLEU says %v", text, got, want)
	}
}

// checkPool looks whether the pool that is read out of the signature is the metric's.
func checkPool(t *testing.T, in metric.Info, m metric.Metric, s score.Sample) {
	t.Helper()
	c := m.Columns()[0]
	pool, err := in.Pool(c.Signature)
	if err != nil {
		t.Errorf("%s: %v", &c, err)
		return
	}
	want, _ := s.Value()
	if s.Pool = pool; strings.Join(pool.Counts, " ") != strings.Join(c.Pool.Counts, " ") {
		t.Errorf("%s: its counts are %v", &c, pool.Counts)
	} else if got, _ := s.Value(); got != want {
		t.Errorf("%s: its pool gives %v in place of %v", &c, got, want)
	}
}

// contains reports whether sig has all settings of part but its version.
func contains(sig, part score.Signature) bool {
	for _, want := range part {
		found := want.Key == "version"
		for _, have := range sig {
			found = found || have == want
		}
		if !found {
			return false
		}
	}
	return true
}
