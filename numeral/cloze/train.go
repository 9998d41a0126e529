package cloze

import (
	"context"
	"iter"

	"hed/corpus"
	"hed/numeral/derive"
)

// Lessons returns the questions of documents that have answers. With holdOut the
// documents of [derive.Test] are held back, to measure a model on them.
func Lessons(docs iter.Seq2[*corpus.Document, error], holdOut bool) (questions []derive.Question, held []*corpus.Document, err error) {
	for d, err := range docs {
		if err != nil {
			return nil, nil, err
		}
		q := Of(d)
		switch {
		case q == nil || q.Answer == "":
		case holdOut && derive.Test(d.Text()):
			held = append(held, d)
		default:
			questions = append(questions, derive.Question{Article: d.Text(), Cloze: *q})
		}
	}
	return questions, held, nil
}

// Measure says how many questions of the documents a solver answers right.
// progress, if not nil, is told how many are done.
func Measure(ctx context.Context, solver Solver, docs []*corpus.Document, workers int, progress func(done, all int)) (s Score, err error) {
	list := func(yield func(*corpus.Document, error) bool) {
		for _, d := range docs {
			if !yield(d, nil) {
				return
			}
		}
	}
	for answer, err := range Solve(ctx, solver, list, workers) {
		if err != nil {
			return s, err
		}
		s.Take(&answer)
		if progress != nil {
			progress(answer.I+1, len(docs))
		}
	}
	return s, nil
}
