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
	// Value is what they agreed on, as the first of them wrote it; "" if they did not.
	Value string
	// Judges are those of the round whose values were compared, by when they finished.
	Judges []string
}

// Verdicts tell of the first n cases whether they are settled. Tasks of excluded judges
// and of models do not count.
//
// The judges of a round are the first to finish it; one who comes late, after a task
// was returned and done by another, changes nothing. Once a round has begun, those
// before it stay as they are, even if one of their judges is excluded.
func (s *Study) Verdicts(b *Board, n int) []Verdict {
	b = b.people()
	excluded := map[string]bool{}
	for _, j := range b.Judges {
		excluded[j.ID] = j.State == Excluded
	}
	finished := make([][]Task, n)
	for _, t := range b.Tasks {
		if t.Case < n && t.State == Finished && !excluded[t.Judge] {
			finished[t.Case] = append(finished[t.Case], t)
		}
	}
	verdicts := make([]Verdict, n)
	for i := range verdicts {
		verdicts[i] = s.verdict(finished[i], b.Values[i])
	}
	return verdicts
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
		c := s.Protocol.Consensus
		switch full := len(v.Judges) == s.Numbers.Judges; {
		case !full:
		case c == nil:
			v.Settled = true
		default:
			if v.Value, v.Agreed = s.agreed(v.Judges, values); v.Agreed {
				v.Settled = true
				return v
			}
			v.Settled = c.Rounds > 0 && v.Round+1 >= c.Rounds
			if !v.Settled && len(finished) == 0 {
				return Verdict{Round: v.Round + 1}
			}
		}
	}
	return v
}

// agreed gives the value that enough judges gave, as the first of them wrote it. There
// cannot be two, since enough are more than half.
func (s *Study) agreed(judges []string, values map[string]string) (value string, ok bool) {
	q := s.Protocol.question(s.Protocol.Consensus.Question)
	for i, a := range judges {
		votes := 1
		for _, b := range judges[i+1:] {
			if values[a] != "" && q.same(values[a], values[b]) {
				votes++
			}
			if votes >= s.Protocol.Consensus.Agree {
				return values[a], true
			}
		}
	}
	return "", false
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
