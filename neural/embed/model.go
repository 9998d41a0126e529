package embed

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"

	"hed/neural/encoder"
	"hed/neural/tokenizer"
	"hed/tensor"
)

// A Model is the tokenizer and the encoder of a folder. It is safe for
// concurrent use; the device computes for one caller at a time.
type Model struct {
	// Name is the last part of what was opened, and Origin what config.json says
	// that the model was made from. They are for messages and defaults.
	Name, Origin string
	// Dir is the folder, for what a metric reads beside the encoder.
	Dir string
	// Hash tells models apart in signatures: the first 8 digits of the SHA-256 of
	// what changes a number, which is config.json, the limit of tokens,
	// tokenizer.json and the weights.
	Hash string
	// Limit is the most tokens that a text may have, special ones included: what
	// tokenizer_config.json calls model_max_length, or what the encoder takes where
	// that is less or not said. The limit in tokenizer.json does not count.
	Limit int

	sum       [sha256.Size]byte
	tokenizer *tokenizer.Tokenizer
	mu        sync.Mutex
	encoder   *encoder.Encoder

	cache string // "" keeps nothing
	once  sync.Once
	kept  atomic.Pointer[store]
}

// open reads the weights, the tokenizer and the hash at the same time.
func open(dir string, device tensor.Device) (*Model, error) {
	f, err := readFolder(dir)
	if err != nil {
		return nil, err
	}
	m := &Model{Origin: f.origin, Dir: dir}
	var reading sync.WaitGroup
	var hashErr, tokenizerErr error
	reading.Go(func() { m.sum, hashErr = f.hash(dir) })
	reading.Go(func() {
		if m.tokenizer, tokenizerErr = tokenizer.Open(filepath.Join(dir, tokenizerFile)); tokenizerErr != nil {
			tokenizerErr = fmt.Errorf("%w; fetch the file again if it is damaged, else choose another model", tokenizerErr)
		}
	})
	m.encoder, err = encoder.Open(dir, device)
	reading.Wait()
	for _, err := range []error{err, tokenizerErr, hashErr} {
		if err != nil {
			if m.encoder != nil {
				m.encoder.Close() // the reason is another
			}
			return nil, err
		}
	}
	m.Hash = hex.EncodeToString(m.sum[:4])
	m.Limit = m.encoder.Config.Tokens
	if f.limit > 0 {
		m.Limit = min(m.Limit, f.limit)
	}
	return m, nil
}

func (m *Model) close() error { return errors.Join(m.kept.Load().close(), m.encoder.Close()) }

// Config says what the encoder is.
func (m *Model) Config() encoder.Config { return m.encoder.Config }

// Tokenizer is the folder's, cutting texts to so many tokens, special ones included,
// whatever tokenizer.json says; Limit is what fits, and the encoder's limit the most.
func (m *Model) Tokenizer(most int) *tokenizer.Tokenizer {
	limit := m.tokenizer.Truncation()
	limit.Max = min(most, m.encoder.Config.Tokens)
	return m.tokenizer.WithTruncation(limit)
}

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
	return m.fill(ctx, texts, layer, statesKind, b.States, func(to, states tensor.Matrix) {
		for i := range states.Rows {
			copy(to.Row(i), states.Row(i))
		}
	})
}

// Means computes the mean of the hidden states of each text's tokens after a
// layer, special tokens included, as sentence-transformers pools them: row i
// of the result is that of text i. A text without tokens has a row of zeros.
func (m *Model) Means(ctx context.Context, texts []*tokenizer.Encoding, layer int) (tensor.Matrix, error) {
	hidden := m.encoder.Config.Hidden
	means := tensor.Of(len(texts), hidden, make([]float32, len(texts)*hidden))
	rows := make([]tensor.Matrix, len(texts))
	for i := range texts {
		rows[i] = tensor.Of(1, hidden, means.Row(i))
	}
	sums := make([]float64, hidden)
	err := m.fill(ctx, texts, layer, meansKind, rows, func(to, states tensor.Matrix) {
		clear(sums)
		for i := range states.Rows {
			for j, x := range states.Row(i) {
				sums[j] += float64(x)
			}
		}
		for j, x := range sums {
			to.Row(0)[j] = float32(x / float64(max(states.Rows, 1)))
		}
	})
	return means, err
}

// fill fills to[i] with what reduce makes of the states of text i, or with what it
// made of them another time.
func (m *Model) fill(ctx context.Context, texts []*tokenizer.Encoding, layer int, k kind, to []tensor.Matrix, reduce func(to, states tensor.Matrix)) error {
	kept := m.store()
	if kept == nil {
		return m.encode(ctx, texts, layer, func(text int, states tensor.Matrix) { reduce(to[text], states) })
	}
	var missing []*tokenizer.Encoding
	var places []int
	keys := make([]key, len(texts))
	for i, t := range texts {
		keys[i] = keyOf(k, layer, t)
		if !kept.get(keys[i], to[i].Data) {
			missing, places = append(missing, t), append(places, i)
		}
	}
	return m.encode(ctx, missing, layer, func(text int, states tensor.Matrix) {
		i := places[text]
		reduce(to[i], states)
		kept.put(keys[i], to[i].Data)
	})
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
