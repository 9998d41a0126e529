package generatetest

import (
	"context"
	"fmt"

	"hed/corpus"
	"hed/generate"
)

// batches checks a Batcher: in batches of any size, full or not, the first candidate for
// a document is what the generator wrote for it alone, and asking for more of them
// only adds some behind.
func batches(ctx context.Context, b generate.Batcher, docs []*corpus.Document, want []string) error {
	// Large batches need more documents than there are: they come again, in an order
	// that gives every one other neighbours.
	many, wanted := make([]*corpus.Document, 0, 70), make([]string, 0, 70)
	for i := range cap(many) {
		k := i * (1 + i/len(docs)) % len(docs)
		many, wanted = append(many, docs[k]), append(wanted, want[k])
	}
	for _, size := range []int{1, 7, 32} {
		for start := 0; start < len(many); start += size {
			part := many[start:min(start+size, len(many))]
			one, err := candidates(ctx, b, part, 1)
			if err != nil {
				return fmt.Errorf("in batches of %d: %w", size, err)
			}
			several, err := candidates(ctx, b, part, 3)
			if err != nil {
				return fmt.Errorf("three candidates in batches of %d: %w", size, err)
			}
			for i, d := range part {
				if got := one[i][0].Headline; got != wanted[start+i] {
					return fmt.Errorf("%s: the headline is %.80q alone and %.80q in batches of %d", d.ID, wanted[start+i], got, size)
				}
				if several[i][0] != one[i][0] {
					return fmt.Errorf("%s: the best candidate is %.80v, and %.80v if it is one of three", d.ID, one[i][0], several[i][0])
				}
			}
		}
	}
	return nil
}

// candidates are those of a batch, each document with one to n of them, the best first.
func candidates(ctx context.Context, b generate.Batcher, docs []*corpus.Document, n int) ([][]generate.Candidate, error) {
	all, err := b.GenerateBatch(ctx, docs, n)
	if err != nil {
		return nil, err
	}
	if len(all) != len(docs) {
		return nil, fmt.Errorf("candidates for %d documents, want %d", len(all), len(docs))
	}
	for i, list := range all {
		if len(list) < 1 || len(list) > n {
			return nil, fmt.Errorf("%s: %d candidates, want 1 to %d", docs[i].ID, len(list), n)
		}
		for k := range list[1:] {
			if !(list[k].Score >= list[k+1].Score) {
				return nil, fmt.Errorf("%s: candidate %d has the score %g, less than the %g behind it", docs[i].ID, k+1, list[k].Score, list[k+1].Score)
			}
		}
	}
	return all, nil
}
