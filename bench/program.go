package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
)

// startUp compares how long it takes until a program could begin.
func startUp(b *bench) ([]row, error) {
	r := row{what: "start: hed version", peer: "import of rouge-score", goal: 20, unit: seconds}
	mean := func(name string, args ...string) func() (float64, error) {
		return func() (float64, error) {
			total := 0.0
			for range b.starts {
				e, err := b.execute(name, args...)
				if err != nil {
					return 0, err
				}
				total += e.Seconds
			}
			return total / float64(b.starts), nil
		}
	}
	load := mean(b.python, "-c", "import rouge_score.rouge_scorer")
	if _, err := load(); err != nil { // the first import compiles, too
		return r.finish(absence{err.Error()})
	}
	err := b.alternate(&r, mean(b.hed, "version"), load)
	return r.finish(err)
}

// wholeProgram compares all that a user waits for, from files to means.
func wholeProgram(b *bench) ([]row, error) {
	r := row{what: fmt.Sprintf("program: hed score, %s pairs", group(b.pairs)), peer: "whole.py with rouge-score-rs", unit: seconds}
	hedArgs := b.scoreArgs(b.data, "--bootstrap", "0")
	peerArgs := []string{filepath.Join(b.scripts, "whole.py"), b.data.refFile, b.data.hypFile}

	got, err := b.execute(b.hed, hedArgs...)
	if err != nil {
		return nil, err
	}
	want, err := b.execute(b.python, peerArgs...)
	if err != nil {
		return r.finish(absence{err.Error()})
	}
	if err := agreeOutputs(got.Stdout, want.Stdout); err != nil {
		return nil, err
	}
	wall := func(name string, args []string) func() (float64, error) {
		return func() (float64, error) {
			e, err := b.execute(name, args...)
			return e.Seconds, err
		}
	}
	err = b.alternate(&r, wall(b.hed, hedArgs), wall(b.python, peerArgs))
	return r.finish(err)
}

func (b *bench) scoreArgs(d *dataset, more ...string) []string {
	return append([]string{"score", "--ref", d.refFile, "--hyp", d.hypFile, "--metric", "rouge", "-f", "json"}, more...)
}

// agreeOutputs compares what "hed score -f json" and whole.py print.
func agreeOutputs(hed, peer []byte) error {
	var theirs map[string]float64
	means, err := printedMeans(hed)
	if err := errors.Join(err, json.Unmarshal(peer, &theirs)); err != nil {
		return err
	}
	return agreeing(means, theirs, 1e-9)
}

// printedMeans are those that "hed score -f json" printed.
func printedMeans(output []byte) (map[string]float64, error) {
	var printed struct {
		Metrics []struct {
			Name string
			Mean float64
		}
	}
	if err := json.Unmarshal(output, &printed); err != nil {
		return nil, fmt.Errorf("read what hed printed: %w", err)
	}
	means := map[string]float64{}
	for _, m := range printed.Metrics {
		means[m.Name] = m.Mean
	}
	return means, nil
}
