package rouge

import (
	"fmt"
)

// A kind is what a ROUGE type counts.
type kind int

const (
	ngram   kind = iota // n-grams of consecutive words
	lcs                 // longest common subsequence
	lcsSum              // the same over sentences
	skip                // skip-bigrams
	skipUni             // skip-bigrams and unigrams
	lcsW                // subsequence with a bonus for consecutive words
	skipW               // skip-bigrams and unigrams weighted by distance
)

// A variant is one ROUGE type: rouge1, rougeL, ….
type variant struct {
	name string // after "rouge"
	kind kind
	n    int
}

var variants = func() []variant {
	var vs []variant
	for n := 1; n <= 9; n++ {
		vs = append(vs, variant{fmt.Sprint(n), ngram, n})
	}
	return append(vs,
		variant{"L", lcs, 0}, variant{"Lsum", lcsSum, 0},
		variant{"S", skip, 0}, variant{"SU", skipUni, 0},
		variant{"W", lcsW, 0}, variant{"WSU", skipW, 0})
}()

func variantNamed(name string) (variant, error) {
	var have []string
	for _, v := range variants {
		if v.name == name {
			return v, nil
		}
		have = append(have, v.name)
	}
	return variant{}, fmt.Errorf("no ROUGE type %q; have %s", name, join(have))
}

// doc says what the type counts.
func (v variant) doc() string {
	switch v.kind {
	case ngram:
		if v.n == 1 {
			return "words in common"
		}
		return fmt.Sprintf("runs of %d words in common", v.n)
	case lcs:
		return "longest common subsequence of words"
	case lcsSum:
		return "longest common subsequences of words, sentence by sentence"
	case skip:
		return "pairs of words in the same order"
	case skipUni:
		return "words, and pairs of words in the same order"
	case lcsW:
		return "longest common subsequence of words, consecutive ones weigh more"
	default:
		return "words, and pairs of words in the same order, near ones weigh more"
	}
}

// counts are what a candidate and a reference have in common and what
// each has.
type counts struct{ hit, cand, ref float64 }

// prf turns counts into precision, recall and F1 with rouge-score's very
// operations, so that the results are equal to the last bit. Where a side
// is empty the score is 0.
func (c counts) prf() (p, r, f float64) {
	p = c.hit / max(c.cand, 1)
	r = c.hit / max(c.ref, 1)
	if p+r > 0 {
		f = 2 * p * r / (p + r)
	}
	return p, r, f
}
