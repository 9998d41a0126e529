package embed

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math"
	"path/filepath"

	"hed/neural/tokenizer"
	"hed/tensor"
)

// A key is the content hash of what numbers are of: the beginning of the SHA-256
// of what they are, the layer, and the ids and types of the text's tokens.
type key [16]byte

// A kind is what numbers are.
type kind byte

const (
	statesKind kind = iota
	meansKind
)

func keyOf(k kind, layer int, t *tokenizer.Encoding) key {
	b := make([]byte, 0, 512)
	b = append(b, byte(k))
	b = binary.LittleEndian.AppendUint32(b, uint32(layer))
	for i, id := range t.IDs {
		b = binary.LittleEndian.AppendUint32(b, uint32(id))
		if i < len(t.Types) {
			b = binary.LittleEndian.AppendUint32(b, uint32(t.Types[i]))
		}
	}
	sum := sha256.Sum256(b)
	return key(sum[:])
}

// version is that of what is kept. It is raised whenever a text gets other numbers
// for a reason that the probe does not show, such as what pooling, token types or
// long texts do to it.
const version = 2

// store gives what is kept of the model's results, nil if nothing is to be. It is
// opened when it is first asked for.
func (m *Model) store() *store {
	if m.cache == "" {
		return nil
	}
	m.opening.Do(func() {
		probe, ok := m.probe()
		if !ok {
			return
		}
		name := fmt.Sprintf("%x-%x-%d", m.sum[:16], probe[:4], version)
		m.kept.Store(openStore(filepath.Join(stores(m.cache), name), mostBytes))
	})
	return m.kept.Load()
}

// probe is the hash of the first layer's states of a made-up text. Processors of
// different kinds round products differently, and so may other versions of hed, so
// each that has another probe keeps results of its own.
func (m *Model) probe() (sum [sha256.Size]byte, ok bool) {
	c := m.folder.Config
	n := min(c.Tokens, 37) // of blocks of rows, some are full and one is not
	text := &tokenizer.Encoding{Types: make([]int32, n)}
	for i := range n {
		text.IDs = append(text.IDs, int32(i*7919%c.Vocabulary))
	}
	var bits []byte
	err := m.encode(context.Background(), []*tokenizer.Encoding{text}, 1, func(_ int, states tensor.Matrix) {
		for i := range states.Rows {
			for _, x := range states.Row(i) {
				bits = binary.LittleEndian.AppendUint32(bits, math.Float32bits(x))
			}
		}
	})
	return sha256.Sum256(bits), err == nil
}
