package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"hed/corpus"
	"hed/corpus/numhg"
	"hed/numeral/check"
	"hed/numeral/derive"
)

// labelledSets are the sets whose headlines are labelled right or wrong, in the order in which they were made. All but dev are testdata of numeral/check.
var labelledSets = []string{"dev", "ours", "held", "unseen", "more", "fresh", "first200", "second200", "last"}

// isLabelled reports whether the headlines of a set are labelled right or wrong.
func isLabelled(name string) bool {
	return slices.Contains(labelledSets, name) || strings.HasSuffix(name, ".jsonl")
}

// labelled reads a set whose headlines are labelled right or wrong.
func (o *options) labelled(name string) (all []sample, err error) {
	file := name
	switch {
	case name == "dev":
		file = filepath.Join(o.data, "lint/dev.jsonl")
	case name == "ours":
		file = "numeral/check/testdata/cases.jsonl"
	case slices.Contains(labelledSets, name):
		file = "numeral/check/testdata/" + name + ".jsonl"
	}
	err = lines(file, func(line []byte) error {
		var r struct{ ID, Date, Lang, Text, Headline, Label, Kind, Numeral, Note string }
		if err := json.Unmarshal(line, &r); err != nil {
			return err
		}
		at := strings.Index(r.Headline, r.Numeral)
		if at < 0 {
			return fmt.Errorf("%s: the headline does not have %q", r.ID, r.Numeral)
		}
		all = append(all, sample{id: r.ID, article: r.Text, headline: r.Headline, lang: r.Lang, date: check.Day(r.Date), start: at, end: at + len(r.Numeral),
			wrong: r.Label == "wrong", kind: r.Kind, note: r.Note})
		return nil
	})
	return all, err
}

// documents reads a set of headlines that editors wrote.
func (o *options) documents(ctx context.Context, name string) (all []sample, err error) {
	files := map[string]string{"wikinews": "wikinews/wikinews_2019.jsonl", "cnn": "style/cnn.jsonl.gz", "fox": "style/fox.jsonl.gz", "times": "style/washington_times.jsonl.gz"}
	switch {
	case name == "numhg":
		for doc, err := range numhg.Format.Documents(corpus.File(filepath.Join(o.data, "numhg/annotated.csv.gz")), corpus.Options{}).Documents(ctx) {
			if err != nil {
				return nil, err
			}
			if derive.Test(doc.Text()) {
				left, _, _ := strings.Cut(doc.Cloze.Question, corpus.Blank)
				all = append(all, sample{id: doc.ID, article: doc.Text(), headline: doc.References[0], date: check.Day(doc.Date), start: len(left), end: len(left) + len(doc.Cloze.Answer)})
			}
		}
	case files[name] != "":
		err = lines(filepath.Join(o.data, files[name]), func(line []byte) error {
			var r struct{ ID, Date, Title, Headline, Body, Text string }
			if err := json.Unmarshal(line, &r); err != nil {
				return err
			}
			all = append(all, sample{id: r.ID, article: r.Body + r.Text, headline: r.Title + r.Headline, date: check.Day(r.Date)})
			return nil
		})
	default:
		return nil, fmt.Errorf("unknown set %q; choose from %s, numhg, wikinews, cnn, fox, times", name, strings.Join(labelledSets, ", "))
	}
	if o.most > 0 && o.most < len(all) {
		few := make([]sample, o.most)
		for i := range few {
			few[i] = all[i*len(all)/o.most]
		}
		all = few
	}
	return all, err
}

// lines calls f with every line of a file that may be compressed.
func lines(name string, f func(line []byte) error) error {
	data, err := corpus.File(name).ReadAll()
	if err != nil {
		return err
	}
	lines := bufio.NewScanner(bytes.NewReader(data))
	lines.Buffer(nil, len(data)+1)
	for lines.Scan() {
		if len(bytes.TrimSpace(lines.Bytes())) == 0 {
			continue
		}
		if err := f(lines.Bytes()); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return lines.Err()
}
