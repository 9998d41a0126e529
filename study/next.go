package study

import (
	"cmp"
	"slices"
	"time"
)

// A Rest says what is left for a judge.
type Rest string

const (
	Busy Rest = "busy" // there is a task to do
	Wait Rest = "wait" // others hold what is left, and may return it
	Over Rest = "over" // nothing is left
)

// Next says what a judge does next, and which tasks change for it: those that are
// given to the judge, and those that others left lying. It depends on its arguments
// alone and does not change them.
//
// A judge with an open task continues it. Otherwise they get a form, the one with
// the fewest judges, of those whose cases all need a judge and are new to them. If there
// is none they get up to as many cases as a form has, of those that are short of judges,
// the shortest first. No judge gets a case twice, but one that they left lying may come
// back to them. PerJudge forms are their limit, counted in cases.
//
// A case needs judges until Numbers.Judges have finished it or are at it, in each round
// of a Consensus. Who is not active, or gave no answer to any case for
// Numbers.Timeout, is not at it. What excluded judges and models did does not count.
func (s *Study) Next(b *Board, judge string, now time.Time) (changed []Task, rest Rest) {
	p := s.newPlan(b, judge, now)
	if p.state[judge] != Active {
		return nil, Over
	}
	if i := slices.IndexFunc(p.own, func(t *Task) bool { return t.State == Open }); i >= 0 {
		if p.silent(p.last[judge], now) {
			t := *p.own[i]
			t.Touched = now // who comes back takes up his tasks again
			changed = append(changed, t)
		}
		return changed, Busy
	}
	left := p.allowance()
	if left <= 0 {
		return nil, Over
	}
	given := p.wholeForm(left)
	if given == nil {
		given = p.shortest(min(left, s.Numbers.Cases))
	}
	if len(given) == 0 {
		if p.mayCome() {
			return p.returned(), Wait
		}
		return p.returned(), Over
	}
	position := 0
	for _, t := range p.own {
		position = max(position, t.Position+1)
	}
	changed = p.returned()
	for _, number := range given {
		t := Task{Judge: judge, Case: number, Position: position, Given: now}
		if had := p.had[number]; had != nil {
			t = *had
		} else {
			position++
		}
		t.State, t.Round, t.Touched = Open, p.cases[number].round, now
		changed = append(changed, t)
	}
	return changed, Busy
}

// A plan is a Board as one judge's next step needs it.
type plan struct {
	*Study
	now   time.Time
	board *Board
	state map[string]JudgeState
	last  map[string]time.Time // when each judge last did something
	own   []*Task              // of the judge, by position
	had   map[int]*Task        // the same by case
	cases map[int]*need
}

// A need is what a case is short of.
type need struct {
	round   int
	judges  int  // how many more are needed
	settled bool // nobody is asked again, whatever is returned
}

func (s *Study) newPlan(b *Board, judge string, now time.Time) *plan {
	b = b.people()
	p := &plan{Study: s, now: now, board: b, state: map[string]JudgeState{}, last: map[string]time.Time{},
		had: map[int]*Task{}, cases: map[int]*need{}}
	for _, j := range b.Judges {
		p.state[j.ID] = j.State
	}
	for i := range b.Tasks {
		t := &b.Tasks[i]
		p.last[t.Judge] = later(p.last[t.Judge], s.last(t, now))
		if t.Judge == judge {
			p.own = append(p.own, t)
			p.had[t.Case] = t
		}
	}
	slices.SortFunc(p.own, func(a, b *Task) int { return cmp.Compare(a.Position, b.Position) })
	p.count()
	return p
}

// count finds what each case needs.
func (p *plan) count() {
	finished, open := map[int][]Task{}, map[int][]Task{}
	for _, t := range p.board.Tasks {
		switch {
		case t.State == Finished && p.state[t.Judge] != Excluded:
			finished[t.Case] = append(finished[t.Case], t)
		case t.State == Open && !p.idle(t.Judge):
			open[t.Case] = append(open[t.Case], t)
		}
	}
	for _, form := range p.Forms {
		for _, number := range form {
			v := p.verdict(finished[number], p.board.Values[number])
			n := &need{round: v.Round, settled: v.Settled}
			// Those at work decide the round, if nobody has finished it yet.
			for _, t := range open[number] {
				n.round = max(n.round, t.Round)
			}
			if !v.Settled {
				at := len(v.Judges)
				if n.round > v.Round {
					at = 0
				}
				for _, t := range open[number] {
					if t.Round == n.round {
						at++
					}
				}
				n.judges = max(0, p.Numbers.Judges-at)
			}
			p.cases[number] = n
		}
	}
}

// silent tells whether a judge who last did something then has left his tasks lying.
func (s *Study) silent(last, now time.Time) bool {
	return now.Sub(last) >= time.Duration(s.Numbers.Timeout)*time.Minute
}

// last is when a judge last did something to a task, or got it, as far as the clock can be
// believed now. A time ahead of it by Numbers.Timeout or more is of a clock that was wrong
// then, and says nothing: it would keep the task from others until that time comes. One
// that is nearer may be of a server whose clock differs a little, and counts.
func (s *Study) last(t *Task, now time.Time) (last time.Time) {
	for _, at := range []time.Time{t.Given, t.Touched, t.Done} {
		if !s.silent(now, at) {
			last = later(last, at)
		}
	}
	return last
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// idle tells whether open tasks of a judge count for nothing.
func (p *plan) idle(judge string) bool {
	return p.state[judge] != Active || p.silent(p.last[judge], p.now)
}

// returned are the tasks that count for nothing and do not say so yet.
func (p *plan) returned() []Task {
	var tasks []Task
	for _, t := range p.board.Tasks {
		if t.State == Open && p.idle(t.Judge) {
			t.State = Returned
			tasks = append(tasks, t)
		}
	}
	return tasks
}

// allowance is how many more cases the judge may get.
func (p *plan) allowance() int {
	most := len(p.cases)
	if p.Numbers.PerJudge > 0 {
		most = min(most, p.Numbers.PerJudge*p.Numbers.Cases)
	}
	for _, t := range p.own {
		if t.State != Returned {
			most--
		}
	}
	return most
}

// mayHave tells whether the judge may get a case: he did not have it, or left it.
func (p *plan) mayHave(number int) bool {
	t := p.had[number]
	return t == nil || t.State == Returned
}

// wants tells whether a case needs the judge.
func (p *plan) wants(number int) bool { return p.cases[number].judges > 0 && p.mayHave(number) }

// wholeForm gives the cases of the form that is shortest of judges, of those that need
// the judge in every case; nil if there is none.
func (p *plan) wholeForm(left int) []int {
	var best []int
	most := 0
	for _, form := range p.Forms {
		needs := 0
		for _, number := range form {
			if !p.wants(number) {
				needs = 0
				break
			}
			needs += p.cases[number].judges
		}
		// Forms may differ in length by the last one, so the mean decides.
		if needs > 0 && len(form) <= left && (best == nil || needs*len(best) > most*len(form)) {
			best, most = form, needs
		}
	}
	return best
}

// shortest gives up to n cases that need the judge, those first that need the most.
func (p *plan) shortest(n int) []int {
	var all []int
	for _, form := range p.Forms {
		for _, number := range form {
			if p.wants(number) {
				all = append(all, number)
			}
		}
	}
	slices.SortStableFunc(all, func(a, b int) int { return cmp.Compare(p.cases[b].judges, p.cases[a].judges) })
	return all[:min(n, len(all))]
}

// mayCome tells whether a case that is in other hands now may need the judge later.
func (p *plan) mayCome() bool {
	for number, n := range p.cases {
		if !n.settled && p.mayHave(number) {
			return true
		}
	}
	return false
}
