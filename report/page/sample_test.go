package page_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"hed/analysis"
	"hed/internal/sample"
	"hed/report/page"
	"hed/score"
	"hed/stat"
)

// columns are like those of an evaluation: bounded and not, higher and
// lower, and one that says nothing.
var columns = []score.Column{
	{Name: "rouge1_r", Metric: "rouge", Doc: "words of the reference that the headline has", Better: score.Higher, High: 1, Signature: score.Signature{{Key: "profile", Value: "hevas"}, {Key: "stem", Value: "no"}}},
	{Name: "rouge2_r", Metric: "rouge", Doc: "pairs of words of the reference that the headline has", Better: score.Higher, High: 1},
	{Name: "rougeSU_r", Metric: "rouge", Doc: "words and pairs with gaps", Better: score.Higher, High: 1},
	{Name: "rougeWSU_r", Metric: "rouge", Doc: "words and pairs with gaps, weighted", Better: score.Higher, High: 1},
	{Name: "kl_c", Metric: "kl", Doc: "closeness of its words to those of the article", Better: score.Higher, High: 1},
	{Name: "kl_s", Metric: "kl", Doc: "closeness of its words to those of the references", Better: score.Higher, High: 1},
	{Name: "lda_c", Metric: "lda", Doc: "closeness of its topics to those of the article", Better: score.Higher, High: 1},
	{Name: "lda_s", Metric: "lda", Doc: "closeness of its topics to those of the references", Better: score.Higher, High: 1},
	{Name: "lsi_c", Metric: "lsi", Doc: "cosine with the article in latent space", Better: score.Higher, High: 1},
	{Name: "lsi_s", Metric: "lsi", Doc: "cosine with the references in latent space", Better: score.Higher, High: 1},
	{Name: "we_c", Metric: "we", Doc: "cosine of word vectors with the article", Better: score.Higher, High: 1},
	{Name: "we_s", Metric: "we", Doc: "cosine of word vectors with the references", Better: score.Higher, High: 1},
	{Name: "pnr", Metric: "readability", Doc: "share of proper nouns", Better: score.Higher, High: 1},
	{Name: "nr", Metric: "readability", Doc: "share of other nouns", Better: score.Lower, High: 1},
	{Name: "pr", Metric: "readability", Doc: "share of pronouns", Better: score.Lower, High: 1},
	{Name: "fog", Metric: "readability", Doc: "Gunning fog index", Better: score.Lower, High: math.Inf(1), Full: 20},
	{Name: "awl", Metric: "readability", Doc: "letters a word", Better: score.Lower, High: math.Inf(1), Full: 12},
	{Name: "words", Metric: "length", Doc: "words of the headline", Better: score.Unknown, High: math.Inf(1)},
}

// examples are the articles of the demo with made-up scores. Each system
// has a level of its own, so that there is something to find.
func examples(t testing.TB, systems []string) []*page.Example {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 2))
	lines := func(name string) []string {
		b, err := fs.ReadFile(sample.English, name)
		if err != nil {
			t.Fatal(err)
		}
		return strings.Split(strings.TrimSuffix(string(b), "\n"), "\n")
	}
	headlines := map[string][]string{}
	for _, s := range sample.English.Systems {
		headlines[s] = lines(s + ".txt")
	}
	var out []*page.Example
	for i, line := range lines("articles.jsonl") {
		var doc struct {
			ID, Text, Source, Date string
			References             []string
		}
		if err := json.Unmarshal([]byte(line), &doc); err != nil {
			t.Fatal(err)
		}
		ex := &page.Example{ID: doc.ID, Source: doc.Source, Date: doc.Date, Article: doc.Text, References: doc.References}
		for s, name := range systems {
			headline := strings.Join(strings.Fields(doc.Text)[:9], " ")
			if own, ok := headlines[name]; ok {
				headline = own[i]
			}
			ex.Headlines = append(ex.Headlines, headline)
			ex.Scores = append(ex.Scores, scores(rng, s))
		}
		out = append(out, ex)
	}
	return out
}

func scores(rng *rand.Rand, system int) []float64 {
	row := make([]float64, len(columns))
	for c, col := range columns {
		quality := 0.6 - 0.07*float64(system) + 0.25*(rng.Float64()-0.5)
		v := max(quality, 0)
		if col.Better == score.Lower {
			v = 1 - v
		}
		if math.IsInf(col.High, 1) {
			v *= 10
		}
		if rng.IntN(40) == 0 {
			v = score.Absent
		}
		row[c] = v
	}
	return row
}

// newRun analyses the examples, whose systems must be in order of rank.
func newRun(t testing.TB, systems []string, examples []*page.Example) *page.Run {
	t.Helper()
	table := score.NewTable(systems, columns)
	for d, ex := range examples {
		table.Append(strconv.Itoa(d), slices.Concat(ex.Scores...))
	}
	found, err := analysis.Of(t.Context(), table, analysis.Options{Test: analysis.HEvAS, Intervals: stat.Resampling{Resamples: 50, Level: 0.95}, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	r := &page.Run{
		Title: "Sample of headlines", Version: "0.2.0", Found: found, Seed: 1,
		Settings: []page.Setting{{Key: "bootstrap", Value: "1000"}, {Key: "format", Value: "jsonl"}, {Key: "metric", Value: "rouge:types=1/2/L, readability"}, {Key: "overall", Value: "unit"}},
		Inputs:   []page.Input{{Role: "docs", Name: "articles.jsonl", SHA256: strings.Repeat("1f5fc7e2", 8)}},
		Command:  "hed eval --docs articles.jsonl --system polished=polished.txt --out results",
		Warnings: []string{"careless: 1 headline of 30 is empty", "pnr, nr: no tagger for 6 documents in Italian"},
	}
	for s, name := range systems {
		if found.Systems[s].Name != name {
			t.Fatalf("system %d by rank is %s, want %s", s, found.Systems[s].Name, name)
		}
		if s < 3 {
			r.Inputs = append(r.Inputs, page.Input{Role: "system", System: name, Name: name + ".txt", SHA256: strings.Repeat("4c01818f", 8)})
		}
	}
	if len(systems) > 1 {
		found.Tests[0].Pairs[0].Warnings = []error{errors.New("3 of 30 differences are zero")}
	}
	for _, kind := range []string{"bar", "box"} {
		for c, col := range columns[:3] {
			r.Charts = append(r.Charts, page.Chart{Kind: kind, File: kind + "_" + col.Name + ".svg", Title: col.Doc + " by system", SVG: svg(found, c)})
		}
	}
	return r
}

// svg draws bars, enough to see how a chart looks in the page.
func svg(a *analysis.Analysis, c int) []byte {
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 340 %d"><script>alert(1)</script>`, 20*len(a.Systems)+10)
	for i, s := range a.Systems {
		fmt.Fprintf(&b, `<rect x="60" y="%d" width="%.0f" height="14" fill="#0072B2"/>`, 5+20*i, 300*min(s.Means[c].Mean, 1))
	}
	b.WriteString("</svg>")
	return []byte(b.String())
}

func sequence(list []*page.Example) iter.Seq2[*page.Example, error] {
	return func(yield func(*page.Example, error) bool) {
		for _, ex := range list {
			if !yield(ex, nil) {
				return
			}
		}
	}
}

var eight = slices.Concat(sample.English.Systems, []string{"first", "random", "tfidf", "wtextrank", "stextrank"})
