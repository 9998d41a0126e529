// Package linear tells styles apart by logistic regression over hashed n-grams of words and characters. It is fast, and its
// probabilities are sums of what each n-gram says.
package linear

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"

	"hed/internal/crash"
	learning "hed/neural/train"
	"hed/spec"
	"hed/style/classify"
	"hed/tensor"
	"hed/tensor/safetensors"
)

// Name is that of the kind.
const Name = "linear"

// Options are how the classifier is taught.
type Options struct {
	Words int     `opt:"words" json:"words" doc:"longest n-gram of words; 0 for none; default 2"`
	Chars int     `opt:"chars" json:"chars" doc:"longest n-gram of characters within a word; 0 for none; default 5"`
	Bits  int     `opt:"bits" json:"bits" doc:"n-grams have 2 to this power buckets; default 18"`
	L2    float64 `opt:"l2" json:"l2" doc:"how much the squares of weights cost beside the log loss of an example; default 0.1"`
}

// Defaults are those that did best on headlines that were not measured on.
func Defaults() Options { return Options{Words: 2, Chars: 5, Bits: 18, L2: 0.1} }

// ngrams say which there are.
type ngrams struct {
	Words int `json:"words"`
	Chars int `json:"chars"`
	Bits  int `json:"bits"`
}

func parse(options string) (Options, error) {
	o, err := spec.Over(Name, options, Defaults())
	if err != nil {
		return o, err
	}
	if !(o.L2 > 0 && o.L2 <= 1e6) {
		return o, fmt.Errorf("%s: l2=%g: want a number above 0, such as 0.1", Name, o.L2)
	}
	s := o.ngrams()
	return o, s.check()
}

func (o *Options) ngrams() ngrams { return ngrams{o.Words, o.Chars, o.Bits} }

func (o *ngrams) check() error {
	switch {
	case o.Words < 0 || o.Words > 5 || o.Chars < 0 || o.Chars > 12 || o.Words+o.Chars == 0:
		return fmt.Errorf("%s: words=%d and chars=%d: want n-grams of 0 to 5 words and 0 to 12 characters, and one of both", Name, o.Words, o.Chars)
	case o.Bits < 8 || o.Bits > 24:
		return fmt.Errorf("%s: bits=%d: want 8 to 24", Name, o.Bits)
	}
	return nil
}

// Kind is this kind of classifier.
func Kind() classify.Kind {
	return classify.Kind{
		Name: Name, Doc: "logistic regression over n-grams of words and characters, learnt in seconds", Options: Defaults(),
		Check: func(options string) error { _, err := parse(options); return err },
		Train: train, Open: open,
	}
}

// A Model is weights of n-grams.
type Model struct {
	ngrams
	labels  int
	workers int
	weights []float32 // of each bucket, for each score
	bias    []float32 // of each score
}

// outs is how many scores there are: one decides between two labels.
func outs(labels int) int {
	if labels == 2 {
		return 1
	}
	return labels
}

func train(ctx context.Context, l *classify.Lesson) (*classify.Taught, error) {
	o, err := parse(l.Options)
	if err != nil {
		return nil, err
	}
	m := &Model{ngrams: o.ngrams(), labels: len(l.Labels), workers: l.Workers}
	examples := slices.Concat(l.Learn, l.Valid)
	features := make([][]feature, len(examples))
	if err := m.each(ctx, textsOf(examples), func(i int, f []feature) { features[i] = f }); err != nil {
		return nil, err
	}
	p, err := newProblem(features, 1<<m.Bits, outs(m.labels))
	if err != nil {
		return nil, err
	}
	p.l2, p.workers = o.L2, l.Workers
	w := p.vector()
	// teach learns from the first n, beginning with what was learnt before.
	teach := func(ctx context.Context, n int) (*classify.Taught, error) {
		for _, e := range examples[len(p.label):n] {
			p.label = append(p.label, int32(slices.Index(l.Labels, e.Label)))
		}
		err := p.solve(ctx, w, 5e-3, func(step int) { l.Tell(fmt.Sprintf("step %d", step), 0) })
		if err != nil {
			return nil, err
		}
		m := *m
		m.weights, m.bias = w.weights(features, 1<<m.Bits)
		return &classify.Taught{Model: &m}, nil
	}
	first, err := teach(ctx, len(l.Learn))
	if err == nil {
		first.Again = func(ctx context.Context) (*classify.Taught, error) { return teach(ctx, len(examples)) }
	}
	return first, err
}

func textsOf(examples []classify.Example) []string {
	texts := make([]string, len(examples))
	for i, e := range examples {
		texts[i] = e.Text
	}
	return texts
}

// each calls do with the features of each text, several at the same time.
func (m *Model) each(ctx context.Context, texts []string, do func(i int, f []feature)) error {
	parts := min(max(m.workers, 1), 1+len(texts)/64)
	var g crash.Group
	for part := range parts {
		g.Go(func() {
			var s scratch
			for i := part * len(texts) / parts; i < (part+1)*len(texts)/parts && ctx.Err() == nil; i++ {
				do(i, m.vector(texts[i], &s))
			}
		})
	}
	g.Wait()
	return context.Cause(ctx)
}

// Scores implements classify.Model.
func (m *Model) Scores(ctx context.Context, texts []string) ([][]float64, error) {
	all := make([][]float64, len(texts))
	err := m.each(ctx, texts, func(i int, f []feature) {
		row := make([]float64, outs(m.labels))
		for j, b := range m.bias {
			row[j] = float64(b)
		}
		for _, x := range f {
			w := m.weights[int(x.bucket)*len(row):]
			for j := range row {
				row[j] += float64(float64(w[j]) * float64(x.value))
			}
		}
		all[i] = m.spread(row)
	})
	return all, err
}

// spread gives each label its score.
func (m *Model) spread(row []float64) []float64 {
	if m.labels == 2 {
		return []float64{0, row[0]}
	}
	return row
}

// Weigh implements classify.Weigher.
func (m *Model) Weigh(text string) []classify.Feature {
	f := m.vector(text, new(scratch))
	var grams []gram
	times := map[uint32]float64{}
	m.grams(text, func(g gram) { grams, times[g.bucket] = append(grams, g), times[g.bucket]+1 })
	all := make([]classify.Feature, 0, len(grams))
	for _, g := range grams {
		i, _ := slices.BinarySearchFunc(f, g.bucket, func(f feature, b uint32) int { return int(f.bucket) - int(b) })
		row := make([]float64, outs(m.labels))
		w := m.weights[int(g.bucket)*len(row):]
		for j := range row {
			row[j] = float64(w[j]) * float64(f[i].value) / times[g.bucket]
		}
		all = append(all, classify.Feature{Text: g.text(text), Start: g.start, End: g.end, Word: g.word, Scores: m.spread(row)})
	}
	return all
}

// Settings implements classify.Model.
func (m *Model) Settings() any { return m.ngrams }

// Weights implements classify.Model.
func (m *Model) Weights() (n int) {
	for _, w := range m.weights {
		if w != 0 {
			n++
		}
	}
	return n + len(m.bias)
}

// Facts implements classify.Model.
func (m *Model) Facts() [][2]string {
	return [][2]string{
		{"architecture", fmt.Sprintf("logistic regression over n-grams of up to %d words and %d characters", m.Words, m.Chars)},
		{"parameters", strconv.Itoa(m.Weights())},
	}
}

// Close implements classify.Model.
func (m *Model) Close() error { return nil }

// The tensors of the folder.
const (
	weightsName = "weights"
	biasName    = "bias"
)

// Files implements classify.Model.
func (m *Model) Files() map[string]func(io.Writer) error {
	return safetensors.Files([]safetensors.Out{
		{Name: weightsName, Shape: []int{1 << m.Bits, outs(m.labels)}, Type: safetensors.F32, Read: func(x []float32) { copy(x, m.weights) }},
		{Name: biasName, Shape: []int{1, outs(m.labels)}, Type: safetensors.F32, Read: func(x []float32) { copy(x, m.bias) }},
	}, false)
}

func open(_ context.Context, dir string, settings json.RawMessage, labels []string, _ tensor.Learner) (classify.Model, error) {
	m := &Model{labels: len(labels), workers: 1}
	if err := json.Unmarshal(settings, &m.ngrams); err != nil {
		return nil, fmt.Errorf("read its settings: %w", err)
	}
	if err := m.check(); err != nil {
		return nil, err
	}
	a, err := safetensors.Open(dir)
	if err != nil {
		return nil, err
	}
	defer a.Close()
	for _, t := range []struct {
		name string
		rows int
		to   *[]float32
	}{{weightsName, 1 << m.Bits, &m.weights}, {biasName, 1, &m.bias}} {
		x, err := learning.Numbers(a, t.name, t.rows, outs(m.labels))
		if err != nil {
			return nil, fmt.Errorf("%w; the weights do not fit %s", err, classify.ConfigFile)
		}
		*t.to = slices.Clone(x) // the file is closed
	}
	return m, nil
}
