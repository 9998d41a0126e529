package token_test

import (
	"os"
	"slices"
	"strings"
	"testing"
	"unicode"

	"hed/internal/shared"
	"hed/text"
	"hed/text/token"
)

// A goldSentence is a sentence of a treebank and its tokens.
type goldSentence struct {
	text   string
	tokens []text.Token
}

// treebank reads a file of Universal Dependencies. With surface, a token
// that the treebank makes two words of is the one that is written.
func treebank(t testing.TB, name string, surface bool) (all []goldSentence) {
	t.Helper()
	var file string
	if strings.HasSuffix(name, ".conllu") { // of this project
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		file = string(data)
	} else {
		file = shared.Gunzip(t, shared.File(t, "ud/"+name+".conllu.gz"))
	}
	var g *goldSentence
	var at int
	var skip string // the last word of a token that is whole
	for line := range strings.Lines(file) {
		line = strings.TrimSuffix(line, "\n")
		if s, ok := strings.CutPrefix(line, "# text = "); ok {
			all = append(all, goldSentence{text: s})
			g, at, skip = &all[len(all)-1], 0, ""
			continue
		}
		f := strings.Split(line, "\t")
		if len(f) < 2 || strings.Contains(f[0], ".") {
			continue
		}
		_, last, multiword := strings.Cut(f[0], "-")
		switch {
		case multiword && !surface:
			continue
		case multiword:
			skip = last
		case skip != "":
			if f[0] == skip {
				skip = ""
			}
			continue
		}
		k := strings.Index(g.text[at:], f[1])
		if k < 0 || strings.TrimFunc(g.text[at:at+k], unicode.IsSpace) != "" {
			t.Fatalf("%s: %q: no %q at %d", name, g.text, f[1], at)
		}
		g.tokens = append(g.tokens, text.Token{Text: f[1], Start: at + k, End: at + k + len(f[1])})
		at += k + len(f[1])
	}
	return all
}

// TestUniversalTreebanks holds the share of tokens found, as F1 of spans.
func TestUniversalTreebanks(t *testing.T) {
	for _, test := range []struct {
		tok     text.Tokenizer
		name    string
		surface bool
		floor   float64
	}{
		{token.UniversalEnglish(), "en_ewt-dev", false, 0.990},
		{token.UniversalEnglish(), "en_partut-dev", false, 0.992},
		{token.UniversalItalian(), "it_isdt-dev", true, 0.998},
		{token.UniversalItalian(), "it_partut-dev", true, 0.999},
		{token.UniversalItalian(), "../pos/testdata/italian.conllu", true, 0.99},
	} {
		t.Run(test.name, func(t *testing.T) {
			var right, found, gold int
			for _, g := range treebank(t, test.name, test.surface) {
				got := test.tok.Tokenize(nil, g.text)
				found, gold = found+len(got), gold+len(g.tokens)
				for _, k := range g.tokens {
					if slices.Contains(got, k) {
						right++
					}
				}
			}
			f1 := 2 * float64(right) / float64(found+gold)
			t.Logf("F1 %.4f of %d tokens", f1, gold)
			if f1 < test.floor {
				t.Errorf("F1 %.4f of %d tokens, want %.4f", f1, gold, test.floor)
			}
		})
	}
}
