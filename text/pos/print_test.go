package pos_test

import (
	"bytes"
	"testing"

	"hed/text"
	"hed/text/pos"
)

func TestPrinter(t *testing.T) {
	tokens := []text.Token{{Text: "<A>", Start: 0, End: 3}, {Text: ",", Start: 3, End: 4}}
	for format, want := range map[string]string{
		"text": "\n<A>/X ,/PUNCT\n",
		"json": `{"line":1,"words":[]}` + "\n" + `{"line":2,"words":[{"word":"<A>","tag":"X","start":0,"end":3},{"word":",","tag":"PUNCT","start":3,"end":4}]}` + "\n",
		"csv":  "line,word,tag\n2,<A>,X\n2,\",\",PUNCT\n",
	} {
		var out bytes.Buffer
		p := pos.NewPrinter(&out, format)
		for _, err := range []error{p.Print(1, nil, nil), p.Print(2, tokens, []pos.Tag{pos.X, pos.PUNCT}), p.Close()} {
			if err != nil {
				t.Fatal(err)
			}
		}
		if out.String() != want {
			t.Errorf("%s: got\n%s\nwant\n%s", format, &out, want)
		}
	}
	var out bytes.Buffer
	if err := pos.NewPrinter(&out, "csv").Close(); err != nil || out.String() != "line,word,tag\n" {
		t.Errorf("got %q, %v", &out, err)
	}
}
