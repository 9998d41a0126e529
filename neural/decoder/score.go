package decoder

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"hed/tensor"
)

// Score gives the logarithm of the probability that the model writes each of several sequences for a text: given[i] are those
// for texts[i], without Start and with their ends. It does not depend on the other sequences and texts.
//
// Texts and sequences that the model does not know the tokens of, or that are longer than it has positions, are refused before anything is
// computed. The end of ctx ends Score; so does a failure of the device.
func (m *Model) Score(ctx context.Context, texts []Text, given [][][]int32) (all [][]float64, err error) {
	defer tensor.Recover(&err)
	if err := m.fits(texts); err != nil {
		return nil, err
	}
	for i, list := range given {
		for _, tokens := range list {
			if n := m.Config.positions; n > 0 && len(tokens) > n {
				return nil, fmt.Errorf("a sequence for text %d has %d tokens, the model takes %d; truncate it", i, len(tokens), n)
			}
			for _, id := range tokens {
				if err := m.Config.Check(id); err != nil {
					return nil, fmt.Errorf("a sequence for text %d: %w; the tokenizer is from another model", i, err)
				}
			}
		}
	}
	for at := 0; at < len(texts); {
		if len(given[at]) > together { // so that each step has as many rows as others, on which the last bits may depend on a card
			var scores []float64
			for part := range slices.Chunk(given[at], together) {
				some, err := m.score(ctx, texts[at:at+1], [][][]int32{part}, len(part))
				if err != nil {
					return nil, err
				}
				scores = append(scores, some[0]...)
			}
			all = append(all, scores)
			at++
			continue
		}
		n, rows, sum := 0, 0, 0
		for ; at+n < len(texts) && (n == 0 || rows+len(given[at+n]) <= together && sum+len(texts[at+n].Tokens) <= budget); n++ {
			rows += len(given[at+n])
			sum += len(texts[at+n].Tokens)
		}
		scores, err := m.score(ctx, texts[at:at+n], given[at:at+n], rows)
		if err != nil {
			return nil, err
		}
		all = append(all, scores...)
		at += n
	}
	return all, nil
}

// A known is a path whose tokens are given.
type known struct {
	path
	text  int
	score *float64
}

// score is Score for texts of one batch, with so many sequences in all.
func (m *Model) score(ctx context.Context, texts []Text, given [][][]int32, rows int) ([][]float64, error) {
	w, d := &m.writing, m.device
	lists, all := make([][]int32, len(texts)), make([][]float64, len(texts))
	var live []*known
	longest := 1
	for i, t := range texts {
		lists[i], all[i] = t.Tokens, make([]float64, len(given[i]))
		for k, tokens := range given[i] {
			live = append(live, &known{path: path{tokens: append([]int32{m.Settings.Start}, tokens...)}, text: i, score: &all[i][k]})
			longest = max(longest, len(tokens))
		}
	}
	m.begin(rows, longest)
	if err := m.read(ctx, lists, w.kept); err != nil {
		return nil, err
	}
	w.queries = make([]int, len(texts)+1)
	for step := 0; ; step++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		left := live[:0]
		clear(w.queries)
		w.paths = w.paths[:0]
		var next []int32
		for _, p := range live {
			if step+1 < len(p.tokens) {
				left = append(left, p)
				w.paths, next = append(w.paths, &p.path), append(next, p.tokens[step+1])
				w.queries[p.text+1]++
			}
		}
		if live = left; len(live) == 0 {
			return all, nil
		}
		for i := range texts {
			w.queries[i+1] += w.queries[i]
		}
		m.step(step)
		n := len(live)
		pick := w.pick.Part(0, n, 0, 1)
		d.LogSum(w.sum.Part(0, n, 0, 1), pick, w.logits.Part(0, n, 0, m.Config.Vocabulary), next)
		w.sums = grow(w.sums, n)
		d.Read(w.sums, pick)
		for i, p := range live {
			p.row = i
			*p.score += float64(w.sums[i])
			if math.IsNaN(*p.score) {
				return nil, errors.New("the model gives tokens probabilities that are not numbers: its weights are damaged; fetch it again")
			}
		}
	}
}
