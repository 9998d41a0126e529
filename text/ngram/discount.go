package ngram

import "slices"

// adjusted returns the counts that probabilities are made of: those of the
// text for n-grams of the highest order and for those at the beginning of a
// sentence, which nothing comes before; for the others, how many different
// words come before them. The n-grams have n+1 words.
func (t *Trainer) adjusted(n, order int) []uint32 {
	raw := &t.raw[n]
	if n+1 == order {
		return raw.counts
	}
	counts := make([]uint32, len(raw.counts))
	longer := &t.raw[n+1]
	for i := range longer.len() {
		counts[raw.find(longer.key(i)[1:])]++
	}
	if n > 0 {
		for i, c := range raw.counts {
			if raw.key(i)[0] == Begin {
				counts[i] = c
			}
		}
	}
	return counts
}

// discounts are taken off counts of 1, 2, and 3 or more.
type discounts [4]float64

func (d *discounts) of(count uint32) float64 { return d[min(count, 3)] }

// fallback is what lmplz has for --discount_fallback. Texts of few words, such
// as parts of speech, have no words that come once.
var fallback = discounts{0, 0.5, 1, 1.5}

// discounts estimates by equation 26 of Chen and Goodman, from how many
// n-grams have which count.
//
// Note: lmplz sees n-grams sorted by their last words, and the last of each
// order enters its statistics with its count in the text. So it does here.
func (t *Trainer) discounts(n int, counts []uint32, last []int32) discounts {
	var have [5]float64
	odd := -1
	if n+1 < len(last) {
		odd = t.raw[n].find(last[len(last)-n-1:])
	}
	for i, c := range counts {
		if i == odd {
			c = t.raw[n].counts[i]
		}
		if c < uint32(len(have)) {
			have[c]++
		}
	}
	if have[1] == 0 || have[2] == 0 || have[3] == 0 {
		return fallback
	}
	var d discounts
	y := have[1] / (have[1] + 2*have[2])
	for j := 1; j <= 3; j++ {
		taken := float64(j+1) * y * have[j+1] / have[j]
		d[j] = float64(j) - taken
		if d[j] < 0 || d[j] > float64(j) {
			return fallback
		}
	}
	return d
}

// last returns the last n-gram of an order, compared by its last word, then by
// the one before and so on. A shorter one is at the beginning of a sentence.
func (t *Trainer) last(order int) []int32 {
	gram := []int32{int32(t.Size() - 1)}
	for n := 1; n < order && gram[0] != Begin; n++ {
		first := int32(-1)
		for i := range t.raw[n].len() {
			if key := t.raw[n].key(i); slices.Equal(key[1:], gram) {
				first = max(first, key[0])
			}
		}
		gram = slices.Insert(gram, 0, first)
	}
	return gram
}

// clone returns a table that does not change with t.
func (t *table) clone() *table {
	return &table{t.width, slices.Clone(t.keys), slices.Clone(t.slots)}
}
