package rouge

import (
	"strings"

	"hed/corpus"
	"hed/text"
)

// A worker scores one case at a time. It owns all scratch memory, so that
// scoring allocates next to nothing.
type worker struct {
	*settings
	index *text.Index
	refs  []sequence
	cands []sequence

	ref      reference // a whole text
	sentence reference // one of its sentences
	sets     setCounter
	perl     scratch155 // ROUGE-1.5.5
	union    []uint64
	left     [][2]int32
}

func newWorker(s *settings) *worker {
	return &worker{settings: s, index: text.NewIndex(s.analyzer)}
}

func (w *worker) score(c *corpus.Case, out []float64) error {
	w.index.Reset()
	w.refs = grow(w.refs[:cap(w.refs)], len(c.Doc.References))
	for i, s := range c.Doc.References {
		w.analyze(&w.refs[i], s)
	}
	w.cands = grow(w.cands[:cap(w.cands)], len(c.Outputs))
	for i := range c.Outputs {
		w.analyze(&w.cands[i], c.Outputs[i].Text)
	}
	if err := w.check(); err != nil {
		return err
	}
	width := len(out) / max(len(w.cands), 1)
	if w.profile.name == r155 {
		for j := range w.cands {
			w.score155(&w.cands[j], out[j*width:(j+1)*width])
		}
		return nil
	}
	clear(out)
	for i := range w.refs {
		ref := &w.refs[i]
		w.ref.load(ref.ids, w.index.Size())
		for j := range w.cands {
			w.pair(ref, &w.cands[j], out[j*width:(j+1)*width])
		}
	}
	return nil
}

// score155 scores one candidate against all references at once.
func (w *worker) score155(cand *sequence, out []float64) {
	for i, v := range w.variants {
		out[3*i], out[3*i+1], out[3*i+2] = w.combine(v.kind, w.perl.counts(v, w.skip, w.refs, cand))
	}
}

// analyze turns a text into a sequence of terms, in memory that dst had.
func (w *worker) analyze(dst *sequence, s string) {
	dst.reset()
	if w.profile.name == numeval {
		s = numevalText(s)
	}
	w.append(dst, s)
}

// append adds the lines of s as sentences. The newline is no part of any
// token, so the terms are those of the text as a whole.
func (w *worker) append(t *sequence, s string) {
	for more := true; more; {
		var line string
		line, s, more = strings.Cut(s, "\n")
		t.ids = w.index.Append(t.ids, line)
		t.ends = append(t.ends, int32(len(t.ids)))
	}
}

// pair scores one candidate against the loaded reference and keeps in out
// the better of this and what is there.
func (w *worker) pair(ref, cand *sequence, out []float64) {
	w.sets.forget()
	for i, v := range w.variants {
		p, r, f := w.prf(v, ref, cand)
		if w.profile.name == hevas {
			out[i] = max(out[i], r)
		} else if o := out[3*i : 3*i+3]; f > o[2] {
			o[0], o[1], o[2] = p, r, f
		}
	}
}

// prf computes type v. What rouge-score does not have is counted as
// ROUGE-1.5.5 does, and WSU as HEvAS.
func (w *worker) prf(v variant, ref, cand *sequence) (p, r, f float64) {
	whole := counts{cand: float64(len(cand.ids)), ref: float64(len(ref.ids))}
	switch {
	case w.profile.name == hevas || v.kind == skipW:
		p, r, f = w.countSets(v, ref.ids, cand.ids).prf()
		return min(p, 1), min(r, 1), min(f, 1) // WSU may exceed 1
	case v.kind == ngram:
		return w.ref.ngrams(cand.ids, v.n).prf()
	case v.kind == lcs:
		whole.hit = float64(w.ref.lcs(cand.ids))
	case v.kind == lcsSum:
		whole.hit = float64(w.lsum(ref, cand))
	case v.kind == lcsW:
		return sum155(v.kind, w.perl.count(v, w.skip, ref, cand)).prfW()
	default:
		return w.perl.count(v, w.skip, ref, cand).prf()
	}
	return whole.prf()
}
