package evaluate_test

import (
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"

	"hed/corpus"
	"hed/evaluate"
	"hed/metric"
	"hed/score"
)

func TestAppendJSON(t *testing.T) {
	plan := evaluate.Plan{Systems: []string{"a&b", `c"d`}, Metrics: []metric.Selected{{Metric: half{}}}}
	tenth := 0.1
	values := []float64{tenth + 0.2, score.Absent, -1e-300, math.MaxFloat64}
	row := &evaluate.Row{Case: corpus.NewCase(&corpus.Document{ID: "x\n<7>"}, "h", "i"), Values: values}
	text := string(plan.AppendJSON([]byte("before\n"), row))
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
	if got := string(evaluate.AppendError(nil, 12, errors.New(`no "id"`))); got != `{"line":12,"error":"no \"id\""}`+"\n" {
		t.Error(got)
	}
}
