package study

import (
	"cmp"
	"slices"
	"strings"
)

// A Verdict is how far the judges of a case are.
type Verdict struct {
	// Round is the one that decides, or that is going on.
	Round int
	// Settled: nobody else is asked. Without a Consensus, when enough judges have
	// finished.
	Settled bool
	// Agreed: Settled because enough of the round gave the same value.
	Agreed bool
	// Value is what they agreed on, as the first of them wrote it, and Canonical what
	// they have in common; "" if they did not.
	Value, Canonical string
	// Votes is how many of the round gave the most frequent value.
	Votes int
	// Judges are those of the round whose values were compared, by when they finished.
	Judges []string
}

// Verdict tells whether a case is settled. Tasks of excluded judges do not count.
//
// The judges of a round are the first to finish it; one who comes late, after a task
// was returned and done by another, changes nothing. Once a round has begun, those
// before it stay as they are, even if one of their judges is excluded.
func (s *Study) Verdict(b *Board, number int) Verdict {
	excluded := map[string]bool{}
	for _, j := range b.Judges {
		excluded[j.ID] = j.State == Excluded
	}
	var tasks []Task
	for _, t := range b.Tasks {
		if t.Case == number && t.State == Finished && !excluded[t.Judge] {
			tasks = append(tasks, t)
		}
	}
	return s.verdict(tasks, b.Values[number])
}

// verdict judges the finished tasks of a case whose judges are not excluded.
func (s *Study) verdict(finished []Task, values map[string]string) Verdict {
	slices.SortFunc(finished, func(a, b Task) int {
		return cmp.Or(cmp.Compare(a.Round, b.Round), a.Done.Compare(b.Done), strings.Compare(a.Judge, b.Judge))
	})
	var v Verdict
	for len(finished) > 0 {
		v = Verdict{Round: finished[0].Round}
		n := 0
		for n < len(finished) && finished[n].Round == v.Round {
			if n < s.Numbers.Judges {
				v.Judges = append(v.Judges, finished[n].Judge)
			}
			n++
		}
		finished = finished[n:]
		full := len(v.Judges) == s.Numbers.Judges
		c := s.Protocol.Consensus
		if c == nil {
			v.Settled = full
			continue
		}
		s.count(&v, values)
		switch {
		case full && v.Agreed:
			v.Settled = true
			return v
		case full && c.Rounds > 0 && v.Round+1 >= c.Rounds:
			v.Settled = true
		case full && len(finished) == 0:
			return Verdict{Round: v.Round + 1}
		}
		v.Agreed, v.Value, v.Canonical = false, "", ""
	}
	return v
}

// count finds the most frequent value of a round.
func (s *Study) count(v *Verdict, values map[string]string) {
	c := s.Protocol.Consensus
	q := s.Protocol.question(c.Question)
	votes := map[string]int{}
	for _, j := range v.Judges {
		value, ok := values[j]
		if !ok {
			continue
		}
		key := q.canonical(value)
		if votes[key]++; votes[key] > v.Votes {
			v.Votes, v.Canonical = votes[key], key
		}
	}
	for _, j := range v.Judges {
		if value, ok := values[j]; ok && q.canonical(value) == v.Canonical {
			v.Value = value
			break
		}
	}
	v.Agreed = v.Votes >= c.Agree
}

// question gives a question of the steps by its id.
func (p *Protocol) question(id string) *Question {
	for i := range p.Steps {
		for j := range p.Steps[i].Questions {
			if q := &p.Steps[i].Questions[j]; q.ID == id {
				return q
			}
		}
	}
	panic("study: no question " + id)
}
