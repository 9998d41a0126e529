// Command bilstm measures classifiers of style on the random split of De Mattei et al. 2020, table 1: of each newspaper a fifth of
// the headlines is set aside by a seed, the rest is learnt from, and F1 is the mean over newspapers of what is set aside.
//
//	go run ./scripts/bilstm -out DIR ../shared/data/style/cnn.jsonl.gz ../shared/data/style/washington_times.jsonl.gz
//	python scripts/bilstm/restate.py DIR/*
//
// For each seed DIR gets a folder with the model, and with the headlines that are learnt from, that decide when to stop and that are set aside, so that restate.py can teach
// the same network in PyTorch: of the same sizes, with the same words, vectors and characters, from the same headlines.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"time"

	"hed/corpus"
	"hed/internal/whole"
	"hed/stat"
	"hed/style/classify"
	"hed/style/classify/all"
	"hed/tensor"
	"hed/tensor/cuda"
)

func main() {
	kind := flag.String("classifier", "bilstm", "`SPEC` of the classifier")
	out := flag.String("out", "", "`DIR` for models and headlines; none are kept unless given")
	first := flag.Uint64("first", 1, "first `SEED`")
	seeds := flag.Uint64("seeds", 10, "how many `SEEDS`")
	workers := flag.Int("workers", 2, "`N` workers")
	device := flag.String("device", "cpu", "cpu or cuda")
	bodies := flag.Bool("bodies", true, "learn word vectors from the articles")
	flag.Parse()
	m := &measuring{kind: *kind, on: *device, out: *out, workers: *workers, bodies: *bodies}
	if err := m.run(context.Background(), flag.Args(), *first, *seeds); err != nil {
		fmt.Fprintln(os.Stderr, "bilstm:", err)
		os.Exit(1)
	}
}

type measuring struct {
	kind, on, out string
	workers       int
	bodies        bool
	device        tensor.Learner
}

func (m *measuring) run(ctx context.Context, files []string, first, seeds uint64) error {
	var examples []classify.Example
	for _, file := range files {
		more, err := m.read(file)
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		examples = append(examples, more...)
	}
	m.device = tensor.New(m.workers)
	if m.on == "cuda" {
		card, err := cuda.Open()
		if err != nil {
			return err
		}
		m.device = any(card).(tensor.Learner)
	}
	defer m.device.Close()
	var sum, squares float64
	for seed := first; seed < first+seeds; seed++ {
		f1, err := m.measure(ctx, examples, seed)
		if err != nil {
			return err
		}
		sum += f1
		squares += f1 * f1
	}
	if seeds < 2 {
		return nil // which has no interval
	}
	n := float64(seeds)
	mean := sum / n
	half := stat.StudentT(0.95, n-1) * math.Sqrt(max(0, squares/n-mean*mean)/(n-1))
	fmt.Printf("%s: F1 %.4f [%.4f to %.4f] over %d seeds\n", m.kind, mean, mean-half, mean+half, seeds)
	return nil
}

// read gives the headlines of a newspaper.
func (m *measuring) read(file string) (all []classify.Example, err error) {
	r, err := corpus.File(file).Open()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	for d := json.NewDecoder(r); ; {
		var a struct{ Title, Body, Outlet string }
		if err := d.Decode(&a); err == io.EOF {
			return all, nil
		} else if err != nil {
			return nil, err
		}
		if !m.bodies {
			a.Body = ""
		}
		all = append(all, classify.Example{Text: a.Title, Body: a.Body, Label: a.Outlet})
	}
}

// measure teaches by one split, and gives F1 on what was set aside.
func (m *measuring) measure(ctx context.Context, examples []classify.Example, seed uint64) (float64, error) {
	learn, held := classify.Held(examples, 0.2, seed)
	learn, valid := classify.Held(learn, 0.1, seed)
	start := time.Now()
	var begun time.Time // when vectors were learnt
	l := classify.Lesson{Learn: learn, Valid: valid, Seed: seed, Workers: m.workers, Device: m.device, Tell: func(_ string, share float64) {
		if share == 0 && begun.IsZero() {
			begun = time.Now()
		}
	}}
	c, taught, err := all.Train(ctx, m.kind, l)
	if err != nil {
		return 0, err
	}
	defer c.Close()
	end := time.Now()
	measured, _, err := c.Measure(ctx, held, seed)
	if err != nil {
		return 0, err
	}
	fmt.Printf("seed %d: F1 %.4f, %.1f s", seed, measured.Macro, end.Sub(start).Seconds())
	if len(taught.Curve) > 0 {
		fmt.Printf(" of which %.1f s network, %d steps, best at %d", end.Sub(begun).Seconds(), taught.Curve[len(taught.Curve)-1].Step, taught.Curve[taught.Best].Step)
	}
	fmt.Println()
	if m.out == "" {
		return measured.Macro, nil
	}
	files := c.Files()
	for name, part := range map[string][]classify.Example{"learn": learn, "valid": valid, "test": held} {
		files[name+".jsonl"] = func(w io.Writer) error {
			e := json.NewEncoder(w)
			for _, x := range part {
				label, err := c.Index(x.Label)
				if err == nil {
					err = e.Encode(map[string]any{"text": x.Text, "label": label})
				}
				if err != nil {
					return err
				}
			}
			return nil
		}
	}
	dir := filepath.Join(m.out, fmt.Sprint("seed", seed))
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return 0, err
	}
	for name, write := range files {
		if err := whole.Write(filepath.Join(dir, name), write); err != nil {
			return 0, err
		}
	}
	return measured.Macro, nil
}
