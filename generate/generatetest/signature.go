package generatetest

import (
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
	"testing"

	"hed/corpus"
	"hed/generate"
	"hed/spec"
)

// Signatures checks that a signature names everything which changes a
// headline: over all combinations of the given values, two seeds and two
// corpora to fit, the same signature means the same headlines. There must be at
// least two values for each option that the generator has, so a new option
// cannot be forgotten; "" leaves the option out.
func Signatures(t *testing.T, in generate.Info, values map[string][]string) {
	t.Helper()
	options := spec.Options(in.Options)
	for _, o := range options {
		if len(values[o.Name]) < 2 {
			t.Fatalf("option %s: want at least two values to try", o.Name)
		}
	}
	// Long documents take their time and show nothing new here.
	docs := slices.DeleteFunc(Documents(), func(d *corpus.Document) bool { return len(d.Body) > 1000 })
	type variant struct{ how, headlines string }
	bySignature := map[string]variant{}
	for chosen := range combinations(options, values) {
		for seed := range uint64(2) {
			for _, fitted := range [][]*corpus.Document{docs, docs[:3]} {
				g, err := in.New(chosen, seed)
				if err != nil {
					t.Fatalf("%v: %v", chosen, err)
				}
				Fit(t, g, fitted)
				now := variant{
					fmt.Sprintf("%s with seed %d and %d documents", spec.Spec{Name: in.Name, Options: chosen}, seed, len(fitted)),
					headlines(t, g, docs),
				}
				if prev, ok := bySignature[g.Signature()]; ok && prev.headlines != now.headlines {
					t.Errorf("%s and %s give different headlines under one signature, %s", prev.how, now.how, g.Signature())
				}
				bySignature[g.Signature()] = now
			}
		}
	}
	if len(bySignature) < 2 {
		t.Error("there is one signature whatever the options")
	}
}

// headlines are those of all documents, one per line.
func headlines(t *testing.T, g generate.Generator, docs []*corpus.Document) string {
	t.Helper()
	var all []string
	for _, d := range docs {
		all = append(all, Headline(t, g, d))
	}
	return strings.Join(all, "\n")
}

// combinations yields options with every choice of values.
func combinations(options []spec.Option, values map[string][]string) iter.Seq[map[string]string] {
	return func(yield func(map[string]string) bool) {
		if len(options) == 0 {
			yield(map[string]string{})
			return
		}
		for rest := range combinations(options[1:], values) {
			for _, v := range values[options[0].Name] {
				chosen := maps.Clone(rest)
				if v != "" {
					chosen[options[0].Name] = v
				}
				if !yield(chosen) {
					return
				}
			}
		}
	}
}
