// Package all lists the formats that hed reads and tells them apart.
package all

import (
	"fmt"
	"slices"
	"strings"

	"hed/corpus"
	"hed/corpus/csv"
	"hed/corpus/hevas"
	"hed/corpus/jsonl"
	"hed/corpus/lines"
	"hed/corpus/numhg"
	"hed/corpus/parquet"
	"hed/corpus/semeval"
	"hed/internal/option"
)

// Formats are the formats, the particular before the general: a NumHG
// file is also a CSV file, and any text is lines.
var Formats = []corpus.Format{
	parquet.Format,
	hevas.Format,
	semeval.Format,
	numhg.Format,
	jsonl.Format,
	csv.TSV,
	csv.Format,
	lines.Format,
}

// Documents reads src in the format of that name, or in the one that its
// name and first bytes suggest if format is "".
func Documents(src *corpus.Source, format string, opt corpus.Options) (corpus.Reader, error) {
	f, err := choose(src, format, Formats)
	if err != nil {
		return nil, err
	}
	if f == nil {
		return nil, wrongFormat("%s: neither its name nor its first bytes show the format; use %s with one of %s", src.Name(), option.Name("format"), oneOf(Formats))
	}
	if _, err := opt.Resolve(f.Roles); err != nil {
		return nil, fmt.Errorf("reading %s as %s: %w", src.Name(), f.Name, err)
	}
	return f.Documents(src, opt), nil
}

// Outputs reads a system's headlines from src. What looks like no other
// format is plain text, one headline a line.
func Outputs(src *corpus.Source, format string, opt corpus.Options) (corpus.OutputReader, error) {
	able := slices.DeleteFunc(slices.Clone(Formats), func(f corpus.Format) bool { return f.Outputs == nil })
	f, err := choose(src, format, able)
	if err != nil {
		return nil, err
	}
	if f == nil {
		f = &lines.Format
	}
	if _, err := opt.Resolve(f.Roles); err != nil {
		return nil, fmt.Errorf("reading %s as %s: %w", src.Name(), f.Name, err)
	}
	return f.Outputs(src, opt), nil
}

// Parallel joins line files: articles, which may be nil, and any number of
// references.
func Parallel(articles *corpus.Source, refs ...*corpus.Source) (corpus.Reader, error) {
	return lines.Parallel(articles, refs...)
}

// Plain is the name of the format of plain text, whose articles and
// references are in files of their own.
const Plain = "parallel"

// FormatOf returns the format called name, or the one that src seems to
// have if name is "": plain text where it looks like no other.
func FormatOf(src *corpus.Source, name string) (*corpus.Format, error) {
	f, err := choose(src, name, Formats)
	if f == nil && err == nil {
		return &lines.Format, nil
	}
	return f, err
}

// choose finds the format called name, or guesses; nil if it cannot.
func choose(src *corpus.Source, name string, among []corpus.Format) (*corpus.Format, error) {
	if name == "" {
		return guess(src, among)
	}
	for i := range among {
		if among[i].Name == name {
			return &among[i], nil
		}
	}
	if slices.ContainsFunc(Formats, func(f corpus.Format) bool { return f.Name == name }) {
		return nil, wrongFormat("reading %s: the format %s cannot hold the headlines of a system; use one of %s", src.Name(), name, oneOf(among))
	}
	return nil, wrongFormat("reading %s: there is no format %q; use one of %s", src.Name(), name, oneOf(among))
}

func wrongFormat(format string, args ...any) error {
	return &option.Error{Option: "format", Err: fmt.Errorf(format, args...)}
}

// guess goes by the ending of the name first. Of several formats that
// share an ending, and of all if the ending says nothing, the first that
// knows the first bytes is taken; if none does, the last with the ending,
// which is the most general.
func guess(src *corpus.Source, among []corpus.Format) (*corpus.Format, error) {
	name := strings.ToLower(corpus.TrimCompression(src.Name()))
	var ending []*corpus.Format
	for i, f := range among {
		if slices.ContainsFunc(f.Endings, func(e string) bool { return strings.HasSuffix(name, e) }) {
			ending = append(ending, &among[i])
		}
	}
	if len(ending) == 1 {
		return ending[0], nil
	}
	candidates := ending
	if len(candidates) == 0 {
		for i := range among {
			candidates = append(candidates, &among[i])
		}
	}
	head, err := src.Head()
	if err != nil {
		return nil, err
	}
	for _, f := range candidates {
		if f.Sniff(head) {
			return f, nil
		}
	}
	if len(ending) > 0 {
		return ending[len(ending)-1], nil
	}
	return nil, nil
}

// Names are the names of the formats, in alphabetical order.
func Names() []string { return names(Formats) }

func names(formats []corpus.Format) []string {
	var names []string
	for _, f := range formats {
		names = append(names, f.Name)
	}
	slices.Sort(names)
	return names
}

// oneOf lists them for messages.
func oneOf(formats []corpus.Format) string { return strings.Join(names(formats), ", ") }
