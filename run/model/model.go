// Package model says what a model is, whoever made it, and what hed can do with it: networks that write headlines, classifiers of
// style, encoders that metrics use, and word vectors.
package model

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"hed/generate/seq2seq"
	"hed/internal/count"
	"hed/metric/all"
	"hed/neural/hub"
	"hed/numeral/rerank"
	"hed/style/classify"
	judges "hed/style/classify/all"
	"hed/tensor"
	"hed/text/vector"
)

// A Card says what a model is.
type Card struct {
	Facts [][2]string `json:"facts"` // in pairs: "parameters", "33360000 in F32"
	// Serves are the metrics that can use the model.
	Serves []string `json:"serves,omitempty"`
	// Writer is the generator that writes headlines with it; "" where none does.
	Writer string `json:"writer,omitempty"`
	// Labels are those that a classifier of style tells apart.
	Labels []string `json:"labels,omitempty"`
	// Answers says that it answers questions about the numbers of headlines.
	Answers  bool     `json:"answers,omitempty"`
	Warnings []string `json:"warnings,omitempty"`
	// Value is all that is known, for programs.
	Value any `json:"-"`
}

// Look says what is in the folder of a model, or in a file of word vectors. It is an error if hed cannot use it. Files that have
// checksums are compared with them.
func Look(ctx context.Context, path string) (*Card, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("look at a model: %w", err)
	}
	if !info.IsDir() {
		return vectors(path)
	}
	if c, err := seq2seq.ReadConfig(path); err == nil && c.Kind() != "" {
		return recurrent(path)
	}
	if classify.Is(path) {
		return judge(ctx, path)
	}
	if _, err := os.Stat(filepath.Join(path, "config.json")); err != nil {
		if _, err := os.Stat(filepath.Join(path, "tokenizer.json")); err == nil {
			return vectors(path) // static ones
		}
	}
	d, err := hub.Check(ctx, path)
	if err != nil {
		return nil, err
	}
	serves, reasons := all.Serving(d)
	d.Warnings = append(d.Warnings, reasons...)
	c := &Card{Facts: d.Facts(), Serves: serves, Answers: rerank.Has(path), Warnings: d.Warnings}
	if d.Writing > 0 {
		c.Serves, c.Writer = nil, "transformer"
	}
	c.Value = struct {
		*hub.Description
		Serves []string `json:"serves"`
	}{d, serves}
	return c, nil
}

func recurrent(path string) (*Card, error) {
	d := tensor.New(1)
	defer d.Close()
	m, err := seq2seq.Open(path, d) // which reads all of it
	if err != nil {
		return nil, err
	}
	return &Card{Facts: m.Facts(), Writer: m.Kind(), Value: m.Config}, nil
}

func judge(ctx context.Context, path string) (*Card, error) {
	c, err := judges.Open(ctx, path, nil)
	if err != nil {
		return nil, err
	}
	return &Card{Facts: c.Facts(), Serves: []string{"style"}, Labels: c.Labels(), Value: c}, c.Close()
}

func vectors(path string) (*Card, error) {
	t, err := vector.Open(path, "")
	if err != nil {
		return nil, err
	}
	facts := [][2]string{{"words", fmt.Sprintf("%s with vectors of %d numbers", count.Of(t.Len(), "word"), t.Dim())}}
	if t.Duplicates() > 0 {
		facts = append(facts, [2]string{"twice", count.Of(t.Duplicates(), "word") + ", whose first vector counts"})
	}
	return &Card{Facts: facts, Serves: []string{"we"}}, t.Close()
}
