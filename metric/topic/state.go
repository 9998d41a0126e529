package topic

import (
	"fmt"
	"io"

	"hed/metric/internal/learnt"
	"hed/metric/topic/lda"
)

// magic begins a state, and ends with the version of its form: the vocabulary
// and the topics.
const magic = "hed lda 1\n"

func (f *model) encode() []byte {
	b, _ := f.vocabulary.AppendBinary([]byte(magic)) // neither has errors
	b, _ = f.topics.AppendBinary(b)
	return b
}

// Save implements metric.Keeper.
func (m *Metric) Save(w io.Writer) error {
	if m.model == nil {
		return errNotFitted
	}
	_, err := w.Write(m.model.encode())
	return err
}

// Load implements metric.Keeper.
func (m *Metric) Load(r io.Reader) error {
	in, err := learnt.Open(r, magic)
	if err != nil {
		return err
	}
	v := in.Vocabulary()
	topics := lda.Read(in)
	switch err := in.Close(); {
	case err != nil:
		return err
	case topics.Words() != v.Size():
		return learnt.ErrDamaged
	case topics.Topics() != m.options.Topics:
		return fmt.Errorf("%d topics were learnt, but topics=%d", topics.Topics(), m.options.Topics)
	}
	m.set(v, topics)
	return nil
}
