package ngram_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"hed/internal/race"
	"hed/internal/shared"
	"hed/text/ngram"
)

func unigrams(t testing.TB, m *ngram.Model) *ngram.Model {
	t.Helper()
	u, ok := m.Unigrams()
	if !ok || u.Order() != 1 || u.Size() != m.Size() {
		t.Fatalf("no unigrams: %v", ok)
	}
	return u
}

// By hand: let A and U be how often a sentence has a and <unk>, beside its one end. Then
// A = 0.8 + 0.3 A + 0.5 U and U = 0.04 + 0.14 A + 0.1 U, so A = 37/28 and U = 7/28.
// The file's own unigrams are 0.5, 0.1 and 0.4.
func TestUnigramsByHand(t *testing.T) {
	const file = `\data\
ngram 1=4
ngram 2=2

\1-grams:
-1	<unk>
-99	<s>	-0.39794001
-0.39794001	</s>
-0.30103	a	0.14612804

\2-grams:
-0.09691001	<s> a
-0.52287875	a a

\end\
`
	m, err := ngram.Read(strings.NewReader(file), "model")
	if err != nil {
		t.Fatal(err)
	}
	u := unigrams(t, m)
	for word, want := range map[int32]float64{m.ID("a"): 37. / 72, ngram.Unknown: 7. / 72, ngram.End: 28. / 72} {
		if got := math.Pow(10, u.Log10(nil, word)); math.Abs(got-want) > 1e-6 {
			t.Errorf("word %d: got %v, want %v", word, got, want)
		}
	}
}

// bruteForce walks through all histories of two words, by the probabilities alone.
func bruteForce(m *ngram.Model) []float64 {
	n := int32(m.Size())
	mass := make([]float64, n*n)
	start := ngram.Begin*n + ngram.Begin // of a history that has one word, the first is Begin, too
	mass[start] = 1
	share := make([]float64, n)
	for range 300 {
		next := make([]float64, n*n)
		clear(share)
		for at, p := range mass {
			if p == 0 {
				continue
			}
			history := []int32{int32(at) / n, int32(at) % n}
			if int32(at) == start {
				history = history[1:]
			}
			for word := range n {
				if word == ngram.Begin {
					continue
				}
				q := p * math.Pow(10, m.Log10(history, word))
				share[word] += q
				if word == ngram.End {
					next[start] += q
				} else {
					next[history[len(history)-1]*n+word] += q
				}
			}
		}
		total := 0.0
		for _, p := range next {
			total += p
		}
		for i := range next {
			next[i] /= total
		}
		mass = next
	}
	sum := 0.0
	for _, p := range share {
		sum += p
	}
	for i := range share {
		share[i] /= sum
	}
	return share
}

const fox = "the fox runs\nthe fox sees the dog\na dog runs\nthe dog sees\nfox\nthe old dog runs to the fox\na fox and a dog\nthe fox runs to a dog"

// pruned is a model without the bigram "the dog" and what follows it, in which longer
// n-grams fall back over two steps.
func pruned(t *testing.T, m *ngram.Model) *ngram.Model {
	t.Helper()
	var kept []string
	var left [4]int // n-grams, by the number of words
	for _, line := range lines(arpa(t, m)) {
		fields := strings.Split(line, "\t")
		if len(fields) > 1 {
			if strings.HasPrefix(fields[1], "the dog") {
				continue
			}
			left[len(strings.Fields(fields[1]))]++
		}
		kept = append(kept, line)
	}
	text := strings.Join(kept, "\n")
	for n := 1; n < len(left); n++ {
		text = strings.Replace(text, fmt.Sprintf("ngram %d=%d\n", n, m.Len(n)), fmt.Sprintf("ngram %d=%d\n", n, left[n]), 1)
	}
	made, err := ngram.Read(strings.NewReader(text), "pruned")
	if err != nil {
		t.Fatal(err)
	}
	return made
}

func TestUnigramsOfAllHistories(t *testing.T) {
	for name, m := range map[string]*ngram.Model{
		"1": train(1, lines(fox)), "2": train(2, lines(fox)), "3": train(3, lines(fox)), "pruned": pruned(t, train(3, lines(fox))),
	} {
		u := unigrams(t, m)
		for word, want := range bruteForce(m) {
			if int32(word) == ngram.Begin {
				continue
			}
			if got := u.Log10(nil, int32(word)); math.Abs(got-math.Log10(want)) > 1e-6 {
				t.Errorf("%s: word %d has %v, want %v", name, word, got, math.Log10(want))
			}
		}
	}
}

// The smoothing of Kneser and Ney keeps the frequencies of the training text, which the
// unigrams inside the model do not.
func TestUnigramsOfNumHG(t *testing.T) {
	race.Skip(t, "it takes too long")
	trainer := ngram.NewTrainer(3)
	counts := map[string]int{}
	for _, a := range shared.NumHG(t) {
		words := strings.Fields(strings.ToLower(a.Headline))
		for _, w := range words {
			counts[w]++
		}
		trainer.Add(words)
	}
	m, truth := trainer.Model(3), trainer.Model(1)
	u := unigrams(t, m)
	var ours, inside []float64 // how far logarithms are from those of the counts
	for w, n := range counts {
		if n < 5 {
			continue
		}
		id := m.ID(w)
		ours = append(ours, math.Abs(u.Log10(nil, id)-truth.Log10(nil, id)))
		inside = append(inside, math.Abs(m.Log10(nil, id)-truth.Log10(nil, id)))
	}
	slices.Sort(ours)
	slices.Sort(inside)
	n := len(ours)
	t.Logf("%d words that come 5 times: median %.4f, nine of ten within %.4f; unigrams of the file %.4f and %.4f", n, ours[n/2], ours[n*9/10], inside[n/2], inside[n*9/10])
	if ours[n/2] > inside[n/2]/4 || ours[n*9/10] > inside[n*9/10]/4 {
		t.Error("they are not the frequencies of the text")
	}
}

// Numbers that nobody trained may be none at all.
func TestNoUnigrams(t *testing.T) {
	const file = `\data\
ngram 1=3
ngram 2=1
\1-grams:
-4000	<unk>
0	<s>	-4000
-4000	</s>
\2-grams:
-4000	<s> <unk>
\end\
`
	m, err := ngram.Read(strings.NewReader(file), "model")
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := m.Unigrams(); ok {
		t.Error("a model without probabilities has unigrams")
	}
}
