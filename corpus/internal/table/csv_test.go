package table

import (
	"io"
	"strings"
	"testing"

	"hed/corpus"
)

// endless is a quoted field that goes on for ever.
type endless struct{}

func (endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = "word\n"[i%5]
	}
	return len(p), nil
}

func TestQuoteNeverClosed(t *testing.T) {
	src := corpus.Stream("in.csv", io.MultiReader(strings.NewReader("text\na\n\"b"), endless{}))
	c := CSV{Source: src, Comma: ',', Roles: corpus.TableRoles, Check: (*Columns).CheckDocuments}
	var got []string
	for row, err := range c.Rows() {
		if err != nil {
			got = append(got, err.Error())
			continue
		}
		got = append(got, row.Get("text"))
	}
	if len(got) != 2 || got[0] != "a" || got[1] != "in.csv:3: the record is longer than 64 MB; is a quoted field not closed?" {
		t.Errorf("got %q", got)
	}
}
