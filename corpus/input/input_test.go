package input_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hed/corpus"
	"hed/corpus/input"
	"hed/corpus/split"
	"hed/internal/option"
)

const (
	first    = `{"id":"a","text":"One.","headline":"1"}`
	second   = `{"id":"b","text":"Two.","headline":"2"}`
	records  = first + "\n" + second + "\n"
	articles = `{"id":"a","text":"One."}` + "\n" + `{"id":"b","text":"Two."}` + "\n"
)

// files writes the files to a folder of their own, and returns how they are named there.
func files(t *testing.T, texts map[string]string) (in func(name string) string) {
	t.Helper()
	folder := t.TempDir()
	for name, text := range texts {
		file := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return func(name string) string {
		if name == "" {
			return ""
		}
		return filepath.Join(folder, filepath.FromSlash(name))
	}
}

// shown are documents, one per line: the id, the text and the references.
func shown(r corpus.Reader) (string, error) {
	var b strings.Builder
	for d, err := range r.Documents(context.Background()) {
		if err != nil {
			return b.String(), err
		}
		fmt.Fprintln(&b, d.ID, d.Body, d.References)
	}
	return b.String(), nil
}

var corpora = map[string]string{
	"records.jsonl": records, "articles.jsonl": articles, "articles.txt": "One.\nTwo.\n", "refs.txt": "1\n2\n", "more.txt": "I\nII\n",
	"refs.jsonl": `{"id":"b","headline":"2"}` + "\n" + `{"id":"a","headline":"1"}` + "\n", "records.csv": "id,text,headline\na,One.,1\nb,Two.,2\n",
	"named.jsonl": `{"nr":"a","news":"One.","headline":"1"}` + "\n", "wrong.txt": records, "brace.txt": "{one\n{two\n", "short.txt": "1\n",
}

// What the files are is found out from them, and what belongs together is joined.
func TestOpen(t *testing.T) {
	in := files(t, corpora)
	const both = "a One. [1]\nb Two. [2]\n"
	for name, c := range map[string]struct {
		docs          string
		refs, columns []string
		format        string // given
		want, guessed string
		warning       string
	}{
		"jsonl":                        {docs: "records.jsonl", want: both, guessed: "jsonl"},
		"csv":                          {docs: "records.csv", want: both, guessed: "csv"},
		"text with references":         {docs: "articles.txt", refs: []string{"refs.txt"}, want: "1 One. [1]\n2 Two. [2]\n", guessed: "parallel"},
		"several references":           {docs: "articles.txt", refs: []string{"refs.txt", "more.txt"}, want: "1 One. [1 I]\n2 Two. [2 II]\n", guessed: "parallel"},
		"references alone":             {refs: []string{"refs.txt", "more.txt"}, want: "1  [1 I]\n2  [2 II]\n", guessed: "parallel"},
		"records, references by line":  {docs: "articles.jsonl", refs: []string{"refs.txt"}, want: both, guessed: "jsonl"},
		"records, references by id":    {docs: "articles.jsonl", refs: []string{"refs.jsonl"}, want: both, guessed: "jsonl"},
		"records, references in both":  {docs: "articles.jsonl", refs: []string{"refs.jsonl", "more.txt"}, want: "a One. [1 I]\nb Two. [2 II]\n", guessed: "jsonl"},
		"columns":                      {docs: "named.jsonl", columns: []string{"id=nr", "text=news"}, want: "a One. [1]\n", guessed: "jsonl"},
		"a column that is left out":    {docs: "records.jsonl", refs: []string{"more.txt"}, columns: []string{"headline="}, want: "a One. [I]\nb Two. [II]\n", guessed: "jsonl"},
		"records that are called .txt": {refs: []string{"wrong.txt"}, want: "1  [" + first + "]\n2  [" + second + "]\n", guessed: "parallel", warning: "name it .jsonl"},
		"text that begins with braces": {refs: []string{"brace.txt"}, want: "1  [{one]\n2  [{two]\n", guessed: "parallel"},
		"records of a format given":    {docs: "wrong.txt", format: "jsonl", want: both, guessed: "jsonl"},
	} {
		t.Run(name, func(t *testing.T) {
			p := &input.Paths{Docs: in(c.docs), Format: c.format, Columns: c.columns}
			for _, r := range c.refs {
				p.Refs = append(p.Refs, in(r))
			}
			d, err := p.Open(t.Context(), true)
			if err != nil {
				t.Fatal(err)
			}
			got, err := shown(d.Reader)
			if err != nil || got != c.want {
				t.Errorf("got %s, %v; want %s", got, err, c.want)
			}
			if d.Format != c.guessed || len(d.Sources) != len(p.Files()) || d.File != p.Files()[0] {
				t.Errorf("%s is read as %s, from %d sources", d.File, d.Format, len(d.Sources))
			}
			if all := strings.Join(d.Warnings, "\n"); (c.warning == "") != (all == "") || !strings.Contains(all, c.warning) {
				t.Errorf("warnings: %s", all)
			}
		})
	}
}

// What is wrong with an option says which it is.
func TestOpenRefused(t *testing.T) {
	in := files(t, corpora)
	for name, c := range map[string]struct {
		paths       input.Paths
		option, why string
	}{
		"nothing":             {input.Paths{}, "ref", "the option ref is missing"},
		"no references":       {input.Paths{Docs: "articles.txt"}, "ref", "articles.txt is plain text"},
		"two references":      {input.Paths{Docs: "records.jsonl", Refs: []string{"refs.txt"}, DocsFrom: " (of hed.yaml)"}, "ref", "records.jsonl (of hed.yaml) has a headline in line 1"},
		"no such format":      {input.Paths{Docs: "records.jsonl", Format: "xml"}, "format", "the option format xml: want one of"},
		"no column":           {input.Paths{Docs: "records.jsonl", Columns: []string{"id"}}, "columns", "the option columns id: want ROLE=COLUMN"},
		"no role":             {input.Paths{Docs: "records.jsonl", Columns: []string{"=id"}}, "columns", "the option columns =id: want ROLE=COLUMN"},
		"a role twice":        {input.Paths{Docs: "records.jsonl", Columns: []string{"id=a", "id=b"}}, "columns", "id is given twice"},
		"an unknown role":     {input.Paths{Docs: "records.jsonl", Columns: []string{"x=id"}}, "columns", `no role is called "x"`},
		"columns of no names": {input.Paths{Docs: "articles.txt", Refs: []string{"refs.txt"}, Columns: []string{"id=x"}}, "columns", "articles.txt is read as parallel"},
	} {
		t.Run(name, func(t *testing.T) {
			p := c.paths
			p.Docs = in(p.Docs)
			p.Refs = nil
			for _, r := range c.paths.Refs {
				p.Refs = append(p.Refs, in(r))
			}
			d, err := p.Open(t.Context(), true)
			if err == nil {
				_, err = shown(d.Reader)
			}
			if wrong, ok := errors.AsType[*option.Error](err); !ok || wrong.Option != c.option || !strings.Contains(err.Error(), c.why) {
				t.Errorf("got %v; want the option %s, %s", err, c.option, c.why)
			}
		})
	}
	// Files that do not go together are no matter of an option.
	p := input.Paths{Docs: in("articles.jsonl"), Refs: []string{in("short.txt")}}
	d, err := p.Open(t.Context(), true)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := shown(d.Reader); err == nil {
		t.Error("one reference is enough for two documents")
	} else if _, ok := errors.AsType[*corpus.SyntaxError](err); !ok {
		t.Errorf("got %v", err)
	}
	// Articles do where no references are needed.
	if _, err := (&input.Paths{Docs: in("articles.txt")}).Open(t.Context(), false); err != nil {
		t.Error(err)
	}
	if err := input.CheckStdin("-", "a", "-"); err == nil || input.CheckStdin("-", "a") != nil {
		t.Errorf("standard input twice: %v", err)
	}
}

// The test parts of a split are one corpus, whose documents know their fold.
func TestFolds(t *testing.T) {
	in := files(t, map[string]string{
		"s/split.json": "{}", "s/fold1/test.jsonl": first, "s/fold2/test.jsonl": second,
		"one/split.json": "{}", "one/test.jsonl": records,
		"out/1.txt": "I\n", "out/2.txt": "II\n", "out/all.txt": "I\nII\n",
	})
	if _, err := input.FindFolds(in("out")); err == nil {
		t.Error("a folder without a split has folds")
	} else if none, ok := errors.AsType[*input.NoSplitError](err); !ok || none.Folder != in("out") {
		t.Errorf("got %v", err)
	}
	if folds, err := input.FindFolds(in("one")); err != nil || cmp.Diff([]input.Fold{{Name: "1", File: in("one/test.jsonl")}}, folds) != "" {
		t.Errorf("got %v, %v", folds, err)
	}
	folds, err := input.FindFolds(in("s"))
	if err != nil {
		t.Fatal(err)
	}
	p := &input.Paths{Folds: folds}
	d, err := p.Open(t.Context(), true)
	if err != nil {
		t.Fatal(err)
	}
	got := ""
	for doc, err := range d.Reader.Documents(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		got += doc.ID + doc.Meta[split.FoldField] + " "
	}
	if got != "a1 b2 " || !p.HasArticles() || d.Format != "jsonl" {
		t.Errorf("got %s of %s", got, d.Format)
	}
	for file, name := range map[string]string{in("out/" + split.FoldMark + ".txt"): split.FoldMark + ".txt", in("out/all.txt"): "all.txt"} {
		s, err := p.System(t.Context(), "s", file)
		if err != nil {
			t.Fatal(err)
		}
		var lines []string
		for o, err := range s.Outputs.Outputs(t.Context()) {
			if err != nil {
				t.Fatal(err)
			}
			lines = append(lines, o.Text)
		}
		if d := cmp.Diff([]string{"I", "II"}, lines); d != "" {
			t.Errorf("%s: %s", name, d)
		}
		if _, got, err := p.RecordSystem(t.Context(), "s", file); err != nil || got != name {
			t.Errorf("%s is called %s, %v", file, got, err)
		}
	}
	records, err := p.Record(t.Context())
	if err != nil || len(records) != 2 || records[0].Name != "fold1/test.jsonl" || records[1].Role != "docs" || records[0].SHA256 == records[1].SHA256 {
		t.Errorf("got %+v, %v", records, err)
	}
}
