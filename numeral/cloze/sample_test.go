package cloze_test

import (
	"errors"
	"math/rand/v2"
	"strconv"
	"testing"

	"hed/corpus"
	"hed/numeral/cloze"
)

// TestSample draws 3 of 10 documents often: they keep their order, none comes
// twice, and each is drawn about as often as the others.
func TestSample(t *testing.T) {
	var docs []*corpus.Document
	for i := range 10 {
		docs = append(docs, &corpus.Document{ID: strconv.Itoa(i)})
	}
	const draws = 10_000
	drawn := map[string]int{}
	random := rand.New(rand.NewPCG(1, 0))
	for range draws {
		sample, n, err := cloze.Sample(all(nil, docs...), 3, random)
		if err != nil || n != 3 {
			t.Fatalf("%d documents, %v", n, err)
		}
		last := ""
		for d := range sample {
			if d.ID <= last {
				t.Fatalf("%s comes after %s", d.ID, last)
			}
			drawn[d.ID]++
			last = d.ID
		}
	}
	for id, n := range drawn {
		if n < draws*3/10-300 || n > draws*3/10+300 {
			t.Errorf("document %s was drawn %d times of %d", id, n, draws)
		}
	}
	if _, n, err := cloze.Sample(all(nil, docs...), 20, random); err != nil || n != 10 {
		t.Errorf("20 of 10: %d documents, %v", n, err)
	}
	boom := errors.New("boom")
	if _, _, err := cloze.Sample(all(boom, docs...), 3, random); !errors.Is(err, boom) {
		t.Errorf("the error is %v", err)
	}
}
