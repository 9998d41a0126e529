package spec_test

import (
	"errors"
	"strings"
	"testing"

	"hed/spec"
)

// word is a part that presents itself by its name alone.
func word(s string) string { return s }

func TestSet(t *testing.T) {
	set := spec.NewSet("word", []string{"a", "b"}, word, "many")
	build := func(list string) (string, error) {
		specs, err := spec.Parse(list)
		if err != nil {
			t.Fatal(err)
		}
		made := func(sp spec.Spec) (string, error) {
			if sp.As == "bad" {
				return "", errors.New("it is bad")
			}
			return set.Find(sp.Name)
		}
		names := func(s string) []string { return []string{s + "1", s + "2"} }
		out, err := spec.Build(specs, made, names, "%s and %s have %s")
		return strings.Join(out, " "), err
	}
	for list, want := range map[string]string{
		"b,a":         "b a",
		"c":           `no word named "c"; have a, b, many`,
		"many":        `no word named "many"; have a, b, many`,
		"a,b,a:as=x":  "a and a:as=x have a1",
		"a:as=bad,c":  "it is bad",
		"a:as=x,many": `no word named "many"; have a, b, many`,
	} {
		got, err := build(list)
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", list, got, want)
		}
	}
	set.Infos()[0] = "changed"
	if got, err := set.Find("a"); got != "a" || err != nil {
		t.Errorf("the list was changed from outside: %q, %v", got, err)
	}
}

func TestNewSet(t *testing.T) {
	for want, names := range map[string][]string{
		`empty or repeated name "a"`:    {"a", "b", "a"},
		`empty or repeated name ""`:     {""},
		`empty or repeated name "many"`: {"many"},
	} {
		func() {
			defer func() {
				if r := recover(); r == nil || !strings.Contains(r.(string), want) {
					t.Errorf("want a panic with %q, got %v", want, r)
				}
			}()
			spec.NewSet("word", names, word, "many")
		}()
	}
}
