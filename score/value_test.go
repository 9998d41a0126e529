package score_test

import (
	"encoding/json"
	"testing"

	"hed/score"
)

func TestValueInJSON(t *testing.T) {
	got, err := json.Marshal(map[string]score.Value{"a": score.Value(score.Absent), "b": 0, "c": 0.1, "d": 1e21})
	if want := `{"a":null,"b":0,"c":0.1,"d":1e+21}`; err != nil || string(got) != want {
		t.Errorf("got %s, %v; want %s", got, err, want)
	}
}

func TestF1(t *testing.T) {
	for _, c := range []struct {
		right, said, there int
		want               float64
	}{
		{3, 4, 6, 0.6}, {0, 4, 6, 0}, {0, 0, 2, 0}, {5, 5, 5, 1}, {0, 0, 0, score.Absent},
	} {
		got := score.F1(c.right, c.said, c.there)
		if got != c.want && !(score.IsAbsent(got) && score.IsAbsent(c.want)) {
			t.Errorf("%+v: got %v", c, got)
		}
	}
}
