package recurrent_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hed/internal/race"
	"hed/neural/recurrent"
	"hed/tensor"
	"hed/tensor/grad"
)

// TestAllow: words that are not allowed are in no headline of the article that they are refused to, others take their place, headlines
// are as long as the others, and what is found is the same alone and among others. An article that all is refused to has none.
func TestAllow(t *testing.T) {
	race.Skip(t, "networks run some fifty times as slowly")
	d := tensor.New(2)
	defer d.Close()
	rng := rand.New(rand.NewPCG(3, 5))
	n, err := recurrent.New(d, configs["pn"], rng)
	if err != nil {
		t.Fatal(err)
	}
	var articles [][]int32
	for range 20 {
		a := make([]int32, 1+rng.IntN(90))
		for i := range a {
			a[i] = int32(recurrent.FirstWord + rng.IntN(n.Vocabulary))
		}
		articles = append(articles, a)
	}
	tape := &grad.Tape{Device: d, Fixed: true}
	find := func(articles [][]int32, allow func(int, []int32, []int, bool) bool) [][]recurrent.Found {
		t.Helper()
		s := recurrent.Search{Beams: 3, Min: 2, Max: 9, Penalty: 0.5, Allow: allow}
		found, err := n.Find(t.Context(), tape, articles, s)
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	free := find(articles, nil)
	if diff := cmp.Diff(free, find(articles, func(int, []int32, []int, bool) bool { return true })); diff != "" {
		t.Errorf("a rule that allows all changes headlines: %s", diff)
	}
	// A headline of as many words as there may be ends without being asked for an end. Search.Allow was not asked whether it may.
	for i, list := range find(articles, func(_ int, _ []int32, _ []int, end bool) bool { return !end }) {
		if len(list) > 0 {
			t.Errorf("article %d has %v, which may not end", i, list[0].Words)
		}
	}
	first := func(i int) int32 { return articles[i][0] % 2 } // another rule for each
	allow := func(i int, words []int32, seen []int, end bool) bool {
		if len(seen) != len(words) {
			t.Errorf("%d words and %d places", len(words), len(seen))
		}
		if i == 7 {
			return false
		}
		if end {
			return len(words) > 4
		}
		return words[len(words)-1]%2 == first(i)
	}
	all := find(articles, allow)
	for i, list := range all {
		if (i == 7) != (len(list) == 0) {
			t.Errorf("article %d has %d headlines", i, len(list))
		}
		for _, f := range list {
			if len(f.Words) < 5 || slices.ContainsFunc(f.Words, func(w int32) bool { return w%2 != first(i) }) {
				t.Errorf("article %d has %v", i, f.Words)
			}
		}
		one := find(articles[i:i+1], func(_ int, words []int32, seen []int, end bool) bool { return allow(i, words, seen, end) })
		if diff := cmp.Diff(list, one[0]); diff != "" {
			t.Errorf("article %d alone: %s", i, diff)
		}
	}
}
