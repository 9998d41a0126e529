package study_test

import (
	"testing"
	"time"

	"hed/study"
)

// What a model did spares people no case, settles none, and is not given to others when it lies; and a model gets no
// cases as people do.
func TestModelsDoNotCount(t *testing.T) {
	p, _ := study.Builtin("suitability")
	s := &study.Study{Protocol: p, Systems: []string{"a", "b"}, Forms: [][]int{{0, 1}}, Numbers: study.Numbers{Cases: 2, Forms: 1, Judges: 1, PerJudge: 1, Timeout: 10}}
	b := &study.Board{
		Judges: []study.Judge{{ID: "j001", State: study.Active}, {ID: "m002", State: study.Active}},
		Tasks: []study.Task{
			{Judge: "m002", Case: 0, State: study.Finished, Given: noon, Done: noon},
			{Judge: "m002", Case: 1, Position: 1, State: study.Open, Given: noon.Add(-time.Hour)},
		},
	}
	for i, v := range s.Verdicts(b, 2) {
		if v.Settled || v.Judges != nil {
			t.Errorf("case %d: %+v", i, v)
		}
	}
	changed, rest := s.Next(b, "j001", noon)
	if rest != study.Busy || len(changed) != 2 || changed[0].Judge != "j001" || changed[1].Judge != "j001" {
		t.Errorf("got %+v, %s", changed, rest)
	}
	if changed, rest := s.Next(b, "m002", noon); rest != study.Over || changed != nil {
		t.Errorf("the model gets %+v, %s", changed, rest)
	}
}
