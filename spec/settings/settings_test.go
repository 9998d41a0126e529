package settings_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hed/spec/settings"
)

// check knows docs, system, metric and ref, and the command tag, which has model.
func check(command, entry string) (bool, error) {
	known := []string{"docs", "system", "metric", "ref"}
	if command == "tag" {
		known = []string{"model", "docs"}
	}
	switch {
	case slices.Contains(known, entry):
		return false, nil
	case command == "" && entry == "tag":
		return true, nil
	}
	return false, errors.New("no such setting")
}

const sample = `
docs: articles.jsonl
system:
  a: a.txt
  b: /tmp/b.txt
metric:
  - rouge:155
  - rouge: {types: [1, L], stem: true, lang: }
  - readability:
ref: [~, x.txt]
tag:
  model: it
  docs: ""
`

func TestValues(t *testing.T) {
	f, err := settings.Parse("sub/hed.yaml", []byte(sample), check)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		command string
		setting settings.Setting
		own     bool
		want    string
		line    int
	}{
		{"eval", settings.Setting{Name: "docs", Files: true}, false, filepath.Join("sub", "articles.jsonl"), 2},
		{"eval", settings.Setting{Name: "docs"}, true, "", 0},
		{"eval", settings.Setting{Name: "system", List: true, Files: true, Named: true}, false, "a=" + filepath.Join("sub", "a.txt") + " b=/tmp/b.txt", 4},
		{"eval", settings.Setting{Name: "metric", List: true, Specs: true}, false, "rouge:155 rouge:stem=true+types=1/L readability", 7},
		{"eval", settings.Setting{Name: "ref", List: true}, false, "x.txt", 10},
		{"tag", settings.Setting{Name: "model"}, true, "it", 12},
		{"tag", settings.Setting{Name: "docs"}, false, "", 0}, // nothing, which is not what stands at the top
		{"eval", settings.Setting{Name: "model"}, false, "", 0},
	} {
		values, line, err := f.Values(c.command, c.setting, c.own)
		if got := strings.Join(values, " "); err != nil || got != c.want || line != c.line {
			t.Errorf("%s %s: got %q at line %d, %v; want %q at %d", c.command, c.setting.Name, got, line, err, c.want, c.line)
		}
	}
	none, err := settings.Parse("hed.yaml", []byte("# nothing\n"), check)
	if err != nil {
		t.Fatal(err)
	}
	if values, _, err := none.Values("eval", settings.Setting{Name: "docs"}, false); values != nil || err != nil {
		t.Errorf("got %v, %v", values, err)
	}
}

// TestOther: a model on the Hub that a setting names is not a path beside the file, as facebook/bart was; a folder is, there or one for each fold.
func TestOther(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "mine"), 0o700); err != nil {
		t.Fatal(err)
	}
	for value, want := range map[string]string{
		"facebook/bart": "facebook/bart", "mine": filepath.Join(dir, "mine"), "m{fold}": filepath.Join(dir, "m{fold}"),
	} {
		f, err := settings.Parse(filepath.Join(dir, "hed.yaml"), []byte("docs: '"+value+"'\n"), check)
		if err != nil {
			t.Fatal(err)
		}
		got, _, err := f.Values("train", settings.Setting{Name: "docs", Files: true, Other: true}, false)
		if err != nil || len(got) != 1 || got[0] != want {
			t.Errorf("%s: got %q, %v; want %q", value, got, err, want)
		}
	}
}

func TestRefused(t *testing.T) {
	for text, want := range map[string]string{
		"docs: [a":                      "hed.yaml:1: is not valid YAML: did not find expected ',' or ']'",
		"docs: a\n---\ndocs: b":         "hed.yaml:2: a second document begins; put all settings into one",
		"- docs":                        "hed.yaml:1: expected settings as NAME: VALUE",
		"docs: a\ndocs: b":              "hed.yaml:2: docs is set twice",
		"docz: a":                       "hed.yaml:1: no such setting",
		"tag: x":                        "hed.yaml:1: tag is a command; expected settings below it as NAME: VALUE",
		"tag:\n  ref: x":                "hed.yaml:2: no such setting",
		"docs: [a, b]":                  "hed.yaml:1: docs takes one value",
		"ref: [{a: b}]":                 "hed.yaml:1: ref takes a list of plain values",
		"ref: {a: [b]}":                 "hed.yaml:1: ref takes NAME: VALUE",
		"metric:\n- rouge: 155":         "hed.yaml:2: metric rouge takes its options as NAME: VALUE",
		"metric:\n- rouge: {x: {a: b}}": "hed.yaml:2: an option takes a plain value or a list of them",
		"metric:\n  rouge: {as: a b}":   "hed.yaml:2: rouge: as=a b: the name must be a plain word",
	} {
		f, err := settings.Parse("hed.yaml", []byte(text), check)
		for _, s := range []settings.Setting{{Name: "docs"}, {Name: "ref", List: true}, {Name: "metric", List: true, Specs: true}} {
			if err == nil {
				_, _, err = f.Values("eval", s, false)
			}
		}
		if _, ok := errors.AsType[*settings.Error](err); !ok || err.Error() != want {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
}
