package corpus_test

import (
	"strings"
	"testing"

	"hed/corpus"
	"hed/corpus/csv"
	"hed/corpus/jsonl"
)

// Headlines that the documents have themselves need no file.
func TestInside(t *testing.T) {
	for name, c := range map[string]struct {
		docs  corpus.Reader
		blank bool
		want  string
	}{
		"outputs": {docs: jsonl.Format.Documents(corpus.Stream("x", strings.NewReader(`{"id":"1","text":"t","outputs":{"b":"B","a":"A"}}`)), corpus.Options{}), want: "1 A B"},
		"fields":  {docs: jsonl.Format.Documents(corpus.Stream("x", strings.NewReader(`{"id":"1","text":"t","a":"A","b":""}`)), corpus.Options{}), want: "1 A "},
		"cells":   {docs: csv.Format.Documents(corpus.Stream("x", strings.NewReader("id,text,a,b\n1,t,A,\n")), corpus.Options{}), blank: true, want: "1 A "},
		"missing": {docs: jsonl.Format.Documents(corpus.Stream("x", strings.NewReader(`{"id":"1","text":"t","outputs":{"a":"A","b":null}}`)), corpus.Options{}),
			want: `x:1: document 1 has no headline of system b; expected it in the field or column "b", or in "outputs"`},
		"no object": {docs: jsonl.Format.Documents(corpus.Stream("x", strings.NewReader(`{"id":"1","text":"t","a":"A","outputs":["B"]}`)), corpus.Options{}),
			want: `x:1: key "outputs": expected an object with the headlines of systems`},
	} {
		var got []string
		for c, err := range corpus.Join(t.Context(), c.docs, "x", []corpus.System{{Name: "a", Blank: c.blank}, {Name: "b", Blank: c.blank}}) {
			if err != nil {
				got = append(got, err.Error())
				continue
			}
			got = append(got, c.Doc.ID+" "+strings.Join(c.Headlines(), " "))
		}
		if strings.Join(got, "\n") != c.want {
			t.Errorf("%s: got %q, want %q", name, got, c.want)
		}
	}
}
