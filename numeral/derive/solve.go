package derive

import (
	"cmp"
	"fmt"
	"slices"

	"hed/corpus"
)

// Solve answers a cloze question, a headline with a corpus.Blank where the
// numeral is missing. It returns at most n answers, the likeliest first,
// and none if the article has no number that could be meant. A question
// without a blank is an error.
func (m *Model) Solve(a *Article, headline string, n int) ([]Answer, error) {
	left, right, ok := question(headline)
	if !ok {
		return nil, fmt.Errorf("the question %q has no blank; write it as %s", headline, corpus.Blank)
	}
	r := m.rank(a, newBlank(left, right), "")
	return m.answers(r, r.all, r.p, n), nil
}

// answers makes answers of choices. The order of their derivations is by m.how, which learns from all questions.
func (m *Model) answers(r *ranking, all []choice, p []float64, n int) []Answer {
	var answers []Answer
	for k := range all[:min(n, len(all))] {
		first := &r.cs[all[k].ways[0]]
		ways := m.derivations(r, &all[k], p[k])
		answers = append(answers, Answer{Text: all[k].text, Expr: ways[0].Expr, Confidence: p[k], Value: first.value, Derivations: ways})
	}
	return answers
}

// maxDerivations is how many ways to an answer are told.
const maxDerivations = 5

// derivations lists the ways to an answer. Ways that read the same, such as
// copies of a number that stands in several places, are one: its operands
// are where the likeliest has them.
func (m *Model) derivations(r *ranking, c *choice, p float64) []Derivation {
	s := make([]float64, len(c.ways))
	room := rooms.Get().(*room)
	defer rooms.Put(room)
	for i, w := range c.ways {
		in := r.view.wayInput(&r.cs[w], r.score[w])
		s[i] = float64(m.how.score(&in, room))
	}
	share := softmax(s, 1)
	var all []Derivation
	index := map[string]int{}
	for _, i := range sorted(share) {
		d := r.view.a.derivation(r.view.b, &r.cs[c.ways[i]])
		text := d.Expr.Canonical().String()
		k, ok := index[text]
		if !ok {
			k = len(all)
			index[text] = k
			all = append(all, d)
		}
		all[k].Confidence += share[i] * p
	}
	slices.SortStableFunc(all, func(a, b Derivation) int { return cmp.Compare(b.Confidence, a.Confidence) })
	return all[:min(len(all), maxDerivations)]
}

// sorted returns the indexes of p, those of greater values first.
func sorted(p []float64) []int {
	order := make([]int, len(p))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(p[b], p[a]) })
	return order
}
