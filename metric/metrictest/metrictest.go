// Package metrictest checks that a metric keeps the contract of
// metric.Metric. The test of every metric package calls Run and Signatures.
package metrictest

import (
	"context"
	"fmt"
	"iter"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"

	"hed/corpus"
	"hed/metric"
	"hed/score"
	"hed/spec"
)

// Items are what Run scores: ordinary headlines and the odd ones that
// break metrics.
func Items() []*corpus.Case {
	article := "The council voted 12 to 3 on Tuesday to close the old harbour bridge. Repairs would cost $4.5 million, the mayor said. A ferry will run every 20 minutes until 2031."
	texts := func(s ...string) []string { return s }
	items := []*corpus.Case{
		corpus.NewCase(&corpus.Document{ID: "plain", References: texts("Council votes to close harbour bridge")},
			"Council closes bridge", "Old harbour bridge to close after vote", "Ferry runs"),
		corpus.NewCase(&corpus.Document{ID: "several", References: texts("Bridge closes", "Harbour bridge shut by council vote", "")},
			"Council votes bridge shut", "Bridge bridge bridge closes"),
		corpus.NewCase(&corpus.Document{ID: "empty", References: texts("")}, "", "Bridge closes", " \t"),
		corpus.NewCase(&corpus.Document{ID: "symbols", References: texts("?! … -- ''")}, "...", "“”", "🙂"),
		corpus.NewCase(&corpus.Document{ID: "numbers", References: texts("12-3 vote shuts $4.5M bridge")},
			"Vote of 12 to 3 shuts bridge worth $4.5 million"),
		corpus.NewCase(&corpus.Document{ID: "unicode", References: texts("Città chiude il ponte; già 12 voti")},
			"La città chiude il ponte", "日本 橋 閉鎖", "e\u0301 \u200b İK"),
		corpus.NewCase(&corpus.Document{ID: "lines", References: texts("Bridge closes.\nFerry runs until 2031.")},
			"Ferry runs.\nBridge closes.", "\n\n"),
		corpus.NewCase(&corpus.Document{ID: "long", References: texts(strings.Repeat(article+" ", 3))},
			article, strings.Repeat("bridge ", 200)),
	}
	for _, it := range items {
		it.Doc.Body = article
	}
	return items
}

// Reader serves the documents of items, for metrics that must be fitted.
type Reader []*corpus.Case

// Documents implements corpus.Reader.
func (r Reader) Documents(context.Context) iter.Seq2[*corpus.Document, error] {
	return func(yield func(*corpus.Document, error) bool) {
		for _, it := range r {
			if !yield(it.Doc, nil) {
				return
			}
		}
	}
}

// Run checks m, fitting it first if it wants to be fitted.
func Run(t *testing.T, m metric.Metric) {
	t.Helper()
	items := Items()
	if f, ok := m.(metric.Fitter); ok {
		if err := f.Fit(context.Background(), Reader(items), 2); err != nil {
			t.Fatalf("Fit: %v", err)
		}
	}
	checkColumns(t, m.Columns())
	want := make([][]float64, len(items))
	for i, it := range items {
		want[i] = Score(t, m, it)
		checkRange(t, m.Columns(), it, want[i])
	}
	t.Run("headlines do not see each other", func(t *testing.T) {
		width := score.Width(m.Columns())
		for i, it := range items {
			for h, text := range it.Headlines() {
				one := Score(t, m, corpus.NewCase(it.Doc, text))
				compare(t, m, it.Doc.ID, one, want[i][h*width:(h+1)*width])
			}
		}
	})
	t.Run("order does not matter", func(t *testing.T) {
		for i, it := range slices.Backward(items) {
			compare(t, m, it.Doc.ID, Score(t, m, it), want[i])
		}
	})
	t.Run("concurrent use", func(t *testing.T) {
		var wg sync.WaitGroup
		for range 4 {
			wg.Go(func() {
				for i, it := range items {
					compare(t, m, it.Doc.ID, Score(t, m, it), want[i])
				}
			})
		}
		wg.Wait()
	})
	if b, ok := m.(metric.Batcher); ok {
		t.Run("batches do not matter", func(t *testing.T) { checkBatches(t, m, b, items, want) })
	}
}

// checkBatches compares batches of several sizes, in which a case has others beside it
// each time, with the cases one by one.
func checkBatches(t *testing.T, m metric.Metric, b metric.Batcher, items []*corpus.Case, want [][]float64) {
	for _, size := range []int{1, 7, 32} {
		for at := 0; at < 40; at += size {
			var batch []*corpus.Case
			var alone []float64
			for i := at; i < at+size; i++ {
				k := (5*i + i/len(items)) % len(items)
				batch, alone = append(batch, items[k]), append(alone, want[k]...)
			}
			got := slices.Repeat([]float64{-12345}, len(alone))
			if err := b.ScoreBatch(context.Background(), batch, got); err != nil {
				t.Fatal(err)
			}
			compare(t, m, fmt.Sprintf("a batch of %d", size), got, alone)
		}
	}
}

// Score scores one item into memory that holds something else already.
func Score(t *testing.T, m metric.Metric, it *corpus.Case) []float64 {
	t.Helper()
	out := slices.Repeat([]float64{-12345}, len(it.Outputs)*score.Width(m.Columns()))
	if err := m.Score(context.Background(), it, out); err != nil {
		t.Errorf("%s: %v", it.Doc.ID, err)
	}
	return out
}

func checkColumns(t *testing.T, cols []score.Column) {
	t.Helper()
	seen := map[string]bool{}
	for _, c := range cols {
		if c.Name == "" || c.Metric == "" || c.Title == "" || c.Topic == "" || c.Doc == "" || c.Assume == "" || len(c.Signature) == 0 {
			t.Errorf("column %+v lacks something", c)
		}
		if seen[c.Name] {
			t.Errorf("two columns named %s", c.Name)
		}
		seen[c.Name] = true
		if c.Better == score.Unknown {
			t.Errorf("column %s does not say which way is better", c.Name)
		}
		if !(c.Low < c.High) {
			t.Errorf("column %s has the range [%v,%v]", c.Name, c.Low, c.High)
		}
	}
}

// checkRange refuses values outside the column's range and infinities, and counts that
// are not there where the value is.
func checkRange(t *testing.T, cols []score.Column, it *corpus.Case, values []float64) {
	t.Helper()
	width := score.Width(cols)
	for h, headline := range it.Headlines() {
		row := values[h*width : (h+1)*width]
		counts := row[len(cols):]
		for i, c := range cols {
			v := row[i]
			if v < c.Low || v > c.High || math.IsInf(v, 0) {
				t.Errorf("%s, headline %q: %s is %v, outside [%v,%v]", it.Doc.ID, headline, c.Name, v, c.Low, c.High)
			}
			if c.Pool == nil {
				continue
			}
			for k, name := range c.Pool.Counts {
				if score.IsAbsent(counts[k]) != score.IsAbsent(v) || math.IsInf(counts[k], 0) {
					t.Errorf("%s, headline %q: %s is %v, and its count %s %v", it.Doc.ID, headline, c.Name, v, name, counts[k])
				}
			}
			counts = counts[len(c.Pool.Counts):]
		}
	}
}

func compare(t *testing.T, m metric.Metric, doc string, got, want []float64) {
	t.Helper()
	width := score.Width(m.Columns())
	for i := range want {
		if math.Float64bits(got[i]) != math.Float64bits(want[i]) {
			t.Errorf("%s: %s was %v and now is %v", doc, nameOf(m, i%width), want[i], got[i])
		}
	}
}

// nameOf is what value i of a headline is called.
func nameOf(m metric.Metric, i int) string {
	if cols := m.Columns(); i < len(cols) {
		return cols[i].Name
	}
	return "a count"
}

// Signatures checks that a signature names everything which changes a
// number: over all combinations of the given values, columns with the same
// signature have the same values. There must be at least two values for
// each option that the metric has, so a new option cannot be forgotten.
// Combinations that the metric refuses are passed over.
func Signatures(t *testing.T, in metric.Info, values map[string][]string) {
	t.Helper()
	for _, o := range spec.Options(in.Options) {
		if len(values[o.Name]) < 2 {
			t.Fatalf("option %s: want at least two values to try", o.Name)
		}
	}
	type seen struct{ spec, numbers string }
	bySignature := map[string]seen{}
	tried := 0
	for spec := range combinations(in, values) {
		m, err := in.New(spec.Options)
		if err != nil {
			continue
		}
		tried++
		for name, numbers := range numbersOf(t, m) {
			if prev, ok := bySignature[name]; !ok {
				bySignature[name] = seen{spec.String(), numbers}
			} else if prev.numbers != numbers {
				t.Errorf("%s and %s give different numbers under one signature, %s", prev.spec, spec, name)
			}
		}
	}
	t.Logf("%d combinations, %d signatures", tried, len(bySignature))
	if len(bySignature) < 2 {
		t.Error("nothing was compared")
	}
}

// numbersOf returns the values of each column over all items, by signature.
func numbersOf(t *testing.T, m metric.Metric) map[string]string {
	t.Helper()
	items := Items()
	if f, ok := m.(metric.Fitter); ok {
		if err := f.Fit(context.Background(), Reader(items), 2); err != nil {
			t.Fatalf("Fit: %v", err)
		}
	}
	cols := m.Columns()
	out := map[string]string{}
	for _, it := range items {
		for i, v := range Score(t, m, it) {
			if c := i % score.Width(cols); c < len(cols) {
				out[cols[c].String()] += fmt.Sprintf("%x ", math.Float64bits(v))
			}
		}
	}
	return out
}

// combinations yields specs with every choice of values; "" leaves the
// option out.
func combinations(in metric.Info, values map[string][]string) func(func(spec.Spec) bool) {
	return func(yield func(spec.Spec) bool) {
		options := spec.Options(in.Options)
		var try func(i int, chosen map[string]string) bool
		try = func(i int, chosen map[string]string) bool {
			if i == len(options) {
				sp := spec.Spec{Name: in.Name, Options: map[string]string{}}
				for k, v := range chosen {
					if v != "" {
						sp.Options[k] = v
					}
				}
				return yield(sp)
			}
			for _, v := range values[options[i].Name] {
				chosen[options[i].Name] = v
				if !try(i+1, chosen) {
					return false
				}
			}
			return true
		}
		try(0, map[string]string{})
	}
}
