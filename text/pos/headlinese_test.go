package pos

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// rewritten returns what a sentence can become, each word as "form/TAG".
func rewritten(t *testing.T, words []Word) map[string]bool {
	t.Helper()
	before := slices.Clone(words)
	all := map[string]bool{}
	for seed := range uint64(2000) {
		out := headline(rand.New(rand.NewPCG(seed, 0)), words)
		var b []string
		for _, w := range out {
			b = append(b, w.Form+"/"+w.Tag.String())
		}
		all[strings.Join(b, " ")] = true
		if len(out) > len(words) || len(out) == 1 {
			t.Errorf("%d words have become %q", len(words), b)
		}
	}
	if !slices.Equal(words, before) {
		t.Errorf("the sentence itself is now %v", words)
	}
	return all
}

// past is a verb in the past.
func past(form, lemma string, more ...string) Word {
	return Word{form, lemma, VERB, strings.Join(append(more, "Tense=Past", "VerbForm=Fin"), "|")}
}

func TestHeadline(t *testing.T) {
	senate := []Word{
		{"The", "the", DET, ""}, {"Senate", "Senate", PROPN, ""}, past("passed", "pass", "Number=Sing", "Person=3"),
		{"the", "the", DET, ""}, {"bill", "bill", NOUN, ""}, {"on", "on", ADP, ""}, {"Tuesday", "Tuesday", PROPN, ""}, {".", ".", PUNCT, ""},
	}
	they := []Word{{"They", "they", PRON, ""}, past("saw", "see", "Number=Plur", "Person=3"), {"and", "and", CCONJ, ""}, past("won", "win", "Number=Plur", "Person=3")}
	will := []Word{{"Mayor", "mayor", NOUN, ""}, {"will", "will", AUX, ""}, {"quit", "quit", VERB, ""}}
	not := []Word{{"dogs", "dog", NOUN, ""}, {"were", "be", AUX, ""}, {"n't", "not", PART, ""}, {"in", "in", ADP, ""}, {"it", "it", PRON, ""}}
	held := []Word{{"Two", "two", NUM, ""}, {"are", "be", AUX, ""}, {"held", "hold", VERB, "Tense=Past|VerbForm=Part"}}
	for _, test := range []struct {
		words       []Word
		can, cannot []string
	}{
		{senate, []string{
			"Senate/PROPN passes/VERB bill/NOUN on/ADP Tuesday/PROPN",
			"Senate/PROPN passed/VERB bill/NOUN on/ADP Tuesday/PROPN",
			"Senate/PROPN Passes/VERB Bill/NOUN on/ADP Tuesday/PROPN",
			"Senate/PROPN Passes/VERB Bill/NOUN On/ADP Tuesday/PROPN",
			"SENATE/PROPN PASSES/VERB BILL/NOUN ON/ADP TUESDAY/PROPN",
			"The/DET Senate/PROPN passes/VERB the/DET bill/NOUN on/ADP Tuesday/PROPN ./PUNCT",
		}, []string{"Senate/PROPN pass/VERB bill/NOUN on/ADP Tuesday/PROPN"}},
		{they, []string{"They/PRON see/VERB ,/PUNCT win/VERB", "They/PRON saw/VERB and/CCONJ won/VERB"}, []string{"They/PRON sees/VERB and/CCONJ wins/VERB"}},
		{will, []string{"Mayor/NOUN to/PART quit/VERB", "Mayor/NOUN will/AUX quit/VERB", "Mayor/NOUN to/PART Quit/VERB", "Mayor/NOUN To/PART Quit/VERB"}, nil},
		{not, []string{"Dogs/NOUN Were/AUX n't/PART In/ADP It/PRON", "Dogs/NOUN Were/AUX n't/PART in/ADP It/PRON", "DOGS/NOUN WERE/AUX N'T/PART IN/ADP IT/PRON"},
			[]string{"Dogs/NOUN n't/PART in/ADP it/PRON"}},
		{held, []string{"Two/NUM held/VERB", "Two/NUM are/AUX held/VERB"}, []string{"Two/NUM holds/VERB", "Two/NUM hold/VERB"}},
		{[]Word{{"They", "they", PRON, ""}, past("walked", "_")}, []string{"They/PRON walked/VERB"}, []string{"They/PRON _s/VERB"}},
		{[]Word{{"The", "the", DET, ""}, {"End", "end", NOUN, ""}, {".", ".", PUNCT, ""}}, []string{"", "The/DET End/NOUN", "End/NOUN ./PUNCT"}, []string{"End/NOUN"}},
		{nil, []string{""}, nil},
	} {
		got := rewritten(t, test.words)
		for _, s := range test.can {
			if !got[s] {
				t.Errorf("%v cannot become %q", test.words, s)
			}
		}
		for _, s := range test.cannot {
			if got[s] {
				t.Errorf("%v can become %q", test.words, s)
			}
		}
		for s := range got {
			if strings.Contains(s, "N't") {
				t.Errorf("%v can become %q, with a capital inside a word", test.words, s)
			}
		}
	}
}

// TestHeadlineKeepsTags checks that a word which is only written otherwise has
// its old tag, and that the words stay in order.
func TestHeadlineKeepsTags(t *testing.T) {
	words := []Word{
		{"Yesterday", "yesterday", NOUN, ""}, {",", ",", PUNCT, ""}, {"the", "the", DET, ""}, {"éclair", "éclair", NOUN, ""}, {"has", "have", AUX, ""},
		past("pleased", "please"), {"and", "and", CCONJ, ""}, {"n't", "not", PART, ""}, {"an", "a", DET, ""}, {"IBM", "IBM", PROPN, ""}, {"?", "?", PUNCT, ""},
	}
	for s := range rewritten(t, words) {
		rest := words
		for word := range strings.FieldsSeq(s) {
			form, tag, _ := strings.Cut(word, "/")
			i := slices.IndexFunc(rest, func(w Word) bool {
				return strings.EqualFold(w.Form, form) && w.Tag.String() == tag || w.Tag == VERB && strings.EqualFold(form, "pleases") || w.Form == "and" && form == ","
			})
			if i < 0 {
				t.Fatalf("%q: %s is no word of the sentence, or out of order", s, word)
			}
			rest = rest[i+1:]
		}
		if first := []rune(s)[0]; !unicode.IsUpper(first) {
			t.Errorf("%q begins with a small letter", s)
		}
	}
}

func TestThirdPerson(t *testing.T) {
	for verb, want := range map[string]string{
		"pass": "passes", "try": "tries", "play": "plays", "go": "goes", "watch": "watches", "buy": "buys", "miss": "misses",
		"fix": "fixes", "push": "pushes", "buzz": "buzzes", "see": "sees", "win": "wins", "deny": "denies", "y": "ys", "": "s",
	} {
		if got := thirdPerson(verb); got != want {
			t.Errorf("%q: got %q, want %q", verb, got, want)
		}
	}
}
