package storetest

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"hed/store"
	"hed/study"
)

// storm has many goroutines save and assign through several handles at once, and looks
// whether each answer is there once, in order.
func storm(t *testing.T, judges, each int, handles ...study.Store) {
	t.Helper()
	ctx := t.Context()
	var wg sync.WaitGroup
	fail := make(chan error, judges*(each+3))
	for j := range judges {
		judge := fmt.Sprintf("j%03d", j+1)
		s := handles[j%len(handles)]
		wg.Go(func() {
			last := int64(0)
			for i := range each {
				a := answer(judge, i%3, fmt.Sprint(i), "good.A", fmt.Sprint(i))
				saved, err := s.Save(ctx, a, Start.Add(time.Duration(i)*time.Second), func(task *study.Task, before map[string]string) error {
					if want := fmt.Sprint(i - 3); i >= 3 && before["good.A"] != want {
						return fmt.Errorf("%s: before answer %d stood %q, want %s", judge, i, before["good.A"], want)
					}
					return nil
				})
				if err == nil && saved.Seq <= last {
					err = fmt.Errorf("%s: seq %d came after %d", judge, saved.Seq, last)
				}
				if err != nil {
					fail <- err
				}
				last = saved.Seq
			}
		})
		// The same answers a second time, as a browser that lost the connection sends them.
		other := handles[(j+1)%len(handles)]
		wg.Go(func() {
			if _, err := other.Save(ctx, answer(judge, 0, "0", "good.A", "0"), Start, nil); err != nil {
				fail <- err
			}
		})
		// What is refused must not take with it what is kept at the same time.
		wg.Go(func() {
			_, err := s.Save(ctx, answer(judge, 0, "refused", "good.A", "no"), Start, func(task *study.Task, _ map[string]string) error {
				task.State = study.Finished
				return study.Errorf(study.Closed, "too late")
			})
			if study.CodeOf(err) != study.Closed {
				fail <- fmt.Errorf("%s: refused with %v", judge, err)
			}
		})
		// Each adds one to a number that all share: the round of one task.
		wg.Go(func() {
			err := s.Assign(ctx, func(b *study.Board) ([]study.Task, error) {
				task := b.Tasks[len(b.Tasks)-1]
				task.Round++
				return []study.Task{task}, nil
			})
			if err != nil {
				fail <- err
			}
		})
	}
	wg.Wait()
	close(fail)
	for err := range fail {
		t.Error(err)
	}
	tasks, err := handles[0].Tasks(ctx, "")
	must(t, err)
	equal(t, "rounds", tasks[len(tasks)-1].Round, judges)
	for _, task := range tasks {
		equal(t, "state", task.State, study.Open)
	}
	count := map[string]int{}
	last := int64(0)
	for _, a := range answers(t, handles[0], study.Filter{History: true}) {
		count[a.Judge+" "+a.ID]++
		if a.Seq <= last {
			t.Errorf("seq %d came after %d", a.Seq, last)
		}
		last = a.Seq
	}
	equal(t, "different answers", len(count), judges*each)
	for k, n := range count {
		if n != 1 {
			t.Errorf("answer %s is there %d times", k, n)
		}
	}
	equal(t, "current answers", len(answers(t, handles[0], study.Filter{})), judges*3)
}

// testConcurrent is a storm in one process.
func testConcurrent(t *testing.T, fresh Fresh) {
	_, s := Filled(t, fresh, 4, 24)
	storm(t, 24, 10, s)
}

// testHandles is a storm through several stores of one name, as several processes have them.
func testHandles(t *testing.T, fresh Fresh) {
	name, s := Filled(t, fresh, 4, 24)
	storm(t, 24, 10, s, open(t, store.Open, name), open(t, store.Open, name))

	// Several processes may make the same store at once.
	name = fresh(t)
	var wg sync.WaitGroup
	st, cases := Sample(1)
	made := make(chan error, 4)
	for range 4 {
		wg.Go(func() {
			s, err := store.Create(t.Context(), name)
			if err == nil {
				err = s.Create(t.Context(), st, cases, Event("created"))
				s.Close()
			}
			made <- err
		})
	}
	wg.Wait()
	close(made)
	n := 0
	for err := range made {
		if err == nil {
			n++
		} else {
			wantCode(t, err, study.Conflict)
		}
	}
	equal(t, "studies made", n, 1)
}
