package table

import (
	"io"
	"strconv"
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

// 100,000 columns took a minute: each name was looked for among those before it.
func TestManyColumns(t *testing.T) {
	names := make([]string, 200_000)
	for i := range names {
		names[i] = "c" + strconv.Itoa(i)
	}
	names[len(names)-1] = "text"
	c, err := NewColumns(names, corpus.TableRoles, corpus.Options{})
	if err != nil || !c.Has("text") || !c.Plays(len(names)-1) || c.Plays(0) {
		t.Fatalf("got %v", err)
	}
	names[len(names)-1] = "c7"
	if _, err := NewColumns(names, corpus.TableRoles, corpus.Options{}); err == nil || err.Error() != `the column "c7" comes twice; rename one` {
		t.Errorf("got %v", err)
	}
	names[len(names)-1] = "c"
	if c, err = NewColumns(names, corpus.TableRoles, corpus.Options{}); err != nil {
		t.Fatal(err)
	}
	if err := c.CheckDocuments(); err == nil || len(err.Error()) > 300 || !strings.Contains(err.Error(), "c19, … (200000 in all)") {
		t.Errorf("got %.400v", err)
	}
}
