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

	"hed/internal/crash"
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
	// what changes a number, which is config.json, the limit of tokens and the side
	// that is cut, tokenizer.json and the weights.
	Hash string
	// Limit is the most tokens that a text may have, special ones included: what
	// tokenizer_config.json calls model_max_length, or what the encoder takes where
	// that is less or not said. The limit in tokenizer.json does not count.
	Limit int

	sum       [sha256.Size]byte
	tokenizer *tokenizer.Tokenizer
	folder    *encoder.Folder

	models  *Models // which have the device
	loading sync.Once
	loadErr error
	encoder *encoder.Encoder
	slot    chan struct{} // full while the encoder is in use

	cache   string // "" keeps nothing
	opening sync.Once
	kept    atomic.Pointer[store]
}

// read reads the tokenizer, the hash and, if the model is to compute, the weights at
// the same time.
func (s *Models) read(dir string, compute bool) (m *Model, err error) {
	f, err := readFolder(dir)
	if err != nil {
		return nil, err
	}
	m = &Model{Origin: f.origin, Dir: dir, models: s, slot: make(chan struct{}, 1)}
	if m.folder, err = encoder.Read(dir); err != nil {
		return nil, err
	}
	var reading crash.Group
	var hashErr, tokenizerErr, loadErr error
	reading.Go(func() { m.sum, hashErr = f.hash(dir) })
	reading.Go(func() {
		if m.tokenizer, tokenizerErr = tokenizer.Open(filepath.Join(dir, tokenizerFile)); tokenizerErr != nil {
			tokenizerErr = fmt.Errorf("%w; fetch the file again if it is damaged, else choose another model", tokenizerErr)
		}
	})
	if compute {
		loadErr = m.load()
	}
	reading.Wait()
	for _, err := range []error{loadErr, tokenizerErr, hashErr} {
		if err != nil {
			m.close() // the reason is another
			return nil, err
		}
	}
	m.Hash = hex.EncodeToString(m.sum[:4])
	m.Limit = m.folder.Config.Tokens
	if f.limit > 0 {
		m.Limit = min(m.Limit, f.limit)
	}
	// As transformers does: one text is cut whatever tokenizer.json says of pairs.
	cut := tokenizer.Truncation{Left: m.tokenizer.Truncation().Left}
	if f.side != "" {
		cut.Left = f.side == left
	}
	m.tokenizer = m.tokenizer.WithTruncation(cut)
	return m, nil
}

// load takes the weights to the device, once.
func (m *Model) load() error {
	m.loading.Do(func() {
		device, err := m.models.chosen()
		if err != nil {
			m.loadErr = err
			return
		}
		m.encoder, m.loadErr = m.folder.Load(device)
		if _, ok := device.(*tensor.CPU); ok {
			m.cache = m.models.cache
		}
	})
	return m.loadErr
}

func (m *Model) close() error {
	err := m.kept.Load().close()
	if m.encoder != nil {
		err = errors.Join(err, m.encoder.Close())
	}
	return errors.Join(err, m.folder.Close())
}

// Config says what the encoder is.
func (m *Model) Config() encoder.Config { return m.folder.Config }

// Words are the vectors that the encoder begins with, a row for each token that it
// knows. They are good until the Models are closed, and not to be written to.
func (m *Model) Words() tensor.Matrix { return m.folder.Words() }

// Tokenizer is the folder's, cutting texts to so many tokens, special ones included,
// whatever tokenizer.json says; Limit is what fits, and the encoder's limit the most.
// Which end is cut, truncation_side of tokenizer_config.json says, or else
// tokenizer.json.
func (m *Model) Tokenizer(most int) *tokenizer.Tokenizer {
	limit := m.tokenizer.Truncation()
	limit.Max = min(most, m.folder.Config.Tokens)
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
	hidden, tokens := m.folder.Config.Hidden, 0
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
	hidden := m.folder.Config.Hidden
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
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := m.load(); err != nil {
		return err
	}
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

// encode waits for its turn, and lets others wait.
func (m *Model) encode(ctx context.Context, texts []*tokenizer.Encoding, layer int, out func(text int, states tensor.Matrix)) error {
	select {
	case m.slot <- struct{}{}:
		defer func() { <-m.slot }()
	case <-ctx.Done():
		return ctx.Err()
	}
	err := m.encoder.Encode(ctx, texts, []int{layer}, func(text, _ int, states tensor.Matrix) error {
		out(text, states)
		return nil
	})
	if err != nil && ctx.Err() == nil {
		err = fmt.Errorf("encode with the model %s: %w", m.Name, err)
	}
	return err
}
