package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"hed/neural/decoder"
	"hed/tensor"
	"hed/tensor/cuda"
)

// What is written: headlines of 24 tokens with 4 beams, which writer.py puts into the folder of the model, for articles of 256 tokens, all
// different.
const (
	writerArticles = 32
	writerTokens   = 256
)

// writerKinds are the shapes of models, and what writer.py calls them.
var writerKinds = []struct{ name, kind string }{{"BART-base", "bart"}, {"T5-base", "t5"}}

// writerWork is the argument that makes this program write, as writer.py does, and print what it took: the peak of memory is that of a process.
const writerWork = "write"

// writer compares writing headlines with transformers on the processor: its time, and its memory.
func writer(b *bench) ([]row, error) { return b.writer("cpu", "float32", 1, 1) }

// writerCard is writer on an NVIDIA card. Each precision is a comparison of its own, since one takes a minute or more.
func writerCard(precision string) func(*bench) ([]row, error) {
	return func(b *bench) ([]row, error) { return b.writer("cuda", precision, 5, 1.5) }
}

// writer measures on a device, in so many runs of a process.
func (b *bench) writer(device, precision string, runs int, goal float64) ([]row, error) {
	articles := writerArticles
	if b.pairs < fullSizes.pairs { // a try
		articles, runs = 2, 1
	}
	var rows []row
	for _, k := range writerKinds {
		what := fmt.Sprintf("%s writes %d headlines, 4 beams, on %s in %s", k.name, articles, device, precision)
		list := []row{{what: what, peer: "transformers with torch", goal: goal, unit: seconds}}
		if device == "cpu" {
			list = append(list, row{what: what + ", memory", peer: "transformers with torch", goal: 1 / 0.7, unit: megabytes})
		}
		err := b.raceWriter(k.kind, []string{device, precision, strconv.Itoa(articles), strconv.Itoa(writerTokens), strconv.Itoa(runs)}, list)
		for _, r := range list {
			done, err := r.finish(err)
			if err != nil {
				return nil, err
			}
			rows = append(rows, done...)
		}
	}
	return rows, nil
}

// A writerRun is what a side prints: the seconds of each run after a first, and the scores of the best headlines of the first two articles.
type writerRun struct {
	Seconds []float64
	Scores  []float64
}

// transformer gives what runs transformers, a script of that name and a folder with a model of a kind, which the script makes if it is not there.
func (b *bench) transformer(name, kind string) (python, script, folder string, err error) {
	if python, err = b.environment(filepath.Join(b.scripts, "torch")); err != nil {
		return "", "", "", err
	}
	script, folder = filepath.Join(b.scripts, "torch", name+".py"), filepath.Join(b.dir, name+"-"+kind)
	if _, err := os.Stat(filepath.Join(folder, "model.safetensors")); err != nil {
		if _, err := b.execute(python, script, "make", kind, folder); err != nil {
			return "", "", "", absence{err.Error()}
		}
	}
	return python, script, folder, nil
}

func (b *bench) raceWriter(kind string, args []string, rows []row) error {
	python, script, folder, err := b.transformer("writer", kind)
	if err != nil {
		return err
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	mine, used, err := b.writes(self, append([]string{writerWork, folder}, args...))
	if err != nil {
		return err
	}
	theirs, peak, err := b.writes(python, append([]string{script, "write", folder}, args...))
	if err != nil {
		return absence{err.Error()}
	}
	within := 1e-3
	if args[1] == "bfloat16" { // which has two digits, and transformers adds in it too
		within = 0.2
	}
	if err := alike("score", mine.Scores, theirs.Scores, within); err != nil {
		return err
	}
	for i, s := range mine.Seconds {
		rows[0].add(s, theirs.Seconds[i])
	}
	if len(rows) > 1 {
		rows[1].add(used, peak)
	}
	return nil
}

func (b *bench) writes(program string, args []string) (r writerRun, peak float64, err error) {
	e, err := b.execute(program, args...)
	if err != nil {
		return r, 0, err
	}
	return r, e.Peak, json.Unmarshal(e.Stdout, &r)
}

// work is what a process does that was started with writerWork: FOLDER DEVICE PRECISION ARTICLES TOKENS RUNS.
func work(out io.Writer, args []string) error {
	if len(args) != 6 {
		return fmt.Errorf("%s: want FOLDER DEVICE PRECISION ARTICLES TOKENS RUNS", writerWork)
	}
	var numbers [3]int
	for i := range numbers {
		var err error
		if numbers[i], err = strconv.Atoi(args[3+i]); err != nil {
			return err
		}
	}
	var d tensor.Device = tensor.New(threads)
	if args[1] == "cuda" {
		card, err := cuda.Open()
		if err != nil {
			return err
		}
		d = card
	}
	defer d.Close()
	f, err := decoder.Read(args[0])
	if err != nil {
		return err
	}
	f.Short = args[2] == "bfloat16"
	m, err := f.Load(d)
	if err != nil {
		return err
	}
	defer m.Close()
	texts := make([]decoder.Text, numbers[0])
	for i := range texts {
		for j := range numbers[1] {
			texts[i].Tokens = append(texts[i].Tokens, int32(1000+(i*7919+j*104729)%20000))
		}
	}
	first := texts
	if args[1] == "cpu" { // which has nothing to warm but memory
		first = texts[:1]
	}
	if _, err := m.Write(context.Background(), first, m.Settings); err != nil {
		return err
	}
	var r writerRun
	for range numbers[2] {
		start := time.Now()
		found, err := m.Write(context.Background(), texts, m.Settings)
		if err != nil {
			return err
		}
		r.Seconds, r.Scores = append(r.Seconds, time.Since(start).Seconds()), nil
		for _, list := range found[:min(2, len(found))] {
			r.Scores = append(r.Scores, list[0].Score)
		}
	}
	return json.NewEncoder(out).Encode(r)
}
