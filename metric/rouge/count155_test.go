package rouge

import (
	"fmt"
	"math"
	"strconv"
	"testing"
)

// The bits were printed by Perl 5.36 with glibc 2.36 for $x**1.2 and
// $x**(1/1.2). math.Pow differs for 2 and 6.
func TestPow155(t *testing.T) {
	for _, test := range []struct {
		x    float64
		p, q int
		want uint64
	}{
		{0, 6, 5, 0},
		{2, 6, 5, 0x4002611186bae674},
		{6, 6, 5, 0x40212befe05b35ff},
		{100, 6, 5, 0x406f66095d5c7f53},
		{1, 6, 5, 0x3ff0000000000000},
		{1, 5, 6, 0x3ff0000000000000},
		{100.0 / 3001, 5, 6, 0x3fae135d89bc1c5d},
	} {
		if got := math.Float64bits(pow155(test.x, test.p, test.q)); got != test.want {
			t.Errorf("%v^(%d/%d) is %#x, want %#x", test.x, test.p, test.q, got, test.want)
		}
	}
}

func TestRound155(t *testing.T) {
	check := func(x float64) {
		want, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'f', 5, 64), 64)
		if got := round155(x); got != want {
			t.Errorf("%v: got %v, want %v", x, got, want)
		}
	}
	for d := 1.0; d <= 2000; d++ {
		for n := 0.0; n <= d; n++ {
			check(n / d)
		}
	}
	check(1.0 / 64)                        // a tie
	check(math.Nextafter(1.0/64, 1))       // just above
	check(0.000005)                        // near a tie, but none in binary
	check(math.Nextafter(0.00001*7.5, -1)) // just below
}

// FuzzCounts155 compares the packed keys and the table with strings in maps,
// which is how the program counts.
func FuzzCounts155(f *testing.F) {
	f.Add([]byte("abcabcabc"), []byte("bcabca"), uint8(3), int8(4))
	f.Add([]byte("aaaa"), []byte("a"), uint8(9), int8(-1))
	f.Add([]byte("abcde"), []byte("abcab"), uint8(2), int8(1)) // the reference alone repeats no word
	f.Fuzz(func(t *testing.T, ref, cand []byte, n uint8, gap int8) {
		if len(ref) > 200 || len(cand) > 200 {
			t.Skip("long")
		}
		a, b := oneSentence155(ref), oneSentence155(cand)
		var s scratch155
		size := int(n%9) + 1
		check := func(v variant, want counts) {
			if got := s.count(v, int(gap), &a, &b); got != want {
				t.Errorf("%v: got %v, want %v", v, got, want)
			}
		}
		grams := func(ids []int32) (all []string) {
			for i := 0; i+size <= len(ids); i++ {
				all = append(all, fmt.Sprint(ids[i:i+size]))
			}
			return all
		}
		check(variant{"N", ngram, size}, common155(grams(a.ids), grams(b.ids)))
		for _, k := range []kind{skip, skipUni} {
			pairs := func(ids []int32) (all []string) {
				for i := range ids {
					if k == skipUni && i < len(ids)-1 {
						all = append(all, fmt.Sprint(ids[i]))
					}
					for j := i + 1; j < len(ids) && (gap < 0 || j-i-1 <= int(gap)); j++ {
						all = append(all, fmt.Sprint(ids[i], ids[j]))
					}
				}
				return all
			}
			check(variant{"S", k, 0}, common155(pairs(a.ids), pairs(b.ids)))
		}
		// Used-up words make L at most as large as 1.
		if l, one := s.lcs(&a, &b), s.count(variant{"1", ngram, 1}, 0, &a, &b); l.hit > one.hit {
			t.Errorf("L has %v hits, 1 has %v", l.hit, one.hit)
		}
		if p, r, f := average155(lcsW, []counts{s.wlcs(&a, &b)}); min(p, r, f) < 0 || max(p, r, f) > 1 {
			t.Errorf("W: %v %v %v", p, r, f)
		}
	})
}

func common155(ref, cand []string) counts {
	c := counts{cand: float64(len(cand)), ref: float64(len(ref))}
	left := map[string]int{}
	for _, g := range ref {
		left[g]++
	}
	for _, g := range cand {
		if left[g] > 0 {
			left[g]--
			c.hit++
		}
	}
	return c
}

func oneSentence155(words []byte) sequence {
	s := sequence{ends: []int32{int32(len(words))}}
	for _, w := range words {
		s.ids = append(s.ids, int32(w))
	}
	return s
}

// BenchmarkCounts155 is over headlines of ten words, half of them in common.
func BenchmarkCounts155(b *testing.B) {
	refs := []sequence{oneSentence155([]byte("abcdefghij"))}
	cand := oneSentence155([]byte("klabcmndeo"))
	for _, v := range []variant{
		{"1", ngram, 1}, {"2", ngram, 2}, {"4", ngram, 4},
		{"L", lcs, 0}, {"W", lcsW, 0}, {"S", skip, 0}, {"SU", skipUni, 0},
	} {
		b.Run(v.name, func(b *testing.B) {
			var s scratch155
			b.ReportAllocs()
			for b.Loop() {
				average155(v.kind, s.counts(v, 4, refs, &cand))
			}
		})
	}
}
