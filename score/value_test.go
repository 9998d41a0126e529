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

func TestShare(t *testing.T) {
	if got := score.Share(1, 4); got != 0.25 {
		t.Errorf("got %v", got)
	}
	if got := score.Share(0, 0); !score.IsAbsent(float64(got)) {
		t.Errorf("of nothing: %v", got)
	}
}
