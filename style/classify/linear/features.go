package linear

import (
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"hed/internal/exponential"
)

// Features are n-grams of a text: of its words and marks, and of the characters of each run without blanks, with a blank at
// both ends. Each is a bucket, which a hash chooses; those of one kind share no length with those of the other.

// A gram is one n-gram of a text.
type gram struct {
	bucket     uint32
	word       bool
	head, tail bool // it has the blank before, or behind, a run
	start, end int  // bytes
}

// text is the n-gram as it is read.
func (g *gram) text(of string) string {
	t := of[g.start:g.end]
	if g.head {
		t = " " + t
	}
	if g.tail {
		t += " "
	}
	return t
}

// A token is a word or a mark.
type token struct{ start, end int }

// tokens are words, of letters, digits, and marks that belong to them (as in don’t and U.S.), and marks, each alone.
func tokens(text string) (all []token) {
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case unicode.IsSpace(r):
			i += size
		case inside(r):
			end := i + size
			for end < len(text) {
				r, size := utf8.DecodeRuneInString(text[end:])
				if !inside(r) {
					if !joins(r) {
						break
					}
					next, more := utf8.DecodeRuneInString(text[end+size:])
					if !inside(next) {
						break
					}
					size += more
				}
				end += size
			}
			all = append(all, token{i, end})
			i = end
		default:
			all = append(all, token{i, i + size})
			i += size
		}
	}
	return all
}

func inside(r rune) bool { return unicode.In(r, unicode.L, unicode.M, unicode.N) }

// joins tells marks that are part of a word between two letters.
func joins(r rune) bool { return strings.ContainsRune("'’.,", r) }

// Seeds of the two kinds of hashes.
const (
	wordSeed = 0x9e3779b97f4a7c15
	charSeed = 0xc2b2ae3d27d4eb4f
)

// hash adds bytes to a hash: FNV-1a.
func hash(h uint64, text string) uint64 {
	for i := range len(text) {
		h = (h ^ uint64(text[i])) * 0x100000001b3
	}
	return h
}

// fold makes a bucket of a hash, from all of its bits.
func fold(h uint64, bits int) uint32 {
	h ^= h >> 32
	h *= 0xd6e8feb86659fd93
	return uint32(h >> (64 - bits))
}

// grams calls yield with all n-grams of a text.
func (o *ngrams) grams(text string, yield func(gram)) {
	all := tokens(text)
	for i := range all {
		h := uint64(wordSeed)
		for n := i; n < len(all) && n < i+o.Words; n++ {
			h = hash(h, text[all[n].start:all[n].end])
			yield(gram{bucket: fold(h, o.Bits), word: true, start: all[i].start, end: all[n].end})
			h = hash(h, " ")
		}
	}
	if o.Chars == 0 {
		return
	}
	var ends []int // where the characters of a run end, the first blank's first
	for start := 0; start < len(text); {
		r, size := utf8.DecodeRuneInString(text[start:])
		if unicode.IsSpace(r) {
			start += size
			continue
		}
		end := strings.IndexFunc(text[start:], unicode.IsSpace)
		if end < 0 {
			end = len(text) - start
		}
		end += start
		ends = append(ends[:0], start)
		for i := start; i < end; {
			_, size := utf8.DecodeRuneInString(text[i:])
			i += size
			ends = append(ends, i)
		}
		ends = append(ends, end)
		o.charGrams(text, start, ends, yield)
		start = end
	}
}

// charGrams are those of a run, whose characters, with both blanks, end where it says.
func (o *ngrams) charGrams(text string, start int, ends []int, yield func(gram)) {
	from := start
	for i := range ends {
		h := uint64(charSeed)
		for n := i; n < len(ends) && n < i+o.Chars; n++ {
			before := from
			if n > i {
				before = ends[n-1]
			}
			if piece := text[before:ends[n]]; piece != "" {
				h = hash(h, piece)
			} else {
				h = hash(h, " ") // one of both ends
			}
			yield(gram{bucket: fold(h, o.Bits), head: i == 0, tail: n == len(ends)-1, start: from, end: ends[n]})
		}
		from = ends[i]
	}
}

// A feature is a bucket with its value.
type feature struct {
	bucket uint32
	value  float32
}

// A scratch is room for the buckets of a text, which is used again for the next one.
type scratch struct{ words, chars []uint32 }

// vector are the features of a text by bucket: one and the logarithm of how often it has an n-gram, those of words and those of
// characters each divided by their length. A bucket of both is one feature.
func (o *ngrams) vector(text string, s *scratch) []feature {
	s.words, s.chars = s.words[:0], s.chars[:0]
	o.grams(text, func(g gram) {
		if g.word {
			s.words = append(s.words, g.bucket)
		} else {
			s.chars = append(s.chars, g.bucket)
		}
	})
	words, chars := normal(s.words), normal(s.chars)
	all := make([]feature, 0, len(words)+len(chars))
	for len(words) > 0 && len(chars) > 0 {
		switch w, c := words[0], chars[0]; {
		case w.bucket < c.bucket:
			all, words = append(all, w), words[1:]
		case w.bucket > c.bucket:
			all, chars = append(all, c), chars[1:]
		default:
			all, words, chars = append(all, feature{w.bucket, w.value + c.value}), words[1:], chars[1:]
		}
	}
	return append(append(all, words...), chars...)
}

// normal makes features of one kind of the buckets, which it sorts.
func normal(buckets []uint32) []feature {
	slices.Sort(buckets)
	all, sum := make([]feature, 0, len(buckets)), 0.0
	for len(buckets) > 0 {
		n := 1
		for n < len(buckets) && buckets[n] == buckets[0] {
			n++
		}
		v := 1.0
		if n > 1 { // few are
			v += exponential.Log(float64(n))
		}
		sum += float64(v * v)
		all = append(all, feature{buckets[0], float32(v)})
		buckets = buckets[n:]
	}
	length := math.Sqrt(sum)
	for i := range all {
		all[i].value = float32(float64(all[i].value) / length)
	}
	return all
}
