package spec_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hed/spec"
)

func TestParse(t *testing.T) {
	type opts = map[string]string
	for in, want := range map[string][]spec.Spec{
		"rouge":                      {{Name: "rouge", Options: opts{}}},
		"rouge, kl":                  {{Name: "rouge", Options: opts{}}, {Name: "kl", Options: opts{}}},
		"rouge:stem=false+types=1/2": {{Name: "rouge", Options: opts{"stem": "false", "types": "1/2"}}},
		"rouge:as=g":                 {{Name: "rouge", Options: opts{}, As: "g"}},
		"rouge:profile=":             {{Name: "rouge", Options: opts{"profile": ""}}},
		`we:vectors=a\,b\+c\\d.txt`:  {{Name: "we", Options: opts{"vectors": `a,b+c\d.txt`}}},
		"we:vectors=x=y:z,kl":        {{Name: "we", Options: opts{"vectors": "x=y:z"}}, {Name: "kl", Options: opts{}}},
		`we:vectors=end\`:            {{Name: "we", Options: opts{"vectors": `end\`}}},
	} {
		got, err := spec.Parse(in)
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
		"rouge:as=":       "the name must be a plain word",
		"rouge:as=a.b":    "the name must be a plain word",
	} {
		if got, err := spec.Parse(in); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, %v, want the error %q", in, got, err, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"rouge", "a:b=c+d=e,f", `a:b=\,\+\\`, "a:as=x", ":=,"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		specs, err := spec.Parse(s)
		if err != nil {
			return
		}
		for _, sp := range specs {
			again, err := spec.Parse(sp.String())
			if err != nil {
				t.Fatalf("%q gives %q, which is refused: %v", s, sp, err)
			}
			if d := cmp.Diff([]spec.Spec{sp}, again); d != "" {
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
	err := spec.Decode(map[string]string{"text": "a", "flag": "yes", "maybe": "on", "n": "-3", "x": "0.5", "list": "a/b"}, &got)
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
		if err := spec.Decode(in, new(options)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: got %v, want %q", in, err, want)
		}
	}
}
