package study_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hed/corpus"
	"hed/internal/golden"
	"hed/study"
)

func builtin(t testing.TB, name string) *study.Protocol {
	t.Helper()
	p, ok := study.Builtin(name)
	if !ok {
		t.Fatalf("no protocol %s", name)
	}
	return p
}

// news gives n documents with headlines of three systems, from two newspapers by turns.
func news(n int) iter.Seq2[*corpus.Case, error] {
	return func(yield func(*corpus.Case, error) bool) {
		for i := range n {
			d := &corpus.Document{ID: fmt.Sprint("d", i), Source: []string{"Morning", "Evening"}[i%2], Lang: "en",
				Body: fmt.Sprintf("Article %d. It has 19 cats and 16 dogs.", i), References: []string{fmt.Sprintf("People wrote %d of 35", i)}}
			c := corpus.NewCase(d)
			for s := range 3 {
				c.Outputs = append(c.Outputs, corpus.Output{Text: fmt.Sprintf("System %d wrote %d", s, i)})
			}
			if !yield(c, nil) {
				return
			}
		}
	}
}

var three = []string{"s2s", "pn", "pnc"}

// without takes the headlines of systems away.
func without(cases iter.Seq2[*corpus.Case, error]) iter.Seq2[*corpus.Case, error] {
	return func(yield func(*corpus.Case, error) bool) {
		for c, err := range cases {
			c.Outputs = nil
			if !yield(c, err) {
				return
			}
		}
	}
}

func mustNew(t testing.TB, set study.Settings) (*study.Study, []study.Case) {
	t.Helper()
	s, cases, err := study.New(context.Background(), set)
	if err != nil {
		t.Fatal(err)
	}
	return s, cases
}

// The numbers of the paper: 200 cases in 10 forms of 20, four headlines each.
func TestNewSuitability(t *testing.T) {
	set := study.Settings{Protocol: builtin(t, "suitability"), Cases: news(300), Systems: three, Seed: 7, Background: true}
	s, cases := mustNew(t, set)
	if len(cases) != 200 || len(s.Forms) != 10 || s.Numbers.Judges != 3 || s.Title != "Headlines and their articles" || s.Lang != "en" || !s.Background {
		t.Errorf("%d cases, %d forms, %+v", len(cases), len(s.Forms), s)
	}
	if d := cmp.Diff([]string{"gold", "s2s", "pn", "pnc"}, s.Systems); d != "" {
		t.Error(d)
	}
	docs := map[string]bool{}
	number := 0
	for _, form := range s.Forms {
		if len(form) != 20 {
			t.Errorf("a form has %d cases", len(form))
		}
		for _, n := range form {
			if n != number || cases[n].Number != n || docs[cases[n].Doc] {
				t.Errorf("case %d: number %d, document %s", n, cases[n].Number, cases[n].Doc)
			}
			docs[cases[n].Doc] = true
			number++
		}
	}
	again, cases2 := mustNew(t, set)
	if d := cmp.Diff(s, again) + cmp.Diff(cases, cases2); d != "" {
		t.Errorf("the same seed draws otherwise:\n%s", d)
	}
	set.Seed = 8
	if _, other := mustNew(t, set); cmp.Equal(cases, other) {
		t.Error("another seed draws the same")
	}
}

// What a seed draws stays the same from one version of hed to the next.
func TestDrawGolden(t *testing.T) {
	s, cases := mustNew(t, study.Settings{Protocol: builtin(t, "suitability"), Cases: news(40), Systems: three, Seed: 2019, Numbers: study.Numbers{Cases: 4, Forms: 3}})
	var text strings.Builder
	for i, form := range s.Forms {
		for _, n := range form {
			fmt.Fprintf(&text, "form %d, case %d, %s:", i, n, cases[n].Doc)
			for _, h := range cases[n].Headlines {
				fmt.Fprint(&text, " ", h.System)
			}
			fmt.Fprintln(&text)
		}
	}
	golden.Check(t, "draw.txt", text.String()+strings.Join(s.Notes, "\n")+"\n")
}

// After any number of cases no system has stood in one place more than once more
// often than in another.
func TestBalance(t *testing.T) {
	for _, order := range []string{"balanced", "random"} {
		p := builtin(t, "suitability")
		p.Order = order
		_, cases := mustNew(t, study.Settings{Protocol: p, Cases: news(200), Systems: three, Seed: 1})
		counts := map[string][]int{}
		uneven := false
		for _, c := range cases {
			for place, h := range c.Headlines {
				if counts[h.System] == nil {
					counts[h.System] = make([]int, 4)
				}
				counts[h.System][place]++
			}
			for _, n := range counts {
				uneven = uneven || slices.Max(n)-slices.Min(n) > 1
			}
		}
		if balanced := order == "balanced"; uneven == balanced || len(counts) != 4 {
			t.Errorf("%s: %v", order, counts)
		}
	}
}

// Every document is drawn about equally often, and comes into every form equally often.
// Of 60 documents each of two forms has 15, which is 100 times in 400 draws with a
// standard deviation of 9; none is 5 deviations off.
func TestDrawIsFair(t *testing.T) {
	p := builtin(t, "numhg-rating")
	times := map[string]int{}
	for seed := range uint64(400) {
		s, cases := mustNew(t, study.Settings{Protocol: p, Cases: news(60), Systems: three, Seed: seed, Numbers: study.Numbers{Cases: 15, Forms: 2}})
		for i, form := range s.Forms {
			for _, n := range form {
				times[fmt.Sprint(cases[n].Doc, " in form ", i)]++
			}
		}
	}
	if len(times) != 120 {
		t.Errorf("%d of 120 happened", len(times))
	}
	for doc, n := range times {
		if n < 55 || n > 145 {
			t.Errorf("%s %d times of 400", doc, n)
		}
	}
}

// The sources of a stratified form are mixed.
func TestMixed(t *testing.T) {
	s, cases := mustNew(t, study.Settings{Protocol: everythingProtocol(t), Cases: news(100), Systems: three, Numbers: study.Numbers{Cases: 20, Forms: 3}})
	for i, form := range s.Forms {
		changes, evening := 0, 0
		for k, n := range form {
			if k > 0 && cases[n].Source != cases[form[k-1]].Source {
				changes++
			}
			if cases[n].Source == "Evening" {
				evening++
			}
		}
		if changes < 3 || evening != 10 {
			t.Errorf("form %d changes sources %d times and has %d of the evening", i, changes, evening)
		}
	}
}

func TestNewUnknown(t *testing.T) {
	i := 0
	cases := func(yield func(*corpus.Case, error) bool) {
		for c := range news(400) {
			switch i++; {
			case i%4 == 0:
				c.Outputs[0].Text = "The <unk> speaks"
			case i%10 == 1:
				c.Outputs[0].Text, c.Outputs[2].Text = "UNK, he said", ""
			case i%10 == 3:
				c.Outputs[1].Text = "BUNK UNKNOWN unk [unk]" // none of these is the mark
			}
			if !yield(c, nil) {
				return
			}
		}
	}
	s, drawn := mustNew(t, study.Settings{Protocol: builtin(t, "suitability"), Cases: cases, Systems: three, Seed: 1})
	want := study.Dropped{Looked: 400, Cases: 140, Reasons: map[string]int{"with an empty headline or an unknown word": 140}, Systems: map[string]int{"s2s": 140, "pnc": 40}}
	if d := cmp.Diff(want, s.Dropped); d != "" {
		t.Error(d)
	}
	for _, c := range drawn {
		for _, h := range c.Headlines {
			if strings.Contains(h.Text, "<unk>") || h.Text == "" {
				t.Errorf("case %d has %q", c.Number, h.Text)
			}
		}
	}
	if notes := strings.Join(s.Notes, "\n"); !strings.Contains(notes, "s2s 140 (35.0%)") || !strings.Contains(notes, "of 400, 140 left out") {
		t.Error(notes)
	}
}

// The article is cut after so many tokens, marks included, as it is written.
func TestCut(t *testing.T) {
	p := builtin(t, "suitability")
	p.Tokens = 6
	s, cases := mustNew(t, study.Settings{Protocol: p, Cases: news(1), Systems: three, Numbers: study.Numbers{Cases: 1, Forms: 1}, Lang: "it", Ties: true})
	if c := cases[0]; c.Article != "Article 0. It has 19" || !c.Cut {
		t.Errorf("%q %v", c.Article, c.Cut)
	}
	if s.Title != "I titoli e i loro articoli" {
		t.Error(s.Title)
	}
	if !s.Protocol.Steps[1].Questions[1].Ties || p.Steps[1].Questions[1].Ties {
		t.Error("ties are set in the study alone")
	}
	p.Tokens = 500
	if _, cases = mustNew(t, study.Settings{Protocol: p, Cases: news(1), Systems: three, Numbers: study.Numbers{Cases: 1, Forms: 1}}); cases[0].Cut {
		t.Error("a short article is cut")
	}
}

// 200 headlines, 100 a newspaper, for gold and each setting.
func TestNewStyleGuess(t *testing.T) {
	s, cases := mustNew(t, study.Settings{Protocol: builtin(t, "style-guess"), Cases: news(500), Systems: three, Seed: 3})
	if len(cases) != 800 || len(s.Forms) != 4 || s.Numbers.Forms != 4 || !slices.Equal(s.Sources, []string{"Evening", "Morning"}) {
		t.Fatalf("%d cases, %d forms, %+v", len(cases), len(s.Forms), s.Numbers)
	}
	var docs []string
	for i, form := range s.Forms {
		sources := map[string]int{}
		var mine []string
		for _, n := range form {
			c := cases[n]
			if len(c.Headlines) != 1 || c.Headlines[0].System != s.Systems[i] || c.Article != "" {
				t.Fatalf("%+v", c)
			}
			sources[c.Source]++
			mine = append(mine, c.Doc)
		}
		if sources["Morning"] != 100 || sources["Evening"] != 100 {
			t.Error(sources)
		}
		if slices.Equal(docs, mine) {
			t.Error("two forms have the same order")
		}
		if slices.Sort(mine); docs != nil && !slices.Equal(docs, mine) {
			t.Error("two forms are not of the same documents")
		}
		docs = mine
	}
}

func TestNewNumerals(t *testing.T) {
	p := builtin(t, "numeral-annotation")
	s, cases := mustNew(t, study.Settings{Protocol: p, Cases: without(news(50)), Seed: 3})
	if len(cases) != 50 || len(s.Forms) != 3 || len(s.Forms[2]) != 10 || s.Numbers.Forms != 3 {
		t.Fatalf("%d cases, forms %v", len(cases), s.Forms)
	}
	golds := map[string]int{}
	for _, c := range cases {
		if strings.Replace(c.Question, corpus.Blank, c.Gold, 1) != "People wrote "+c.Doc[1:]+" of 35" {
			t.Errorf("%q %q", c.Question, c.Gold)
		}
		if c.Gold == "35" {
			golds["second"]++
		}
	}
	if n := golds["second"]; n < 10 || n > 40 {
		t.Errorf("the second numeral of two was asked for %d times of 50", n)
	}
	reasoning := true
	own := func(yield func(*corpus.Case, error) bool) {
		yield(corpus.NewCase(&corpus.Document{ID: "a", Body: "x 9", Cloze: &corpus.Cloze{Question: "____ lost", Answer: " 9 ", Reasoning: &reasoning}}), nil)
	}
	_, cases = mustNew(t, study.Settings{Protocol: p, Cases: own})
	want := []study.Case{{Doc: "a", Article: "x 9", Question: "____ lost", Gold: "9", Reasoning: &reasoning}}
	if d := cmp.Diff(want, cases); d != "" {
		t.Error(d)
	}
}

func TestNewErrors(t *testing.T) {
	suit, guess, ann := builtin(t, "suitability"), builtin(t, "style-guess"), builtin(t, "numeral-annotation")
	broken := errors.New("broken")
	sourced := func(n int, source func(int) string) iter.Seq2[*corpus.Case, error] {
		return func(yield func(*corpus.Case, error) bool) {
			i := 0
			for c := range news(n) {
				c.Doc.Source = source(i)
				i++
				if !yield(c, nil) {
					return
				}
			}
		}
	}
	for _, c := range []struct {
		name string
		set  study.Settings
		want string
	}{
		{"few", study.Settings{Protocol: suit, Cases: news(150), Systems: three}, `needs 200 documents and there are 150 fit ones \(of 150, 0 left out\); give it more documents, or use fewer with the option cases and the option forms`},
		{"none", study.Settings{Protocol: ann, Cases: news(0)}, `needs at least one document, and there are 0 fit ones`},
		{"language", study.Settings{Protocol: suit, Cases: news(300), Systems: three, Lang: "de"}, `not written in "de"; it speaks en, it`},
		{"gold twice", study.Settings{Protocol: suit, Cases: news(300), Systems: []string{"a", "gold", "b"}}, `gold is the name of what people wrote, which the protocol suitability shows too; rename the system`},
		{"name twice", study.Settings{Protocol: suit, Cases: news(300), Systems: []string{"a", "b", "a"}}, `two systems "a"; rename one`},
		{"no name", study.Settings{Protocol: suit, Cases: news(300), Systems: []string{"a", "", "b"}}, `a system has no name`},
		{"one", study.Settings{Protocol: suit, Cases: without(news(300))}, `compares headlines, and there is one`},
		{"no systems", study.Settings{Protocol: builtin(t, "numhg-rating"), Cases: without(news(300))}, `name at least one system`},
		{"systems of blanks", study.Settings{Protocol: ann, Cases: news(300), Systems: three}, `leave the systems out`},
		{"headlines", study.Settings{Protocol: suit, Cases: news(300), Systems: three[:2]}, `document "d0" has 3 headlines for 2 systems`},
		{"negative", study.Settings{Protocol: suit, Cases: news(300), Systems: three, Numbers: study.Numbers{Cases: -1}}, `number of cases must be from 1 to 1000000, not -1`},
		{"consensus", study.Settings{Protocol: ann, Cases: without(news(300)), Numbers: study.Numbers{Judges: 5}}, `more than half of the 5 judges`},
		{"forms", study.Settings{Protocol: guess, Cases: news(300), Systems: three, Numbers: study.Numbers{Forms: 2}}, `a form for each of the 4 systems, so there cannot be 2`},
		{"odd", study.Settings{Protocol: guess, Cases: news(300), Systems: three, Numbers: study.Numbers{Cases: 5}}, `use an even number`},
		{"few of one", study.Settings{Protocol: guess, Cases: sourced(300, func(i int) string { return []string{"x", "y"}[min(1, i/250)] }), Systems: three}, `needs 100 documents of "y" and there are 50 fit ones`},
		{"one source", study.Settings{Protocol: guess, Cases: sourced(300, func(int) string { return "x" }), Systems: three}, `all documents have the source "x"`},
		{"three sources", study.Settings{Protocol: guess, Cases: sourced(300, func(i int) string { return fmt.Sprint("n", i%3) }), Systems: three}, `document "d2" has the source "n2", and the protocol style-guess is about two, which are n0 and n1`},
		{"no source", study.Settings{Protocol: guess, Cases: sourced(300, func(int) string { return "" }), Systems: three}, `document "d0" has no source`},
		{"reader", study.Settings{Protocol: suit, Cases: func(yield func(*corpus.Case, error) bool) { yield(nil, broken) }, Systems: three}, `drawing cases: broken`},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, _, err := study.New(context.Background(), c.set)
			if err == nil || !regexp.MustCompile(c.want).MatchString(err.Error()) {
				t.Errorf("got  %v\nwant %s", err, c.want)
			}
		})
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, _, err := study.New(ctx, study.Settings{Protocol: suit, Cases: news(300), Systems: three}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
