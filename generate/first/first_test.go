package first_test

import (
	"testing"

	"hed/corpus"
	"hed/generate/first"
	"hed/generate/generatetest"
)

func TestContract(t *testing.T) {
	generatetest.Signatures(t, first.Info, map[string][]string{"words": {"", "3", "30"}, "lang": {"", "en", "it"}})
	g, err := first.New(first.Options{Words: new(4), Lang: "it"})
	if err != nil {
		t.Fatal(err)
	}
	generatetest.Run(t, g, 4)
}

func TestGenerate(t *testing.T) {
	for _, c := range []struct {
		lang, body, want string
	}{
		{"", "It rained. The 12-year-old bridge, worth $4.5 million, closed at noon.", "It rained. The 12-year-old bridge, worth $4.5 million, closed"},
		{"", "“Rain,” she said.", "Rain,” she said"},
		{"it", "L'anno dell'aquila è finito nell'ultima settimana", "L'anno dell'aquila è finito nell'ultima settimana"},
		{"it-CH", "L'anno dell'aquila è finito con l'ultima settimana", "L'anno dell'aquila è finito con l'ultima"},
		{"de", "L'anno dell'aquila è finito con l'ultima settimana", "L'anno dell'aquila è finito con l'ultima settimana"},
	} {
		g, err := first.New(first.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := generatetest.Headline(t, g, &corpus.Document{Lang: c.lang, Body: c.body}); got != c.want {
			t.Errorf("%s: got %q, want %q", c.body, got, c.want)
		}
	}
}
