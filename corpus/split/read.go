package split

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"hed/corpus"
	"hed/internal/option"
)

// A Field is what strata are the values of: one of a document's own, or of its Meta.
type Field struct {
	Name string // "" for no strata
	// Derived are fields that can be computed of a document, by name.
	Derived map[string]func(*corpus.Document) string
}

// of is the value of a document, and "" where it has none. What Meta calls by the
// name of another field wins over that.
func (f *Field) of(d *corpus.Document) string {
	if v, ok := d.Meta[f.Name]; ok {
		return v
	}
	switch f.Name {
	case "source":
		return d.Source
	case "lang":
		return d.Lang
	case "date":
		return d.Date
	}
	if derive := f.Derived[f.Name]; derive != nil {
		return derive(d)
	}
	return ""
}

// Read shows all documents of a file to a pile. It refuses a field that no document
// has a value for. seen, if not nil, is called with the number of documents that were shown.
func Read(ctx context.Context, docs corpus.Reader, file string, strata Field, clean Cleaning, seen func(documents int)) (*Pile, error) {
	pile := &Pile{Cleaning: clean}
	found := strata.Name == ""
	fields := map[string]bool{"source": true, "lang": true, "date": true}
	for name := range strata.Derived {
		fields[name] = true
	}
	for d, err := range docs.Documents(ctx) {
		if err != nil {
			return nil, err
		}
		stratum := ""
		if strata.Name != "" {
			stratum = strata.of(d)
			found = found || stratum != ""
			for name := range d.Meta {
				fields[name] = true
			}
		}
		pile.Add(d, stratum)
		if seen != nil {
			seen(len(pile.group))
		}
	}
	if !found {
		return nil, &corpus.SyntaxError{File: file, Msg: fmt.Sprintf("no document has a value for %s %s; fields are %s",
			option.Name("stratify"), strata.Name, strings.Join(slices.Sorted(maps.Keys(fields)), ", "))}
	}
	return pile, nil
}
