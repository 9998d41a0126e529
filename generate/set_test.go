package generate_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"hed/corpus"
	"hed/generate"
	"hed/spec"
)

// A fake writes its signature.
type fake string

func (f fake) Generate(context.Context, *corpus.Document) (string, error) { return string(f), nil }
func (f fake) Signature() string                                          { return string(f) }

type fitted struct{ fake }

func (fitted) Fit(context.Context, corpus.Reader) error { return nil }

func info(name string, g generate.Generator) generate.Info {
	return generate.Info{Name: name, New: func(options map[string]string, seed uint64) (generate.Generator, error) {
		if len(options) > 0 {
			return nil, errors.New("no options")
		}
		if seed != 7 {
			return nil, errors.New("the seed is lost")
		}
		return g, nil
	}}
}

func TestSet(t *testing.T) {
	set := generate.NewSet([]generate.Info{info("a", fake("A")), info("b", fitted{"B"})})
	names := func(list string) string {
		specs, err := spec.Parse(list)
		if err != nil {
			t.Fatal(err)
		}
		built, err := set.Build(specs, 7)
		if err != nil {
			return err.Error()
		}
		var ns []string
		for i, b := range built {
			if b.Spec.String() != specs[i].String() || b.Info.Name != specs[i].Name {
				t.Errorf("%s: %+v is not what was asked for", list, b)
			}
			ns = append(ns, b.Name+"="+b.Signature())
		}
		return strings.Join(ns, " ")
	}
	for list, want := range map[string]string{
		"a":             "a=A",
		"b,a":           "b=B a=A",
		"a,a:as=again":  "a=A again=A",
		"b:as=a":        "a=B",
		"a,a":           "generators a and a are both named a; add as=NAME to one of them",
		"a,b:as=a":      "generators a and b:as=a are both named a; add as=NAME to one of them",
		"c":             `no generator named "c"; have a, b`,
		"a:words=3":     "generator a: no options",
		"a:as=x,b:as=x": "generators a:as=x and b:as=x are both named x; add as=NAME to one of them",
	} {
		if got := names(list); got != want {
			t.Errorf("%s: got %q, want %q", list, got, want)
		}
	}
	built, _ := set.Build([]spec.Spec{{Name: "a"}, {Name: "b", As: "x"}}, 7)
	for i, want := range []bool{false, true} {
		if _, ok := built[i].Generator.(generate.Fitter); ok != want {
			t.Errorf("%s: a Fitter: %v, want %v", built[i].Name, ok, want)
		}
	}
	if infos := set.Infos(); len(infos) != 2 || infos[0].Name != "a" || infos[1].Name != "b" {
		t.Errorf("got %v", infos)
	}
}

func TestChoose(t *testing.T) {
	set := generate.NewSet([]generate.Info{{Name: "a", Options: struct {
		Lang string `opt:"lang" doc:"x"`
	}{}, New: func(options map[string]string, seed uint64) (generate.Generator, error) {
		return fake(options["lang"]), nil
	}}, info("b", fake("B"))})
	built, err := set.Choose("a,a:lang=en+as=x,b", map[string]string{"lang": "it"}, 7)
	if err != nil || len(built) != 3 || built[0].Signature()+built[1].Signature()+built[2].Name != "itenb" {
		t.Errorf("got %v, %v", built, err)
	}
	if _, err := set.Choose("a:", nil, 7); err == nil {
		t.Error("half a spec is taken")
	}
}
