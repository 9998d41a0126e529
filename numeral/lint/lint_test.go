package lint_test

import (
	"encoding/json"
	"errors"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hed/corpus"
	"hed/numeral/check"
	"hed/numeral/derive"
	"hed/numeral/lint"
)

const article = "(Mar 22, 2024 9:15 AM CDT) A fire in Lyon killed 19 people and did $2.5 million in damage, a third of it to No. 10."

func cases(all ...*corpus.Case) iter.Seq2[*corpus.Case, error] {
	return func(yield func(*corpus.Case, error) bool) {
		for _, c := range all {
			if !yield(c, nil) {
				return
			}
		}
	}
}

// TestExplain: headlines come in the order of cases and systems, those of another
// language are passed over, and numbers that are wrong are found, with their place.
func TestExplain(t *testing.T) {
	plain := &corpus.Case{Doc: &corpus.Document{ID: "x", Body: article}, Outputs: []corpus.Output{
		{System: "a", Text: "Fïre Kills 24 in Lyon", Line: 3, Plain: true}, {System: "b", Text: "19 Killed in Lyon", Line: 9},
	}}
	foreign := &corpus.Case{Doc: &corpus.Document{ID: "y", Body: article, Lang: "xx"}, Outputs: plain.Outputs}
	var found []lint.Finding
	var seen []string
	for headlines, err := range lint.Explain(t.Context(), derive.English(), cases(plain, foreign, plain), 3) {
		if err != nil {
			t.Fatal(err)
		}
		if headlines == nil {
			seen = append(seen, "foreign")
		}
		for _, h := range headlines {
			seen = append(seen, h.System)
			found = append(found, h.Findings(h.System+".txt", nil)...)
		}
	}
	if d := cmp.Diff([]string{"a", "b", "foreign", "a", "b"}, seen); d != "" {
		t.Error(d)
	}
	if len(found) != 2 {
		t.Fatalf("found %+v", found)
	}
	f := &found[0]
	if f.Message != "The article says 19, not 24." || f.Level != check.Error {
		t.Error(f.Level, f.Message)
	}
	if start, end := f.Columns(); start != 12 || end != 14 {
		t.Errorf("24 is at columns %d to %d", start, end)
	}
	data, err := json.Marshal(f)
	if err != nil {
		t.Fatal(err)
	}
	want := `{"id":"x","system":"a","numeral":"24","level":"error","verdict":"contradicted","kind":"value","message":"The article says 19, not 24.","evidence":"`
	place := `,"headline":"Fïre Kills 24 in Lyon","start":12,"end":14,"file":"a.txt","line":3,"column":12}`
	if !strings.HasPrefix(string(data), want) || !strings.HasSuffix(string(data), place) {
		t.Errorf("%s\nwant\n%s … %s", data, want, place)
	}
	whole := lint.Finding{Headline: "24", Text: "24"}
	if start, end := whole.Columns(); start != 0 || end != 0 {
		t.Errorf("of a record: columns %d to %d", start, end)
	}
}

// An article is read once for all systems, not for each headline, and not at all for headlines without numbers.
func TestArticleIsReadOnce(t *testing.T) {
	text := strings.Repeat(article+" The mayor spoke to reporters near the old harbour on Friday. ", 20)
	model := derive.English()
	const systems = 8
	allocs := func(do func()) float64 { return testing.AllocsPerRun(5, do) }
	read := allocs(func() { derive.Read(text) })
	for headline, reads := range map[string]float64{"19 Killed in Lyon": 1, "Fire in Lyon": 0} {
		c := &corpus.Case{Doc: &corpus.Document{ID: "x", Body: text}}
		for range systems {
			c.Outputs = append(c.Outputs, corpus.Output{Text: headline})
		}
		whole := derive.Read(text)
		explained := allocs(func() { model.Explain(whole, headline) })
		all := allocs(func() {
			for range lint.Explain(t.Context(), model, cases(c), 1) {
			}
		})
		checked := allocs(func() {
			for range lint.Check(t.Context(), model, cases(c), 1) {
			}
		})
		if got := (all - checked - systems*explained) / read; got > reads+0.7 {
			t.Errorf("%s: the article is read %.1f times, want %g", headline, got, reads)
		}
	}
}

// Of a headline with very many numbers the first that was not looked at is a finding, so that nothing
// passes unseen behind others.
func TestUnchecked(t *testing.T) {
	c := &corpus.Case{Doc: &corpus.Document{Body: article}, Outputs: []corpus.Output{{Text: strings.Repeat("19 ", 40) + "24", Plain: true}}}
	for headlines, err := range lint.Explain(t.Context(), derive.English(), cases(c), 1) {
		if err != nil {
			t.Fatal(err)
		}
		found := headlines[0].Findings("x", nil)
		last := found[len(found)-1]
		if want := "Only the first 32 numbers of a headline are checked; 19 and what follows are not."; last.Message != want || *last.Column != 97 {
			t.Errorf("column %d: %s, want %s", *last.Column, last.Message, want)
		}
	}
}

func TestReferences(t *testing.T) {
	boom := errors.New("boom")
	docs := func(yield func(*corpus.Document, error) bool) {
		_ = yield(&corpus.Document{ID: "x", References: []string{"one", "two"}, Line: 4}, nil) &&
			yield(&corpus.Document{ID: "y"}, nil) && yield(nil, boom)
	}
	var got []*corpus.Case
	var failed error
	for c, err := range lint.References(docs) {
		if failed = err; err == nil {
			got = append(got, c)
		}
	}
	if failed != boom || len(got) != 1 || !cmp.Equal(got[0].Outputs[0], corpus.Output{System: "reference", Doc: "x", Text: "one", Line: 4}) {
		t.Errorf("%+v, %v", got, failed)
	}
}

func TestAllowed(t *testing.T) {
	file := filepath.Join(t.TempDir(), "allow.txt")
	if err := os.WriteFile(file, []byte("# names\nSection  230 # a law\n\nCatch-22\r\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	allowed, err := lint.ParseAllowed([]string{"24/7", "@" + file, " "})
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(lint.Allowed{"24/7", "section 230", "catch-22"}, allowed); d != "" {
		t.Error(d)
	}
	for _, c := range []struct {
		headline, number string
		want             bool
	}{
		{"Open 24/7", "24/7", true},
		{"Open 24/7", "24", true}, // a part of what is allowed
		{"Open 124/7", "124", false},
		{"Senate Debates SECTION 230", "230", true},
		{"Senate Debates Section 2301", "2301", false},
		{"Senate Has 230 Seats", "230", false},
		{"A Catch-22 for 22 Boys", "22", true},
		{"Öffnet 24/7", "24/7", true},
		{"İstanbul Open 24/7", "24/7", true}, // longer in lower case
		{"", "", false},
	} {
		i := strings.Index(c.headline, c.number)
		if got := allowed.Has(c.headline, derive.Span{Start: i, End: i + len(c.number)}); got != c.want {
			t.Errorf("%s of %q: %v, want %v", c.number, c.headline, got, c.want)
		}
	}
	if last := "A Catch-22 for 22 Boys"; allowed.Has(last, derive.Span{Start: 15, End: 17}) {
		t.Errorf("the 22 boys of %q are allowed", last)
	}
	if _, err := lint.ParseAllowed([]string{"@nowhere.txt"}); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got %v", err)
	}
}

func TestQuote(t *testing.T) {
	const article = "In all, killing\n19 men. Four-fifths of $1.5 million."
	for operand, want := range map[string]string{
		"19": "all, killing [19] men. Four-fifths", "Four": "19 men. [Four]-fifths of", "1.5": "of $[1.5] million.",
		"In": "[In] all, killing", "million": "of $1.5 [million].",
	} {
		i := strings.Index(article, operand)
		text, at := lint.Quote(article, derive.Operand{Text: operand, Span: derive.Span{Start: i, End: i + len(operand)}})
		if got := text[:at.Start] + "[" + text[at.Start:at.End] + "]" + text[at.End:]; got != want {
			t.Errorf("%s: %q, want %q", operand, got, want)
		}
	}
}

func TestLikely(t *testing.T) {
	for _, c := range []struct {
		confidences []float64
		want        int
	}{{nil, 0}, {[]float64{0.001}, 1}, {[]float64{0.5, 0.001, 0.4}, 1}, {[]float64{0.4, 0.3, 0.2, 0.1}, 3}} {
		var n derive.Explanation
		for _, x := range c.confidences {
			n.Derivations = append(n.Derivations, derive.Derivation{Confidence: x})
		}
		if got := len(lint.Likely(n.Derivations)); got != c.want {
			t.Errorf("%v: %d, want %d", c.confidences, got, c.want)
		}
	}
}

// FuzzFindings: whatever a headline is, its findings are JSON and lie in it.
func FuzzFindings(f *testing.F) {
	for _, headline := range []string{"24 Killed in Lyon", "$2.7M, 17%: '09\r\n::error", "İ 3½ \xff 1,000,000", "1990s 1/0 9/11 th 5K", "<b>7</b> & \"8\"\u2028"} {
		f.Add(article, headline, "Section 230")
	}
	f.Fuzz(func(t *testing.T, article, headline, allow string) {
		allowed, err := lint.ParseAllowed([]string{strings.TrimLeft(allow, "@")})
		if err != nil {
			t.Fatal(err)
		}
		c := &corpus.Case{Doc: &corpus.Document{Body: article}, Outputs: []corpus.Output{{Text: headline, Plain: true}}}
		for headlines, err := range lint.Explain(t.Context(), derive.English(), cases(c), 1) {
			if err != nil {
				t.Fatal(err)
			}
			for _, finding := range headlines[0].Findings("x", allowed) {
				if _, err := json.Marshal(&finding); err != nil || headline[finding.Start:finding.End] != finding.Text {
					t.Errorf("%+v: %v", finding, err)
				}
				if start, end := finding.Columns(); start < 1 || end <= start || finding.Message == "" {
					t.Errorf("columns %d to %d: %s", start, end, finding.Message)
				}
			}
		}
	})
}
