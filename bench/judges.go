package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"hed/corpus"
	"hed/style/classify"
	"hed/style/classify/linear"
)

// judges compares learning by which of two newspapers a headline is, from headlines in memory to a classifier.
func judges(b *bench) ([]row, error) {
	r := row{peer: "scikit-learn", goal: 3, most: 3, unit: seconds, what: "learning to judge style"}
	return r.finish(b.raceJudges(&r))
}

func (b *bench) raceJudges(r *row) error {
	var all []classify.Example
	for _, name := range []string{"cnn", "washington_times"} {
		more, err := readTitles("../../shared/data/style/" + name + ".jsonl.gz")
		if err != nil {
			return err
		}
		all = append(all, more...)
	}
	learn, held := classify.Held(all, 0.2, 1)
	data := &dataset{refFile: filepath.Join(b.dir, "titles.txt"), hypFile: filepath.Join(b.dir, "labels.txt")}
	for part, examples := range [][]classify.Example{learn, held} {
		for _, e := range examples {
			data.refs = append(data.refs, strings.Join(strings.Fields(e.Text), " "))
			data.hyps = append(data.hyps, []string{"learn ", "held "}[part]+e.Label)
		}
	}
	if err := errors.Join(writeLines(data.refFile, data.refs), writeLines(data.hypFile, data.hyps)); err != nil {
		return err
	}
	peer, err := b.startWorker("logistic", data)
	if err != nil {
		return err
	}
	defer peer.stop()
	theirs, err := peer.means()
	if err != nil {
		return err
	}
	train := func() (*classify.Classifier, error) {
		c, _, err := classify.Train(context.Background(), linear.Kind(), classify.Lesson{Learn: learn, Seed: 1, Workers: runtime.GOMAXPROCS(0)})
		return c, err
	}
	c, err := train()
	if err != nil {
		return err
	}
	ours, _, err := c.Measure(context.Background(), held, 1)
	if err != nil {
		return err
	}
	r.what += fmt.Sprintf(", %s headlines, F1 %.3f beside %.3f", group(len(learn)), ours.Macro, theirs["f1"])
	hed := func() (float64, error) {
		runtime.GC()
		start := time.Now()
		c, err := train()
		seconds := time.Since(start).Seconds()
		runtime.KeepAlive(c)
		return seconds, err
	}
	return b.alternate(r, hed, peer.run)
}

// readTitles reads the headlines of a newspaper.
func readTitles(file string) (all []classify.Example, err error) {
	if _, err := os.Stat(file); errors.Is(err, fs.ErrNotExist) {
		return nil, absence{"there is no " + file}
	}
	r, err := corpus.File(file).Open()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	for d := json.NewDecoder(r); ; {
		var a struct{ Title, Outlet string }
		if err := d.Decode(&a); err == io.EOF {
			return all, nil
		} else if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		all = append(all, classify.Example{Text: a.Title, Label: a.Outlet})
	}
}
