// Follow writes down what "hed train pn" would learn, so that bench/torch/pointer.py can be taught the same: with the same
// weights to begin with, and from the same pairs in the same order. The script run beside it does all of it.
//
//	follow -options spec -docs train.jsonl -test test.jsonl -epochs 3 -batch 256 -out DIR
//
// DIR/learn is the course, DIR/test has the articles of the test part, and DIR/model is a model's folder as hed reads it,
// with the weights to begin with.
package main

import (
	"context"
	"encoding/binary"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"hed/bench/course"
	"hed/corpus"
	"hed/corpus/jsonl"
	"hed/generate/seq2seq"
	"hed/neural/train"
	"hed/tensor"
)

func main() {
	f := new(follow)
	flag.StringVar(&f.options, "options", "", "`OPTIONS` of pn, as hed train has them")
	flag.StringVar(&f.docs, "docs", "", "`FILE` to learn from")
	flag.StringVar(&f.test, "test", "", "`FILE` of the test part")
	flag.Float64Var(&f.epochs, "epochs", 3, "passes")
	flag.IntVar(&f.batch, "batch", 256, "documents in a step")
	flag.Uint64Var(&f.seed, "seed", 1, "seed")
	flag.StringVar(&f.out, "out", "", "`DIR` for the course")
	flag.Parse()
	if err := f.run(context.Background()); err != nil {
		fmt.Fprintf(os.Stderr, "follow: %v\n", err)
		os.Exit(1)
	}
}

type follow struct {
	options, docs, test, out string
	epochs                   float64
	batch                    int
	seed                     uint64
}

func (f *follow) run(ctx context.Context) error {
	o, err := seq2seq.ParseOptions(f.options)
	if err != nil {
		return err
	}
	if err := o.Settle(); err != nil {
		return err
	}
	temp, err := os.MkdirTemp("", "follow")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	d := tensor.New(runtime.NumCPU())
	defer d.Close()
	// One step that changes nothing, after which the pairs are in files and the weights are those to begin with.
	still := o
	still.Rate = new(1e-30)
	lesson := &seq2seq.Lesson{
		Kind: "pn", Options: still,
		Plan: train.Plan{Docs: read(f.docs), Valid: read(f.test), Epochs: 1, Steps: 1, Batch: f.batch, Seed: f.seed, Device: d, Folder: temp, Now: time.Now},
	}
	taught, err := lesson.Teach(ctx)
	if err != nil {
		return err
	}
	learn := &course.Course{
		Config: taught.Model.Net.Config, Optimiser: o.Optimiser, Rate: *o.Rate, Clip: o.Clip, Schedule: o.Schedule, Warmup: o.Warmup,
		Search: course.Search{Beams: 5, Min: 4, Max: 30, NoRepeat: 3, Penalty: 1, Together: 256},
	}
	if learn.Pairs, err = pairs(filepath.Join(temp, "learn.pairs")); err != nil {
		return err
	}
	sampler := &train.Sampler{N: len(learn.Pairs), Batch: f.batch, Seed: f.seed, Size: func(i int) int {
		return len(learn.Pairs[i][1])<<32 | len(learn.Pairs[i][0])
	}}
	learn.Steps = int(f.epochs * float64(sampler.Steps()))
	for step := range learn.Steps {
		learn.Batches = append(learn.Batches, sampler.At(step))
	}
	weights := taught.Model.Net.Params()
	if err := learn.Write(filepath.Join(f.out, "learn"), d, weights); err != nil {
		return err
	}
	find := *learn
	if find.Pairs, err = pairs(filepath.Join(temp, "valid.pairs")); err != nil {
		return err
	}
	find.Batches, find.Search.Articles = nil, len(find.Pairs)
	if err := find.Write(filepath.Join(f.out, "test"), d, weights); err != nil {
		return err
	}
	return model(filepath.Join(f.out, "model"), taught.Model, d)
}

func read(file string) corpus.Reader {
	return jsonl.Format.Documents(corpus.File(file), corpus.Options{})
}

// pairs reads a file of pairs that a Lesson wrote: words, places of 64 bits, and how many pairs there are.
func pairs(file string) (list [][2][]int32, err error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	order := binary.NativeEndian
	n := int(order.Uint64(data[len(data)-8:]))
	tail := data[len(data)-8*(2*n+2):]
	words := func(k int) []int32 {
		from, to := order.Uint64(tail[8*k:]), order.Uint64(tail[8*(k+1):])
		list := make([]int32, to-from)
		_, err := binary.Decode(data[4*from:4*to], order, list)
		if err != nil {
			panic(err) // of slices of the right size
		}
		return list
	}
	for i := range n {
		list = append(list, [2][]int32{words(2 * i), words(2*i + 1)})
	}
	return list, nil
}

// model writes a model's folder.
func model(folder string, m *seq2seq.Model, d tensor.Device) error {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	for name, write := range m.Files(d, false) {
		f, err := os.Create(filepath.Join(folder, name))
		if err != nil {
			return err
		}
		if err := errors.Join(write(f), f.Close()); err != nil {
			return err
		}
	}
	return nil
}
