package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// questionRate is how many questions a minute hed has to answer at least.
const questionRate = 20_000

// solving compares the answers to all questions of NumHG, from the file to
// the file, with a bound.
func solving(b *bench) ([]row, error) {
	r := row{what: "hed numerals solve, all questions of NumHG", peer: fmt.Sprintf("%s questions a minute", group(questionRate)), goal: 1, unit: seconds}
	if _, err := os.Stat(numhgFile); errors.Is(err, fs.ErrNotExist) {
		return r.finish(absence{"there is no " + numhgFile})
	}
	questions, err := filepath.Abs(numhgFile)
	if err != nil {
		return nil, err
	}
	answers := filepath.Join(b.dir, "answers.jsonl")
	hed := func() (float64, error) {
		e, err := b.execute(b.hed, "numerals", "solve", "--docs", questions, "--out", answers, "--workers", fmt.Sprint(threads))
		return e.Seconds, err
	}
	if _, err := hed(); err != nil {
		return nil, err
	}
	lines, err := os.ReadFile(answers)
	if err != nil {
		return nil, err
	}
	n := bytes.Count(lines, []byte("\n"))
	r.what = fmt.Sprintf("hed numerals solve, %s questions", group(n))
	bound := func() (float64, error) { return float64(n) / questionRate * 60, nil }
	return r.finish(b.alternate(&r, hed, bound))
}

// lintRate is how many headlines a minute hed has to check at least.
const lintRate = 20_000

// linting compares checking a headline of each article of NumHG with a bound. The headlines are first sentences, which is to say long
// and full of numbers.
func linting(b *bench) ([]row, error) {
	r := row{what: "hed lint, an article of NumHG each", peer: fmt.Sprintf("%s headlines a minute", group(lintRate)), goal: 1, unit: seconds}
	if _, err := os.Stat(numhgFile); errors.Is(err, fs.ErrNotExist) {
		return r.finish(absence{"there is no " + numhgFile})
	}
	articles, err := filepath.Abs(numhgFile)
	if err != nil {
		return nil, err
	}
	headlines := filepath.Join(b.dir, "first.txt")
	if err := os.RemoveAll(headlines); err != nil {
		return nil, err
	}
	if _, err := b.execute(b.hed, "generate", "--docs", articles, "--with", "first", "--out", headlines); err != nil {
		return nil, err
	}
	lines, err := os.ReadFile(headlines)
	if err != nil {
		return nil, err
	}
	n := bytes.Count(lines, []byte("\n"))
	r.what = fmt.Sprintf("hed lint, %s headlines with their articles", group(n))
	hed := func() (float64, error) {
		e, err := b.execute(b.hed, "lint", "--docs", articles, "--system", "first="+headlines, "-f", "json")
		return e.Seconds, err
	}
	bound := func() (float64, error) { return float64(n) / lintRate * 60, nil }
	return r.finish(b.alternate(&r, hed, bound))
}
