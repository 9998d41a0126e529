package fluency_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"hed/corpus"
	"hed/generate"
	"hed/generate/textrank"
	"hed/generate/tfidf"
	"hed/internal/race"
	"hed/internal/shared"
	"hed/metric/fluency"
	"hed/metric/metrictest"
)

func numHG(t testing.TB) docs {
	t.Helper()
	var d docs
	for i, a := range shared.NumHG(t) {
		d = append(d, &corpus.Document{ID: fmt.Sprint(i + 1), Body: a.Text, References: []string{a.Headline}})
	}
	return d
}

// ofNumHG returns the metric with models of NumHG, which the tests share.
func ofNumHG(t testing.TB, d docs) *fluency.Fitted {
	t.Helper()
	if learnt == nil {
		learnt = fitted(t, fluency.Options{}, d, 2)
	}
	return learnt
}

var learnt *fluency.Fitted

// listers write lists of words, which nobody takes for fluent.
func listers(t *testing.T, d docs) []generate.Generator {
	t.Helper()
	lists, err := tfidf.New(tfidf.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := lists.Fit(t.Context(), d); err != nil {
		t.Fatal(err)
	}
	ranks, err := textrank.NewWords(textrank.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return []generate.Generator{lists, ranks}
}

// The headlines that people wrote are the most fluent, and the curves do to them
// what slor.go says.
func TestNumHG(t *testing.T) {
	race.Skip(t, "it takes too long")
	d := numHG(t)
	sample := d[:300]
	generators := listers(t, sample)
	for _, m := range []*fluency.Fitted{ofNumHG(t, d), fitted(t, fluency.Options{Tags: new(false)}, d, 2)} {
		r := rand.New(rand.NewPCG(1, 2))
		values := make([][]float64, 4) // as written, shuffled, and the lists
		wins := 0
		for _, doc := range sample {
			shuffled := strings.Fields(doc.References[0])
			r.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
			c := corpus.NewCase(doc, doc.References[0], strings.Join(shuffled, " "))
			for _, g := range generators {
				h, err := g.Generate(t.Context(), doc)
				if err != nil {
					t.Fatal(err)
				}
				c.Outputs = append(c.Outputs, corpus.Output{Text: h})
			}
			got := metrictest.Score(t, m, c)
			for i, v := range got {
				values[i] = append(values[i], v)
			}
			if got[0] > got[1] {
				wins++
			}
		}
		var means, medians []float64
		for _, v := range values {
			means = append(means, mean(v))
			slices.Sort(v)
			medians = append(medians, v[len(v)/2])
		}
		t.Logf("%s\nas written, shuffled, tfidf, wtextrank: means %.3f, medians %.3f; the order as written wins %d times of %d",
			m.Columns()[0].String(), means, medians, wins, len(values[0]))
		for i := 1; i < len(means); i++ {
			if means[0] < means[i]+0.2 {
				t.Errorf("headlines as written have %.3f, others %.3f", means[0], means[i])
			}
		}
		if medians[0] < 0.7 || medians[0] > 0.85 || medians[1] < 0.2 || medians[1] > 0.4 || wins < len(sample)*9/10 {
			t.Errorf("the curve does not fit any more: medians %.3f", medians)
		}
	}
}

// By the same model, from a file or fitted, headlines have nearly the same fluency. They were
// 0.057 apart when the unigrams of the file were subtracted, which are not frequencies.
func TestFileOfNumHG(t *testing.T) {
	race.Skip(t, "it takes too long")
	var others, own docs
	all := numHG(t)
	for _, doc := range all {
		if fluency.Fold(doc.ID) == 0 {
			own = append(own, doc)
		} else {
			others = append(others, doc)
		}
	}
	trained, err := fluency.Train(t.Context(), others, "en", 2)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := trained.Write(&b); err != nil {
		t.Fatal(err)
	}
	file := build(t, fluency.Options{LM: write(t, b.String())})
	fit := fitted(t, fluency.Options{Tags: new(bool)}, all, 2)
	var apart, higher []float64
	for _, doc := range own {
		c := corpus.NewCase(doc, doc.References[0])
		a, b := metrictest.Score(t, file, c)[0], metrictest.Score(t, fit, c)[0]
		apart, higher = append(apart, math.Abs(a-b)), append(higher, a-b)
	}
	slices.Sort(apart)
	t.Logf("%d headlines: %.4f apart in the mean, %.4f at most; higher by %.4f from a file", len(own), mean(apart), apart[len(apart)-1], mean(higher))
	if mean(apart) > 0.02 {
		t.Errorf("fluency by a file is %.4f from that by the references", mean(apart))
	}
}

// How fluency goes with how good people find generated headlines, whatever it
// is: quality is more than order, and the ratings are few. The test reports it.
func TestHuman(t *testing.T) {
	data, err := os.ReadFile(shared.File(t, "human/headlines80.json"))
	if err != nil {
		t.Fatal(err)
	}
	var rows []struct {
		Truth     string    `json:"headline_gt"`
		Generated string    `json:"headline_gen"`
		Quality   []float64 `json:"gen_quality"`
	}
	if err := json.Unmarshal(data, &rows); err != nil {
		t.Fatal(err)
	}
	var own docs
	for i, row := range rows {
		own = append(own, &corpus.Document{ID: fmt.Sprint(i + 1), References: []string{row.Truth}})
	}
	for name, m := range map[string]*fluency.Fitted{
		"NumHG": ofNumHG(t, numHG(t)), "their references": fitted(t, fluency.Options{}, own, 2),
	} {
		var values, ratings []float64
		for i, row := range rows {
			values = append(values, metrictest.Score(t, m, corpus.NewCase(own[i], row.Generated))...)
			ratings = append(ratings, mean(row.Quality))
		}
		p, s := pearson(values, ratings), pearson(ranks(values), ranks(ratings))
		t.Logf("%d headlines, models of %s: mean %.3f, Pearson %.3f, Spearman %.3f", len(rows), name, mean(values), p, s)
		if math.IsNaN(p) || math.IsNaN(s) {
			t.Error("no correlation")
		}
	}
}

func mean(x []float64) float64 {
	sum := 0.0
	for _, v := range x {
		sum += v
	}
	return sum / float64(len(x))
}

func pearson(x, y []float64) float64 {
	mx, my := mean(x), mean(y)
	var xy, xx, yy float64
	for i := range x {
		xy += (x[i] - mx) * (y[i] - my)
		xx += (x[i] - mx) * (x[i] - mx)
		yy += (y[i] - my) * (y[i] - my)
	}
	return xy / math.Sqrt(xx*yy)
}

// ranks gives equal values the mean of their ranks.
func ranks(x []float64) []float64 {
	order := make([]int, len(x))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(x[a], x[b]) })
	out := make([]float64, len(x))
	for i := 0; i < len(order); {
		j := i
		for j < len(order) && x[order[j]] == x[order[i]] {
			j++
		}
		for _, k := range order[i:j] {
			out[k] = float64(i+j-1) / 2
		}
		i = j
	}
	return out
}
