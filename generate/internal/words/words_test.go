package words_test

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"hed/generate/internal/words"
	"hed/text"
	"hed/text/lang"
)

func pack(t testing.TB, code string) lang.Pack {
	t.Helper()
	p, err := lang.Get(code)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// list is the words of s.
func list(tok text.Tokenizer, s string) []string {
	var out []string
	for _, w := range words.Append(nil, s, tok.Tokenize(nil, s)) {
		out = append(out, s[w.Start:w.End])
	}
	return out
}

func TestAppend(t *testing.T) {
	for _, c := range []struct{ lang, in, want string }{
		{"en", "", ""},
		{"en", "?! -- …", ""},
		{"en", "A 12-year-old boy", "A|12-year-old|boy"},
		{"en", "state\u2011of\u2010the-art", "state\u2011of\u2010the-art"},
		{"en", "a - b -c d- e--f", "a|b|c|d|e|f"},
		{"en", "10–12 votes", "10|12|votes"},
		{"en", "$4.5 million, 12% more", "$4.5|million|12%|more"},
		{"en", "£38m or 38€, US$5 and 20°C", "£38m|or|38€|US$5|and|20°C"},
		{"en", "$ 5 and 5 %", "5|and|5"},
		{"en", "$five five%", "five|five"},
		{"en", "5$6 1%2", "5$6|1%2"},
		{"en", "5%-10%", "5%-10%"},
		{"en", "$5-a-day", "$5-a-day"},
		{"en", "don't; it’s 'fine'", "don't|it’s|fine"},
		{"en", "in \u202f10\u202f000 ways", "in|10\u202f000|ways"},
		{"en", "日本橋", "日|本|橋"},
		{"en", "🙂 ok 🙂", "ok"},
		{"it", "L'anno dell’aquila l' ultimo", "L'|anno|dell’|aquila|l|ultimo"},
		{"it", "30,8% e 5€", "30,8%|e|5€"},
	} {
		if got := strings.Join(list(pack(t, c.lang).Tokenizer, c.in), "|"); got != c.want {
			t.Errorf("%q: got %q, want %q", c.in, got, c.want)
		}
	}
}

func TestHead(t *testing.T) {
	en := pack(t, "en").Tokenizer
	for _, c := range []struct {
		in   string
		n    int
		want string
	}{
		{"", 9, ""},
		{" \n\t", 9, ""},
		{"...", 9, ""},
		{"One", 9, "One"},
		{"“One, two. Three!” said four", 3, "One, two. Three"},
		{"One\n\n two\t\u00a0three\r\nfour ", 9, "One two three four"},
		{"a\u2028b\x1cc\x00d", 9, "a b c d"},
		{"It cost $4.5 (12%) more", 3, "It cost $4.5"},
		{"It cost $4.5 (12%) more", 4, "It cost $4.5 (12%"},
		{"A 12-year-old boy", 2, "A 12-year-old"},
		{"bad \xff\xfe bytes", 9, "bad \ufffd bytes"},
		{"cut \xed short", 9, "cut \ufffd short"},
		{"\u202f1\u202f000 \u202f units", 9, "1\u202f000 units"},
		{strings.Repeat("- ", 500) + "late words here", 2, "late words"},
		{strings.Repeat("x", 5000) + " y z", 2, strings.Repeat("x", 5000) + " y"},
	} {
		if got := new(words.Cutter).Head(en, words.Valid(c.in), c.n); got != c.want {
			t.Errorf("%.40q: got %.60q, want %.60q", c.in, got, c.want)
		}
	}
	it := pack(t, "it").Tokenizer
	if got := new(words.Cutter).Head(it, "La fine dell'anno", 3); got != "La fine dell'" {
		t.Errorf("got %q, want the apostrophe", got)
	}
}

func TestList(t *testing.T) {
	en := pack(t, "en").Tokenizer
	l := new(words.Cutter).List(en, 3)
	for i, c := range []struct {
		word string
		more bool
	}{{"one", true}, {"", true}, {"a/b", false}, {"left", false}} {
		if got := l.Add(c.word); got != c.more {
			t.Errorf("word %d: room for more: %v, want %v", i, got, c.more)
		}
	}
	if got := l.String(); got != "one a/b" {
		t.Errorf("got %q", got)
	}
	l = new(words.Cutter).List(en, 2)
	for _, w := range []string{"one", "and/or", "bad"} {
		l.Add(w)
	}
	if got := l.String(); got != "one bad" {
		t.Errorf("got %q, want what does not fit passed over", got)
	}
}

func TestForm(t *testing.T) {
	for _, c := range []struct {
		opens bool
		seen  string
		want  string
	}{
		{true, "Fire", "Fire"},
		{true, "Fire FIRE", "Fire"},
		{true, "Fire FIRE fire", "fire"},
		{true, "Fire fire Fire", "fire"},
		{false, "Fire fire", "Fire"},
		{true, "fire Fire", "fire"},
	} {
		seen := strings.Fields(c.seen)
		f := words.First(seen[0], c.opens)
		for _, s := range seen[1:] {
			f.Again(s)
		}
		if f.Text != c.want {
			t.Errorf("%s (opens: %v): got %s, want %s", c.seen, c.opens, f.Text, c.want)
		}
	}
}

// FuzzWords holds the words to what the package says of them, and the
// beginning of a text to the whole.
func FuzzWords(f *testing.F) {
	for _, s := range []string{"A 12-year-old paid US$5 (12%).", "L'anno dell’aquila", "a\u202f1 \xff\u0301", "日本 🙂\u200d", "x\n\u0301y z"} {
		f.Add(s, 3)
	}
	packs := lang.Packs
	f.Fuzz(func(t *testing.T, s string, n int) {
		s = words.Valid(s)
		n = max(1, min(n, 1<<20))
		for _, p := range packs {
			tokens := p.Tokenizer.Tokenize(nil, s)
			ws := words.Append(nil, s, tokens)
			end := 0
			for _, w := range ws {
				if w.Start < end || w.End <= w.Start || w.End > len(s) {
					t.Fatalf("%q: word %v after %d", s, w, end)
				}
				end = w.End
			}
			if len(ws) > len(tokens) || (len(ws) == 0) != (len(tokens) == 0) || words.Has(s) != (len(ws) > 0) {
				t.Fatalf("%q: %d words of %d tokens", s, len(ws), len(tokens))
			}
			var c words.Cutter
			h := c.Head(p.Tokenizer, s, n)
			if !utf8.ValidString(h) || strings.ContainsAny(h, "\n\r\u2028\u2029") || strings.Contains(h, "  ") || h != strings.TrimSpace(h) {
				t.Fatalf("%q: headline %q", s, h)
			}
			// Fewer are possible: an Italian token that is cut at its
			// apostrophe may leave a part without letters.
			if got := c.Count(p.Tokenizer, h); got > n || (h == "") != (len(ws) == 0) {
				t.Fatalf("%q: headline %q has %d words of %d, want %d", s, h, got, len(ws), n)
			}
			parts(t, p.Tokenizer, s)
		}
	})
}

// parts checks that text in parts has the tokens of the whole.
func parts(t *testing.T, tok text.Tokenizer, s string) {
	t.Helper()
	var got []text.Token
	for at, part := range words.Parts(s, 3) {
		for _, k := range tok.Tokenize(nil, part) {
			k.Start += at
			k.End += at
			got = append(got, k)
		}
	}
	if want := tok.Tokenize(nil, s); !slices.Equal(got, want) {
		t.Fatalf("%q: parts have the tokens %v, want %v", s, got, want)
	}
}
