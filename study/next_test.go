package study_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"hed/study"
)

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// A hall is judges who come, work, leave and are thrown out, by chance.
type hall struct {
	t      *testing.T
	s      *study.Study
	b      study.Board
	now    time.Time
	random *rand.Rand
	late   bool // whether returned tasks are taken up again by themselves
	opine  func(judge string, number int) string
}

func (h *hall) enter() string {
	id := fmt.Sprintf("j%03d", len(h.b.Judges)+1)
	h.b.Judges = append(h.b.Judges, study.Judge{ID: id, State: study.Active})
	return id
}

func (h *hall) task(judge string, number int) *study.Task {
	for i := range h.b.Tasks {
		if t := &h.b.Tasks[i]; t.Judge == judge && t.Case == number {
			return t
		}
	}
	return nil
}

// next asks for work and checks all that must hold of what is given.
func (h *hall) next(judge string) study.Rest {
	h.t.Helper()
	before := slices.Clone(h.b.Tasks)
	changed, rest := h.s.Next(&h.b, judge, h.now)
	if !slices.Equal(before, h.b.Tasks) {
		h.t.Fatal("Next changes its board")
	}
	if again, _ := h.s.Next(&h.b, judge, h.now); !slices.Equal(changed, again) {
		h.t.Fatalf("Next gives %v, and the second time %v", changed, again)
	}
	given := 0
	for _, t := range changed {
		old := h.task(t.Judge, t.Case)
		switch {
		case t.Judge != judge:
			if old == nil || old.State != study.Open || t.State != study.Returned {
				h.t.Fatalf("for %s the task %+v becomes %+v", judge, old, t)
			}
			*old = t
			continue
		case t.State != study.Open || old != nil && old.State == study.Finished:
			h.t.Fatalf("%s gets %+v", judge, t)
		case old != nil:
			*old = t
		default:
			for _, o := range h.b.Tasks {
				if o.Judge == judge && o.Position == t.Position {
					h.t.Fatalf("%s has two tasks in place %d", judge, t.Position)
				}
			}
			h.b.Tasks = append(h.b.Tasks, t)
		}
		given++
	}
	mine, open := 0, 0
	for _, t := range h.b.Tasks {
		if t.Judge == judge && t.State != study.Returned {
			mine++
		}
		if t.Judge == judge && t.State == study.Open {
			open++
		}
	}
	if n := h.s.Numbers; n.PerJudge > 0 && mine > n.PerJudge*n.Cases && !h.late {
		h.t.Fatalf("%s has %d cases", judge, mine)
	}
	if active := h.state(judge) == study.Active; active && (rest == study.Busy) != (open > 0) {
		h.t.Fatalf("%s is told %s with %d open tasks", judge, rest, open)
	}
	if given > h.s.Numbers.Cases {
		h.t.Fatalf("%s gets %d cases at once", judge, given)
	}
	return rest
}

func (h *hall) state(judge string) study.JudgeState {
	for _, j := range h.b.Judges {
		if j.ID == judge {
			return j.State
		}
	}
	return ""
}

// work finishes up to n open tasks of a judge.
func (h *hall) work(judge string, n int) {
	for i := range h.b.Tasks {
		t := &h.b.Tasks[i]
		if n == 0 || t.Judge != judge || t.State != study.Open && !(h.late && t.State == study.Returned) {
			continue
		}
		h.now = h.now.Add(time.Second)
		t.State, t.Touched, t.Done = study.Finished, h.now, h.now
		if h.b.Values[t.Case] == nil {
			h.b.Values[t.Case] = map[string]string{}
		}
		h.b.Values[t.Case][judge] = h.opine(judge, t.Case)
		n--
	}
}

// bustle lets chance do what it will.
func (h *hall) bustle(steps int) {
	for range steps {
		h.now = h.now.Add(time.Duration(h.random.IntN(10)) * time.Minute)
		if len(h.b.Judges) == 0 || h.random.IntN(6) == 0 {
			h.enter()
		}
		j := &h.b.Judges[h.random.IntN(len(h.b.Judges))]
		switch h.random.IntN(20) {
		case 0:
			j.State = study.Excluded
		case 1:
			if j.State == study.Active {
				j.State = study.Revoked
			}
		default:
			h.next(j.ID)
			if j.State == study.Active {
				h.work(j.ID, h.random.IntN(2*h.s.Numbers.Cases))
			}
		}
	}
}

// settle lets diligent judges come until nothing is left to do. Who is at something
// has left when they come.
func (h *hall) settle() {
	h.now = h.now.Add(1000 * time.Hour)
	for range 2000 {
		judge := h.enter()
		for h.next(judge) == study.Busy {
			h.work(judge, -1)
		}
		if len(h.tasksOf(judge)) == 0 {
			return
		}
	}
	h.t.Fatal("there is no end")
}

func (h *hall) tasksOf(judge string) []study.Task {
	var mine []study.Task
	for _, t := range h.b.Tasks {
		if t.Judge == judge {
			mine = append(mine, t)
		}
	}
	return mine
}

// check checks that every case has the judges it needs.
func (h *hall) check() {
	h.t.Helper()
	counts := map[int]int{}
	for _, t := range h.b.Tasks {
		if t.State == study.Finished && h.state(t.Judge) != study.Excluded {
			counts[t.Case]++
		}
	}
	for _, form := range h.s.Forms {
		for _, number := range form {
			n, v := counts[number], h.s.Verdicts(&h.b, number+1)[number]
			if !v.Settled {
				h.t.Errorf("case %d is not settled: %+v", number, v)
			}
			if want := h.s.Numbers.Judges; n < want || n > want && !h.late && h.s.Protocol.Consensus == nil {
				h.t.Errorf("case %d has %d judges, not %d", number, n, want)
			}
		}
	}
}

// Whatever judges do, every case gets its judges and nobody sees one twice.
func TestNextUnderChance(t *testing.T) {
	for seed := range uint64(42) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			random := rand.New(rand.NewPCG(seed, 9))
			p := builtin(t, []string{"numhg-rating", "style-guess", "numeral-annotation"}[seed%3])
			set := study.Settings{Protocol: p, Cases: news(200), Systems: three, Seed: seed,
				Numbers: study.Numbers{Cases: 2 + 2*random.IntN(3), PerJudge: random.IntN(3), Timeout: 30}}
			switch p.Unit {
			case study.Documents:
				set.Numbers.Forms, set.Numbers.Judges = 1+random.IntN(5), 1+random.IntN(5)
			case study.Blanks:
				set.Cases, set.Systems, set.Numbers.Forms = without(set.Cases), nil, 1+random.IntN(5)
			}
			s, _ := mustNew(t, set)
			h := &hall{t: t, s: s, now: noon, random: random, late: seed%2 == 1, b: study.Board{Values: map[int]map[string]string{}},
				opine: func(string, int) string { return fmt.Sprintf("Copy( %d )", random.IntN(4)) }}
			h.bustle(80)
			h.settle()
			h.check()
			// Whoever is excluded at the end is replaced.
			for i := range 3 {
				h.b.Judges[i].State = study.Excluded
			}
			h.settle()
			h.check()
		})
	}
}

// Without trouble each form goes to as many judges as there should be, in turn.
func TestNextForms(t *testing.T) {
	s, _ := mustNew(t, study.Settings{Protocol: builtin(t, "suitability"), Cases: news(300), Systems: three})
	h := &hall{t: t, s: s, now: noon, b: study.Board{}}
	for i := range 30 {
		judge := h.enter()
		if rest := h.next(judge); rest != study.Busy {
			t.Fatal(rest)
		}
		mine := h.tasksOf(judge)
		if len(mine) != 20 {
			t.Fatalf("judge %d has %d tasks", i, len(mine))
		}
		for k, task := range mine {
			if want := s.Forms[i%10][k]; task.Case != want || task.Position != k {
				t.Fatalf("task %d of judge %d is case %d in place %d", k, i, task.Case, task.Position)
			}
		}
	}
	last := h.enter()
	if rest := h.next(last); rest != study.Wait {
		t.Errorf("while all work the next one is told %s", rest)
	}
	for i := range h.b.Tasks {
		h.b.Tasks[i].State = study.Finished
	}
	if rest := h.next(last); rest != study.Over {
		t.Errorf("when all have finished the next one is told %s", rest)
	}
	if rest := h.next("j001"); rest != study.Over {
		t.Errorf("who has done his form is told %s", rest)
	}
}

func TestNextTimeout(t *testing.T) {
	s, _ := mustNew(t, study.Settings{Protocol: builtin(t, "numhg-rating"), Cases: news(10), Systems: three, Numbers: study.Numbers{Cases: 4, Judges: 1, Timeout: 30}})
	h := &hall{t: t, s: s, now: noon, b: study.Board{Values: map[int]map[string]string{}}, opine: func(string, int) string { return "" }}
	a, b := h.enter(), h.enter()
	h.next(a)
	h.now = h.now.Add(29 * time.Minute)
	h.work(a, 1)
	h.now = h.now.Add(29 * time.Minute)
	if rest := h.next(b); rest != study.Wait {
		t.Fatalf("who worked half an hour ago keeps the cases, but the next one is told %s", rest)
	}
	h.now = h.now.Add(2 * time.Minute)
	h.next(a) // he comes back in time
	if rest := h.next(b); rest != study.Wait {
		t.Fatalf("who came back keeps the cases, but the next one is told %s", rest)
	}
	h.now = h.now.Add(31 * time.Minute)
	if rest := h.next(b); rest != study.Busy || len(h.tasksOf(b)) != 3 {
		t.Fatalf("what is left goes to the next one, who is told %s and has %d", rest, len(h.tasksOf(b)))
	}
	for _, task := range h.tasksOf(a) {
		if (task.State == study.Returned) == (task.State == study.Finished) {
			t.Errorf("%+v", task)
		}
	}
	h.work(b, 2)
	h.b.Judges[1].State = study.Revoked
	if rest := h.next(a); rest != study.Busy {
		t.Errorf("what a revoked judge left comes back, but the first one is told %s", rest)
	}
	if rest := h.next(b); rest != study.Over {
		t.Errorf("a revoked judge is told %s", rest)
	}
	if _, rest := s.Next(&h.b, "nobody", h.now); rest != study.Over {
		t.Errorf("nobody is told %s", rest)
	}
}

// A round that has begun goes on with three judges of its own, even if one of the round
// before it is excluded.
func TestNextRounds(t *testing.T) {
	s, _ := mustNew(t, study.Settings{Protocol: builtin(t, "numeral-annotation"), Cases: without(news(1)), Numbers: study.Numbers{Cases: 1}})
	values := map[string]string{"j001": "Copy( 1 )", "j002": "Copy( 2 )", "j003": "Copy( 3 )", "j004": "Copy( 4 )", "j006": "Copy( 5 )", "j007": "Copy( 5 )"}
	h := &hall{t: t, s: s, now: noon, b: study.Board{Values: map[int]map[string]string{}}, opine: func(judge string, _ int) string { return values[judge] }}
	for range 3 {
		judge := h.enter()
		h.next(judge)
		h.work(judge, 1)
	}
	if rest := h.next("j001"); rest != study.Over {
		t.Errorf("who was in the first round is told %s", rest)
	}
	h.next(h.enter())
	h.b.Judges[1].State = study.Excluded
	// Nor does one count who took up a task of the first round again.
	h.b.Judges = append(h.b.Judges, study.Judge{ID: "late", State: study.Active})
	h.b.Tasks = append(h.b.Tasks, study.Task{Judge: "late", State: study.Open, Touched: h.now})
	for range 2 {
		if rest := h.next(h.enter()); rest != study.Busy {
			t.Fatalf("round 1 needs three, but the next one is told %s", rest)
		}
	}
	for _, judge := range []string{"j004", "j006", "j007"} {
		if mine := h.tasksOf(judge); mine[0].Round != 1 {
			t.Errorf("%+v", mine)
		}
	}
	last := h.enter()
	if rest := h.next(last); rest != study.Wait {
		t.Errorf("while three are at it the next one is told %s", rest)
	}
	for _, judge := range []string{"j004", "j006", "j007"} {
		h.work(judge, 1)
	}
	if rest := h.next(last); rest != study.Over {
		t.Errorf("when two agree the next one is told %s", rest)
	}
	if v := s.Verdicts(&h.b, 1)[0]; !v.Agreed || v.Round != 1 || v.Value != "Copy( 5 )" {
		t.Errorf("%+v", v)
	}
}
