package random_test

import (
	"fmt"
	"strconv"
	"testing"

	"hed/corpus"
	"hed/generate/generatetest"
	"hed/generate/random"
)

func TestContract(t *testing.T) {
	generatetest.Signatures(t, random.Info, map[string][]string{"words": {"", "3"}, "lang": {"", "en", "it"}})
	generatetest.Run(t, newGenerator(t, random.Options{Words: new(2)}, 7), 2)
}

func newGenerator(t *testing.T, o random.Options, seed uint64) *random.Generator {
	t.Helper()
	g, err := random.New(o, seed)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// Every sentence with a word is drawn equally often, and no other.
func TestChances(t *testing.T) {
	const draws = 8000
	body := "One is here. — ! Two is here. ?! Three is here. ... Four is here. (!)"
	drawn := map[string]int{}
	g := newGenerator(t, random.Options{Words: new(1)}, 1)
	for i := range draws {
		drawn[generatetest.Headline(t, g, &corpus.Document{ID: strconv.Itoa(i), Body: body})]++
	}
	for _, w := range []string{"One", "Two", "Three", "Four"} {
		if n := drawn[w]; n < draws/4-160 || n > draws/4+160 { // four standard deviations
			t.Errorf("%s was drawn %d times of %d", w, n, draws)
		}
	}
	if len(drawn) != 4 {
		t.Errorf("drew %v, want the four sentences with words", drawn)
	}
}

// The seed and the ID decide, and both do.
func TestDraw(t *testing.T) {
	body := ""
	for i := range 100 {
		body += fmt.Sprintf("Sentence %d is here. ", i)
	}
	draw := func(seed uint64, id string) string {
		return generatetest.Headline(t, newGenerator(t, random.Options{}, seed), &corpus.Document{ID: id, Body: body})
	}
	if a, b := draw(1, "a"), draw(1, "a"); a != b {
		t.Errorf("got %q, and then %q", a, b)
	}
	if a, b := draw(1, "a"), draw(2, "a"); a == b {
		t.Errorf("two seeds give %q", a)
	}
	if a, b := draw(1, "a"), draw(1, "b"); a == b {
		t.Errorf("two documents give %q", a)
	}
}
