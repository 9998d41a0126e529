package ratings_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"hed/corpus"
	"hed/corpus/ratings"
)

func read(text string, opt corpus.Options, roles ...string) (*ratings.File, error) {
	return ratings.Read(corpus.Stream("in", strings.NewReader(text)), opt, roles...)
}

func TestRead(t *testing.T) {
	want := []ratings.Row{{Line: 2, Cells: []string{"a", "x", "1"}}, {Line: 3, Cells: []string{"a", "y", ""}}}
	for _, text := range []string{
		"item,rater,value\na,x,1\na,y,\n",
		"item\trater\tvalue\na\tx\t1\na\ty\t\n",
		"\n" + `{"item":"a","rater":"x","value":1}` + "\n" + `{"item":"a","rater":"y","value":null}`,
	} {
		f, err := read(text, corpus.Options{}, "item", "rater", "value")
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		if d := gocmp.Diff(want, f.Rows); d != "" {
			t.Errorf("%q:\n%s", text, d)
		}
	}
}

// A list in JSON is several rows of one line, and what is no list holds for all.
func TestLists(t *testing.T) {
	f, err := read(`{"item":"a","rater":["x","y","z"],"value":[1,2]}`, corpus.Options{}, "item")
	if err != nil {
		t.Fatal(err)
	}
	want := []ratings.Row{{1, []string{"a", "x", "1"}}, {1, []string{"a", "y", "2"}}, {1, []string{"a", "z", ""}}}
	if d := gocmp.Diff(want, f.Rows); d != "" {
		t.Error(d)
	}
}

func TestRoles(t *testing.T) {
	f, err := read("case,rater,note\na,x,3\n", corpus.Options{Columns: map[string]string{"item": "case"}}, "item", "rater", "value")
	if err != nil {
		t.Fatal(err)
	}
	if got := f.Get(&f.Rows[0], "item"); got != "a" || f.Get(&f.Rows[0], "value") != "" || !f.Has("rater") || f.Has("value") {
		t.Errorf("item %q", got)
	}
	if d := gocmp.Diff([]int{2}, f.Others()); d != "" {
		t.Error(d)
	}
	if err := f.Need("item", "value"); err == nil || err.Error() != "in:1: there is no column value, only case, rater, note; name it with the option columns value=NAME" {
		t.Errorf("got %v", err)
	}
}

// Whatever stands in the file, it is read or refused by its name.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{
		"item,rater,value\na,x,1\n\nb,\"x\ny\",2",
		"item\trater\na\tx\n",
		`{"item":1,"rater":["x","y"],"value":[1,null,true]}` + "\n\n" + `{"other":"é"}`,
		"{", "{}{}", "a,a\n", "a\n\"", "\xef\xbb\xbfa,b\n1,2\n", "a,b\n\xff,1\n", `{"a":{}}`, "",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, data string) {
		file, err := read(data, corpus.Options{})
		if syntax, ok := errors.AsType[*corpus.SyntaxError](err); ok && syntax.File != "in" {
			t.Errorf("%q: %v", data, err)
		}
		if err != nil {
			return
		}
		for _, r := range file.Rows {
			if r.Line < 1 || len(r.Cells) > len(file.Columns) {
				t.Errorf("%q: row %+v of columns %q", data, r, file.Columns)
			}
		}
	})
}

// What a file makes of memory follows its size: a table of many columns (which took time by
// their square), a new key on each line (a cell for each of all keys), long lists beside many keys,
// a quote that is never closed.
func TestBounds(t *testing.T) {
	var head, keys, values strings.Builder
	for i := range 100_000 {
		fmt.Fprintf(&head, "c%d,", i)
		fmt.Fprintf(&keys, "{\"k%d\":1}\n", i%20_000)
		if i < 1000 {
			fmt.Fprintf(&values, `"v%d":1,`, i)
		}
	}
	f, err := read(head.String()+"item\n"+strings.Repeat(",", 100_000)+"a\n", corpus.Options{}, "item")
	if err != nil || len(f.Columns) != 100_001 || f.Get(&f.Rows[0], "item") != "a" {
		t.Errorf("many columns: %v", err)
	}
	if _, err = read(keys.String(), corpus.Options{}, "k0"); err == nil || !strings.Contains(err.Error(), "give all lines the same keys") {
		t.Errorf("many keys: %v", err)
	}
	_, err = read("{"+values.String()+`"item":[`+strings.Repeat("1,", 100_000)+"1]}", corpus.Options{}, "item")
	if err == nil || !strings.HasPrefix(err.Error(), "in:1: its lists make 100001 rows of 1001 columns; write one object per rating") {
		t.Errorf("long lists: %v", err)
	}
	_, err = read("item,value\na,1\nb,\"\n"+strings.Repeat("x", 65<<20), corpus.Options{}, "item")
	if err == nil || err.Error() != "in:3: the record is longer than 64 MB; is a quoted field not closed?" {
		t.Errorf("open quote: %v", err)
	}
}
