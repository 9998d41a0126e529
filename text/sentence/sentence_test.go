package sentence_test

import (
	"slices"
	"strings"
	"testing"

	"hed/internal/oracle"
	"hed/text/sentence"
	"hed/text/texttest"
	"hed/text/token"
)

var english = sentence.English()

func split(s string) []string { return english.Split(nil, s) }

func TestEnglish(t *testing.T) {
	texttest.Splitter(t, english)
	for _, x := range oracle.Texts(t) {
		if got := split(x.Input); !slices.Equal(got, x.Sentences) {
			t.Errorf("%q:\n got %q\nwant %q", x.Input, got, x.Sentences)
		}
	}
	oracle.Check(t, "pseudo-punkt", oracle.PseudoTexts(t), split)
}

func TestEnglishNumHG(t *testing.T) {
	oracle.Check(t, "numhg-punkt", oracle.NumHG(t), split)
}

// TestRecipe follows the programs published with NumHG, which split text into
// words, join them by blanks, and split that into sentences.
func TestRecipe(t *testing.T) {
	nltk := token.NLTK(english)
	oracle.Check(t, "numhg-recipe", oracle.NumHG(t), func(s string) []string {
		s = strings.Trim(strings.TrimSpace(s), `"`)
		return split(strings.Join(nltk.Words(nil, s), " "))
	})
}

// listed has a few abbreviations, one article and one word that begins sentences.
var listed = sentence.List("xx", func() string { return "# dott.\n dott. on. ecc.\nl'\nil\n" })

func TestList(t *testing.T) {
	texttest.Splitter(t, listed)
	if got := listed.Signature(); got != "punkt-xx" {
		t.Errorf("signature %q", got)
	}
	for _, want := range [][]string{
		{"Il dott. Rossi.", "Arriva l'on. La Russa e l’on. Bianchi."},
		{"Auto, moto, ecc.", "Il mercato cresce."},
		{"Titolo senza punto"},
	} {
		s := strings.Join(want, " ")
		if got := listed.Split(nil, s); !slices.Equal(got, want) {
			t.Errorf("%q:\n got %q\nwant %q", s, got, want)
		}
	}
}

func FuzzPunkt(f *testing.F) {
	for _, x := range oracle.Texts(f)[:200] {
		f.Add(x.Input)
	}
	f.Fuzz(func(t *testing.T, s string) {
		texttest.Sentences(t, english, s)
		texttest.Sentences(t, listed, s)
	})
}

func BenchmarkEnglish(b *testing.B) {
	english.Split(nil, "Load the parameters. Now.")
	for name, s := range map[string]string{
		"headline": "Storm Leaves 300K Without Power in Gulf Towns, Officials Say",
		"article":  strings.Repeat("The storm left 300,000 people without power, officials said. Mr. Smith of the U.S. Coast Guard agreed. ", 20),
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(s)))
			b.ReportAllocs()
			var dst []string
			for b.Loop() {
				dst = english.Split(dst[:0], s)
			}
		})
	}
}
