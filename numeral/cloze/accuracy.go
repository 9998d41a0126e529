package cloze

import (
	"hed/numeral/derive"
	"hed/score"
)

// A Score counts numerals and how many of them are right, by the type of the
// gold. It counts those of unknown type nowhere.
type Score struct{ n, right [Reasoning + 1]int }

// Add counts a numeral.
func (s *Score) Add(t Type, right bool) {
	s.n[t]++
	if right {
		s.right[t]++
	}
}

// Take counts a solution, if the right answer is known.
func (s *Score) Take(a *Solution) {
	if a.Known {
		s.Add(a.Gold.Type, a.Right)
	}
}

// Of is how many gold numerals are of a type.
func (s *Score) Of(t Type) int { return s.n[t] }

// N is how many numerals of a known type there are.
func (s *Score) N() int { return s.n[Copy] + s.n[Reasoning] }

// Accuracy is the share that is right, absent where there is nothing to share.
func (s *Score) Accuracy() derive.Accuracy {
	return derive.Accuracy{
		Overall:   share(s.right[Copy]+s.right[Reasoning], s.N()),
		Copy:      share(s.right[Copy], s.n[Copy]),
		Reasoning: share(s.right[Reasoning], s.n[Reasoning]),
	}
}

func share(part, whole int) score.Value { return score.Value(score.Share(part, whole)) }
