package storetest

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"hed/store"
	"hed/study"
)

// testSave: an answer is kept once however often it is sent, a later one takes its place
// and leaves it in the history, and an id is never two answers.
func testSave(t *testing.T, fresh Fresh) {
	name, s := Filled(t, fresh, 2, 2)
	ctx := t.Context()
	a := study.Answer{ID: "x", Judge: "j001", Case: 1, Question: "good.A", Value: "yes", Millis: 1234, Origin: "import"}
	first, err := s.Save(ctx, a, Start.Add(time.Nanosecond), func(task *study.Task, before map[string]string) error {
		equal(t, "task", *task, study.Task{Judge: "j001", Case: 1, Position: 1, State: study.Open, Given: Start})
		equal(t, "before", before, map[string]string{})
		task.State = study.Returned
		return nil
	})
	must(t, err)
	want := a
	want.Seq, want.At = 1, Start
	equal(t, "saved", first, want)

	again, err := s.Save(ctx, a, Start.Add(time.Hour), func(*study.Task, map[string]string) error {
		t.Error("an answer that is there was asked about")
		return nil
	})
	must(t, err)
	equal(t, "saved again", again, want)

	for _, change := range []func(*study.Answer){
		func(a *study.Answer) { a.Value = "no" },
		func(a *study.Answer) { a.Question = "good.B" },
		func(a *study.Answer) { a.Case = 0 },
	} {
		b := a
		change(&b)
		_, err := s.Save(ctx, b, Start, nil)
		wantCode(t, err, study.Conflict)
	}
	// Another judge may use the same id.
	_, err = s.Save(ctx, answer("j002", 1, "x", "good.A", "no"), Start, nil)
	must(t, err)

	later := Start.Add(time.Minute)
	second, err := s.Save(ctx, answer("j001", 1, "y", "good.A", "no"), later, func(task *study.Task, before map[string]string) error {
		equal(t, "state", task.State, study.Returned)
		equal(t, "touched", task.Touched, Start)
		equal(t, "before", before, map[string]string{"good.A": "yes"})
		task.State = study.Open
		return nil
	})
	must(t, err)
	if second.Seq <= first.Seq {
		t.Errorf("the second answer has seq %d, the first %d", second.Seq, first.Seq)
	}
	must(t, s.Close())

	s = open(t, store.Open, name)
	tasks, err := s.Tasks(ctx, "j001")
	must(t, err)
	equal(t, "task", tasks[1], study.Task{Judge: "j001", Case: 1, Position: 1, State: study.Open, Given: Start, Touched: later})
	judges, err := s.Judges(ctx)
	must(t, err)
	equal(t, "seen", judges[0].Seen, later)
	equal(t, "history", answers(t, s, study.Filter{Judge: "j001", History: true}), []study.Answer{first, second})
	equal(t, "current", answers(t, s, study.Filter{Judge: "j001"}), []study.Answer{second})
}

// testSaveErrors: what is refused leaves neither an answer nor a changed task, and both
// stores refuse the same.
func testSaveErrors(t *testing.T, fresh Fresh) {
	_, s := Filled(t, fresh, 1, 1)
	ctx := t.Context()
	refuse := study.Errorf(study.Closed, "too late")
	_, err := s.Save(ctx, answer("j001", 0, "x", "good.A", "yes"), Start, func(task *study.Task, _ map[string]string) error {
		task.State = study.Finished
		return refuse
	})
	if !errors.Is(err, refuse) {
		t.Errorf("got %v, want allow's own error", err)
	}
	for _, c := range []struct {
		answer study.Answer
		code   study.Code
	}{
		{answer("j001", 1, "x", "good.A", "yes"), study.NotFound},
		{answer("j001", -2, "x", "good.A", "yes"), study.NotFound},
		{answer("j001", 1<<40, "x", "good.A", "yes"), study.NotFound},
		{answer("j002", 0, "x", "good.A", "yes"), study.NotFound},
		{answer("", 0, "x", "good.A", "yes"), study.NotFound},
		{answer("j002", study.About, "x", "age", "30"), study.NotFound},
		{answer("j001", 0, "", "good.A", "yes"), study.Invalid},
		{answer("j001", 0, "x", "good.A", "a\x00b"), study.Invalid},
		{answer("j001", 0, "x", "good.A", "a\xffb"), study.Invalid},
		{answer("j001", 0, "x\x00", "good.A", "yes"), study.Invalid},
		{answer("j001", 0, "x", "good\x00", "yes"), study.Invalid},
		{answer("j001", 0, strings.Repeat("x", 201), "good.A", "yes"), study.Invalid},
		{answer("j001", 0, "x", strings.Repeat("x", 10000), "yes"), study.Invalid},
	} {
		_, err := s.Save(ctx, c.answer, Start, nil)
		wantCode(t, err, c.code)
	}
	equal(t, "answers", len(answers(t, s, study.Filter{History: true})), 0)
	tasks, err := s.Tasks(ctx, "j001")
	must(t, err)
	equal(t, "task", tasks[0], study.Task{Judge: "j001", State: study.Open, Given: Start})
}

// testAbout: what judges say of themselves needs no task.
func testAbout(t *testing.T, fresh Fresh) {
	_, s := Filled(t, fresh, 1, 1)
	for i, value := range []string{"30", "31"} {
		_, err := s.Save(t.Context(), answer("j001", study.About, value, "age", value), Start, func(task *study.Task, before map[string]string) error {
			if task != nil {
				t.Errorf("got task %v for an answer about the judge", task)
			}
			equal(t, "before", len(before), i)
			return nil
		})
		must(t, err)
	}
	number := study.About
	got := answers(t, s, study.Filter{Case: &number})
	equal(t, "current", len(got), 1)
	equal(t, "value", got[0].Value, "31")
}

// testAnswers: a filter finds what it says, in the order of saving.
func testAnswers(t *testing.T, fresh Fresh) {
	_, s := Filled(t, fresh, 3, 2)
	for _, a := range []study.Answer{
		answer("j001", 0, "1", "good.A", "yes"), answer("j002", 0, "2", "good.A", "no"), answer("j001", 0, "3", "good.B", "no"),
		answer("j001", 2, "4", "good.A", "no"), answer("j001", 0, "5", "good.A", "no"), answer("j002", study.About, "6", "age", "9"),
	} {
		_, err := s.Save(t.Context(), a, Start, nil)
		must(t, err)
	}
	zero := 0
	for _, c := range []struct {
		filter study.Filter
		want   string
	}{
		{study.Filter{}, "23456"},
		{study.Filter{History: true}, "123456"},
		{study.Filter{Judge: "j001"}, "345"},
		{study.Filter{Judge: "j001", History: true}, "1345"},
		{study.Filter{Case: &zero}, "235"},
		{study.Filter{Question: "good.A"}, "245"},
		{study.Filter{Judge: "j001", Case: &zero, Question: "good.A", History: true}, "15"},
		{study.Filter{Judge: "j009"}, ""},
		{study.Filter{Question: "'; DROP TABLE answer; --"}, ""},
	} {
		var got strings.Builder
		for _, a := range answers(t, s, c.filter) {
			got.WriteString(a.ID)
		}
		if got.String() != c.want {
			t.Errorf("%+v: got %s, want %s", c.filter, got.String(), c.want)
		}
	}
}

// testHostile sends text that breaks out of statements which are put together badly.
func testHostile(t *testing.T, fresh Fresh) {
	_, s := Filled(t, fresh, 1, 1)
	for i, text := range []string{
		"'; DROP TABLE answer; --", `"; DELETE FROM judge; --`, "$1", "?", "%s%n", `\`, "\u202e", "<script>", "",
	} {
		a := answer("j001", 0, string(rune('a'+i))+text, text, text)
		saved, err := s.Save(t.Context(), a, Start, nil)
		must(t, err)
		got := answers(t, s, study.Filter{Judge: "j001", Question: text, History: true})
		if n := len(got); n == 0 || got[n-1] != saved || got[n-1].Value != text {
			t.Errorf("%.30q came back as %.100v", text, got)
		}
	}
	long := strings.Repeat("ü", 1<<20)
	saved, err := s.Save(t.Context(), answer("j001", 0, "long", "good.A", long), Start, nil)
	must(t, err)
	equal(t, "a long value", answers(t, s, study.Filter{Question: "good.A"}), []study.Answer{saved})
	wantCode(t, s.SetJudge(t.Context(), "j001' OR '1'='1", study.Excluded, Event("excluded")), study.NotFound)
}

// testCallback reads within a write, and panics in one.
func testCallback(t *testing.T, fresh Fresh) {
	_, s := Filled(t, fresh, 2, 1)
	_, err := s.Save(t.Context(), answer("j001", 0, "x", "good.A", "yes"), Start, func(*study.Task, map[string]string) error {
		_, err := s.Case(t.Context(), 1)
		return err
	})
	must(t, err)
	func() {
		defer func() { equal(t, "panic", recover(), any("boom")) }()
		s.Save(t.Context(), answer("j001", 1, "y", "good.A", "yes"), Start, func(*study.Task, map[string]string) error { panic("boom") })
	}()
	_, err = s.Save(t.Context(), answer("j001", 1, "z", "good.A", "yes"), Start, nil)
	must(t, err)
	equal(t, "answers", len(answers(t, s, study.Filter{History: true})), 2)
}

// testContext: nothing is kept for who no longer waits, nor by a store that is closed.
func testContext(t *testing.T, fresh Fresh) {
	_, s := Filled(t, fresh, 1, 1)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.Save(ctx, answer("j001", 0, "x", "good.A", "yes"), Start, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("Save: got %v, want %v", err, context.Canceled)
	}
	if _, err := s.Study(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("Study: got %v, want %v", err, context.Canceled)
	}
	must(t, s.Close())
	must(t, s.Close())
	if _, err := s.Save(t.Context(), answer("j001", 0, "x", "good.A", "yes"), Start, nil); err == nil {
		t.Error("a closed store took an answer")
	}
}
