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
	"hed/numeral/rerank"
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

// shownAnswers is how many answers are given: the likeliest, and alternatives. A re-ranker has learnt from as many.
const shownAnswers = derive.HeldAnswers

// A Solver answers questions.
type Solver struct {
	Model *derive.Model
	Again *rerank.Model // ranks the answers of Model again; nil for none
}

// together is how many questions are ranked again at once.
const together = 64

// Solve answers the questions of the documents, in their order. Documents that
// ask nothing are passed over. Workers change nothing but the time.
func Solve(ctx context.Context, solver Solver, docs iter.Seq2[*corpus.Document, error], workers int) iter.Seq2[Solution, error] {
	return func(yield func(Solution, error) bool) {
		n := 0
		var waiting []Answered
		give := func() bool {
			if solver.Again != nil {
				if err := rankAgain(ctx, solver.Again, waiting); err != nil {
					yield(Solution{}, err)
					return false
				}
			}
			for i := range waiting {
				s := waiting[i].solution()
				s.I = n
				if n++; !yield(s, nil) {
					return false
				}
			}
			waiting = waiting[:0]
			return true
		}
		for a, err := range Answer(ctx, solver.Model, docs, workers) {
			if err != nil {
				if give() {
					yield(Solution{}, err)
				}
				return
			}
			if waiting = append(waiting, a); solver.Again != nil && len(waiting) < together {
				continue
			}
			if !give() {
				return
			}
		}
		give()
	}
}

func rankAgain(ctx context.Context, again *rerank.Model, list []Answered) error {
	questions := make([]rerank.Question, len(list))
	for i := range list {
		questions[i] = list[i].Question
	}
	return again.Rank(ctx, questions) // the answers are the list's own
}

// An Answered is a question with its likeliest answers.
type Answered struct {
	rerank.Question
	gold  Gold
	known bool
}

// Answer finds the likeliest answers to the questions of documents, in their order. Documents that ask nothing are passed over. Workers
// change nothing but the time.
func Answer(ctx context.Context, model *derive.Model, docs iter.Seq2[*corpus.Document, error], workers int) iter.Seq2[Answered, error] {
	asking := func(yield func(*corpus.Document, error) bool) {
		for d, err := range docs {
			if (err != nil || Of(d) != nil) && !yield(d, err) {
				return
			}
		}
	}
	return ordered.Map(ctx, workers, asking, func(_ context.Context, d *corpus.Document) (Answered, error) {
		q := Of(d)
		a := Answered{Question: rerank.Question{Article: d.Text(), Headline: q.Question}}
		var err error
		if a.Answers, err = model.Solve(derive.Read(d.Text()), q.Question, shownAnswers); err != nil {
			return a, fmt.Errorf("document %s: %w", d.ID, err)
		}
		if q.Answer != "" {
			a.gold, a.known = GoldOf(d)
			a.Gold = a.gold.Numeral
		}
		return a, nil
	})
}

func (a *Answered) solution() Solution {
	s := Solution{Alternatives: []derive.Answer{}, Gold: a.gold, Known: a.known}
	if len(a.Answers) == 0 {
		return s
	}
	best := &a.Answers[0]
	s.Answer, s.Derivation, s.Confidence, s.Alternatives = &best.Text, best.Expr, best.Confidence, a.Answers[1:]
	s.Right = best.Text == s.Gold.Numeral
	return s
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
