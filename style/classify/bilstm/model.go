package bilstm

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"unicode/utf8"

	"hed/internal/count"
	"hed/neural/train"
	"hed/neural/words"
	"hed/style/classify"
	"hed/tensor"
	"hed/tensor/grad"
	"hed/tensor/safetensors"
)

// VocabularyFile has the words that have a vector, a line for each.
const VocabularyFile = "vocabulary.txt"

// A model is a network with its words.
type model struct {
	*net
	vocabulary *words.Vocabulary
	device     tensor.Learner
}

// open reads a model that Files wrote.
func open(_ context.Context, dir string, settings json.RawMessage, labels []string, d tensor.Learner) (_ classify.Model, err error) {
	defer tensor.Recover(&err)
	m := &model{device: d}
	var c Config
	if err := json.Unmarshal(settings, &c); err != nil {
		return nil, fmt.Errorf("its settings are damaged: %w", err)
	}
	if err := c.check(); err != nil {
		return nil, err
	}
	file := filepath.Join(dir, VocabularyFile)
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	if m.vocabulary, err = words.Parse(string(data)); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	if m.vocabulary.Len() != c.Vocabulary {
		return nil, fmt.Errorf("%s has %d words, but its settings say %d; the files are not from the same model", file, m.vocabulary.Len(), c.Vocabulary)
	}
	a, err := safetensors.Open(dir)
	if err != nil {
		return nil, err
	}
	defer a.Close()
	m.net, err = build(c, len(labels), func(name string, rows, cols int, _ float64) (v grad.Var, err error) {
		x, err := train.Numbers(a, name, rows, cols)
		if err != nil {
			return v, fmt.Errorf("%s: %w; the weights do not fit the settings", dir, err)
		}
		if slices.ContainsFunc(x, func(x float32) bool { return x-x != 0 }) {
			return v, fmt.Errorf("%s: tensor %q has numbers that are not finite", dir, name)
		}
		v.Value = d.New(rows, cols)
		d.Write(v.Value, x)
		return v, nil
	})
	if err != nil {
		m.free(d)
		return nil, err
	}
	return m, nil
}

// Scores implements classify.Model.
func (m *model) Scores(ctx context.Context, texts []string) (_ [][]float64, err error) {
	defer tensor.Recover(&err)
	r := newReader(&m.Config, m.vocabulary)
	read, all := make([][]int32, len(texts)), make([][]float64, len(texts))
	for i, text := range texts {
		read[i] = r.read(text)
	}
	t := &grad.Tape{Device: m.device, Fixed: true}
	defer t.Close()
	for _, g := range m.groups(read) {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		own := make([][]int32, g.size)
		for k, i := range g.texts {
			own[k] = read[i]
		}
		t.Reset()
		b := r.newBatch(own, nil, g.steps)
		s := m.scores(t, b, dropout{})
		x := make([]float32, s.Value.Rows*s.Value.Cols)
		m.device.Read(x, s.Value)
		for row, k := range b.order {
			if k < len(g.texts) {
				for _, v := range x[row*m.labels : (row+1)*m.labels] {
					all[g.texts[k]] = append(all[g.texts[k]], float64(v))
				}
			}
		}
	}
	return all, nil
}

// A group is texts that are scored together: size of them at steps, where the last bits of a row depend on shapes; see groups.
type group struct {
	texts       []int
	size, steps int
}

// groups puts texts of like lengths together. On a card, where the last bits of a row depend on shapes, these depend on the length of a text
// alone: groups have one size, and room for a multiple of some words.
func (m *model) groups(texts [][]int32) (all []group) {
	const together, bucket = 64, 16
	_, processor := m.device.(*tensor.CPU)
	steps := func(i int) int { return (len(texts[i]) + bucket - 1) / bucket * bucket }
	order := make([]int, len(texts))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return steps(i) - steps(j) })
	for _, i := range order {
		n := len(all)
		if n == 0 || len(all[n-1].texts) == together || steps(all[n-1].texts[0]) != steps(i) {
			all, n = append(all, group{size: together, steps: steps(i)}), n+1
		}
		g := &all[n-1]
		if g.texts = append(g.texts, i); processor {
			g.size, g.steps = len(g.texts), 0
		}
	}
	return all
}

// Settings implements classify.Model.
func (m *model) Settings() any { return m.Config }

// Files implements classify.Model.
func (m *model) Files() map[string]func(io.Writer) error {
	var out []safetensors.Out
	for _, p := range m.all {
		out = append(out, train.Tensor(m.device, p.Name, p.Value, safetensors.F32))
	}
	files := safetensors.Files(out, false)
	files[VocabularyFile] = m.vocabulary.Write
	return files
}

// Weights implements classify.Model.
func (m *model) Weights() (n int) {
	for _, p := range m.all {
		n += p.Value.Rows * p.Value.Cols
	}
	return n
}

// Facts implements classify.Model.
func (m *model) Facts() [][2]string {
	return [][2]string{
		{"architecture", fmt.Sprintf("bidirectional LSTM, states of %d, word vectors of %d, %d filters of %s", 2*m.Hidden, m.Embedding, m.Filters, count.Of(m.Width, "character"))},
		{"vocabulary", fmt.Sprintf("%s, %s", count.Of(m.Vocabulary, "word"), count.Of(utf8.RuneCountInString(m.Characters), "character"))},
		{"reads", count.Of(m.Words, "word") + " of a text"},
		{"parameters", strconv.Itoa(m.Weights())},
	}
}

// Close implements classify.Model.
func (m *model) Close() error {
	m.free(m.device)
	return nil
}
