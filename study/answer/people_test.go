package answer_test

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"net/http"

	"hed/generate/remote/remotetest"
	"hed/study"
	"hed/study/answer"
)

// A model that answered by a clock which is ahead does not move the times of people who answer after it.
func TestClock(t *testing.T) {
	st := made(t, filepath.Join(t.TempDir(), "study.db"), "suitability", 3, func(s *study.Study, _ []study.Case) {
		s.Protocol.Steps = s.Protocol.Steps[:1]
		s.Protocol.Steps[0].Questions = s.Protocol.Steps[0].Questions[:1]
		s.Protocol.Attention = nil
	})
	s := remotetest.New(t, always)
	if _, err := answer.Run(t.Context(), st, model(t, "", s, ""), answer.Options{Now: func() time.Time { return now.Add(time.Hour) }}); err != nil {
		t.Fatal(err)
	}
	tokens, err := study.Invite(t.Context(), st, 1, "test", now)
	if err != nil {
		t.Fatal(err)
	}
	clock := now
	desk := study.NewDesk(st, func() time.Time { return clock })
	j, err := desk.Judge(t.Context(), tokens[0])
	if err != nil {
		t.Fatal(err)
	}
	if err := desk.CloseAbout(t.Context(), j); err != nil {
		t.Fatal(err)
	}
	w, err := desk.Work(t.Context(), j)
	if err != nil {
		t.Fatal(err)
	}
	for k, v := range map[string]string{"correct.A": "yes", "correct.B": "no", "correct.C": "no"} {
		clock = clock.Add(10 * time.Second)
		if _, err := desk.Save(t.Context(), j, study.Answer{ID: k, Case: w.Case.Number, Question: k, Value: v}); err != nil {
			t.Fatal(err)
		}
	}
	if err := desk.Close(t.Context(), j, w.Case.Number, 0); err != nil {
		t.Fatal(err)
	}
	tasks, err := st.Tasks(t.Context(), j.ID)
	if err != nil || len(tasks) == 0 || !tasks[0].Done.Equal(clock) {
		t.Errorf("done at %v, the clock is %v; %v", tasks, clock, err)
	}
}

// A study that is stopped costs nothing: no request is sent, and no judge is added.
func TestStopped(t *testing.T) {
	s := remotetest.New(t, always)
	st := made(t, filepath.Join(t.TempDir(), "study.db"), "suitability", 20, nil)
	if err := st.SetRunning(t.Context(), false, study.Event{At: now, What: "stopped"}); err != nil {
		t.Fatal(err)
	}
	_, err := answer.Run(t.Context(), st, model(t, "", s, ""), answer.Options{Now: time.Now})
	judges, _ := st.Judges(t.Context())
	if study.CodeOf(err) != study.Stopped || s.Requests() != 0 || len(judges) != 0 {
		t.Errorf("%v after %d requests, judges %v", err, s.Requests(), judges)
	}
}

// The key is not in an answer, also where the escapes of JSON hide it; a model that refuses is not asked again and again, and
// cases without an answer count for the progress.
func TestKeyAndRefusal(t *testing.T) {
	s := remotetest.New(t, func(w http.ResponseWriter, a *remotetest.Ask) {
		if strings.Contains(a.Text(), "town 1") {
			w.Write([]byte(`{"choices":[{"message":{"content":"","refusal":"I cannot."}}]}`))
			return
		}
		a.Say(w, `{"note":"`+strings.ReplaceAll(a.Key, "e", `\u0065`)+`"}`)
	})
	st := made(t, filepath.Join(t.TempDir(), "study.db"), "suitability", 2, func(st *study.Study, _ []study.Case) {
		st.Protocol.Steps = []study.Step{{Article: true, Questions: []study.Question{{ID: "note", Text: study.Text{"en": "Say"}, Kind: study.FreeText}}}}
	})
	told := 0
	done, err := answer.Run(t.Context(), st, model(t, "", s, ""), answer.Options{Now: time.Now, Tell: func(int, int) { told++ }})
	if err != nil || done.Failed != 1 || told != 2 || s.Requests() != 2 || done.Reasons[0] != "case 1: the model refused: I cannot." {
		t.Fatalf("%+v, %v, told %d times, %d requests", done, err, told, s.Requests())
	}
	for a, err := range st.Answers(t.Context(), study.Filter{}) {
		if err != nil || a.Value != "[key]" {
			t.Errorf("%+v, %v", a, err)
		}
	}
}

// What models answered is not imported as if people had.
func TestImportModels(t *testing.T) {
	st := made(t, filepath.Join(t.TempDir(), "study.db"), "suitability", 1, nil)
	_, _, err := study.Import(t.Context(), st, []study.Imported{{Line: 2, Judge: "m001", Case: 0, Question: "correct.A", Value: "yes"}}, now)
	if err == nil || !strings.Contains(err.Error(), "line 2: the judge m001 has a name that studies give to models") {
		t.Errorf("got %v", err)
	}
}
