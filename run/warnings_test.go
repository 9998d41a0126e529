package run

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"hed/evaluate"
	"hed/metric"
	"hed/score"
)

type column struct{ metric.Metric }

func (column) Columns() []score.Column { return []score.Column{{Name: "rouge1_f", Metric: "rouge"}} }

// What a metric could not score is said once for each reason, and not a second time as
// values that lack for no reason.
func TestFailureWarnings(t *testing.T) {
	job := &evaluate.Job{Plan: evaluate.Plan{Systems: []string{"a", "b"}, Metrics: []metric.Selected{{Metric: column{}, Info: metric.Info{Name: "rouge"}}}}}
	got := Warnings(job, &evaluate.Summary{
		Docs: 10, Absent: map[string]int{"rouge1_f": 5},
		Failures: []evaluate.Failures{
			{Failure: evaluate.Failure{Metric: "rouge", System: "a", Document: "d1", Reason: "too long"}, Headlines: 2},
			{Failure: evaluate.Failure{Metric: "rouge", Document: "d7", Reason: "it took longer than 1m0s"}, Headlines: 2},
			{Failure: evaluate.Failure{Metric: "rouge", System: "b", Document: "d9", Reason: "too odd"}, Headlines: 1, OtherReason: true},
		},
	})
	want := []string{
		"rouge: 2 headlines could not be scored, first that of a for document d1: too long",
		"rouge: 2 headlines could not be scored, first those for document d7: it took longer than 1m0s",
		"rouge: 1 headline could not be scored, first that of b for document d9, for other reasons: too odd",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}
