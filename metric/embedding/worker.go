package embedding

import (
	"math"
	"strings"

	"hed/corpus"
	"hed/score"
	"hed/text"
	"hed/text/vector"
)

// A worker is the memory of one goroutine.
type worker struct {
	tokens   []text.Token
	article  mean
	headline mean
	refs     []mean
}

func (w *worker) score(m *Metric, c *corpus.Case, out []float64) {
	a := m.words.For(c.Doc.Lang)
	m.article.add(w.sum(&w.article, m.vectors, a, c.Doc.Body))
	for len(w.refs) < len(c.Doc.References) {
		w.refs = append(w.refs, mean{})
	}
	refs := w.refs[:len(c.Doc.References)]
	for i, s := range c.Doc.References {
		w.sum(&refs[i], m.vectors, a, s)
	}
	for i, o := range c.Outputs {
		m.heads.add(w.sum(&w.headline, m.vectors, a, o.Text))
		best := score.Absent
		for j := range refs {
			if v := w.headline.cosine(&refs[j]); score.IsAbsent(best) || v > best {
				best = v
			}
		}
		out[2*i], out[2*i+1] = w.headline.cosine(&w.article), best
	}
}

// A mean is the sum of vectors, which points where their mean points, and the
// square of its length; 0 if no word is known.
type mean struct {
	sum    []float64
	square float64
}

// sum adds up the vectors of the words of s, and counts those that have one.
func (w *worker) sum(to *mean, t *vector.Table, a *text.Analyzer, s string) (known, unknown int64) {
	if to.sum == nil {
		to.sum = make([]float64, t.Dim())
	}
	clear(to.sum)
	w.tokens = a.Analyze(w.tokens[:0], s)
	for _, tok := range w.tokens {
		row, ok := 0, false
		if t.Cased() {
			row, ok = find(t, s[tok.Start:tok.End])
		}
		if !ok {
			row, ok = find(t, tok.Text)
		}
		if !ok {
			unknown++
			continue
		}
		known++
		for i, v := range t.Row(row) {
			to.sum[i] += float64(v)
		}
	}
	to.square = dot(to.sum, to.sum)
	return known, unknown
}

// find looks a word up with ', and if it is not there with ’, whichever the word has.
func find(t *vector.Table, word string) (row int, ok bool) {
	word = text.Straight(word)
	row, ok = t.Find(word)
	if !ok && strings.Contains(word, "'") {
		return t.Find(strings.ReplaceAll(word, "'", "’"))
	}
	return row, ok
}

// cosine has no value where a text has no direction.
func (a *mean) cosine(b *mean) float64 {
	if a.square == 0 || b.square == 0 {
		return score.Absent
	}
	return min(max(dot(a.sum, b.sum)/math.Sqrt(a.square*b.square), 0), 1)
}

func dot(a, b []float64) (sum float64) {
	for i, x := range a {
		sum += float64(x * b[i]) // rounded, so that processors agree
	}
	return sum
}
