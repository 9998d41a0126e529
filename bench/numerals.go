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
