package faithful_test

import (
	"slices"
	"strings"
	"testing"

	"hed/corpus"
	"hed/generate"
	"hed/generate/internal/faithful"
	tokens "hed/neural/words"
)

const body = "Acme Corp said on Monday that quarterly profit rose 18.6 percent to $1.24 billion. " +
	"The company will close six plants in Ohio, three more than it had planned, and cut 2,350 jobs by 2031. " +
	"Its founder, John Roe, 81, did not comment. A 14-year-old plant in Iowa was damaged before 9/11."

func numbers(t *testing.T, mode string, pieces bool) *faithful.Numbers {
	t.Helper()
	n, err := faithful.New(mode, pieces)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// rule is that of an article.
func rule(t *testing.T, pieces bool) (r faithful.Rule) {
	t.Helper()
	_, err := numbers(t, faithful.Strict, pieces).Write([]*corpus.Document{{Body: body}}, 1, func(_ []int, rules []faithful.Rule) ([][]generate.Candidate, error) {
		r = rules[0]
		return [][]generate.Candidate{{{Headline: "Acme profit rises"}}}, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Every beginning of a headline that is right is allowed, word by word and letter by letter, so that a search comes to it.
func TestBeginnings(t *testing.T) {
	for _, headline := range []string{
		"Acme profit rises 18.6 percent to $1.24 billion",
		"Acme profit rises 18.6% on strong sales",
		"Acme quarterly profit rises nearly 19 percent",
		"Acme to close six plants in Ohio, cut 2,350 jobs",
		"Acme to cut more than 2,300 jobs by 2031",
		"Acme posts $1.2 billion profit",
		"Acme closes 6 Ohio plants",
		"81-Year-Old Founder Does Not Comment",
		"14-Year-Old Acme Plant Was Damaged",
		"Acme Plant Was Damaged Before 9/11",
	} {
		words := rule(t, false)
		fields := tokens.Split(headline)
		for i := range fields {
			if begin := tokens.Join(fields[:i+1]); !words(begin, false) {
				t.Errorf("by words: %q is refused of %q", begin, headline)
			}
		}
		letters := rule(t, true)
		for i := range headline {
			if begin := headline[:i+1]; !letters(begin, false) {
				t.Errorf("by letters: %q is refused of %q", begin, headline)
			}
		}
		if !words(headline, true) {
			t.Errorf("%q is refused", headline)
		}
	}
}

// A number that the article does not support is refused where it ends, at the latest with the headline.
func TestRefused(t *testing.T) {
	for _, c := range []struct {
		begin string
		at    string // how far it may come by words
	}{
		{"Acme profit rises 47 percent", "Acme profit rises"},
		{"Acme profit rises to $1.24 million on", "Acme profit rises to $1.24"},
		{"Acme to close 74 plants", "Acme to close"},
		{"Acme to cut 9,100 jobs", "Acme to cut"},
		{"Acme to cut thousands of jobs in 1987", "Acme to cut thousands of jobs in"},
	} {
		words := rule(t, false)
		fields := strings.Fields(c.begin)
		at := 0
		for at < len(fields) && words(strings.Join(fields[:at+1], " "), false) {
			at++
		}
		if got := strings.Join(fields[:at], " "); got != c.at {
			t.Errorf("%q comes to %q, want %q", c.begin, got, c.at)
		}
		if words(c.begin, true) {
			t.Errorf("%q may be a headline", c.begin)
		}
		if letters := rule(t, true); letters(c.begin, true) || letters(c.begin+" on Monday", false) {
			t.Errorf("by letters: %q may be a headline", c.begin)
		}
	}
}

// Italian numbers grow word by word, too.
func TestItalian(t *testing.T) {
	const body = "L'utile del gruppo è salito del 18,6 per cento a 1,24 miliardi di euro. Chiuderanno sei stabilimenti e saranno tagliati 2.350 posti entro il 2031. Il fondatore, Aldo Neri, 81 anni, non commenta."
	for _, c := range []struct {
		headline string
		want     bool
	}{
		{"Utile del gruppo su del 18,6 per cento a 1,24 miliardi di euro", true},
		{"Il gruppo chiude sei stabilimenti e taglia oltre 2.300 posti", true},
		{"Il fondatore ottantunenne non commenta", true},
		{"Il gruppo taglia 9.100 posti", false},
		{"Utile a 1,24 milioni di euro", false},
	} {
		var rule faithful.Rule
		_, err := numbers(t, faithful.Strict, false).Write([]*corpus.Document{{Body: body, Lang: "it"}}, 1, func(_ []int, rules []faithful.Rule) ([][]generate.Candidate, error) {
			rule = rules[0]
			return [][]generate.Candidate{{{Headline: "Il gruppo chiude"}}}, nil
		})
		if err != nil {
			t.Fatal(err)
		}
		fields, ok := tokens.Split(c.headline), true
		for i := range fields {
			ok = ok && rule(tokens.Join(fields[:i+1]), false)
		}
		if ok = ok && rule(c.headline, true); ok != c.want {
			t.Errorf("%q: %t", c.headline, ok)
		}
	}
}

// A headline that the search let through with a wrong number is dropped, and where none is left there is one without numbers, or else a
// reason. Documents in other languages are left as they are.
func TestWrite(t *testing.T) {
	docs := []*corpus.Document{{ID: "a", Body: body}, {ID: "b", Body: body}, {ID: "c", Body: body}, {ID: "d", Body: body, Lang: "xx"}}
	wrong, right := generate.Candidate{Headline: "Acme cuts 9,100 jobs", Score: 2}, generate.Candidate{Headline: "Acme cuts 2,350 jobs", Score: 1}
	plain := generate.Candidate{Headline: "Acme cuts jobs"}
	all, err := numbers(t, faithful.Strict, false).Write(docs, 2, func(places []int, rules []faithful.Rule) ([][]generate.Candidate, error) {
		if len(places) == 4 {
			if rules[0] == nil || rules[3] != nil {
				t.Error("a document in English has no rule, or one in another language has one")
			}
			return [][]generate.Candidate{{wrong, right}, {wrong}, nil, {wrong}}, nil
		}
		if !slices.Equal(places, []int{1, 2}) || rules[0]("Acme cuts 2,350", false) || !rules[0]("Acme cuts", false) {
			t.Errorf("searched again for %v", places)
		}
		return [][]generate.Candidate{{plain}, nil}, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if all[0][0] != right || len(all[0]) != 1 || all[1][0] != plain || all[2][0].Reason == "" || all[3][0] != wrong {
		t.Errorf("got %v", all)
	}

	all, err = numbers(t, faithful.Prefer, false).Write(docs[:1], 2, func(_ []int, rules []faithful.Rule) ([][]generate.Candidate, error) {
		if rules[0] != nil {
			t.Error("prefer has a rule")
		}
		return [][]generate.Candidate{{wrong, plain, right}}, nil
	})
	if err != nil || !slices.Equal(all[0], []generate.Candidate{plain, right}) {
		t.Errorf("got %v, %v", all, err)
	}

	if _, err := faithful.New("strickt", false); err == nil || !strings.Contains(err.Error(), "numerals=strickt: want strict") {
		t.Errorf("got %v", err)
	}
	if s := numbers(t, "", false).Signature(); s != "" {
		t.Errorf("without the option the signature has %s", s)
	}
}

// Order says which numbers of the headline that comes first are wrong. Where there is nothing to say, the order stays.
func TestOrder(t *testing.T) {
	wrong, worse := generate.Candidate{Headline: "Acme cuts 9,100 jobs, closes six plants"}, generate.Candidate{Headline: "Acme cuts 9,100 jobs"}
	for _, c := range []struct {
		mode, lang string
		first      generate.Candidate
		numbers    string
	}{{faithful.Prefer, "", wrong, "9,100"}, {faithful.Prefer, "xx", worse, ""}, {"", "", worse, ""}} {
		list := []generate.Candidate{worse, wrong}
		said := ""
		for _, r := range numbers(t, c.mode, false).Order(&corpus.Document{Body: body, Lang: c.lang}, list) {
			said += list[0].Headline[r.Start:r.End]
		}
		if list[0] != c.first || said != c.numbers {
			t.Errorf("numerals=%s, %q: got %v, %s", c.mode, c.lang, list, said)
		}
	}
}
