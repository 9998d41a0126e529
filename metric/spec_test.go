package metric_test

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hed/corpus"
	"hed/metric"
	"hed/score"
)

func TestParseSpecs(t *testing.T) {
	type opts = map[string]string
	for in, want := range map[string][]metric.Spec{
		"rouge":                      {{Name: "rouge", Options: opts{}}},
		"rouge, kl":                  {{Name: "rouge", Options: opts{}}, {Name: "kl", Options: opts{}}},
		"rouge:stem=false+types=1/2": {{Name: "rouge", Options: opts{"stem": "false", "types": "1/2"}}},
		"rouge:as=g":                 {{Name: "rouge", Options: opts{}, As: "g"}},
		"rouge:profile=":             {{Name: "rouge", Options: opts{"profile": ""}}},
		`we:vectors=a\,b\+c\\d.txt`:  {{Name: "we", Options: opts{"vectors": `a,b+c\d.txt`}}},
		"we:vectors=x=y:z,kl":        {{Name: "we", Options: opts{"vectors": "x=y:z"}}, {Name: "kl", Options: opts{}}},
		`we:vectors=end\`:            {{Name: "we", Options: opts{"vectors": `end\`}}},
	} {
		got, err := metric.ParseSpecs(in)
		if err != nil {
			t.Errorf("%s: %v", in, err)
			continue
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s: %s", in, d)
		}
	}
	for in, want := range map[string]string{
		"":                "has an empty entry",
		"rouge,,kl":       "has an empty entry",
		"rouge:stem":      `option "stem" is not of the form key=value`,
		"rouge:=x":        `option "=x" is not of the form key=value`,
		"rouge:":          `option "" is not of the form key=value`,
		"rouge:a=1+a=2":   "option a is given twice",
		"rouge:as=a+as=b": "option as is given twice",
		"rouge:as=":       "the prefix must be a plain word",
		"rouge:as=a.b":    "the prefix must be a plain word",
	} {
		if got, err := metric.ParseSpecs(in); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, %v, want the error %q", in, got, err, want)
		}
	}
}

func FuzzParseSpecs(f *testing.F) {
	for _, s := range []string{"rouge", "a:b=c+d=e,f", `a:b=\,\+\\`, "a:as=x", ":=,"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		specs, err := metric.ParseSpecs(s)
		if err != nil {
			return
		}
		for _, sp := range specs {
			again, err := metric.ParseSpecs(sp.String())
			if err != nil {
				t.Fatalf("%q gives %q, which is refused: %v", s, sp, err)
			}
			if d := cmp.Diff([]metric.Spec{sp}, again); d != "" {
				t.Errorf("%q gives %q, which reads back otherwise: %s", s, sp, d)
			}
		}
	})
}

func TestDecode(t *testing.T) {
	type options struct {
		Text  string   `opt:"text"`
		Flag  bool     `opt:"flag"`
		Maybe *bool    `opt:"maybe"`
		N     int      `opt:"n"`
		X     float64  `opt:"x"`
		List  []string `opt:"list"`
		Other string
	}
	yes := true
	var got options
	err := metric.Decode(map[string]string{"text": "a", "flag": "yes", "maybe": "on", "n": "-3", "x": "0.5", "list": "a/b"}, &got)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(options{"a", true, &yes, -3, 0.5, []string{"a", "b"}, ""}, got); d != "" {
		t.Error(d)
	}
	for want, in := range map[string]map[string]string{
		"flag=2: want true or false":    {"flag": "2"},
		"n=1.5: want a whole number":    {"n": "1.5"},
		"x=much: want a number":         {"x": "much"},
		"x=nan: want a number":          {"x": "nan"},
		`no option "Other"; have text,`: {"Other": "x"},
	} {
		if err := metric.Decode(in, new(options)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: got %v, want %q", in, err, want)
		}
	}
}

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

func (f fitted) Fit(context.Context, corpus.Reader) error { *f.docs++; return nil }

func info(name string, m metric.Metric) metric.Info {
	return metric.Info{Name: name, New: func(map[string]string) (metric.Metric, error) { return m, nil }}
}

func TestSet(t *testing.T) {
	fits := 0
	set := metric.NewSet(
		[]metric.Info{info("a", fake{name: "col"}), info("b", fitted{fake{"other", &fits}})},
		[]metric.Group{{Name: "both", Specs: "a,b"}},
	)
	build := func(spec string) ([]metric.Selected, error) {
		specs, err := metric.ParseSpecs(spec)
		if err != nil {
			t.Fatal(err)
		}
		return set.Build(specs)
	}
	names := func(spec string) string {
		built, err := build(spec)
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
	for spec, want := range map[string]string{
		"a":         "col",
		"both":      "col other",
		"both:as=p": "p.col p.other",
		"a,a:as=p":  "col p.col",
		"a,a":       "metrics a and a both give the column col; add as=PREFIX to one of them",
		"a,both":    "metrics a and a both give the column col; add as=PREFIX to one of them",
		"c":         `no metric named "c"; have a, b, both`,
		"both:x=1":  "both is a group and takes no options but as=PREFIX; name its metrics instead: a,b",
	} {
		if got := names(spec); got != want {
			t.Errorf("%s: got %q, want %q", spec, got, want)
		}
	}
	// A prefix must not hide that a metric wants to be fitted.
	built, _ := build("b:as=p")
	f, ok := built[0].Metric.(metric.Fitter)
	if !ok {
		t.Fatal("a renamed metric is no Fitter any more")
	}
	if f.Fit(t.Context(), nil); fits != 1 {
		t.Error("Fit did not reach the metric")
	}
}
