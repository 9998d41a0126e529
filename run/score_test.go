package run_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"hed/corpus/input"
	"hed/evaluate"
	"hed/metric"
	"hed/metric/all"
	"hed/run"
)

func write(t *testing.T, name, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestScore(t *testing.T) {
	metrics, _, err := all.Metrics.Choose("rouge:types=1", metric.References, nil)
	if err != nil {
		t.Fatal(err)
	}
	var kinds []run.Kind
	o := run.Options{
		Paths:   &input.Paths{Refs: []string{write(t, "gold.txt", "Fire at mill\nStorm hits coast\n")}},
		Systems: []run.System{{Name: "hyp", File: write(t, "hyp.txt", "Fire at mill\n\n")}},
		Plan:    evaluate.Plan{Metrics: metrics}, Seed: 1, Workers: 2,
		Tell: func(e run.Event) { kinds = append(kinds, e.Kind) },
	}
	var rows []string
	scores, err := run.Score(t.Context(), o, func(doc, system string, values []float64) error {
		rows = append(rows, doc)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(rows, []string{"1", "2"}) || scores.Documents != 2 || len(scores.Columns) != 3 {
		t.Errorf("rows %v, %+v", rows, scores)
	}
	means, err := scores.Means(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	f := means.Metrics[2]
	if f.Name != "rouge1_f" || f.Mean != 0.5 || f.Low >= f.Mean || means.N != 2 || len(means.Table().Rows) != 3 {
		t.Errorf("got %+v", means)
	}
	for _, want := range []run.Kind{run.Begun, run.Scored, run.Warning, run.Doing} { // a headline is empty
		if !slices.Contains(kinds, want) {
			t.Errorf("nothing was told of %v; got %v", want, kinds)
		}
	}
}
