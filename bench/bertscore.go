package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

const (
	bertPairs = 2000
	bertLayer = "6" // MiniLM's last
	bertRuns  = 3   // the peer's take long
	cardPairs = 20_000
)

// bertScore compares BERTScore with MiniLM: the time of a whole hed process with
// that of the call that scores, which is to the peer's advantage, then the memory and
// the start of both.
func bertScore(b *bench) ([]row, error) {
	pairs := max(bertPairs*b.pairs/fullSizes.pairs, 100)
	what := fmt.Sprintf("BERTScore with MiniLM, %s pairs", group(pairs))
	wall := row{what: what, peer: "bert-score, its scoring alone", goal: 1.3, unit: seconds, most: bertRuns}
	peak := row{what: "peak: " + what, peer: "bert-score with torch", goal: 2, unit: megabytes, most: bertRuns}
	start := row{what: "start: BERTScore with MiniLM, 1 pair", peer: "bert-score with torch", goal: 10, unit: seconds, most: bertRuns}
	r, err := newBertRace(b)
	if err == nil {
		err = r.many(pairs, &wall, &peak)
	}
	if err == nil {
		err = r.one(&start)
	}
	var rows []row
	for _, r := range []row{wall, peak, start} {
		done, err := r.finish(err)
		if err != nil {
			return nil, err
		}
		rows = append(rows, done...)
	}
	return rows, nil
}

// card compares BERTScore on an NVIDIA card: whole processes, and hed's with the call
// that scores alone.
func card(b *bench) ([]row, error) {
	pairs := max(cardPairs*b.pairs/fullSizes.pairs, 100)
	what := fmt.Sprintf("BERTScore with MiniLM on a card, %s pairs", group(pairs))
	program := row{what: "program: " + what, peer: "bert-score with torch", goal: 1.5, unit: seconds, most: bertRuns}
	scoring := row{what: what, peer: "bert-score, its scoring alone", unit: seconds, most: bertRuns}
	r, err := newBertRace(b)
	if err == nil {
		err = r.onCard(pairs, &program, &scoring)
	}
	rows, err := program.finish(err)
	if err != nil {
		return nil, err
	}
	more, err := scoring.finish(err)
	return append(rows, more...), err
}

// A bertRace is what both sides need.
type bertRace struct {
	*bench
	program, device string // hed, and where it computes
	model           string // folder
	python          string // with torch
}

func newBertRace(b *bench) (*bertRace, error) {
	model, err := filepath.Abs(filepath.Join(os.Getenv("HED_TEST_MODELS"), "minilm"))
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(model); err != nil || os.Getenv("HED_TEST_MODELS") == "" {
		return nil, absence{"HED_TEST_MODELS does not name a folder with minilm"}
	}
	python, err := b.environment(filepath.Join(b.scripts, "torch"))
	if err != nil {
		return nil, err
	}
	return &bertRace{b, b.hed, "cpu", model, python}, nil
}

// onCard compares the time of many pairs on a card.
func (r *bertRace) onCard(pairs int, program, scoring *row) error {
	r.program, r.device = r.hed+"-cuda", "cuda"
	data, err := r.first(pairs)
	if err != nil {
		return err
	}
	for range min(r.repeats, bertRuns) {
		h, p, alone, err := r.both(data)
		if err != nil {
			return err
		}
		program.add(h.Seconds, p.Seconds)
		scoring.add(h.Seconds, alone)
	}
	return nil
}

// many compares time and memory of many pairs.
func (r *bertRace) many(pairs int, wall, peak *row) error {
	data, err := r.first(pairs)
	if err != nil {
		return err
	}
	for range min(r.repeats, bertRuns) {
		h, p, scoring, err := r.both(data)
		if err != nil {
			return err
		}
		wall.add(h.Seconds, scoring)
		peak.add(h.Peak, p.Peak)
	}
	return nil
}

// one compares how long a pair takes from the start of the processes.
func (r *bertRace) one(start *row) error {
	data, err := r.first(1)
	if err != nil {
		return err
	}
	for range min(r.repeats, bertRuns) {
		h, p, _, err := r.both(data)
		if err != nil {
			return err
		}
		start.add(h.Seconds, p.Seconds)
	}
	return nil
}

// first are the first pairs, in files of their own.
func (r *bertRace) first(n int) (*dataset, error) {
	d := r.data.head(n)
	d.refFile, d.hypFile = filepath.Join(r.dir, "bert.ref"), filepath.Join(r.dir, "bert.hyp")
	return d, errors.Join(writeLines(d.refFile, d.refs), writeLines(d.hypFile, d.hyps))
}

// both runs hed and the peer, which must agree, and gives the seconds of the peer's
// scoring.
func (r *bertRace) both(data *dataset) (hed, peer execution, scoring float64, err error) {
	if hed, err = r.hedRun(data); err != nil {
		return hed, peer, 0, err
	}
	peer, err = r.execute(r.python, filepath.Join(r.scripts, "torch", "bertscore.py"), r.device, r.model, bertLayer, data.refFile, data.hypFile)
	if err != nil {
		return hed, peer, 0, absence{err.Error()}
	}
	var printed struct {
		Seconds float64
		Means   map[string]float64
	}
	if err := json.Unmarshal(peer.Stdout, &printed); err != nil {
		return hed, peer, 0, err
	}
	means, err := printedMeans(hed.Stdout)
	if err != nil {
		return hed, peer, 0, err
	}
	return hed, peer, printed.Seconds, agreeing(means, printed.Means, 1e-5)
}

// hedRun runs hed with a home of its own, so that it finds nothing in its cache.
func (r *bertRace) hedRun(data *dataset) (e execution, err error) {
	home, err := os.MkdirTemp(r.dir, "home")
	if err != nil {
		return e, err
	}
	defer os.RemoveAll(home)
	for _, name := range []string{"HOME", "XDG_CACHE_HOME", "LocalAppData"} {
		if old, ok := os.LookupEnv(name); ok {
			defer os.Setenv(name, old)
		} else {
			defer os.Unsetenv(name)
		}
		os.Setenv(name, home)
	}
	return r.execute(r.program, "score", "--ref", data.refFile, "--hyp", data.hypFile, "--device", r.device, "--bootstrap", "0",
		"--metric", "bertscore:model="+r.model+"+layer="+bertLayer, "-f", "json")
}
