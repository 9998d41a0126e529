package storetest

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"hed/study"
)

// testAssign: an error of pick leaves everything as it was, a task is changed in its place,
// and tasks of nobody, of no case or in no state are refused.
func testAssign(t *testing.T, fresh Fresh) {
	_, s := Filled(t, fresh, 3, 2)
	ctx := t.Context()
	boom := errors.New("no")
	err := s.Assign(ctx, func(b *study.Board) ([]study.Task, error) {
		b.Tasks[0].State = study.Finished
		return b.Tasks, boom
	}, Event("returned"))
	if !errors.Is(err, boom) {
		t.Errorf("got %v, want pick's own error", err)
	}
	changed := study.Task{Judge: "j002", Case: 1, Position: 1, Round: 2, State: study.Returned, Step: 1,
		Given: Start, Touched: Start.Add(time.Second), Done: Start.Add(time.Minute)}
	must(t, s.Assign(ctx, func(b *study.Board) ([]study.Task, error) {
		equal(t, "judges of the board", len(b.Judges), 2)
		equal(t, "tasks of the board", len(b.Tasks), 6)
		return []study.Task{changed}, nil
	}, Event("returned"), Event("noted")))
	tasks, err := s.Tasks(ctx, "j002")
	must(t, err)
	equal(t, "tasks", tasks, []study.Task{
		{Judge: "j002", Case: 0, Position: 0, State: study.Open, Given: Start},
		changed,
		{Judge: "j002", Case: 2, Position: 2, State: study.Open, Given: Start},
	})
	all, err := s.Tasks(ctx, "")
	must(t, err)
	equal(t, "first of all", all[0], study.Task{Judge: "j001", Case: 0, Position: 0, State: study.Open, Given: Start})
	equal(t, "number of all", len(all), 6)
	none, err := s.Tasks(ctx, "j009")
	must(t, err)
	equal(t, "tasks of nobody", len(none), 0)
	for _, bad := range []study.Task{
		{Judge: "j009", Case: 0, Position: 9, State: study.Open},
		{Judge: "j001", Case: 9, Position: 9, State: study.Open},
		{Judge: "j001", Case: 0, Position: 0, State: "asleep"},
	} {
		if err := s.Assign(ctx, func(*study.Board) ([]study.Task, error) { return []study.Task{bad}, nil }); err == nil {
			t.Errorf("%v was kept", bad)
		}
	}
	var events []string
	for e, err := range s.Events(ctx) {
		must(t, err)
		events = append(events, e.What)
	}
	equal(t, "events", events, []string{"created", "invited", "returned", "noted"})
}

// testBoard: pick sees the answers that count to the question of the consensus, and no others.
func testBoard(t *testing.T, fresh Fresh) {
	_, s := Filled(t, fresh, 2, 2)
	for _, a := range []study.Answer{
		answer("j001", 0, "a", "derive", "35"), answer("j001", 0, "b", "derive", "36"),
		answer("j002", 0, "a", "derive", "35"), answer("j002", 1, "b", "good.A", "yes"),
	} {
		_, err := s.Save(t.Context(), a, Start, nil)
		must(t, err)
	}
	must(t, s.Assign(t.Context(), func(b *study.Board) ([]study.Task, error) {
		equal(t, "values", b.Values, map[int]map[string]string{0: {"j001": "36", "j002": "35"}})
		return nil, nil
	}))
}

// testAdvance: change sees the answers that count of its case, and its error changes nothing.
func testAdvance(t *testing.T, fresh Fresh) {
	_, s := Filled(t, fresh, 2, 1)
	ctx := t.Context()
	for _, a := range []study.Answer{answer("j001", 0, "a", "good.A", "no"), answer("j001", 0, "b", "good.A", "yes"), answer("j001", 1, "c", "good.B", "no")} {
		_, err := s.Save(ctx, a, Start, nil)
		must(t, err)
	}
	boom := errors.New("not yet")
	_, err := s.Advance(ctx, "j001", 0, func(task *study.Task, _ map[string]string) error { task.Step = 7; return boom })
	if !errors.Is(err, boom) {
		t.Errorf("got %v, want change's own error", err)
	}
	task, err := s.Advance(ctx, "j001", 0, func(task *study.Task, answers map[string]string) error {
		equal(t, "step", task.Step, 0)
		equal(t, "answers", answers, map[string]string{"good.A": "yes"})
		task.Step, task.State, task.Done = 1, study.Finished, Start.Add(time.Hour)
		return nil
	})
	must(t, err)
	want := study.Task{Judge: "j001", Case: 0, State: study.Finished, Step: 1, Given: Start, Touched: Start, Done: Start.Add(time.Hour)}
	equal(t, "task", *task, want)
	tasks, err := s.Tasks(ctx, "j001")
	must(t, err)
	equal(t, "stored task", tasks[0], want)
	for _, c := range []struct {
		judge  string
		number int
	}{{"j001", 2}, {"j001", -1}, {"j009", 0}, {"", 0}} {
		_, err = s.Advance(ctx, c.judge, c.number, func(*study.Task, map[string]string) error { return nil })
		wantCode(t, err, study.NotFound)
	}
}

// testOrder lets judges finish a case, and answer, while the clock is set back by a year
// between them: the first stay the first. They were sorted by the clock, so that the
// second judge of a case could become its first.
func testOrder(t *testing.T, fresh Fresh) {
	_, s := Filled(t, fresh, 1, 3)
	ctx := t.Context()
	var last time.Time
	for i, now := range []time.Time{Start.AddDate(1, 0, 0), Start, Start.AddDate(2, 0, 0)} {
		judge := fmt.Sprintf("j%03d", 3-i)
		_, err := s.Save(ctx, answer(judge, 0, "a", "good.A", "no"), now, nil)
		must(t, err)
		task, err := s.Advance(ctx, judge, 0, func(task *study.Task, _ map[string]string) error {
			task.State, task.Done = study.Finished, now
			return nil
		})
		must(t, err)
		if !task.Done.After(last) {
			t.Errorf("%s was done at %v, the one before at %v", judge, task.Done, last)
		}
		last = task.Done
	}
	equal(t, "the last", last, Start.AddDate(2, 0, 0))
	var order []string
	for a, err := range s.Answers(ctx, study.Filter{}) {
		must(t, err)
		order = append(order, a.Judge)
	}
	equal(t, "answers in order", order, []string{"j003", "j002", "j001"})
}
