package main

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"hed/bench/course"
	"hed/generate/seq2seq"
	"hed/neural/recurrent"
	"hed/neural/train"
	"hed/tensor"
	"hed/tensor/safetensors"
)

// TestCourse takes the steps of a course that was written down, with the weights that were: the losses are those of
// the Lesson itself.
func TestCourse(t *testing.T) {
	dir := t.TempDir()
	var lines strings.Builder
	for i := range 120 {
		fmt.Fprintf(&lines, `{"id": "%d", "text": "The firm F%d said that sales rose by %d percent%s.", "headline": "F%[2]d sales up %[3]d%%"}`+"\n", i, i%7, i%40, strings.Repeat(" or so", i%5))
	}
	docs := filepath.Join(dir, "docs.jsonl")
	if err := os.WriteFile(docs, []byte(lines.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	f := &follow{options: "hidden=6+embedding=8+vocabulary=40+words=20+tied=true+optimiser=adam+rate=0.01", docs: docs, test: docs, out: filepath.Join(dir, "out"), epochs: 2, batch: 16, seed: 3}
	if err := f.run(t.Context()); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(filepath.Join(f.out, "learn", "course.json"))
	if err != nil {
		t.Fatal(err)
	}
	c := new(course.Course)
	if err := json.Unmarshal(data, c); err != nil {
		t.Fatal(err)
	}
	d := tensor.New(2)
	defer d.Close()
	n, err := recurrent.New(d, c.Config, rand.New(rand.NewPCG(99, 99)))
	if err != nil {
		t.Fatal(err)
	}
	weights, err := safetensors.Open(filepath.Join(f.out, "learn", "begin.safetensors"))
	if err != nil {
		t.Fatal(err)
	}
	defer weights.Close()
	for _, p := range n.Params() {
		if err := train.Load(d, weights, p.Name, p.Value); err != nil {
			t.Fatal(err)
		}
	}
	losses, _, err := c.Teach(d, n)
	if err != nil {
		t.Fatal(err)
	}

	o := seq2seq.Defaults()
	o.Hidden, o.Embedding, o.Vocabulary, o.Words, o.Tied, o.Optimiser, o.Rate = 6, 8, 40, 20, true, "adam", new(0.01)
	lesson := &seq2seq.Lesson{
		Kind: "pn", Options: o,
		Plan: train.Plan{Docs: read(docs), Valid: read(docs), Epochs: 2, Batch: 16, Seed: 3, Device: d, Folder: t.TempDir(), Now: time.Now},
	}
	taught, err := lesson.Teach(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	at := 0
	for _, p := range taught.Curve {
		sum := 0.0
		for _, l := range losses[at:p.Step] {
			sum += l
		}
		if mean := sum / float64(p.Step-at); !(math.Abs(mean-p.Train) < 1e-6) {
			t.Errorf("steps %d to %d have the mean loss %v, those of the Lesson %v", at+1, p.Step, mean, p.Train)
		}
		at = p.Step
	}
	if at != len(losses) {
		t.Errorf("%d steps, want %d", len(losses), at)
	}
	if _, err := seq2seq.Open(filepath.Join(f.out, "model"), d); err != nil {
		t.Error(err)
	}
}
