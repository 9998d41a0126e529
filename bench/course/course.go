// Package course writes down what a network is taught, so that another program can teach the same: bench/torch/pointer.py
// reads it.
package course

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"time"

	"hed/neural/recurrent"
	"hed/neural/train"
	"hed/tensor"
	"hed/tensor/grad"
	"hed/tensor/safetensors"
)

// A Course is the steps of teaching a pointer-generator, and how headlines are looked for.
type Course struct {
	Config recurrent.Config `json:"config"`
	// Pairs are an article and its headline each; the numbers of their words are those of recurrent.Pair.
	Pairs   [][2][]int32 `json:"pairs"`
	Batches [][]int      `json:"batches"` // the pairs of each step

	Optimiser string  `json:"optimiser"` // adam or adagrad
	Rate      float64 `json:"rate"`
	Clip      float64 `json:"clip"`
	Schedule  string  `json:"schedule"` // constant or linear
	Warmup    int     `json:"warmup"`
	Steps     int     `json:"steps"` // for the schedule

	Search Search `json:"search"`
}

// A Search is a part of recurrent.Search, and for what.
type Search struct {
	Beams    int     `json:"beams"`
	Min      int     `json:"min"`
	Max      int     `json:"max"`
	NoRepeat int     `json:"norepeat"`
	Penalty  float64 `json:"penalty"`
	Articles int     `json:"articles"` // of the first so many pairs
	Together int     `json:"together"` // so many at once
}

// Write fills a folder with course.json and the weights to begin with.
func (c *Course) Write(folder string, d tensor.Device, weights []*grad.Param) error {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	data, err := json.Marshal(c)
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(folder, "course.json"), data, 0o666); err != nil {
		return err
	}
	f, err := os.Create(filepath.Join(folder, "begin.safetensors"))
	if err != nil {
		return err
	}
	var all []safetensors.Out
	for _, p := range weights {
		all = append(all, train.Tensor(d, p.Name, p.Value, safetensors.F32))
	}
	return errors.Join(safetensors.Write(f, all, nil), f.Close())
}

// Teach takes the steps at a constant rate, and gives their losses and the seconds after the first step.
func (c *Course) Teach(d tensor.Learner, n *recurrent.Net) (losses []float64, seconds float64, err error) {
	how := train.Method{Name: c.Optimiser, Rate: float32(c.Rate), Clip: float32(c.Clip)}
	if c.Optimiser == "adagrad" {
		how.Initial = 0.1 // as pointer.py has it
	}
	o, err := train.NewOptimiser(d, n.Params(), how)
	if err != nil {
		return nil, 0, err
	}
	tape := &grad.Tape{Device: d}
	defer tape.Close()
	sums := d.New(len(c.Batches), 2)
	read := make([]float32, 2*len(c.Batches))
	var start time.Time
	for step, batch := range c.Batches {
		if step == 1 {
			d.Read(read, sums) // which waits for a card
			start = time.Now()
		}
		pairs := make([]recurrent.Pair, len(batch))
		for i, k := range batch {
			pairs[i] = recurrent.Pair{Article: c.Pairs[k][0], Headline: c.Pairs[k][1]}
		}
		b, err := recurrent.NewBatch(pairs, n.Vocabulary)
		if err != nil {
			return nil, 0, err
		}
		tape.Reset()
		n.Loss(tape, b, recurrent.Lesson{}, sums.Part(step, step+1, 0, 2))
		o.Step(float32(c.Rate))
	}
	d.Read(read, sums)
	seconds = time.Since(start).Seconds()
	for i := range c.Batches {
		losses = append(losses, float64(read[2*i]))
	}
	return losses, seconds, nil
}
