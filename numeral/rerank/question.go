package rerank

import (
	"context"
	"fmt"
	"hash/fnv"
	"io"
	"strings"
	"sync/atomic"

	"hed/internal/crash"
	"hed/numeral/derive"
)

// A Question is a numeral question with the answers that derive finds likeliest, the best first.
type Question struct {
	Article, Headline string // the headline with a blank
	Answers           []derive.Answer
	Gold              string // the right answer, "" where nobody knows it
}

// least is the chance below which an answer is left as it is when a Model ranks: it would hardly ever win, and each costs a
// reading of the article.
const least = 0.002

// doubtful are the answers that a Model scores; one is not worth it.
func (q *Question) doubtful() []derive.Answer {
	n := 0
	for n < len(q.Answers) && q.Answers[n].Confidence >= least {
		n++
	}
	if n < 2 {
		return nil
	}
	return q.Answers[:n]
}

// half is the half of all articles that the question's belongs to, whatever the order of questions.
func (q *Question) half() int {
	h := fnv.New64a()
	for word := range strings.FieldsSeq(q.Article) {
		io.WriteString(h, word)
		io.WriteString(h, " ")
	}
	return int(h.Sum64() >> 32 & 1)
}

// read makes tokens of the answers to questions that answers gives, by workers; nil of those for which it gives none.
func (f *frame) read(ctx context.Context, questions []Question, workers int, answers func(*Question) []derive.Answer) ([]*entry, error) {
	entries, errs := make([]*entry, len(questions)), make([]error, max(1, workers))
	var next atomic.Int64
	var group crash.Group
	for w := range errs {
		group.Go(func() {
			r := f.reader()
			for i := int(next.Add(1)) - 1; i < len(questions) && errs[w] == nil; i = int(next.Add(1)) - 1 {
				q := &questions[i]
				if answers := answers(q); answers != nil {
					entries[i], errs[w] = r.read(q.Article, q.Headline, answers, q.Gold)
				}
				if ctx.Err() != nil {
					errs[w] = context.Cause(ctx)
				}
			}
		})
	}
	group.Wait()
	for _, err := range errs {
		if err != nil {
			return nil, fmt.Errorf("read questions: %w", err)
		}
	}
	return entries, nil
}
