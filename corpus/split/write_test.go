package split_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"hed/corpus"
	"hed/corpus/corpustest"
	"hed/corpus/jsonl"
	"hed/corpus/split"
)

// some are that many documents, every other one in Italian.
type some int

func (n some) Documents(context.Context) iter.Seq2[*corpus.Document, error] {
	return func(yield func(*corpus.Document, error) bool) {
		for i := range int(n) {
			d := &corpus.Document{ID: fmt.Sprint(i + 1), Body: fmt.Sprint("text ", i), Lang: []string{"en", "it"}[i%2], Meta: map[string]string{"page": "3"}}
			if !yield(d, nil) {
				return
			}
		}
	}
}

var thirds = split.Ratio{1, 1, 1}

func deal(t *testing.T, n some, folds int, field string) (*split.Pile, *split.Split) {
	t.Helper()
	pile, err := split.Read(t.Context(), n, "docs", split.Field{Name: field}, split.Cleaning{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	s, err := pile.Deal(folds, thirds, rand.New(rand.NewPCG(1, 0)))
	if err != nil {
		t.Fatal(err)
	}
	return pile, s
}

func write(t *testing.T, s *split.Split, n some, out string) error {
	t.Helper()
	return s.Write(t.Context(), n, "docs", out, func(w io.Writer) error {
		_, err := io.WriteString(w, "{}\n")
		return err
	}, nil)
}

// tree are the files of a folder.
func tree(t *testing.T, folder string) (files []string) {
	t.Helper()
	err := fs.WalkDir(os.DirFS(folder), ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			files = append(files, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func TestWrite(t *testing.T) {
	out := t.TempDir()
	_, s := deal(t, 9, 3, "")
	if err := write(t, s, 9, out); err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, fold := range []string{"fold1", "fold2", "fold3"} {
		for _, part := range []string{"dev", "test", "train"} {
			want = append(want, fold+"/"+part+".jsonl")
		}
	}
	if d := gocmp.Diff(append([]string{"files.json"}, append(want, "split.json")...), tree(t, out)); d != "" {
		t.Error(d)
	}
	var tests []string // every document is in one test part
	for f := range 3 {
		docs, err := corpustest.Collect(jsonl.Format.Documents(corpus.File(filepath.Join(out, split.Folder(f, 3), "test.jsonl")), corpus.Options{}))
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range docs {
			tests = append(tests, d.ID)
		}
	}
	slices.Sort(tests)
	if got := strings.Join(tests, ""); got != "123456789" {
		t.Errorf("test parts have %s", got)
	}
	// A smaller split takes the place of all of it.
	_, s = deal(t, 3, 1, "")
	if err := write(t, s, 3, out); err != nil {
		t.Fatal(err)
	}
	if d := gocmp.Diff([]string{"dev.jsonl", "files.json", "split.json", "test.jsonl", "train.jsonl"}, tree(t, out)); d != "" {
		t.Error(d)
	}
}

// A corpus that changes while it is read leaves the folder as it was.
func TestChangedCorpus(t *testing.T) {
	_, s := deal(t, 3, 1, "")
	for n, want := range map[some]string{2: "docs: has become shorter while it was being split", 4: "docs: has become longer while it was being split"} {
		out := t.TempDir()
		err := write(t, s, n, out)
		if _, ok := errors.AsType[*corpus.SyntaxError](err); !ok || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
		if files := tree(t, out); files != nil {
			t.Errorf("there are %v", files)
		}
	}
}

func TestForeign(t *testing.T) {
	out := t.TempDir()
	if err := split.Check(out); err != nil {
		t.Error(err)
	}
	if err := os.WriteFile(filepath.Join(out, "dev.jsonl"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if e, ok := errors.AsType[*split.ForeignError](split.Check(out)); !ok || e.Name != "dev.jsonl" || e.Folder != out {
		t.Errorf("got %v", e)
	}
	if err := os.WriteFile(filepath.Join(out, split.File), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := split.Check(out); err != nil {
		t.Error(err)
	}
}

func TestRecord(t *testing.T) {
	pile, s := deal(t, 9, 1, "lang")
	r := s.Record(pile, thirds, "lang")
	if d := gocmp.Diff(split.Tally{Documents: 9, Strata: map[string]int{"en": 5, "it": 4}}, r.All); d != "" {
		t.Error(d)
	}
	sum := 0
	for p := range split.Parts {
		sum += r.Folds[0].Part(p).Strata["it"]
	}
	if sum != 4 || r.Documents != 9 || r.Articles != 9 || len(r.Strata) != 2 || r.Empty() != nil {
		t.Errorf("got %+v", r)
	}
	pile, s = deal(t, 2, 1, "")
	r = s.Record(pile, thirds, "")
	if r.All.Strata != nil || len(r.Empty()) != 1 {
		t.Errorf("got %+v, empty %v", r, r.Empty())
	}
}

type list []*corpus.Document

func (l list) Documents(context.Context) iter.Seq2[*corpus.Document, error] {
	return func(yield func(*corpus.Document, error) bool) {
		for _, d := range l {
			if !yield(d, nil) {
				return
			}
		}
	}
}

// What is left out is counted, is in no part, and does not hide a document of the same article that stays.
func TestCleaning(t *testing.T) {
	docs := list{
		{ID: "1", Body: "One", References: []string{"Short"}, Source: "a"},
		{ID: "2", Body: "one", References: []string{"  Città è lì  "}, Source: "b"}, // ten characters, not bytes
		{ID: "3", Body: "ONE ", References: []string{"Long enough now"}, Source: "b"},
		{ID: "4", Body: "Two"},
		{ID: "5", Body: "Two", References: []string{"Long enough, too", "x"}, Source: "b"},
		{ID: "6", References: []string{"Long enough again"}, Source: "b"},
		{ID: "7", References: []string{"long  enough again"}, Source: "b"},
	}
	pile, err := split.Read(t.Context(), docs, "docs", split.Field{Name: "source"}, split.Cleaning{MinChars: 10, Dedupe: true}, nil)
	if err != nil {
		t.Fatal(err)
	}
	s, err := pile.Deal(1, thirds, rand.New(rand.NewPCG(1, 0)))
	if err != nil {
		t.Fatal(err)
	}
	r := s.Record(pile, thirds, "source")
	if want := (split.Dropped{Short: 2, Duplicates: 2}); *r.Dropped != want || r.Documents != 3 || r.Articles != 3 {
		t.Errorf("got %+v and %+v", r, r.Dropped)
	}
	if d := gocmp.Diff(map[string]int{"b": 3}, r.All.Strata); d != "" {
		t.Error(d)
	}
	if want := "2 documents with a headline of fewer than 10 characters and 2 documents with an article that an earlier document has"; r.LeftOut() != want {
		t.Errorf("got %s", r.LeftOut())
	}
	out := t.TempDir()
	if err := s.Write(t.Context(), docs, "docs", out, func(io.Writer) error { return nil }, nil); err != nil {
		t.Fatal(err)
	}
	var ids []string
	for p := range split.Parts {
		part, err := corpustest.Collect(jsonl.Format.Documents(corpus.File(filepath.Join(out, p.String()+".jsonl")), corpus.Options{}))
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range part {
			ids = append(ids, d.ID)
		}
	}
	if slices.Sort(ids); strings.Join(ids, "") != "256" {
		t.Errorf("the parts have %v", ids)
	}

	pile, err = split.Read(t.Context(), docs, "docs", split.Field{}, split.Cleaning{MinChars: 100}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := pile.Deal(1, thirds, rand.New(rand.NewPCG(1, 0))); err == nil || err.Error() != "no document has a headline of at least 100 characters; allow shorter ones" {
		t.Errorf("got %v", err)
	}
}

func TestStrata(t *testing.T) {
	half := map[string]func(*corpus.Document) string{"half": func(d *corpus.Document) string { return fmt.Sprint(d.ID < "5") }}
	for field, want := range map[string]string{"page": "3", "lang": "en it", "half": "false true"} {
		pile, err := split.Read(t.Context(), some(9), "docs", split.Field{Name: field, Derived: half}, split.Cleaning{}, nil)
		if err != nil {
			t.Errorf("%s: %v", field, err)
			continue
		}
		if got := strings.Join(pile.Strata(), " "); got != want {
			t.Errorf("%s: got %s, want %s", field, got, want)
		}
	}
	_, err := split.Read(t.Context(), some(9), "docs", split.Field{Name: "source", Derived: half}, split.Cleaning{}, nil)
	if err == nil || err.Error() != "docs: no document has a value for the option stratify source; fields are date, half, lang, page, source" {
		t.Errorf("got %v", err)
	}
}

func TestParseRatio(t *testing.T) {
	if got, err := split.ParseRatio("0.7, 0.1,0.2"); err != nil || got != (split.Ratio{0.7, 0.1, 0.2}) {
		t.Errorf("got %v, %v", got, err)
	}
	for _, text := range []string{"", "1,2", "1,2,x", "1,2,3,4"} {
		if _, err := split.ParseRatio(text); err == nil {
			t.Errorf("%q is taken", text)
		}
	}
}
