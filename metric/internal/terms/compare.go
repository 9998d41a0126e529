package terms

import (
	"hed/corpus"
	"hed/score"
)

// The columns that Compare fills, in order.
const (
	Coverage   = iota // headline and article
	Similarity        // headline and best reference
	Measures
)

// Columns describes them for a metric that papers call by its title: how says as what texts
// are compared, such as "in topics".
func Columns(metric, title, how string, signature score.Signature) []score.Column {
	column := func(letter, name, other string) score.Column {
		return score.Column{
			Name: metric + "_" + letter, Metric: metric, Title: title + " " + name, Topic: score.Informativeness, Doc: "cosine of headline and " + other + " " + how,
			Better: score.Higher, High: 1, Assume: "checked", Signature: signature,
		}
	}
	return []score.Column{Coverage: column("c", "coverage", "article"), Similarity: column("s", "similarity", "best reference")}
}

// A Comparer compares the texts of a case as vectors. It is the memory of one
// goroutine.
type Comparer struct {
	vector     func(v []float64, c *corpus.Case, s string) bool
	likeness   func(a, b []float64) float64
	headline   []float64
	references [][]float64
}

// NewComparer returns a comparer by vectors of n numbers. The function vector
// makes that of a text of a case, and reports whether there is one.
func NewComparer(n int, vector func(v []float64, c *corpus.Case, s string) bool, likeness func(a, b []float64) float64) *Comparer {
	return &Comparer{vector: vector, likeness: likeness, headline: make([]float64, n)}
}

// Compare fills out. The vector of the article is given, or nil if it has none.
// Of several references the one most alike counts; there is no value where one
// of two texts has no vector.
func (x *Comparer) Compare(article []float64, c *corpus.Case, out []float64) {
	n := 0
	for _, r := range c.Doc.References {
		if n == len(x.references) {
			x.references = append(x.references, make([]float64, len(x.headline)))
		}
		if x.vector(x.references[n], c, r) {
			n++
		}
	}
	for i, o := range c.Outputs {
		row := out[i*Measures : (i+1)*Measures]
		row[Coverage], row[Similarity] = score.Absent, score.Absent
		if !x.vector(x.headline, c, o.Text) {
			continue
		}
		if article != nil {
			row[Coverage] = x.likeness(x.headline, article)
		}
		for j, r := range x.references[:n] {
			if v := x.likeness(x.headline, r); j == 0 || v > row[Similarity] {
				row[Similarity] = v
			}
		}
	}
}
