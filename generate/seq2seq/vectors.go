package seq2seq

import (
	"errors"
	"fmt"
	"strings"

	"hed/neural/words"
)

// checkVectors refuses vectors that embeddings cannot begin with.
func (l *Lesson) checkVectors() error {
	switch {
	case l.Vectors == nil:
		return nil
	case l.Init != nil:
		return errors.New("a model to begin with has its own embeddings; leave out the model, or vectors=FILE")
	case l.Vectors.Dim() != l.Options.Embedding:
		return fmt.Errorf("vectors=%s: its vectors have %d numbers, embeddings have %d; say embedding=%[2]d", l.Options.Vectors, l.Vectors.Dim(), l.Options.Embedding)
	}
	return nil
}

// setVectors sets the embeddings of the words that have a vector, as they are written or in small letters, and counts them.
func (l *Lesson) setVectors(m *Model) (n int) {
	p := m.Net.Words()
	x := make([]float32, p.Value.Rows*p.Value.Cols)
	l.Device.Read(x, p.Value)
	for i := words.FirstWord; i < m.Vocabulary.Len(); i++ {
		w := words.Join(m.Vocabulary.Decode([]int32{int32(i)}, nil)) // without what it touches
		row, ok := l.Vectors.Find(w)
		if !ok {
			row, ok = l.Vectors.Find(strings.ToLower(w))
		}
		if ok {
			copy(x[i*p.Value.Cols:], l.Vectors.Row(row))
			n++
		}
	}
	l.Device.Write(p.Value, x)
	return n
}
