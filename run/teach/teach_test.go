package teach_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"hed/corpus/input"
	"hed/generate/seq2seq"
	"hed/internal/race"
	"hed/internal/staging"
	"hed/neural/train"
	"hed/run"
	"hed/run/teach"
	"hed/tensor"
)

func put(t *testing.T, dir string, files map[string]func(io.Writer) error) {
	t.Helper()
	for name, write := range files {
		f, err := os.Create(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(write(f), f.Close()); err != nil {
			t.Fatal(err)
		}
	}
}

func course(t *testing.T, docs string) *teach.Course {
	t.Helper()
	d := tensor.New(1)
	t.Cleanup(d.Close)
	paths := func() *input.Paths { return &input.Paths{Docs: docs} }
	read, err := paths().Open(t.Context(), true)
	if err != nil {
		t.Fatal(err)
	}
	o, err := seq2seq.ParseOptions("hidden=4+embedding=4+vocabulary=50+words=20")
	if err != nil {
		t.Fatal(err)
	}
	c := &teach.Course{
		Kind: "pn", Pupil: &teach.Recurrent{Lesson: seq2seq.Lesson{Kind: "pn", Options: o}},
		Plan:   train.Plan{Docs: read.Reader, Epochs: 1, Steps: 2, Batch: 8, Seed: 1, Device: d, Now: time.Now},
		Format: read.Format, Valid: paths(), Test: paths(), Workers: 1, Tell: func(run.Event) {}, Words: func(s string) string { return s },
	}
	if c.Inputs, err = paths().Record(t.Context()); err != nil {
		t.Fatal(err)
	}
	return c
}

// TestCourse: a course comes to the files of a model, and its card says of a folder whether it has the model that is asked for.
func TestCourse(t *testing.T) {
	race.Skip(t, "networks learn some fifty times as slowly")
	dir := t.TempDir()
	docs := filepath.Join(dir, "docs.jsonl")
	put(t, dir, map[string]func(io.Writer) error{"docs.jsonl": func(w io.Writer) error {
		for i := range 30 {
			fmt.Fprintf(w, `{"id":"%d","text":"The company Firm%d wins by %d percent.","headline":"Firm%d wins %d%%"}`+"\n", i, i, i, i, i)
		}
		return nil
	}})
	c := course(t, docs)
	if _, err := c.Open(t.Context()); err != nil {
		t.Fatal(err)
	}
	model := filepath.Join(dir, "model")
	if err := os.Mkdir(model, 0o777); err != nil {
		t.Fatal(err)
	}
	if c.Complete(model) {
		t.Error("an empty folder is complete")
	}
	card, files, err := c.Teach(t.Context(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	out, err := staging.Open(model)
	if err != nil {
		t.Fatal(err)
	}
	if err := out.Write("the model", nil, files); err != nil {
		t.Fatal(err)
	}
	out.Close()
	if card.Read.Pairs != 30 || card.Weights == 0 || card.Test == nil || card.Test.N != 30 || len(card.Curve) == 0 {
		t.Errorf("got %+v", card.Outcome)
	}
	data, err := os.ReadFile(filepath.Join(model, teach.CardFile))
	if err != nil {
		t.Fatal(err)
	}
	if text := string(data); !json.Valid(data) || strings.Contains(text, dir) || !strings.Contains(text, `"rate": 0.15`) {
		t.Errorf("the card is %s", text)
	}
	for what, change := range map[string]func(*teach.Course){
		"":        func(*teach.Course) {},
		"seed":    func(c *teach.Course) { c.Plan.Seed = 2 },
		"options": func(c *teach.Course) { c.Pupil.(*teach.Recurrent).Lesson.Options.Dropout = 0.1 },
		"test":    func(c *teach.Course) { c.Test = nil },
		"init":    func(c *teach.Course) { c.Pupil.(*teach.Recurrent).Init = model },
	} {
		c := course(t, docs)
		change(c)
		if _, err := c.Open(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := c.Complete(model); got != (what == "") {
			t.Errorf("another %q: complete %v", what, got)
		}
	}
	// A folder whose weights or words were gone or damaged was complete.
	for _, name := range []string{"model.safetensors", seq2seq.VocabularyFile, "config.json"} {
		file := filepath.Join(model, name)
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for what, do := range map[string]func() error{
			"without":    func() error { return os.Remove(file) },
			"with empty": func() error { return os.WriteFile(file, nil, 0o666) },
			"with zeros": func() error { return os.WriteFile(file, make([]byte, len(data)), 0o666) },
		} {
			if err := do(); err != nil {
				t.Fatal(err)
			}
			if c.Complete(model) {
				t.Errorf("complete %s %s", what, name)
			}
		}
		if err := os.WriteFile(file, data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if !c.Complete(model) {
		t.Error("no longer complete")
	}
}
