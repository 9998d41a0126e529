package all

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hed/corpus"
	"hed/corpus/corpustest"
	"hed/internal/option"
)

// kinds are the first bytes of a file of each format.
var kinds = map[string]string{
	"parquet":  "PAR1\x15",
	"hevas":    "\n<?xml version='1.0'?>\n<doc id=\"1\"><title>a</title></doc>",
	"semeval":  " [\n{\"news\":\"a\"",
	"numhg":    "text,summary,cloze,cloze_gt\na,b,c,d\n",
	"list":     "[\n  {\"id\": 1, \"text\" : \"a\"",
	"jsonl":    "{\"id\":1,\"text\":\"a\",\"headline\":\"b\"}\n",
	"tsv":      "id\ttext\theadline\n1\ta\tb\n",
	"csv":      "\"id\",text,headline\r\n1,a,b\r\n",
	"parallel": "Just a headline, and text\n",
}

func guessed(t *testing.T, name, kind string, among []corpus.Format) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	data := []byte(kinds[kind])
	if strings.HasSuffix(name, ".gz") {
		data = corpustest.Gzip(data)
	}
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := guess(corpus.File(path), among)
	if err != nil {
		t.Fatal(err)
	}
	if f == nil {
		return ""
	}
	return f.Name
}

func TestGuess(t *testing.T) {
	for _, c := range []struct{ name, kind, want string }{
		{"a", "parquet", "parquet"},
		{"a", "hevas", "hevas"},
		{"a.gz", "semeval", "semeval"},
		{"a", "numhg", "numhg"},
		{"a", "jsonl", "jsonl"},
		{"a.data", "tsv", "tsv"},
		{"a", "csv", "csv"},
		{"a", "parallel", ""},
		{"a.json", "semeval", "semeval"},
		{"a.JSON.gz", "jsonl", "jsonl"},
		{"a.json", "list", "jsonl"},
		{"a", "list", "jsonl"},
		{"a.csv", "numhg", "numhg"},
		{"a.csv.gz", "csv", "csv"},
		{"a.csv", "parallel", "csv"},
		{"a.tsv", "csv", "tsv"},
		{"a.txt", "csv", "parallel"},
		{"a.jsonl", "parallel", "jsonl"},
		{"a.xml", "parallel", "hevas"},
		{"a.parquet", "parallel", "parquet"},
	} {
		if got := guessed(t, c.name, c.kind, Formats); got != c.want {
			t.Errorf("%s beginning like %s: got %q, want %q", c.name, c.kind, got, c.want)
		}
	}
}

func TestErrors(t *testing.T) {
	stream := func() *corpus.Source { return corpus.Stream("standard input", strings.NewReader(kinds["parallel"])) }
	const known = "csv, hevas, jsonl, numhg, parallel, parquet, semeval, tsv"
	_, unknown := Documents(stream(), "yaml", corpus.Options{})
	_, untold := Documents(stream(), "", corpus.Options{})
	_, role := Documents(stream(), "csv", corpus.Options{Columns: map[string]string{"body": "a"}})
	_, fixed := Documents(stream(), "semeval", corpus.Options{Columns: map[string]string{"text": "a"}})
	_, unable := Outputs(stream(), "numhg", corpus.Options{})
	_, absent := Documents(corpus.File("no-such-file"), "", corpus.Options{})
	for _, c := range []struct {
		err    error
		option string // that is wrong
		want   string
	}{
		{unknown, "format", `reading standard input: there is no format "yaml"; use one of ` + known},
		{untold, "format", "standard input: neither its name nor its first bytes show the format; use the option format with one of " + known},
		{role, "columns", `reading standard input as csv: no role is called "body"; the roles are id, text, headline, references, source, date, lang`},
		{fixed, "columns", "reading standard input as semeval: the column names of this format are fixed; leave the option columns out"},
		{unable, "format", "reading standard input: the format numhg cannot hold the headlines of a system; use one of csv, jsonl, parallel, parquet, tsv"},
		{absent, "", "open no-such-file: no such file or directory"},
	} {
		if c.err == nil || c.err.Error() != c.want {
			t.Errorf("got %v, want %s", c.err, c.want)
		}
		if e, ok := errors.AsType[*option.Error](c.err); ok != (c.option != "") || ok && e.Option != c.option {
			t.Errorf("%v: got %v, want the option %q", c.err, e, c.option)
		}
	}
}

// A file is as it should be, but for an option that does not fit it.
func TestWrongOption(t *testing.T) {
	for _, c := range []struct{ data, format, column, option string }{
		{"id,title\na,b\n", "csv", "", "columns"},
		{"id,title\na,b\n", "csv", "headline=header", "columns"},
		{"id,title\na,b\n", "csv", "headline=title", ""},
		{"id\ttitle\n\tb\n", "tsv", "headline=title", ""}, // the id is wrong
		{"text,summary\na,b\n", "numhg", "", "columns"},
		{"{\"title\":\"b\"}\n", "jsonl", "headline=header", "columns"},
		{"{\"title\":\"b\"}\n", "jsonl", "", ""}, // which lacks the key in this record
		{"{\"news\":\"b\"}\n", "semeval", "", "format"},
	} {
		columns := map[string]string{}
		if role, name, ok := strings.Cut(c.column, "="); ok {
			columns[role] = name
		}
		r, err := Documents(corpus.Stream("in", strings.NewReader(c.data)), c.format, corpus.Options{Columns: columns})
		if err != nil {
			t.Errorf("%+v: %v", c, err)
			continue
		}
		_, err = corpustest.Collect(r)
		bad, ok := errors.AsType[*corpus.SyntaxError](err)
		if ok && bad.Option != c.option || !ok && (c.option != "" || err != nil) {
			t.Errorf("%+v: got %#v", c, err)
		}
		if _, usage := errors.AsType[*option.Error](err); usage {
			t.Errorf("%+v: a file that does not fit is called wrong usage: %v", c, err)
		}
	}
}

// Guessing takes nothing away from a stream.
func TestStream(t *testing.T) {
	for _, kind := range []string{"jsonl", "csv", "tsv", "hevas"} {
		r, err := Documents(corpus.Stream("standard input", strings.NewReader(kinds[kind])), "", corpus.Options{})
		if err != nil {
			t.Errorf("%s: %v", kind, err)
			continue
		}
		docs, err := corpustest.Collect(r)
		if err != nil || len(docs) != 1 || len(docs[0].References) != 1 {
			t.Errorf("%s: got %v, %v", kind, docs, err)
		}
	}
}

func TestOutputs(t *testing.T) {
	for kind, want := range map[string]string{"parallel": " Just a headline, and text", "jsonl": "1 b", "csv": "1 b", "tsv": "1 b"} {
		r, err := Outputs(corpus.Stream("standard input", strings.NewReader(kinds[kind])), "", corpus.Options{})
		if err != nil {
			t.Errorf("%s: %v", kind, err)
			continue
		}
		for out, err := range r.Outputs(t.Context()) {
			if got := out.Doc + " " + out.Text; err != nil || got != want {
				t.Errorf("%s: got %q, %v; want %q", kind, got, err, want)
			}
		}
	}
}

func TestFormats(t *testing.T) {
	var seen []string
	for _, f := range Formats {
		if f.Name == "" || f.Doc == "" || len(f.Endings) == 0 || f.Sniff == nil || f.Documents == nil || slices.Contains(seen, f.Name) {
			t.Errorf("%q is not complete, or comes twice", f.Name)
		}
		seen = append(seen, f.Name)
	}
}
