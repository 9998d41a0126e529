package all_test

import (
	"context"
	"maps"
	"slices"
	"strings"
	"testing"

	"hed/corpus"
	corpora "hed/corpus/all"
	"hed/generate/all"
	"hed/generate/generatetest"
	"hed/internal/race"
	"hed/internal/shared"
	metrics "hed/metric/all"
	"hed/score"
	"hed/spec"
)

// TestBeginning shows on real news what everyone finds: the beginning of
// an article is a better headline than another part, and the best words do
// not make its phrases.
func TestBeginning(t *testing.T) {
	race.Skip(t, "it takes too long")
	r, err := corpora.Documents(corpus.File(shared.File(t, "wikinews/wikinews_2019.jsonl")), "", corpus.Options{})
	if err != nil {
		t.Fatal(err)
	}
	means := map[string]map[string]float64{}
	docs := documents(t, r)
	for _, list := range []string{"rouge:profile=hevas", "rouge"} {
		for system, columns := range meansOf(t, docs, list) {
			if means[system] == nil {
				means[system] = map[string]float64{}
			}
			for column, mean := range columns {
				if strings.HasSuffix(column, "_r") {
					means[system][list+" "+column] = mean
				}
			}
		}
	}
	columns := slices.Sorted(maps.Keys(means["first"]))
	if len(columns) != 8 {
		t.Fatalf("got the columns %v, want four recalls of two profiles", columns)
	}
	for _, c := range columns {
		t.Logf("%-30s first %.4f random %.4f tfidf %.4f wtextrank %.4f stextrank %.4f", c,
			means["first"][c], means["random"][c], means["tfidf"][c], means["wtextrank"][c], means["stextrank"][c])
		if !(means["first"][c] > means["random"][c]) {
			t.Errorf("%s: first has %v and random %v", c, means["first"][c], means["random"][c])
		}
		if strings.Contains(c, "rouge2") && !(means["first"][c] > means["tfidf"][c]) {
			t.Errorf("%s: first has %v and tfidf %v", c, means["first"][c], means["tfidf"][c])
		}
	}
}

// meansOf scores the headlines of all generators. The keys are the system and
// the column.
func meansOf(t *testing.T, docs []*corpus.Document, metricList string) map[string]map[string]float64 {
	t.Helper()
	specs, err := spec.Parse(metricList)
	if err != nil {
		t.Fatal(err)
	}
	built, _, err := metrics.Metrics.Build(specs)
	if err != nil {
		t.Fatal(err)
	}
	columns := built[0].Columns()
	out := map[string]map[string]float64{}
	for _, in := range all.Generators.Infos() {
		g := build(t, []spec.Spec{{Name: in.Name}}, 1)[0]
		generatetest.Fit(t, g.Generator, docs)
		sums := make([]score.Mean, len(columns))
		values := make([]float64, len(columns))
		for _, d := range docs {
			c := corpus.NewCase(d, generatetest.Headline(t, g, d))
			if err := built[0].Score(t.Context(), c, values); err != nil {
				t.Fatal(err)
			}
			for i, v := range values {
				sums[i].Add(v)
			}
		}
		out[g.Name] = map[string]float64{}
		for i, c := range columns {
			out[g.Name][c.Name] = sums[i].Value()
		}
	}
	return out
}

// BenchmarkNumHG writes headlines for the 10,495 articles of NumHG.
func BenchmarkNumHG(b *testing.B) {
	r, err := corpora.Documents(corpus.File(shared.File(b, "numhg/annotated.csv.gz")), "numhg", corpus.Options{})
	if err != nil {
		b.Fatal(err)
	}
	docs := documents(b, r)
	for _, in := range all.Generators.Infos() {
		b.Run(in.Name, func(b *testing.B) {
			for b.Loop() {
				g := build(b, []spec.Spec{{Name: in.Name}}, 1)[0]
				generatetest.Fit(b, g.Generator, docs)
				for _, d := range docs {
					if _, err := g.Generate(context.Background(), d); err != nil {
						b.Fatal(err)
					}
				}
			}
		})
	}
}
