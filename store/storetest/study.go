package storetest

import (
	"fmt"
	"testing"
	"time"

	"hed/store"
	"hed/study"
)

// testOpen: a store is made by Create alone, and one that is empty is known as such.
func testOpen(t *testing.T, fresh Fresh) {
	name := fresh(t)
	_, err := store.Open(t.Context(), name)
	wantCode(t, err, study.NoStudy)
	s := open(t, store.Create, name)
	_, err = s.Study(t.Context())
	wantCode(t, err, study.NoStudy)
	must(t, s.Close())
	open(t, store.Open, name)
	open(t, store.Create, name)
}

// testCreate: a study comes back as it was given, once, from another process too.
func testCreate(t *testing.T, fresh Fresh) {
	name := fresh(t)
	s := open(t, store.Create, name)
	st, cases := Sample(3)
	must(t, s.Create(t.Context(), st, cases, Event("created")))
	wantCode(t, s.Create(t.Context(), st, cases, Event("created")), study.Conflict)
	must(t, s.Close())

	s = open(t, store.Open, name)
	got, err := s.Study(t.Context())
	must(t, err)
	equal(t, "study", got, st)
	var history int
	for _, err := range s.Events(t.Context()) {
		must(t, err)
		history++
	}
	equal(t, "events", history, 1)
}

// testCases: cases come back in order, with their zero bytes and quotes, and none that is
// not there.
func testCases(t *testing.T, fresh Fresh) {
	_, s := Filled(t, fresh, 12, 0)
	_, want := Sample(12)
	all, err := s.Snapshot(t.Context())
	must(t, err)
	equal(t, "cases", all.Cases, want)
	c, err := s.Case(t.Context(), 11)
	must(t, err)
	equal(t, "case 11", *c, want[11])
	for _, n := range []int{-1, 12, 1 << 40} {
		_, err := s.Case(t.Context(), n)
		wantCode(t, err, study.NotFound)
	}
}

// testRunning: a study takes answers at first, and again after each stop.
func testRunning(t *testing.T, fresh Fresh) {
	name := fresh(t)
	s := open(t, store.Create, name)
	_, err := s.Running(t.Context())
	wantCode(t, err, study.NoStudy)
	wantCode(t, s.SetRunning(t.Context(), false, Event("stopped")), study.NoStudy)
	st, cases := Sample(1)
	must(t, s.Create(t.Context(), st, cases, Event("created")))
	for i, want := range []bool{true, false, false, true} {
		if i > 0 { // it runs at first
			must(t, s.SetRunning(t.Context(), want, Event("changed")))
		}
		got, err := s.Running(t.Context())
		must(t, err)
		equal(t, "running", got, want)
	}
}

// testResume stops a study and lets it go on: open tasks are as fresh as that moment.
func testResume(t *testing.T, fresh Fresh) {
	_, s := Filled(t, fresh, 4, 1)
	ctx := t.Context()
	set := func(running bool, hours int) {
		t.Helper()
		e := Event("changed")
		e.At = Start.Add(time.Duration(hours) * time.Hour)
		must(t, s.SetRunning(ctx, running, e))
	}
	must(t, s.Assign(ctx, func(b *study.Board) ([]study.Task, error) {
		b.Tasks[1].State, b.Tasks[2].State = study.Finished, study.Returned
		b.Tasks[3].Touched = Start.Add(9 * time.Hour) // a clock went ahead
		return b.Tasks, nil
	}))
	want := func(hours ...int) {
		t.Helper()
		tasks, err := s.Tasks(ctx, "j001")
		must(t, err)
		for i, h := range hours {
			var touched time.Time
			if h > 0 {
				touched = Start.Add(time.Duration(h) * time.Hour)
			}
			equal(t, "touched", tasks[i].Touched, touched)
		}
	}
	set(true, 1) // it ran already
	set(false, 2)
	want(0, 0, 0, 9)
	set(true, 3)
	want(3, 0, 0, 9)
}

// testSnapshot looks at a study while judges join and answer: what a snapshot has of
// them fits together.
func testSnapshot(t *testing.T, fresh Fresh) {
	empty := open(t, store.Create, fresh(t))
	_, err := empty.Snapshot(t.Context())
	wantCode(t, err, study.NoStudy)

	_, s := Filled(t, fresh, 2, 1)
	ctx := t.Context()
	for _, value := range []string{"yes", "no"} {
		_, err := s.Save(ctx, answer("j001", 1, value, "good.A", value), Start, nil)
		must(t, err)
	}
	must(t, s.SetRunning(ctx, false, Event("stopped")))
	all, err := s.Snapshot(ctx)
	must(t, err)
	st, cases := Sample(2)
	tasks, err := s.Tasks(ctx, "")
	must(t, err)
	judges, err := s.Judges(ctx)
	must(t, err)
	equal(t, "snapshot", all, &study.Snapshot{Study: st, Cases: cases, Judges: judges, Tasks: tasks, Answers: answers(t, s, study.Filter{}),
		Events: []study.Event{
			{Seq: 1, At: Start, By: "coordinator", What: "created"}, {Seq: 2, At: Start, By: "coordinator", What: "invited"},
			{Seq: 3, At: Start, By: "coordinator", What: "stopped"},
		}})

	joined := make(chan error, 1)
	go func() {
		for i := range 20 {
			_, err := s.AddJudges(ctx, [][32]byte{Token(100 + i)}, Event("invited"))
			if err == nil {
				id := fmt.Sprintf("j%03d", i+2)
				err = s.Assign(ctx, func(*study.Board) ([]study.Task, error) {
					return []study.Task{{Judge: id, State: study.Open, Given: Start}}, nil
				})
			}
			if err != nil {
				joined <- err
				return
			}
		}
		joined <- nil
	}()
	for done := false; !done; {
		select {
		case err := <-joined:
			must(t, err)
			done = true
		default:
		}
		all, err := s.Snapshot(ctx)
		must(t, err)
		known := map[string]bool{}
		for _, j := range all.Judges {
			known[j.ID] = true
		}
		for _, task := range all.Tasks {
			if !known[task.Judge] {
				t.Fatalf("there is a task of %s, and no such judge", task.Judge)
			}
		}
	}
}

// testEvents: the history is numbered in order, in UTC, and text in it is text.
func testEvents(t *testing.T, fresh Fresh) {
	s := open(t, store.Create, fresh(t))
	st, cases := Sample(1)
	must(t, s.Create(t.Context(), st, cases, Event("created")))
	rome := time.FixedZone("Rome", 3600)
	must(t, s.Note(t.Context(), study.Event{At: Start.In(rome), By: "j001", What: "verdict", Of: "7", Note: "'; DROP TABLE event; --"}))
	must(t, s.Note(t.Context(), study.Event{What: "timeless"}))
	var got []study.Event
	for e, err := range s.Events(t.Context()) {
		must(t, err)
		got = append(got, *e)
	}
	equal(t, "events", got, []study.Event{
		{Seq: 1, At: Start, By: "coordinator", What: "created"},
		{Seq: 2, At: Start, By: "j001", What: "verdict", Of: "7", Note: "'; DROP TABLE event; --"},
		{Seq: 3, What: "timeless"},
	})
	if got[1].At.Location() != time.UTC {
		t.Errorf("the time is in %v, want UTC", got[1].At.Location())
	}
}
