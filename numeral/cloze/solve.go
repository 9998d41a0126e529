package cloze

import (
	"context"
	"fmt"
	"io"
	"iter"

	"hed/corpus"
	"hed/internal/ordered"
	"hed/numeral"
	"hed/numeral/derive"
)

// A Solution is what a model answers to a question. As JSON it is a line of
// what solving questions writes; an article without numbers has no answer, and null stands
// in its place.
type Solution struct {
	I            int             `json:"i"` // counts the questions from 0
	Answer       *string         `json:"answer"`
	Derivation   *numeral.Expr   `json:"derivation"`
	Confidence   float64         `json:"confidence"`
	Alternatives []derive.Answer `json:"alternatives"` // the likeliest first

	// Gold is the right answer, where it is Known.
	Gold  Gold `json:"-"`
	Known bool `json:"-"`
	Right bool `json:"-"` // Answer is the gold numeral, as a string
}

// shownAnswers is how many answers are given: the likeliest, and alternatives.
const shownAnswers = 6

// Solve answers the questions of the documents, in their order. Documents that
// ask nothing are passed over. Workers change nothing but the time.
func Solve(ctx context.Context, model *derive.Model, docs iter.Seq2[*corpus.Document, error], workers int) iter.Seq2[Solution, error] {
	asking := func(yield func(*corpus.Document, error) bool) {
		for d, err := range docs {
			if (err != nil || Of(d) != nil) && !yield(d, err) {
				return
			}
		}
	}
	return func(yield func(Solution, error) bool) {
		i := 0
		for s, err := range ordered.Map(ctx, workers, asking, func(_ context.Context, d *corpus.Document) (Solution, error) { return solve(model, d) }) {
			s.I = i
			i++
			if !yield(s, err) {
				return
			}
		}
	}
}

func solve(model *derive.Model, d *corpus.Document) (Solution, error) {
	q := Of(d)
	s := Solution{Alternatives: []derive.Answer{}}
	answers, err := model.Solve(derive.Read(d.Text()), q.Question, shownAnswers)
	if err != nil {
		return s, fmt.Errorf("document %s: %w", d.ID, err)
	}
	if q.Answer != "" {
		s.Gold, s.Known = GoldOf(d)
	}
	if len(answers) == 0 {
		return s, nil
	}
	best := answers[0]
	s.Answer, s.Derivation, s.Confidence, s.Alternatives = &best.Text, best.Expr, best.Confidence, answers[1:]
	s.Right = best.Text == s.Gold.Numeral
	return s, nil
}

// WriteSolutions writes the solutions of a sequence as JSON, an object a line, and
// counts them and those that are right. progress hears how many are done.
func WriteSolutions(w io.Writer, solutions iter.Seq2[Solution, error], progress func(done int)) (n int, score Score, err error) {
	encode := objects(w)
	for s, err := range solutions {
		if err != nil {
			return n, score, err
		}
		n++
		progress(n)
		score.Take(&s)
		if err := encode(s); err != nil {
			return n, score, err
		}
	}
	return n, score, nil
}
