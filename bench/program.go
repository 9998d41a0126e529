package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// command prepares a program with the threads and the encoding that every
// side gets, and without settings of the user's for hed.
func (b *bench) command(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(name, args...)
	cmd.Env = slices.DeleteFunc(os.Environ(), func(kv string) bool { return strings.HasPrefix(kv, "HED_") })
	cmd.Env = append(cmd.Env,
		fmt.Sprintf("GOMAXPROCS=%d", threads),
		fmt.Sprintf("RAYON_NUM_THREADS=%d", threads),
		"PYTHONUTF8=1",
	)
	return cmd
}

// An execution is what one run of a program took.
type execution struct {
	seconds float64
	peak    float64 // resident bytes at most; 0 where the system does not say
	stdout  []byte
}

func (b *bench) execute(name string, args ...string) (execution, error) {
	cmd := b.command(name, args...)
	var out, complaint bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &complaint
	start := time.Now()
	err := cmd.Run()
	e := execution{seconds: time.Since(start).Seconds(), stdout: out.Bytes()}
	if err != nil {
		return e, fmt.Errorf("%s: %w: %s", filepath.Base(name), err, bytes.TrimSpace(complaint.Bytes()))
	}
	e.peak = peakMemory(cmd.ProcessState)
	return e, nil
}

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
				total += e.seconds
			}
			return total / float64(b.starts), nil
		}
	}
	load := mean(b.python, "-c", "import rouge_score.rouge_scorer")
	if _, err := load(); err != nil { // the first import compiles, too
		return r.unless(absence{err.Error()})
	}
	return r.unless(b.alternate(&r, mean(b.hed, "version"), load))
}

// wholeProgram compares all that a user waits for, from files to means.
func wholeProgram(b *bench) ([]row, error) {
	r := row{what: fmt.Sprintf("program: hed score, %s pairs", group(b.pairs)), peer: "whole.py with rouge-score-rs", unit: seconds}
	hedArgs := b.scoreArgs(b.data, "--bootstrap", "0")
	peerArgs := []string{"bench/whole.py", b.data.refFile, b.data.hypFile}

	got, err := b.execute(b.hed, hedArgs...)
	if err != nil {
		return nil, err
	}
	want, err := b.execute(b.python, peerArgs...)
	if err != nil {
		return r.unless(absence{err.Error()})
	}
	if err := agreeOutputs(got.stdout, want.stdout); err != nil {
		return nil, err
	}
	wall := func(name string, args []string) func() (float64, error) {
		return func() (float64, error) {
			e, err := b.execute(name, args...)
			return e.seconds, err
		}
	}
	return r.unless(b.alternate(&r, wall(b.hed, hedArgs), wall(b.python, peerArgs)))
}

func (b *bench) scoreArgs(d *dataset, more ...string) []string {
	return append([]string{"score", "--ref", d.refFile, "--hyp", d.hypFile, "--metric", "rouge", "-f", "json"}, more...)
}

// agreeOutputs compares what "hed score -f json" and whole.py print.
func agreeOutputs(hed, peer []byte) error {
	var ours struct {
		Metrics []struct {
			Name string
			Mean float64
		}
	}
	var theirs map[string]float64
	if err := errors.Join(json.Unmarshal(hed, &ours), json.Unmarshal(peer, &theirs)); err != nil {
		return err
	}
	means := map[string]float64{}
	for _, m := range ours.Metrics {
		means[m.Name] = m.Mean
	}
	return agree(means, theirs, 1e-9)
}
