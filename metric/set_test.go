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
		built, _, err := set.Build(specs)
		return built, err
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
		"a,both":    "col other", // a is not measured twice
		"both,a":    "other col",
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
	built, _, err := set.Choose("a,a:lang=en,b", metric.References, map[string]string{"lang": "it", "seed": "1"})
	if err != nil || len(built) != 3 || got["a"] != "it;en;" {
		t.Errorf("got %v, %v, %v", built, got, err)
	}
	_, _, err = set.Choose("b,body", metric.References, nil)
	if wrong, ok := errors.AsType[*option.Error](err); !ok || wrong.Option != "docs" || err.Error() != "metric body compares headlines with articles; give them with the option docs" {
		t.Errorf("got %v", err)
	}
	if _, _, err := set.Choose("b,body", metric.Body, nil); err != nil { // references may be in the documents
		t.Error(err)
	}
	for _, list := range []string{"", "c", "a:"} {
		if _, _, err := set.Choose(list, metric.References, nil); err == nil {
			t.Errorf("%q is taken", list)
		}
	}
}

// A group yields to what the user wrote and to groups before it, and does without what lacks a model.
func TestGroupsYield(t *testing.T) {
	many := func(name string, columns ...string) metric.Info {
		return metric.Info{Name: name, New: func(options map[string]string) (metric.Metric, error) {
			var m several
			for _, c := range columns {
				m = append(m, score.Column{Name: c, Title: strings.ToUpper(c)})
			}
			return m, nil
		}}
	}
	modelled := metric.Info{Name: "net", Columns: []score.Column{{Name: "n"}}, New: func(options map[string]string) (metric.Metric, error) {
		if options["model"] != "here" {
			return nil, errors.New("there is no model")
		}
		return fake{name: "n"}, nil
	}}
	set := metric.NewSet([]metric.Info{many("a", "x", "y"), many("b", "y", "z"), modelled}, []metric.Group{
		{Name: "one", Specs: "a"}, {Name: "two", Specs: "b,net:model=away"}, {Name: "both", Specs: "a,b"},
	})
	for list, want := range map[string]string{
		"one,two":          "x y two.y z without net",
		"two,one":          "y z x one.y without net",
		"a,two":            "x y two.y z without net",
		"two,a":            "two.y z x y without net", // what is written keeps its names
		"one,one":          "x y",
		"one,both":         "x y both.y z",
		"a,b":              "metrics a and b both give the column y; add as=PREFIX to one of them",
		"a:as=two,b":       "two.x two.y y z",
		"a:as=two,one,two": "metrics a:as=two and b both give the column two.y; add as=PREFIX to one of them",
		"net":              "metric net: there is no model",
		"net:model=here":   "n",
	} {
		built, left, err := set.Choose(list, metric.References, nil)
		var got []string
		for _, b := range built {
			got = append(got, score.Names(b.Columns())...)
		}
		for _, l := range left {
			got = append(got, "without", l.Spec.Name)
			if l.Spec.Group != "two" || l.Err == nil {
				t.Errorf("%s: left out %+v", list, l)
			}
		}
		if err != nil {
			got = []string{err.Error()}
		}
		if text := strings.Join(got, " "); text != want {
			t.Errorf("%s: got %q, want %q", list, text, want)
		}
	}
}

type several []score.Column

func (s several) Columns() []score.Column { return s }

func (s several) Score(context.Context, *corpus.Case, []float64) error { return nil }
