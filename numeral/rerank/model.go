package rerank

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"hed/neural/encoder"
	"hed/neural/folder"
	"hed/neural/tokenizer"
	"hed/neural/train"
	"hed/numeral/derive"
	"hed/tensor"
	"hed/tensor/grad"
	"hed/tensor/safetensors"
)

// A Config is what a Model needs to know beside its weights.
type Config struct {
	Weight float64 `json:"weight"` // of the encoder's scores, which are added to the logarithms of chances
	Heat   float64 `json:"heat"`   // divides the sums before the softmax, so that chances are right as often as they say
	Tokens int     `json:"tokens"` // of a headline with its article, at most
}

// FileName is the file that makes a model folder one of this package. It has a Config.
const FileName = "rerank.json"

// A Model ranks answers again. It is for one goroutine at a time; the device has the parallelism.
type Model struct {
	Config

	frame *frame
	// score gives the scores of the options of questions, by question.
	score func(ctx context.Context, entries []*entry) ([][]float32, error)
	close func() error
}

// Has tells whether a path is that of a folder with a Model.
func Has(path string) bool {
	_, err := os.Stat(filepath.Join(path, FileName))
	return err == nil
}

// Open opens the model of a folder on a device, which stays the caller's.
func Open(dir string, d tensor.Device) (_ *Model, err error) {
	m := &Model{}
	file := filepath.Join(dir, FileName)
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("open the re-ranker: %w", err)
	}
	if err := json.Unmarshal(data, &m.Config); err != nil {
		return nil, fmt.Errorf("%s is damaged: %w; train it again", file, err)
	}
	if !(m.Weight >= 0 && m.Weight < 1e6 && m.Heat > 0 && m.Heat < 1e6) || m.Tokens < 16 {
		return nil, fmt.Errorf("%s has a weight of %g, a heat of %g and texts of %d tokens, which no training gives; train it again", file, m.Weight, m.Heat, m.Tokens)
	}
	if m.frame, err = openFrame(dir, m.Tokens); err != nil {
		return nil, err
	}
	u := &user{frame: m.frame}
	if u.encoder, err = encoder.Open(dir, d); err != nil {
		return nil, err
	}
	if m.Tokens > u.encoder.Config.Tokens {
		err = fmt.Errorf("%s has texts of %d tokens, the encoder takes %d; the two are not from the same model", file, m.Tokens, u.encoder.Config.Tokens)
	} else {
		err = u.readHeads(dir)
	}
	if err != nil {
		u.encoder.Close() // the reason is another
		return nil, err
	}
	m.score, m.close = u.score, u.encoder.Close
	return m, nil
}

// Model is what was taught, on the device where it was. It ends with the Outcome.
func (o *Outcome) Model() *Model {
	return &Model{
		Config: o.Config, frame: o.net.frame, close: func() error { return nil },
		score: func(_ context.Context, entries []*entry) (_ [][]float32, err error) {
			defer tensor.Recover(&err)
			tape := &grad.Tape{Device: o.device, Fixed: true}
			defer tape.Close()
			return o.net.rank(tape, entries)
		},
	}
}

// Close gives back the memory of the device.
func (m *Model) Close() error { return m.close() }

// A user scores by an encoder that does not learn.
type user struct {
	frame   *frame
	encoder *encoder.Encoder
	heads   [places][]float32
}

func (u *user) readHeads(dir string) error {
	a, err := safetensors.Open(dir)
	if err != nil {
		return err
	}
	defer a.Close()
	for i := range u.heads {
		x, err := train.Numbers(a, headName(i), 1, u.encoder.Config.Hidden)
		if err != nil {
			return fmt.Errorf("%s: %w; the weights are not those of a re-ranker", dir, err)
		}
		u.heads[i] = slices.Clone(x)
	}
	return nil
}

func (u *user) score(ctx context.Context, entries []*entry) ([][]float32, error) {
	var all []*tokenizer.Encoding
	var texts []*text
	for _, e := range entries {
		for i := range e.options {
			t := u.frame.text(e, &e.options[i])
			all, texts = append(all, &t.Encoding), append(texts, t)
		}
	}
	scores := make([]float32, len(all))
	layers := []int{u.encoder.Config.Layers}
	err := u.encoder.Encode(ctx, all, layers, func(text, _ int, states tensor.Matrix) error {
		sum := 0.0
		for k, p := range texts[text].places {
			if p < 0 {
				continue
			}
			for j, x := range states.Row(p) {
				sum += float64(x) * float64(u.heads[k][j])
			}
		}
		scores[text] = float32(sum)
		return nil
	})
	by := make([][]float32, 0, len(entries))
	for _, e := range entries {
		by, scores = append(by, scores[:len(e.options)]), scores[len(e.options):]
	}
	return by, err
}

// Rank sets the chances of the answers to questions by what the encoder says too, and sorts them. Answers that are hardly possible, and
// those to questions that have no other, stay as they are.
func (m *Model) Rank(ctx context.Context, questions []Question) error {
	all, err := m.frame.read(ctx, questions, 1, (*Question).doubtful)
	if err != nil {
		return err
	}
	var entries []*entry
	var of []*Question
	for i, e := range all {
		if e != nil {
			entries, of = append(entries, e), append(of, &questions[i])
		}
	}
	scores, err := m.score(ctx, entries)
	if err != nil {
		return fmt.Errorf("rank answers: %w", err)
	}
	for i, e := range entries {
		apply(of[i].Answers, m.shares(e, scores[i]))
	}
	return nil
}

// shares are the chances of the options of a question by ranker and encoder.
func (c *Config) shares(e *entry, scores []float32) []float64 {
	return shares(e, scores, 1/c.Heat, c.Weight/c.Heat)
}

// apply shares the chances of the first answers out again, and sorts all.
func apply(answers []derive.Answer, shares []float64) {
	mass := 0.0
	for i := range shares {
		mass += answers[i].Confidence
	}
	for i, p := range shares {
		a := &answers[i]
		by := mass * p / a.Confidence
		a.Confidence *= by
		a.Derivations = slices.Clone(a.Derivations)
		for k := range a.Derivations {
			a.Derivations[k].Confidence *= by
		}
	}
	slices.SortStableFunc(answers, func(a, b derive.Answer) int { return cmp.Compare(b.Confidence, a.Confidence) })
}

// Check refuses an encoder that cannot be tuned to rank answers, and gives the digest of its weights.
func Check(dir string) (digest [sha256.Size]byte, err error) {
	f, err := encoder.Read(dir)
	if err != nil {
		return digest, err
	}
	defer f.Close()
	_, err = openFrame(dir, f.Config.Tokens)
	return f.Digest(), err
}

// openFrame opens the tokenizer of a folder, for texts of so many tokens.
func openFrame(dir string, tokens int) (*frame, error) {
	words, err := tokenizer.Open(filepath.Join(dir, tokenizerFile))
	if err != nil {
		return nil, err
	}
	f, err := newFrame(words, tokens)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", dir, err)
	}
	return f, nil
}

const tokenizerFile = "tokenizer.json"

// Files are those of the folder of what was taught, by name.
func (o *Outcome) Files() map[string]func(io.Writer) error {
	files := map[string]func(io.Writer) error{
		FileName: func(w io.Writer) error { return json.NewEncoder(w).Encode(o.Config) },
		safetensors.WholeFile: func(w io.Writer) error {
			return safetensors.Write(w, o.net.Params.Out(safetensors.F32), map[string]string{"format": "pt"})
		},
	}
	for _, name := range []string{folder.ConfigFile, tokenizerFile} {
		files[name] = func(w io.Writer) error {
			data, err := os.ReadFile(filepath.Join(o.dir, name))
			if err == nil {
				_, err = w.Write(data)
			}
			return err
		}
	}
	return files
}

// Free gives back the memory of the device.
func (o *Outcome) Free() { o.net.Free() }
