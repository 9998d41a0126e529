package embed

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"sync"

	"hed/neural/encoder"
	"hed/neural/tokenizer"
	"hed/tensor"
)

// Models are the model folders in use, on one device. It is safe for
// concurrent use.
type Models struct {
	choose func() (tensor.Device, error)
	cache  string

	mu     sync.Mutex
	device tensor.Device
	open   map[string]*Model
}

// New gives Models that choose their device when the first model is opened;
// what was computed is kept in the folder cache, unless that is "".
func New(choose func() (tensor.Device, error), cache string) *Models {
	return &Models{choose: choose, cache: cache, open: map[string]*Model{}}
}

// Processor chooses the processor, with that many workers.
func Processor(workers int) func() (tensor.Device, error) {
	return func() (tensor.Device, error) { return tensor.New(workers), nil }
}

// Open gives the model of a folder. Opened again it is the same one.
func (s *Models) Open(dir string) (*Model, error) {
	key, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("find the model %s: %w", dir, err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if m := s.open[key]; m != nil {
		return m, nil
	}
	if s.device == nil {
		if s.device, err = s.choose(); err != nil {
			return nil, err
		}
	}
	m, err := open(dir, s.device)
	if err != nil {
		return nil, err
	}
	s.open[key] = m
	return m, nil
}

// Close lets go of all models and of the device. They are not to be used
// afterwards.
func (s *Models) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	var errs []error
	for _, m := range s.open {
		errs = append(errs, m.encoder.Close())
	}
	if s.device != nil {
		s.device.Close()
	}
	s.open, s.device = nil, nil
	return errors.Join(errs...)
}

// A Model is the tokenizer and the encoder of a folder. It is safe for
// concurrent use; the device computes for one caller at a time.
type Model struct {
	// Name is the last part of the folder's path, for messages: it is no part of
	// a score.
	Name string
	// Hash tells models apart in signatures: the beginning of the SHA-256 of the
	// files that change a number.
	Hash string

	tokenizer *tokenizer.Tokenizer
	mu        sync.Mutex
	encoder   *encoder.Encoder
}

func open(dir string, device tensor.Device) (*Model, error) {
	m := &Model{Name: filepath.Base(filepath.Clean(dir))}
	var err error
	if m.tokenizer, err = tokenizer.Open(filepath.Join(dir, "tokenizer.json")); err != nil {
		return nil, err
	}
	if m.encoder, err = encoder.Open(dir, device); err != nil {
		return nil, err
	}
	m.tokenizer = m.encoder.Limit(m.tokenizer)
	return m, nil
}

// Config says what the encoder is.
func (m *Model) Config() encoder.Config { return m.encoder.Config }

// Tokenizer is the folder's, with its truncation lowered to what the encoder takes.
func (m *Model) Tokenizer() *tokenizer.Tokenizer { return m.tokenizer }

// A Batch is memory for States, kept from one call to the next.
type Batch struct {
	// States has a matrix for each text: a row for each of its tokens.
	States []tensor.Matrix

	data []float32
}

// States computes the hidden states of texts after a layer, 0 being the
// embeddings, into b. The states of a text do not depend on the others.
func (m *Model) States(ctx context.Context, texts []*tokenizer.Encoding, layer int, b *Batch) error {
	hidden, tokens := m.encoder.Config.Hidden, 0
	for _, t := range texts {
		tokens += len(t.IDs)
	}
	b.data = slices.Grow(b.data[:0], tokens*hidden)[:tokens*hidden]
	b.States = b.States[:0]
	at := 0
	for _, t := range texts {
		n := len(t.IDs)
		b.States = append(b.States, tensor.Of(n, hidden, b.data[at:at+n*hidden]))
		at += n * hidden
	}
	return m.encode(ctx, texts, layer, func(text int, states tensor.Matrix) {
		for i := range states.Rows {
			copy(b.States[text].Row(i), states.Row(i))
		}
	})
}

// Means computes the mean of the hidden states of each text's tokens after a
// layer, special tokens included, as sentence-transformers pools them: row i
// of the result is that of text i. A text without tokens has a row of zeros.
func (m *Model) Means(ctx context.Context, texts []*tokenizer.Encoding, layer int) (tensor.Matrix, error) {
	hidden := m.encoder.Config.Hidden
	means := tensor.Of(len(texts), hidden, make([]float32, len(texts)*hidden))
	sums := make([]float64, hidden)
	err := m.encode(ctx, texts, layer, func(text int, states tensor.Matrix) {
		clear(sums)
		for i := range states.Rows {
			for j, x := range states.Row(i) {
				sums[j] += float64(x)
			}
		}
		for j, x := range sums {
			means.Row(text)[j] = float32(x / float64(max(states.Rows, 1)))
		}
	})
	return means, err
}

func (m *Model) encode(ctx context.Context, texts []*tokenizer.Encoding, layer int, out func(text int, states tensor.Matrix)) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	err := m.encoder.Encode(ctx, texts, []int{layer}, func(text, _ int, states tensor.Matrix) error {
		out(text, states)
		return nil
	})
	if err != nil && ctx.Err() == nil {
		err = fmt.Errorf("encode with the model %s: %w", m.Name, err)
	}
	return err
}
