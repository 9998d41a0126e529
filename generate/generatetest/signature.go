package generatetest

import (
	"fmt"
	"iter"
	"maps"
	"strings"
	"testing"

	"hed/generate"
	"hed/spec"
)

// Signatures checks that a signature names everything which changes a
// headline: over all combinations of the given values and two seeds, the same
// signature means the same headlines. There must be at least two values for
// each option that the generator has, so a new option cannot be forgotten; ""
// leaves the option out.
func Signatures(t *testing.T, in generate.Info, values map[string][]string) {
	t.Helper()
	for _, o := range spec.Options(in.Options) {
		if len(values[o.Name]) < 2 {
			t.Fatalf("option %s: want at least two values to try", o.Name)
		}
	}
	type seen struct{ spec, headlines string }
	bySignature := map[string]seen{}
	tried := 0
	for options := range combinations(spec.Options(in.Options), values) {
		for seed := range uint64(2) {
			g, err := in.New(options, seed)
			if err != nil {
				t.Fatalf("%v: %v", options, err)
			}
			tried++
			docs := Documents()
			Fit(t, g, docs)
			var all []string
			for _, d := range docs {
				all = append(all, Headline(t, g, d))
			}
			now := seen{fmt.Sprintf("%s with seed %d", spec.Spec{Name: in.Name, Options: options}, seed), strings.Join(all, "\n")}
			prev, ok := bySignature[g.Signature()]
			if ok && prev.headlines != now.headlines {
				t.Errorf("%s and %s give different headlines under one signature, %s", prev.spec, now.spec, g.Signature())
			}
			bySignature[g.Signature()] = now
		}
	}
	t.Logf("%d combinations, %d signatures", tried, len(bySignature))
	if len(bySignature) < 2 {
		t.Error("nothing was compared")
	}
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
