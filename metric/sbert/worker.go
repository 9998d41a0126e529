package sbert

import (
	"context"
	"math"
	"slices"

	"hed/corpus"
	"hed/metric/internal/cut"
	"hed/neural/embed"
	"hed/score"
	"hed/tensor"
)

// A worker is the memory of one goroutine.
type worker struct {
	*Metric
	*cut.Cutter

	states  embed.Batch
	vectors []vector // by text: article, references and headlines of each case
}

// A vector is a text's, with the square of its length: 0 if the text has no token
// of its own.
type vector struct {
	x      []float32
	square float64
}

func (w *worker) score(ctx context.Context, cases []*corpus.Case, out []float64) error {
	for len(cases) > 0 {
		n, err := w.Take(cases)
		if err != nil {
			return err
		}
		if err := w.embed(ctx); err != nil {
			return err
		}
		rest := w.vectors
		for _, c := range cases[:n] {
			article, references := &rest[0], rest[1:1+len(c.Doc.References)]
			headlines := rest[1+len(references):][:len(c.Outputs)]
			for i := range headlines {
				best := score.Absent
				for j := range references {
					if v := headlines[i].cosine(&references[j]); score.IsAbsent(best) || v > best {
						best = v
					}
				}
				out[2*i], out[2*i+1] = headlines[i].cosine(article), best
			}
			rest, out = rest[1+len(references)+len(headlines):], out[2*len(headlines):]
		}
		cases = cases[n:]
	}
	return nil
}

// embed computes the vectors of all texts.
func (w *worker) embed(ctx context.Context) error {
	var means tensor.Matrix
	var err error
	if w.folder.pooling == meanPooling {
		means, err = w.model.Means(ctx, w.Texts, w.layer())
	} else {
		err = w.model.States(ctx, w.Texts, w.layer(), &w.states)
	}
	if err != nil {
		return err
	}
	w.vectors = w.vectors[:0]
	for i, e := range w.Texts {
		var v vector
		if slices.Contains(e.Special, false) {
			if w.folder.pooling == meanPooling {
				v.x = means.Row(i)
			} else {
				v.x = w.states.States[i].Row(0)
			}
			v.square = dot(v.x, v.x)
		}
		w.vectors = append(w.vectors, v)
	}
	return nil
}

// cosine has no value where a text has no direction.
func (v *vector) cosine(u *vector) float64 {
	if v.square == 0 || u.square == 0 {
		return score.Absent
	}
	return min(max(dot(v.x, u.x)/math.Sqrt(v.square*u.square), -1), 1)
}

func dot(a, b []float32) (sum float64) {
	for i, x := range a {
		sum += float64(float64(x) * float64(b[i])) // rounded, so that processors agree
	}
	return sum
}
