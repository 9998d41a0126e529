package main

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"hed/store"
	"hed/study"
)

// What judges say of themselves is no answer of the study, in the head or in their rows.
func TestStudyStatus(t *testing.T) {
	dir := t.TempDir()
	writeNews(t, dir, 8)
	runHed(t, dir, 0, "study", "new", "--docs", "news.jsonl", "--system", "a=a.txt", "--protocol", "suitability", "--cases", "2", "--forms", "1", "--background", "--store", "s.db")
	name := filepath.Join(dir, "s.db")
	st, err := store.Open(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	event := study.Event{At: time.Unix(0, 0), What: "invited"}
	if _, err := st.AddJudges(t.Context(), [][32]byte{{1}}, event); err != nil {
		t.Fatal(err)
	}
	if err := st.Assign(t.Context(), func(*study.Board) ([]study.Task, error) {
		return []study.Task{{Judge: "j001", State: study.Open}}, nil
	}); err != nil {
		t.Fatal(err)
	}
	for _, a := range []study.Answer{
		{Case: study.About, Question: "age", Value: "25-39"}, {Case: study.About, Question: study.AboutClosed, Value: "yes"},
		{Question: "correct.A", Value: "no"}, {Question: "correct.A", Value: "yes"}, {Question: "correct.B", Value: "no"},
	} {
		a.Judge, a.ID = "j001", a.Question+a.Value
		if _, err := st.Save(t.Context(), a, time.Unix(60, 0), nil); err != nil {
			t.Fatal(err)
		}
	}
	stdout, stderr, code := command(t, "study", "status", "--store", name)
	want := "Headlines and their articles (suitability) takes answers: 0 of 2 cases complete, 2 answers of 1 judge\n" +
		"judge  state   given  finished  answers  seen\n" +
		"j001   active      1         0        2  1970-01-01T00:01:00Z\n"
	if d := cmp.Diff(want, stdout); d != "" || code != 0 {
		t.Errorf("%s%s", d, stderr)
	}
}
