package bertscore

import (
	"context"
	"math"
	"slices"

	"hed/corpus"
	"hed/metric/internal/cut"
	"hed/neural/embed"
	"hed/neural/tokenizer"
	"hed/score"
	"hed/tensor/vec"
)

// A worker is the memory of one goroutine.
type worker struct {
	*Metric
	*cut.Cutter

	states  embed.Batch
	squares []float64 // of the lengths of states, by token
	starts  []int     // of the tokens of each text
	best    []float64 // the nearest token's cosine
}

func (w *worker) score(ctx context.Context, cases []*corpus.Case, out []float64) error {
	for len(cases) > 0 {
		n, err := w.Take(cases)
		if err != nil {
			return err
		}
		if err := w.model.States(ctx, w.Texts, w.layer, &w.states); err != nil {
			return err
		}
		w.measure()
		text := 0
		for _, c := range cases[:n] {
			w.match(text, len(c.Doc.References), len(c.Outputs), out)
			text += len(c.Doc.References) + len(c.Outputs)
			out = out[3*len(c.Outputs):]
		}
		cases = cases[n:]
	}
	return nil
}

// measure computes the lengths of all states.
func (w *worker) measure() {
	w.squares, w.starts = w.squares[:0], w.starts[:0]
	for _, m := range w.states.States {
		w.starts = append(w.starts, len(w.squares))
		for i := range m.Rows {
			w.squares = append(w.squares, float64(vec.DotFused(m.Row(i), m.Row(i))))
		}
	}
}

// match fills out for the headlines of a case, whose texts begin at first.
func (w *worker) match(first, references, headlines int, out []float64) {
	for h := range headlines {
		best := [3]float64{score.Absent, score.Absent, score.Absent}
		for r := range references {
			one := w.pair(first+references+h, first+r)
			for i, v := range one {
				if r > 0 {
					v = max(v, best[i]) // absent if either is
				}
				best[i] = v
			}
		}
		for i, v := range best {
			out[3*h+i] = w.rescaling.apply(v, i)
		}
	}
}

// pair gives precision, recall and F of a headline and a reference. Precision or
// recall is absent where no token of its text weighs anything, and F is 0 then, as
// bert-score has it. All three are absent where a model gives no numbers for a token.
func (w *worker) pair(headline, reference int) (prf [3]float64) {
	a, b := w.states.States[headline], w.states.States[reference]
	if a.Rows == len(w.special) || b.Rows == len(w.special) {
		return prf
	}
	w.best = w.best[:0] // no cosine counts less than 0
	for range a.Rows + b.Rows {
		w.best = append(w.best, 0)
	}
	rows, columns := w.best[:a.Rows], w.best[a.Rows:]
	for i := range rows {
		x, square := a.Row(i), w.squares[w.starts[headline]+i]
		for j := range columns {
			// The same states have the cosine 1, to the last bit; others come no
			// higher than by rounding, which is no nearness.
			cosine := float64(vec.DotFused(x, b.Row(j))) / math.Sqrt(square*w.squares[w.starts[reference]+j])
			cosine = min(cosine, 1)
			rows[i], columns[j] = max(rows[i], cosine), max(columns[j], cosine)
		}
	}
	if slices.ContainsFunc(rows, math.IsNaN) {
		return [3]float64{score.Absent, score.Absent, score.Absent}
	}
	p, r := w.mean(rows, w.Texts[headline]), w.mean(columns, w.Texts[reference])
	f := 2 * p * r / (p + r)
	if math.IsNaN(f) {
		f = 0
	}
	return [3]float64{p, r, f}
}

// mean is the mean of the tokens' cosines by their weights.
func (w *worker) mean(cosines []float64, text *tokenizer.Encoding) float64 {
	sum, weights := 0.0, 0.0
	for i, c := range cosines {
		weight := w.weight(text.IDs[i])
		sum += float64(weight * c)
		weights += weight
	}
	return sum / weights
}

func (m *Metric) weight(id int32) float64 {
	switch {
	case m.idf != nil:
		return m.idf.References.Weight(id)
	case id == m.special[0] || id == m.special[1]:
		return 0
	}
	return 1
}
