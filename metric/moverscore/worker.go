package moverscore

import (
	"context"
	"math"

	"hed/corpus"
	"hed/metric/internal/cut"
	"hed/metric/internal/idf"
	"hed/metric/internal/transport"
	"hed/neural/embed"
	"hed/neural/tokenizer"
	"hed/score"
)

// A worker is the memory of one goroutine.
type worker struct {
	*Metric
	*cut.Cutter

	states     embed.Batch
	tokens     []token // those of a text that count
	headline   transport.Cloud
	references []*transport.Cloud
	solver     transport.Solver
}

// A token is where in a text, and what it weighs.
type token struct {
	at     int
	weight float64
}

func (w *worker) score(ctx context.Context, cases []*corpus.Case, by weights, out []float64) error {
	for len(cases) > 0 {
		n, err := w.Take(cases)
		if err != nil {
			return err
		}
		if err := w.model.States(ctx, w.Texts, w.layer(), &w.states); err != nil {
			return err
		}
		text := 0
		for _, c := range cases[:n] {
			w.move(text, len(c.Doc.References), by, out[:len(c.Outputs)])
			text += len(c.Doc.References) + len(c.Outputs)
			out = out[len(c.Outputs):]
		}
		cases = cases[n:]
	}
	return nil
}

// move fills out for the headlines of a case, whose texts begin at first.
func (w *worker) move(first, references int, by weights, out []float64) {
	for len(w.references) < references {
		w.references = append(w.references, new(transport.Cloud))
	}
	for r := range references {
		w.fill(w.references[r], first+r, by.references)
	}
	for h := range out {
		w.fill(&w.headline, first+references+h, by.system(h))
		sum, n := 0.0, 0
		for _, r := range w.references[:references] {
			if w.headline.Len() > 0 && r.Len() > 0 {
				sum += 1 / (1 + w.solver.Distance(r, &w.headline))
				n++
			}
		}
		if out[h] = score.Absent; n > 0 {
			out[h] = sum / float64(n)
		}
	}
}

// fill makes points of the n-grams of a text: the mean of the tokens' vectors by
// their weights, brought to length 1, weighing what they weigh together. A text that
// is shorter than n is one n-gram. Points without weight are left out, and none are
// made where no token but special ones counts.
func (w *worker) fill(c *transport.Cloud, text int, by *idf.Table) {
	states := w.states.States[text]
	c.Reset(states.Cols)
	if !w.choose(w.Texts[text], by) {
		return
	}
	n := min(w.n, len(w.tokens))
	for first := range len(w.tokens) - n + 1 {
		gram := w.tokens[first : first+n]
		weight := 0.0
		for _, t := range gram {
			weight += t.weight
		}
		if weight == 0 {
			continue
		}
		point := c.Add(weight)
		for _, t := range gram {
			state := states.Row(t.at)
			scale := t.weight / length(state)
			for k, x := range state {
				point[k] += float64(scale * float64(x))
			}
		}
		transport.Unit(point)
	}
}

// choose finds the tokens that count, and reports whether one that is not special
// weighs something.
func (w *worker) choose(e *tokenizer.Encoding, by *idf.Table) (own bool) {
	w.tokens = w.tokens[:0]
	for i, id := range e.IDs {
		piece := i > 0 && !e.Special[i] && e.Words[i] == e.Words[i-1]
		if piece || cut.Punctuation(w.tokenizer, id) {
			continue
		}
		t := token{i, weight(by, id)}
		w.tokens = append(w.tokens, t)
		own = own || t.weight > 0 && !e.Special[i]
	}
	return own
}

// length is that of a state, or 1 if it has none.
func length(x []float32) float64 {
	sum := 0.0
	for _, v := range x {
		sum += float64(float64(v) * float64(v))
	}
	if sum == 0 {
		return 1
	}
	return math.Sqrt(sum)
}
