package evaluate_test

import (
	"context"
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"hed/corpus"
	"hed/evaluate"
	"hed/metric"
	"hed/score"
	"hed/spec"
)

func TestWire(t *testing.T) {
	plan := evaluate.Plan{Systems: []string{"a&b", `c"d`}, Metrics: []metric.Selected{{Metric: half{}}}}
	tenth := 0.1
	values := []float64{tenth + 0.2, score.Absent, -1e-300, math.MaxFloat64}
	row := &evaluate.Row{Case: corpus.NewCase(&corpus.Document{ID: "x\n<7>"}, "h", "i"), Values: values}
	for i, name := range plan.Systems {
		row.Outputs[i].System = name
	}
	text := string(plan.Wire().AppendRow([]byte("before\n"), row))
	if want := `{"id":"x\n<7>","system":"a&b","scores":{"always":0.30000000000000004,"half":null}}`; !strings.Contains(text, want) {
		t.Errorf("got %s\nwant %s", text, want)
	}
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")[1:]
	for i, line := range lines {
		var got struct {
			ID, System string
			Scores     map[string]*float64
		}
		if err := json.Unmarshal([]byte(line), &got); err != nil {
			t.Fatal(err)
		}
		if got.ID != row.Doc.ID || got.System != plan.Systems[i] || len(got.Scores) != 2 {
			t.Errorf("%+v", got)
		}
		for c, name := range []string{"always", "half"} {
			v := values[2*i+c]
			if p := got.Scores[name]; score.IsAbsent(v) != (p == nil) || p != nil && *p != v {
				t.Errorf("%s of %s: %v became %v", name, got.System, v, p)
			}
		}
	}
	if got := string(evaluate.AppendError(nil, &corpus.SyntaxError{File: "f", Line: 12, Msg: `no "id"`})); got != `{"line":12,"error":"no \"id\""}`+"\n" {
		t.Error(got)
	}
}

// pooling is a metric with a pooled column between others.
type pooling struct{ metric.Metric }

func (pooling) Columns() []score.Column {
	return []score.Column{{Name: "first"}, {Name: "share", Pool: &score.Pool{Counts: []string{"all", "part"}}}, {Name: "last"}}
}

// Score gives the values 1 to 3 and the counts 4 and 5, and tens of it for the second headline.
func (pooling) Score(_ context.Context, c *corpus.Case, out []float64) error {
	for i := range out {
		out[i] = math.Pow10(i/5) * float64(i%5+1)
	}
	return nil
}

// A row has the counts of all metrics after all columns, for each system.
func TestCounts(t *testing.T) {
	plan := evaluate.Plan{Systems: []string{"s", "t"}, Metrics: []metric.Selected{
		{Metric: pooling{}}, {Metric: pooling{}, Spec: spec.Spec{As: "x"}},
	}}
	scorer, err := plan.Fit(t.Context(), nil, nil, 1)
	if err != nil {
		t.Fatal(err)
	}
	c := corpus.NewCase(&corpus.Document{ID: "7"}, "h", "i")
	row := &evaluate.Row{Case: c, Values: make([]float64, plan.Width())}
	if _, err := scorer.Score(t.Context(), []*corpus.Case{c}, row.Values); err != nil {
		t.Fatal(err)
	}
	want := []float64{1, 2, 3, 1, 2, 3, 4, 5, 4, 5, 10, 20, 30, 10, 20, 30, 40, 50, 40, 50}
	if !slices.Equal(row.Values, want) {
		t.Errorf("got %v, want %v", row.Values, want)
	}
	text := string(plan.Wire().AppendRow(nil, row))
	if want := `"x.last":30},"counts":{"share":[40,50],"x.share":[40,50]}}` + "\n"; !strings.HasSuffix(text, want) {
		t.Errorf("got %s\nwant %s at the end", text, want)
	}
}
