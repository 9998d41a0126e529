package topic

import (
	"math"
	"testing"

	"hed/corpus"
	"hed/metric/internal/terms"
	"hed/metric/topic/lda"
	"hed/text/bag"
)

// The vectors by hand. Two topics and three words; beta is 1, so that
//
//	P(a|0) = (5+1)/(6+3) = 6/9   P(a|1) = (0+1)/(9+3) = 1/12
//	P(b|0) = (1+1)/9     = 2/9   P(b|1) = (3+1)/12    = 4/12
//	P(c|0) = (0+1)/9     = 1/9   P(c|1) = (6+1)/12    = 7/12
//
// P(t) is by tokens, 6/15 and 9/15. With P(t|d) of 3/4 and 1/4 the factor
// P(t|d)²/P(t) is (9/16)/(2/5) = 45/32 and (1/16)/(3/5) = 5/48, which is 27 to 2.
func TestVector(t *testing.T) {
	topics, err := lda.NewModel(3, []lda.Count{
		{Word: 0, Topic: 0, N: 5}, {Word: 1, Topic: 0, N: 1}, {Word: 1, Topic: 1, N: 3}, {Word: 2, Topic: 1, N: 6},
	}, []float64{1, 1}, 1)
	if err != nil {
		t.Fatal(err)
	}
	chooser, err := terms.NewChooser("en")
	if err != nil {
		t.Fatal(err)
	}
	words := bag.NewVocabulary()
	bag.NewFiller(words).Add(new(bag.Bag), chooser.For("en"), "apple bread cheese")
	c := corpus.NewCase(&corpus.Document{})
	w := newWorker(&model{vocabulary: words, topics: topics}, chooser, 1)
	copy(w.factor, []float64{3. / 4, 1. / 4})
	weigh(w.factor, w.share)
	if !near(w.factor[0], 45./32) || !near(w.factor[1], 5./48) {
		t.Errorf("the factor is %v", w.factor)
	}
	// With the initials for words, "a b b z" is 6/9+2·2/9 = 10/9 and
	// 1/12+2·4/12 = 9/12; by 27 and 2, that is 30 and 3/2, or 20/21 and 1/21.
	x, y := make([]float64, 2), make([]float64, 2)
	if !w.vector(x, c, "apple bread bread zest") || !near(x[0], 20./21) || !near(x[1], 1./21) {
		t.Errorf("apple bread bread zest is %v", x)
	}
	// "c" is 1/9 and 7/12, by 27 and 2: 3 and 7/6, or 18/25 and 7/25.
	if !w.vector(y, c, "cheese") || !near(y[0], 18./25) || !near(y[1], 7./25) {
		t.Errorf("cheese is %v", y)
	}
	if got, want := cosine(x, y), (20*18+7)/math.Sqrt((400+1)*(18*18+49)); !near(got, want) {
		t.Errorf("the cosine is %v, want %v", got, want)
	}
	if w.vector(y, c, "zest") {
		t.Error("a text without a known word has a vector")
	}
}

func near(a, b float64) bool { return math.Abs(a-b) < 1e-12 }
