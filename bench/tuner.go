package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"time"

	"hed/neural/decoder"
	"hed/neural/train"
	"hed/tensor"
	"hed/tensor/cuda"
	"hed/tensor/grad"
)

// What is learnt: batches of 16 articles of 256 tokens with headlines of 24.
const (
	tunerBatch    = 16
	tunerTokens   = 256
	tunerHeadline = 24
	tunerSteps    = 30
	tunerWarm     = 5
)

// tunerWork is the argument that makes this program learn, as tuner.py does, and print what it took.
const tunerWork = "learn"

// tunerCard compares steps of fine-tuning with transformers on an NVIDIA card.
func tunerCard(b *bench) ([]row, error) {
	var rows []row
	for _, k := range []struct{ name, kind string }{{"BART-base", "bart"}, {"T5-base", "t5"}} {
		r := row{
			what: fmt.Sprintf("%s learns from a batch of %d, on cuda in float32", k.name, tunerBatch), peer: "transformers with torch", goal: 0.8, unit: seconds, most: tunerSteps,
		}
		done, err := r.finish(b.raceTuner(k.kind, &r))
		if err != nil {
			return nil, err
		}
		rows = append(rows, done...)
	}
	return rows, nil
}

// A tunerRun is what a side prints: the loss of the first batch, and the seconds of steps.
type tunerRun struct {
	Seconds []float64 `json:"seconds"`
	Loss    float64   `json:"loss"`
}

func (b *bench) raceTuner(kind string, r *row) error {
	python, script, folder, err := b.transformer("tuner", kind)
	if err != nil {
		return err
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	args := []string{folder, "cuda", strconv.Itoa(tunerBatch), strconv.Itoa(tunerTokens), strconv.Itoa(tunerSteps)}
	var mine, theirs tunerRun
	for _, side := range []struct {
		of      *tunerRun
		program []string
	}{{&mine, []string{self, tunerWork}}, {&theirs, []string{python, script, "learn"}}} {
		e, err := b.execute(side.program[0], append(side.program[1:], args...)...)
		if err != nil {
			return absence{err.Error()}
		}
		if err := json.Unmarshal(e.Stdout, side.of); err != nil {
			return err
		}
	}
	if err := alike("loss", []float64{mine.Loss}, []float64{theirs.Loss}, 1e-3); err != nil {
		return err
	}
	for i, s := range mine.Seconds {
		r.add(s, theirs.Seconds[i])
	}
	return nil
}

// tune is what a process does that was started with tunerWork: FOLDER DEVICE BATCH TOKENS STEPS.
func tune(out io.Writer, args []string) error {
	if len(args) != 5 {
		return fmt.Errorf("%s: want FOLDER DEVICE BATCH TOKENS STEPS", tunerWork)
	}
	var numbers [3]int
	for i := range numbers {
		var err error
		if numbers[i], err = strconv.Atoi(args[2+i]); err != nil {
			return err
		}
	}
	batch, length, steps := numbers[0], numbers[1], numbers[2]
	var d tensor.Learner = tensor.New(threads)
	if args[1] == "cuda" {
		card, err := cuda.Open()
		if err != nil {
			return err
		}
		d = any(card).(tensor.Learner) // which builds with a card have
	}
	defer d.Close()
	f, err := decoder.Read(args[0])
	if err != nil {
		return err
	}
	defer f.Close()
	n := f.Learn(d, nil, nil)
	defer n.Free()
	method := train.Method{Name: "adam", Rate: 5e-5, Clip: 1}
	o, err := train.NewOptimiser(d, n.Learning(), method)
	if err != nil {
		return err
	}
	tokens := func(step, cols int) (all [][]int32) {
		for i := range batch {
			var row []int32
			for j := range cols {
				row = append(row, int32(1000+((step*batch+i)*7919+j*104729)%20000))
			}
			all = append(all, row)
		}
		return all
	}
	of := make([]int, batch)
	for i := range of {
		of[i] = i
	}
	var sum [1]float32
	loss := func(t *grad.Tape, step int, l decoder.Lesson) float64 {
		t.Reset()
		written := tokens(step, tunerHeadline)
		x := n.Write(t, n.Read(t, tokens(step, length), l), written, of, l)
		pick, _ := n.LogLikelihood(t, x, slices.Concat(written...), false)
		rows := pick.Value.Rows
		if !t.Fixed {
			d.Write(pick.Grad, slices.Repeat([]float32{-1 / float32(rows)}, rows))
		}
		t.Backward()
		total := t.Zeros(1, 1)
		d.SumRows(total, pick.Value)
		d.Read(sum[:], total)
		return -float64(sum[0]) / float64(rows)
	}
	fixed := &grad.Tape{Device: d, Fixed: true}
	r := tunerRun{Loss: loss(fixed, 0, decoder.Lesson{})}
	fixed.Close()
	tape := &grad.Tape{Device: d}
	defer tape.Close()
	for step := range tunerWarm + steps {
		start := time.Now()
		loss(tape, step, decoder.Lesson{Dropout: 0.1, Seed: uint64(step)})
		o.Step(method.Rate)
		d.Read(sum[:], n.Learning()[0].Value.Part(0, 1, 0, 1)) // which waits for the device
		if step >= tunerWarm {
			r.Seconds = append(r.Seconds, time.Since(start).Seconds())
		}
	}
	return json.NewEncoder(out).Encode(r)
}
