package metric_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"hed/corpus"
	"hed/internal/option"
	"hed/metric"
	"hed/score"
	"hed/spec"
)

// A fake is a metric of one column that learns how many documents there are.
type fake struct {
	name string
	docs *int
}

func (f fake) Columns() []score.Column { return []score.Column{{Name: f.name}} }
func (f fake) Score(_ context.Context, _ *corpus.Case, out []float64) error {
	out[0] = 1
	return nil
}

type fitted struct{ fake }

func (f fitted) Fit(context.Context, corpus.Reader, int) error { *f.docs++; return nil }

func info(name string, m metric.Metric) metric.Info {
	return metric.Info{Name: name, New: func(map[string]string) (metric.Metric, error) { return m, nil }}
}

func TestSet(t *testing.T) {
	fits := 0
	set := metric.NewSet(
		[]metric.Info{info("a", fake{name: "col"}), info("b", fitted{fake{"other", &fits}})},
		[]metric.Group{{Name: "both", Specs: "a,b"}, {Name: "any", Specs: "a,b", Possible: true}},
	)
	build := func(list string) ([]metric.Selected, error) {
		specs, err := spec.Parse(list)
		if err != nil {
			t.Fatal(err)
		}
		return set.Build(specs)
	}
	names := func(list string) string {
		built, err := build(list)
		if err != nil {
			return err.Error()
		}
		var ns []string
		for _, b := range built {
			for _, c := range b.Columns() {
				ns = append(ns, c.Name)
			}
		}
		return strings.Join(ns, " ")
	}
	for list, want := range map[string]string{
		"a":         "col",
		"both":      "col other",
		"both:as=p": "p.col p.other",
		"a,a:as=p":  "col p.col",
		"a,a":       "metrics a and a both give the column col; add as=PREFIX to one of them",
		"a,both":    "metrics a and a both give the column col; add as=PREFIX to one of them",
		"c":         `no metric named "c"; have a, b, both, any`,
		"both:x=1":  "both is a group and takes no options but as=PREFIX; name its metrics instead: a,b",
	} {
		if got := names(list); got != want {
			t.Errorf("%s: got %q, want %q", list, got, want)
		}
	}
	// Only what a group has for want of better may be left out.
	for list, want := range map[string]bool{"a": false, "both": false, "any": true} {
		if built, err := build(list); err != nil || built[0].Spec.Optional != want {
			t.Errorf("%s: optional is not %t, %v", list, want, err)
		}
	}
	// A prefix must not hide that a metric wants to be fitted.
	built, _ := build("b:as=p")
	f, ok := built[0].Metric.(metric.Fitter)
	if !ok {
		t.Fatal("a renamed metric is no Fitter any more")
	}
	if f.Fit(t.Context(), nil, 1); fits != 1 {
		t.Error("Fit did not reach the metric")
	}
}

// What is given for all goes to those that take it and have none of their own.
func TestChoose(t *testing.T) {
	got := map[string]string{}
	taking := func(name string, needs metric.Need) metric.Info {
		return metric.Info{Name: name, Needs: needs, Options: struct {
			Lang string `opt:"lang" doc:"x"`
		}{}, New: func(options map[string]string) (metric.Metric, error) {
			got[name] += options["lang"] + ";"
			return fake{name: name + options["lang"]}, nil
		}}
	}
	set := metric.NewSet([]metric.Info{taking("a", metric.References), info("b", fake{name: "b"}), taking("body", metric.Body)}, nil)
	built, err := set.Choose("a,a:lang=en,b", metric.References, map[string]string{"lang": "it", "seed": "1"})
	if err != nil || len(built) != 3 || got["a"] != "it;en;" {
		t.Errorf("got %v, %v, %v", built, got, err)
	}
	_, err = set.Choose("b,body", metric.References, nil)
	if wrong, ok := errors.AsType[*option.Error](err); !ok || wrong.Option != "docs" || err.Error() != "metric body compares headlines with articles; give them with the option docs" {
		t.Errorf("got %v", err)
	}
	if _, err := set.Choose("b,body", metric.Body, nil); err != nil { // references may be in the documents
		t.Error(err)
	}
	for _, list := range []string{"", "c", "a:"} {
		if _, err := set.Choose(list, metric.References, nil); err == nil {
			t.Errorf("%q is taken", list)
		}
	}
}
