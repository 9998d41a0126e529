package lang_test

import (
	"slices"
	"strings"
	"testing"

	"hed/text/lang"
)

func TestItalianSentences(t *testing.T) {
	for _, want := range [][]string{
		{"Il dott. Rossi e la sig.ra Bianchi sono qui.", "Arriva l'on. La Russa."},
		{"Vedi art. 3 e pag. 12.", "Poi leggi ecc. ecc. fino alla fine."},
		{"La Fiat S.p.A. vende auto, moto, ecc.", "Il mercato cresce."},
		{"Davvero?", "Sì!", "\"Bene.\"", "Alle 10.30 del 5 gen. si parte."},
		{"Arriva dell’avv. Neri."},
	} {
		s := strings.Join(want, " ")
		if got := lang.Of("it").Sentences.Split(nil, s); !slices.Equal(got, want) {
			t.Errorf("%q:\n got %q\nwant %q", s, got, want)
		}
	}
}

func TestItalianStopWords(t *testing.T) {
	filter := lang.Of("it").Stop
	for _, w := range strings.Fields("il dell è perché") {
		if filter.Filter(w) != "" {
			t.Errorf("%q is kept", w)
		}
	}
	for _, w := range strings.Fields("anno due # Il") {
		if filter.Filter(w) != w {
			t.Errorf("%q is dropped", w)
		}
	}
}
