package score_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hed"
	"hed/score"
)

func TestParseSignature(t *testing.T) {
	for _, sig := range []score.Signature{
		{{Key: "profile", Value: "google"}, {Key: "stem", Value: "yes"}},
		{{Key: "lm", Value: `C:\models|old`}, {Key: `a:b`, Value: ""}, {Key: "end", Value: `\`}},
		nil,
	} {
		for _, name := range []string{"rouge1_f", "a|b:c.rouge1_f"} {
			c := score.Column{Name: name, Signature: sig}
			got, err := score.ParseSignature(name, c.String())
			if err != nil {
				t.Errorf("%s: %v", &c, err)
			}
			want := append(append(score.Signature{}, sig...), score.Setting{Key: "version", Value: hed.Version})
			if d := cmp.Diff(want, got); d != "" {
				t.Errorf("%s (-want +got):\n%s", &c, d)
			}
		}
	}
	for _, bad := range []string{"", "rouge1_f", "rouge1_f|", "rouge1_f|stem", "rouge1_f|:yes", "rouge1_f|stem:yes|", "rouge2_f|stem:yes"} {
		if got, err := score.ParseSignature("rouge1_f", bad); err == nil {
			t.Errorf("%q is %v", bad, got)
		}
	}
}

// A seed of the metric's own stays; those of the run do not change the values.
func TestOwn(t *testing.T) {
	for s, want := range map[string]string{
		"x|stem:yes|nrefs:1|bs:1000|seed:1|version:0.2.0": "stem=yes nrefs=1",
		"x|seed:2|lang:en|bs:0|seed:1|version:0.2.0":      "seed=2 lang=en",
		"x|topics:10|seed:2|bs:0|seed:1|version:0.2.0":    "topics=10 seed=2",
		"x|bs:0|seed:1|version:0.2.0":                     "",
	} {
		sig, err := score.ParseSignature("x", s)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, kv := range sig.Own() {
			got = append(got, kv.Key+"="+kv.Value)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: got %q, want %q", s, got, want)
		}
	}
}

func TestDifferences(t *testing.T) {
	a := score.Signature{{Key: "stem", Value: "yes"}, {Key: "tok", Value: "google"}, {Key: "skip", Value: "4"}}
	b := score.Signature{{Key: "tok", Value: "google"}, {Key: "stem", Value: "no"}, {Key: "lang", Value: "it"}}
	want := []score.Difference{{Key: "stem", A: "yes", B: "no"}, {Key: "skip", A: "4"}, {Key: "lang", B: "it"}}
	if d := cmp.Diff(want, a.Differences(b)); d != "" {
		t.Error(d)
	}
	if got := a.Differences(a); got != nil {
		t.Errorf("it differs from itself in %v", got)
	}
}

func FuzzParseSignature(f *testing.F) {
	f.Add("profile", "google", "stem", `y|e:s\`)
	f.Fuzz(func(t *testing.T, key, value, key2, value2 string) {
		if key == "" || key2 == "" || strings.Contains(key+value+key2+value2, "\n") {
			return
		}
		c := score.Column{Name: "x", Signature: score.Signature{{Key: key, Value: value}, {Key: key2, Value: value2}}}
		got, err := score.ParseSignature("x", c.String())
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(c.Signature, got[:2]); d != "" {
			t.Error(d)
		}
	})
}

func TestShared(t *testing.T) {
	one, two := score.Signature{{Key: "k", Value: "1"}}, score.Signature{{Key: "k", Value: "2"}}
	got := score.Shared([]score.Column{{Name: "a", Signature: one}, {Name: "b", Signature: two}, {Name: "c", Signature: one}})
	if want := []string{"a,c|k:1|version:" + hed.Version, "b|k:2|version:" + hed.Version}; cmp.Diff(want, got) != "" {
		t.Errorf("got %q, want %q", got, want)
	}
}
