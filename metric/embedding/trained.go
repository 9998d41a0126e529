package embedding

import (
	"bufio"
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"hed/corpus"
	"hed/metric"
	"hed/metric/internal/terms"
	"hed/score"
	"hed/text/vector"
)

// dims is the length of vectors that are learnt.
const dims = 100

// A Trained is the metric with vectors learnt from the articles.
type Trained struct {
	*Metric
	seed   uint64
	epochs int
}

var (
	_ metric.Resumer = (*Trained)(nil)
	_ metric.Learner = (*Trained)(nil)
)

func newTrained(m *Metric, seed int) *Trained {
	m.source = score.Signature{{Key: "vectors", Value: "trained"}, setting("dims", dims), setting("fitseed", seed)}
	return &Trained{Metric: m, seed: uint64(seed)}
}

// Fit implements metric.Fitter: it learns vectors from the articles. A
// document that cannot be read ends it.
func (m *Trained) Fit(ctx context.Context, docs corpus.Reader, workers int) error {
	return m.FitIn(ctx, docs, workers, "")
}

// FitIn implements metric.Resumer: it continues after the last complete pass.
func (m *Trained) FitIn(ctx context.Context, docs corpus.Reader, workers int, folder string) error {
	return m.Learn(ctx, metric.Extract(ctx, m.words, docs, workers), workers, folder)
}

// Extractor implements metric.Learner.
func (m *Trained) Extractor() metric.Extractor { return m.words }

// Learn implements metric.Learner.
func (m *Trained) Learn(ctx context.Context, from metric.Extracts, workers int, folder string) error {
	t, how, err := learn(ctx, from, vector.Training{Seed: m.seed, Workers: workers, Folder: folder})
	if err != nil {
		return err
	}
	m.take(t, how.Epochs)
	return nil
}

// Train learns vectors from the articles of a corpus as the metric does, which
// can use them from a file then. It returns how they were learnt, too.
func Train(ctx context.Context, docs corpus.Reader, lang string, how vector.Training) (*vector.Table, vector.Training, error) {
	words, err := terms.NewChooser(lang)
	if err != nil {
		return nil, how, err
	}
	return learn(ctx, metric.Extract(ctx, words, docs, how.Workers), how)
}

func learn(ctx context.Context, from metric.Extracts, how vector.Training) (*vector.Table, vector.Training, error) {
	texts := vector.NewTexts()
	n := 0
	err := terms.Each(from, func(words []string) {
		n++
		for _, word := range words {
			texts.Add(word)
		}
		texts.End()
	})
	if err != nil {
		return nil, how, err
	}
	if texts.Words() == 0 {
		return nil, how, fmt.Errorf("the articles of the %d documents have no words to learn vectors from; name a file with vectors=FILE", n)
	}
	how.Dim = dims
	how = how.Settle(texts)
	t, err := vector.Train(ctx, texts, how)
	return t, how, err
}

func (m *Trained) take(t *vector.Table, epochs int) {
	m.vectors, m.epochs = t, epochs
	m.source = append(m.source[:3:3], setting("epochs", epochs), score.Setting{Key: "fit", Value: short(t)})
}

// A state is a line that says what it is, a line of JSON, and the vectors as
// word2vec writes them.
const stateMagic = "hed word vectors 1\n"

type stateHead struct {
	Epochs int    `json:"epochs"`
	Hash   string `json:"hash"`
}

// Save implements metric.Keeper.
func (m *Trained) Save(w io.Writer) error {
	if m.vectors == nil {
		return errors.New("we has learnt no vectors yet; call Fit first")
	}
	h := m.vectors.Hash()
	head, err := json.Marshal(stateHead{m.epochs, hex.EncodeToString(h[:])})
	if err != nil {
		return err
	}
	if _, err := io.WriteString(w, stateMagic+string(head)+"\n"); err != nil {
		return err
	}
	return m.vectors.WriteBinary(w)
}

// Load implements metric.Keeper.
func (m *Trained) Load(r io.Reader) error {
	b := bufio.NewReader(r)
	magic, err := b.ReadSlice('\n')
	if err != nil || string(magic) != stateMagic {
		return errors.New("these are not word vectors that hed learnt")
	}
	line, err := b.ReadSlice('\n')
	var head stateHead
	if err != nil || json.Unmarshal(line, &head) != nil || head.Epochs < 1 {
		return errors.New("the beginning of the word vectors cannot be read")
	}
	t, err := vector.ReadBinary(b, "word vectors")
	if err != nil {
		return err
	}
	h := t.Hash()
	if head.Hash != hex.EncodeToString(h[:]) {
		return errors.New("the word vectors are damaged: their hash does not match")
	}
	if t.Dim() != dims {
		return fmt.Errorf("the word vectors have %d dimensions; expected %d", t.Dim(), dims)
	}
	m.take(t, head.Epochs)
	return nil
}
