package report_test

import (
	"strings"
	"testing"

	"hed/report"
	"hed/style/experiment"
)

// TestPrintExperiment: below the table people read the expectations in words, a claim once for all that is said of it. Programs
// get the table alone.
func TestPrintExperiment(t *testing.T) {
	r := &experiment.Results{Papers: [2]string{"A", "B"}, Inits: []string{"from nothing"}, Seed: 1, Resamples: 100}
	for _, train := range []string{experiment.TrainD, experiment.TrainM} {
		gold, in := experiment.Set{Train: train, Headlines: experiment.Gold}, experiment.Set{Train: train, Headlines: experiment.In, Init: "from nothing"}
		for i := range 20 {
			it := experiment.Item{ID: string(rune('a' + i)), Paper: i % 2, Judged: i % 2}
			gold.Items, in.Items = append(gold.Items, it), append(in.Items, it)
		}
		r.Sets = append(r.Sets, gold, in)
	}
	x := &report.Experiment{Results: r}
	var err error
	if x.Rows, err = r.Rows(t.Context()); err != nil {
		t.Fatal(err)
	}
	if x.Expectations, err = r.Expect(t.Context()); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := x.Print(&report.Printer{W: &b, As: "text"}); err != nil {
		t.Fatal(err)
	}
	claim := "\nE1: generated headlines are told apart better than by chance\n  setting 1, from nothing: this holds, accuracy 1.000 ["
	if text := b.String(); !strings.Contains(text, claim) || strings.Count(text, "E1: ") != 2 || !strings.Contains(text, "\n  setting 2, from nothing: this holds") || !strings.HasPrefix(text, "judge ") {
		t.Errorf("got\n%s", text)
	}
	b.Reset()
	if err := x.Print(&report.Printer{W: &b, As: "csv"}); err != nil || strings.Count(b.String(), "\n") != 5 {
		t.Errorf("got %v and\n%s", err, b.String())
	}
}
