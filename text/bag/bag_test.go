package bag_test

import (
	"fmt"
	"math"
	"testing"

	"hed/text"
	"hed/text/bag"
	"hed/text/stop"
	"hed/text/token"
)

var analyzer = &text.Analyzer{Tokenizer: token.Unicode(), Filters: []text.Filter{stop.English()}}

func corpus(texts ...string) (*bag.Vocabulary, []bag.Bag) {
	v := bag.NewVocabulary()
	f := bag.NewFiller(v)
	bags := make([]bag.Bag, len(texts))
	for i, s := range texts {
		f.Add(&bags[i], analyzer, s)
	}
	return v, bags
}

func TestVocabulary(t *testing.T) {
	v, bags := corpus("Bridge closes. The bridge!", "Ferry closes", "", "the of and")
	for i, want := range []string{"[0 1] [2 1]", "[1 2] [1 1]", "[] []", "[] []"} {
		if got := fmt.Sprint(bags[i].IDs, bags[i].Counts); got != want {
			t.Errorf("document %d: %s, want %s", i, got, want)
		}
	}
	if v.Size() != 3 || v.Docs() != 4 {
		t.Errorf("%d terms, %d documents", v.Size(), v.Docs())
	}
	for i, want := range []struct {
		term string
		df   int
	}{{"bridge", 1}, {"closes", 2}, {"ferry", 1}} {
		id := int32(i)
		if got, ok := v.ID(want.term); !ok || got != id || v.Term(id) != want.term || v.DF(id) != want.df {
			t.Errorf("%s: id %d, term %s, df %d", want.term, got, v.Term(id), v.DF(id))
		}
		// scikit-learn's smooth_idf
		if got, want := v.IDFs()[id], math.Log(5/float64(1+want.df))+1; got != want {
			t.Errorf("idf of %d is %v, want %v", id, got, want)
		}
	}
}

func TestFill(t *testing.T) {
	v, _ := corpus("Bridge closes", "Ferry closes")
	f := bag.NewFiller(v)
	var b bag.Bag
	for range 2 { // the second time into memory that holds something
		f.Fill(&b, analyzer, "A ferry, a ferry! Tunnel to Atlantis")
		if got, want := fmt.Sprint(b.IDs, b.Counts, b.Unknown), "[2] [2] 2"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	if v.Size() != 3 || v.Docs() != 2 {
		t.Error("the vocabulary grew")
	}
}
