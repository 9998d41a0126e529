package rouge

import (
	"math/rand/v2"
	"testing"

	"hed/internal/race"
)

// table is the usual algorithm for the longest common subsequence, and the positions of ref on the one that
// rouge-score reads out of its table.
func table(ref, cand []int32) (length int, on []bool) {
	rows := make([][]int, len(ref)+1)
	for i := range rows {
		rows[i] = make([]int, len(cand)+1)
	}
	for i, a := range ref {
		for j, b := range cand {
			if a == b {
				rows[i+1][j+1] = rows[i][j] + 1
			} else {
				rows[i+1][j+1] = max(rows[i][j+1], rows[i+1][j])
			}
		}
	}
	on = make([]bool, len(ref))
	for i, j := len(ref), len(cand); i > 0 && j > 0; {
		switch {
		case ref[i-1] == cand[j-1]:
			on[i-1] = true
			i--
			j--
		case rows[i][j-1] > rows[i-1][j]:
			j--
		default:
			i--
		}
	}
	return rows[len(ref)][len(cand)], on
}

func randomText(r *rand.Rand, words, vocabulary int) []int32 {
	ids := make([]int32, words)
	for i := range ids {
		ids[i] = int32(r.IntN(vocabulary))
	}
	return ids
}

// Terms that a long text has very often are matched in another way than rare ones, and both give what the table
// gives. Two texts of 100,000 words of which there are two took minutes.
func TestOftenAndRare(t *testing.T) {
	race.Skip(t, "it is one goroutine")
	r := rand.New(rand.NewPCG(1, 2))
	var m longMatcher
	for range 60 {
		vocabulary := 1 + r.IntN(90)
		ref, cand := randomText(r, 65+r.IntN(400), vocabulary), randomText(r, 1+r.IntN(300), vocabulary)
		for i := range ref {
			if r.IntN(3) == 0 {
				ref[i] = 0 // often
			}
		}
		m.load(ref, vocabulary)
		want, on := table(ref, cand)
		if got := m.lcs(cand); got != want {
			t.Fatalf("%d words of %d: %d, want %d", len(ref), vocabulary, got, want)
		}
		union := make([]uint64, words(len(ref)))
		m.trace(cand, union)
		for i := range on {
			if got := union[i/64]>>(i%64)&1 == 1; got != on[i] {
				t.Fatalf("position %d: %v", i, got)
			}
		}
	}
	long := randomText(r, 100_000, 2)
	m.load(long, 2)
	if got := m.lcs(randomText(r, 100_000, 2)); got < 75_000 || got > 85_000 {
		t.Errorf("two long texts of two words share %d", got)
	}
}

// Of many pairs of sentences only those that share something are looked at, and equal ones once, which changes
// no count.
func TestManySentences(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, vocabulary := range []int{2, 30, 3000} {
		text := func(sentences int) *sequence {
			s := &sequence{}
			for range sentences {
				s.ids = append(s.ids, randomText(r, r.IntN(6), vocabulary)...)
				s.ends = append(s.ends, int32(len(s.ids)))
			}
			return s
		}
		ref, cand := text(150), text(120)
		many := newSharing(cand)
		var short, long reference
		for i := range ref.ends {
			sent := ref.sentence(i)
			want, got := make([]uint64, words(len(sent))), make([]uint64, words(len(sent)))
			short.load(sent, vocabulary)
			for j := range cand.ends {
				short.trace(cand.sentence(j), want)
			}
			many.unite(&long, sent, vocabulary, got)
			if len(got) > 0 && got[0] != want[0] {
				t.Fatalf("sentence %d: %b, want %b", i, got, want)
			}
		}
	}
}
