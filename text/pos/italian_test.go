package pos_test

import (
	"slices"
	"strings"
	"testing"

	"hed/text"
	"hed/text/pos"
	"hed/text/token"
)

func TestItalian(t *testing.T) {
	for _, test := range []struct{ in, want string }{
		{"Il governo taglia le tasse", "DET NOUN VERB DET NOUN"},
		{"Arrestato il sindaco di Napoli", "VERB DET NOUN ADP PROPN"},
		{"La nonna dell' anno", "DET NOUN ADP NOUN"},
		{"L' hanno visto a Roma", "PRON AUX VERB ADP PROPN"},
		{"Non c' è pace", "ADV PRON VERB NOUN"},
		{"Vuole dirglielo domani", "AUX VERB ADV"},
		{"La sua casa sulla collina", "DET DET NOUN ADP NOUN"},
		{"Muore a 94 anni", "VERB ADP NUM NOUN"},
	} {
		if got := tagged(pos.Italian(), test.in); got != test.want {
			t.Errorf("%q:\n got %s\nwant %s", test.in, got, test.want)
		}
	}
}

// TestItalianTokens holds the share of written words of headlines that the
// tokenizer finds, as F1.
func TestItalianTokens(t *testing.T) {
	var right, found, gold int
	for _, s := range own(t, "testdata/italian.conllu") {
		words := s.Words
		if len(s.Surface) > 0 {
			words = s.Surface
		}
		var want []text.Token
		line := ""
		for _, w := range words {
			if line != "" && !strings.HasSuffix(line, "'") {
				line += " "
			}
			want = append(want, text.Token{Text: w.Form, Start: len(line), End: len(line) + len(w.Form)})
			line += w.Form
		}
		got := token.UniversalItalian().Tokenize(nil, line)
		found, gold = found+len(got), gold+len(want)
		for _, k := range want {
			if slices.Contains(got, k) {
				right++
			}
		}
	}
	if f1 := 2 * float64(right) / float64(found+gold); f1 < 0.99 {
		t.Errorf("F1 %.4f of %d tokens, want 0.99", f1, gold)
	}
}
