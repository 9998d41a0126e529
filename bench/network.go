package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"path/filepath"
	"strconv"
	"time"

	"hed/neural/encoder"
	"hed/neural/tokenizer"
	"hed/tensor"
)

// shapes are those of products: rows of the left factor, length of the sums, columns.
// After the first they are MiniLM's.
var shapes = [][3]int{{512, 512, 512}, {1024, 384, 1152}, {1024, 384, 384}, {1024, 384, 1536}, {1024, 1536, 384}}

const (
	networkTexts  = 64
	networkTokens = 256 // as an article has
)

// network compares matrix products, and MiniLM on texts as long as articles, with torch.
func network(b *bench) ([]row, error) {
	var products []row
	for i, s := range shapes {
		what := fmt.Sprintf("matrix product, %d × %d × %d", s[0], s[1], s[2])
		if i > 0 {
			what += ", a layer of MiniLM's"
		}
		products = append(products, row{what: what, peer: "torch", goal: 0.9, unit: seconds, most: bertRuns})
	}
	texts := max(networkTexts*b.pairs/fullSizes.pairs, 16)
	articles := row{what: fmt.Sprintf("MiniLM, %d texts of %d tokens", texts, networkTokens), peer: "transformers with torch", goal: 1, unit: seconds, most: bertRuns}
	r, err := newBertRace(b)
	if err == nil {
		err = r.network(texts, products, &articles)
	}
	for i, s := range shapes {
		if p := &products[i]; len(p.hedValues) > 0 {
			p.what += fmt.Sprintf(", %.0f GFLOP/s", 2*float64(s[0])*float64(s[1])*float64(s[2])/median(p.hedValues)/1e9)
		}
	}
	var rows []row
	for _, r := range append(products, articles) {
		done, err := r.finish(err)
		if err != nil {
			return nil, err
		}
		rows = append(rows, done...)
	}
	return rows, nil
}

func (r *bertRace) network(texts int, products []row, articles *row) error {
	d := tensor.New(threads)
	defer d.Close()
	e, err := encoder.Open(r.model, d)
	if err != nil {
		return err
	}
	defer e.Close()
	list := make([]*tokenizer.Encoding, texts)
	for i := range list {
		t := &tokenizer.Encoding{IDs: make([]int32, networkTokens), Types: make([]int32, networkTokens)}
		for j := range t.IDs {
			t.IDs[j] = int32(1000 + (i*7919+j*104729)%20000)
		}
		list[i] = t
	}
	for range min(r.repeats, bertRuns) {
		printed, err := r.torch(texts)
		if err != nil {
			return err
		}
		for i, s := range shapes {
			products[i].add(product(d, s), printed.Products[i])
		}
		if _, _, err := encodeTexts(e, list[:1]); err != nil { // which asks for memory
			return err
		}
		seconds, mean, err := encodeTexts(e, list)
		if err != nil {
			return err
		}
		if math.Abs(mean-printed.Mean) > 1e-5 {
			return fmt.Errorf("the states have the mean %v, with torch %v", mean, printed.Mean)
		}
		articles.add(seconds, printed.Seconds)
	}
	return nil
}

// printedNetwork is what network.py prints.
type printedNetwork struct {
	Products []float64
	Seconds  float64
	Mean     float64
}

func (r *bertRace) torch(texts int) (p printedNetwork, err error) {
	e, err := r.execute(r.python, filepath.Join(r.scripts, "torch", "network.py"), r.model, strconv.Itoa(threads), strconv.Itoa(texts), strconv.Itoa(networkTokens))
	if err != nil {
		return p, absence{err.Error()}
	}
	return p, json.Unmarshal(e.Stdout, &p)
}

// product gives the seconds of the quickest of many products with weights, over half a
// second at least.
func product(d *tensor.CPU, s [3]int) float64 {
	x, w, y := d.New(s[0], s[1]), d.Pack(d.New(s[1], s[2])), d.New(s[0], s[2])
	best := math.Inf(1)
	for end := time.Now().Add(time.Second / 2); time.Now().Before(end); {
		start := time.Now()
		d.Linear(y, x, w, tensor.Matrix{}, tensor.Identity)
		best = min(best, time.Since(start).Seconds())
	}
	return best
}

// encodeTexts gives the seconds of encoding, and the mean of the first number of the last
// states.
func encodeTexts(e *encoder.Encoder, list []*tokenizer.Encoding) (seconds, mean float64, err error) {
	sum, n := 0.0, 0
	start := time.Now()
	err = e.Encode(context.Background(), list, []int{e.Config.Layers}, func(_, _ int, states tensor.Matrix) error {
		for i := range states.Rows {
			sum += float64(states.Row(i)[0])
		}
		n += states.Rows
		return nil
	})
	return time.Since(start).Seconds(), sum / float64(n), err
}
