package cloze

import (
	"fmt"

	"hed/internal/count"
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

// String says how many answers are right: "95.31% of 100 answers right, 96.67% of 60
// copied, 93.25% of 40 reasoning".
func (s *Score) String() string {
	a := s.Accuracy()
	text := fmt.Sprintf("%.2f%% of %s right", 100*a.Overall, count.Of(s.N(), "answer"))
	for _, part := range []struct {
		n     int
		share score.Value
		name  string
	}{{s.n[Copy], a.Copy, "copied"}, {s.n[Reasoning], a.Reasoning, "reasoning"}} {
		if part.n > 0 {
			text += fmt.Sprintf(", %.2f%% of %d %s", 100*part.share, part.n, part.name)
		}
	}
	return text
}

func share(part, whole int) score.Value { return score.Value(score.Share(part, whole)) }
