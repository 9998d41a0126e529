package experiment_test

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"hed/corpus"
	"hed/style/experiment"
)

// TestSample: what the sample says is what is done without it.
func TestSample(t *testing.T) {
	c, err := experiment.Read(filepath.Join("x", "style.yaml"), []byte(experiment.Sample))
	if err != nil {
		t.Fatal(err)
	}
	if c.A.File != filepath.Join("x", "cnn.jsonl.gz") || c.Columns["text"] != "body" || strings.Join(c.Roles(), " ") != "headline=title text=body" {
		t.Errorf("got %+v", c)
	}
	d := experiment.Defaults()
	if c.Align != d.Align || c.Split != d.Split || c.Classifier != d.Classifier || c.Generator != d.Generator || c.Human != "" {
		t.Errorf("the sample has %+v, and the defaults are %+v", c, d)
	}
	// All keys are in it, so that nobody has to look for others.
	for _, of := range []any{experiment.Config{}, experiment.Newspaper{}, experiment.Align{}, experiment.Split{}, experiment.Generator{}} {
		for f := range reflect.TypeOf(of).Fields() {
			if key := f.Tag.Get("yaml"); key != "-" && key != "" && !strings.Contains(experiment.Sample, key+":") {
				t.Errorf("the sample says nothing of %s", key)
			}
		}
	}
}

const papers = "a: {name: A, file: a.jsonl}\nb: {name: B, file: b.jsonl}\n"

func TestFiles(t *testing.T) {
	c, err := experiment.Read("/x/style.yaml", []byte(papers+"human: people\ngenerator:\n  init: /models/reuters\n"))
	if err != nil {
		t.Fatal(err)
	}
	if c.A.File != "/x/a.jsonl" || c.Human != "/x/people" || c.Generator.Init != "/models/reuters" {
		t.Errorf("got %+v", c)
	}
}

func TestRefused(t *testing.T) {
	for text, want := range map[string]string{
		"":                                                   "style.yaml: is empty; say at least",
		"a: [":                                               "style.yaml:1: is not valid YAML",
		"- a":                                                "style.yaml:1: a list is here; want lines of KEY: VALUE",
		papers + "---\na: 1":                                 "has a second document",
		papers + "clasifier: linear":                         `style.yaml:3: there is no key "clasifier" here; there are a, b,`,
		papers + "split: {stric: 0.4}":                       `style.yaml:3: there is no key "stric" here; there are strict, loose,`,
		papers + "align:\n  window: two":                     `style.yaml:4: "two" is not a whole number`,
		papers + "align:\n  undated: 3":                      `style.yaml:4: "3" is not true or false`,
		papers + "split:\n  strict: [1]":                     "style.yaml:4: a list is here; want a number",
		papers + "a: {name: C, file: c}":                     "style.yaml:3: is not valid YAML: mapping key \"a\" already defined at line 1",
		"a: {name: A, file: a.jsonl}":                        "style.yaml: b.file: is missing: the file of the newspaper's articles",
		"a: {file: a}\nb: {name: B, file: b}":                "style.yaml:1: a.name: is missing",
		"a: {name: A, file: -}\nb: {name: B}":                "style.yaml:1: a.file: articles are read more than once",
		"a: {name: A, file: a}\nb: {name: A, file: b}":       "style.yaml:2: b.name: both newspapers are called \"A\"",
		"a: {name: A, file: a}\nb:\n  name: B\n  file: a":    "style.yaml:4: b.file: both newspapers have the file a",
		papers + "split: {strict: 0.1}":                      "style.yaml:3: split: strict 0.1 and loose 0.185",
		papers + "split:\n  test_size: -1":                   "style.yaml:3: split: test_size -1",
		papers + "align:\n\n  window: -1":                    "style.yaml:5: align.window: -1 days",
		papers + "generator: {epochs: 0}":                    "style.yaml:3: generator.epochs: 0 passes",
		papers + "generator: {epochs: .nan}":                 "style.yaml:3: generator.epochs: NaN passes",
		papers + "generator: {batch: 0}":                     "style.yaml:3: generator.batch: 0",
		papers + "generator: {a: first}":                     "style.yaml:3: generator: has one of a and b",
		papers + "generator: {a: first, b: first, batch: 3}": "style.yaml:3: generator.batch: is for generators that are taught",
		papers + "generator: {steps: -2}":                    "style.yaml:3: generator.steps: -2",
	} {
		_, err := experiment.Read("style.yaml", []byte(text))
		if _, ok := errors.AsType[*corpus.SyntaxError](err); !ok || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
}

// TestDocs: the manual shows the sample as it is.
func TestDocs(t *testing.T) {
	data, err := os.ReadFile("../../docs/style.md")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(data), "```yaml\n"+experiment.Sample+"```") {
		t.Error("docs/style.md has another sample of the settings")
	}
}
