package ngram_test

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"hed/internal/shared"
	"hed/text/ngram"
)

func arpa(t testing.TB, m *ngram.Model) string {
	t.Helper()
	var b strings.Builder
	if err := m.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// By hand. The sentences are "a b" and "a c", and too few for estimates, so
// discounts are 0.5 for a count of 1 and 1 for 2.
//
// Before a comes one word, <s>; before b and c one, a; before </s> two, b and c.
// The adjusted counts of a, b, c, </s> are 1, 1, 1, 2, in all 5, and what is
// taken off is 3·0.5 + 1 = 2.5. The vocabulary has <unk>, </s>, a, b, c: uniform
// is 1/5, and the share of it 2.5/5.
func TestByHand(t *testing.T) {
	m := train(2, []string{"a b", "a c"})
	unk := 2.5 / 5 / 5
	one := 0.5/5 + unk
	end := 1.0/5 + unk
	a, b := m.ID("a"), m.ID("b")
	for _, test := range []struct {
		context []int32
		word    int32
		want    float64
	}{
		{nil, ngram.Unknown, unk},
		{nil, a, one},
		{nil, b, one},
		{nil, ngram.End, end},
		// <s> a: counted twice of 2; 1 is taken off.
		{[]int32{ngram.Begin}, a, 1.0/2 + 1.0/2*one},
		{[]int32{ngram.Begin}, b, 1.0 / 2 * one},
		// a b, a c: once each.
		{[]int32{a}, b, 0.5/2 + 1.0/2*one},
		{[]int32{ngram.Begin, a}, b, 0.5/2 + 1.0/2*one},
		{[]int32{a}, ngram.End, 1.0 / 2 * end},
		// b </s>: once of 1.
		{[]int32{b}, ngram.End, 0.5 + 0.5*end},
		{[]int32{b}, ngram.Unknown, 0.5 * unk},
		// Nothing is known after <unk>.
		{[]int32{ngram.Unknown}, a, one},
	} {
		if got := math.Pow(10, m.Log10(test.context, test.word)); math.Abs(got-test.want) > 1e-6 {
			t.Errorf("P(%d|%v) = %v, want %v", test.word, test.context, got, test.want)
		}
	}
}

// After any context the words share a probability of 1.
func TestSum(t *testing.T) {
	texts := map[string][]string{
		"corpus":  lines(shared.Gunzip(t, "testdata/corpus.txt.gz")),
		"small":   lines(shared.Gunzip(t, "testdata/small.txt.gz")),
		"one":     {"a"},
		"nothing": {},
		"empty":   {""},
		"unknown": {"a <unk> b", "b <unk> <unk>", "<s> a </s>", "<unk>"},
		"repeats": {"a a a a a a", "a a", "b a a a"},
	}
	for name, text := range texts {
		for order := 1; order <= ngram.MaxOrder; order++ {
			m := train(order, text)
			for at := range 40 {
				// Contexts of the text, cut at any place, and impossible ones.
				context := []int32{ngram.Begin}
				if len(text) > 0 {
					words := strings.Fields(text[at*7%len(text)])
					for _, word := range words[:min(at%6, len(words))] {
						context = append(context, m.ID(word))
					}
				}
				if at%5 == 0 {
					context = append(context, int32(at%m.Size()))
				}
				sum := 0.0
				for id := range int32(m.Size()) {
					if id != ngram.Begin {
						sum += math.Pow(10, m.Log10(context, id))
					}
				}
				if math.Abs(sum-1) > 1e-5 {
					t.Fatalf("%s, order %d: after %v the sum is %v", name, order, context, sum)
				}
			}
		}
	}
}

// A trainer of a high order makes models of lower ones, which are no worse.
func TestLowerOrder(t *testing.T) {
	text := lines(shared.Gunzip(t, "testdata/corpus.txt.gz"))
	high := ngram.NewTrainer(4)
	for _, line := range text {
		high.Add(strings.Fields(line))
	}
	for order := 1; order <= 4; order++ {
		if arpa(t, high.Model(order)) != arpa(t, train(order, text)) {
			t.Errorf("order %d depends on the trainer", order)
		}
	}
}

func TestRoundTrips(t *testing.T) {
	for _, order := range []int{1, 2, 5} {
		m := train(order, lines(shared.Gunzip(t, "testdata/corpus.txt.gz")))
		text := arpa(t, m)
		read, err := ngram.Read(strings.NewReader(text), "x.arpa")
		if err != nil {
			t.Fatal(err)
		}
		if arpa(t, read) != text {
			t.Errorf("order %d: the ARPA file changed", order)
		}
		data, err := m.AppendBinary(nil)
		if err != nil {
			t.Fatal(err)
		}
		decoded, rest, err := ngram.Decode(append(bytes.Clone(data), "more"...))
		if err != nil || string(rest) != "more" {
			t.Fatalf("order %d: %q, %v", order, rest, err)
		}
		if arpa(t, decoded) != text {
			t.Errorf("order %d: the binary form changed the model", order)
		}
		for n := range len(data) {
			if n > 3000 && n%97 != 0 {
				continue
			}
			if _, _, err := ngram.Decode(data[:n]); err == nil {
				t.Fatalf("order %d: %d bytes of %d were enough", order, n, len(data))
			}
		}
	}
}

func TestWriteRefuses(t *testing.T) {
	trainer := ngram.NewTrainer(2)
	trainer.Add([]string{"1 000", "euros"})
	if err := trainer.Model(2).Write(&bytes.Buffer{}); err == nil || !strings.Contains(err.Error(), `"1 000"`) {
		t.Errorf("a word with a blank: %v", err)
	}
}
