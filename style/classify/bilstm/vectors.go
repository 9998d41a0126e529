package bilstm

import (
	"context"
	"encoding/hex"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"hed/neural/words"
	"hed/text/vector"
)

// Vectors are what the words of a network began with.
type Vectors struct {
	From  string `json:"from"`             // file, bodies or random
	File  string `json:"file,omitempty"`   // without its folder
	Sum   string `json:"digest,omitempty"` // of its words and numbers
	Words int    `json:"words"`            // that have one
}

// mostVectors is how many words have a vector at most. fewestWords of articles are enough to learn vectors from: those of fewer say less than
// random ones, which are learnt from headlines.
const mostVectors, fewestWords = 50_000, 100_000

// words chooses the words that the network knows, and gives their vectors, nil for random ones.
func (c *course) words(ctx context.Context) (v *words.Vocabulary, vectors []float32, err error) {
	counts := words.Counts{} // of headlines
	for _, e := range c.Learn {
		for _, w := range first(e.Text, c.options.Words) {
			counts.Add([]string{strings.ToLower(words.Join([]string{w}))}, 1)
		}
	}
	table, err := c.table(ctx)
	if err != nil {
		return nil, nil, err
	}
	if table == nil {
		maps.DeleteFunc(counts, func(_ string, n int) bool { return n < 2 }) // so that there are unknown words to learn from
		c.vectors = Vectors{From: "random", Words: min(len(counts), mostVectors)}
		v, err = words.NewVocabulary(counts.Most(mostVectors))
		return v, nil, err
	}
	defer table.Close()
	// Words of headlines first, then others in the order of the table, which mostly has frequent ones first.
	var all []string
	known := map[string]bool{}
	add := func(row int) {
		w := table.Word(row)
		if len(all) < mostVectors && !known[w] && !slices.Contains(words.Specials[:], w) && len(strings.Fields(w)) == 1 && w == strings.TrimSpace(w) {
			all, known[w] = append(all, w), true
		}
	}
	for _, w := range counts.Most(mostVectors) {
		if row, ok := table.Find(w); ok {
			add(row)
		}
	}
	for row := range table.Len() {
		add(row)
	}
	if v, err = words.NewVocabulary(all); err != nil {
		return nil, nil, err
	}
	c.vectors.Words = len(all)
	vectors = make([]float32, words.FirstWord*table.Dim(), v.Len()*table.Dim())
	for _, w := range all {
		row, _ := table.Find(w)
		vectors = append(vectors, table.Row(row)...)
	}
	return v, vectors, nil
}

// table gives word vectors of a file or learns them from the bodies of examples; nil where there are neither.
func (c *course) table(ctx context.Context) (*vector.Table, error) {
	if file := c.options.Vectors; file != "" {
		table, err := vector.Open(file, "")
		if err != nil {
			return nil, err
		}
		if table.Dim() > mostHidden {
			table.Close()
			return nil, fmt.Errorf("vectors=%s: its vectors have %d numbers; at most %d can be used", file, table.Dim(), mostHidden)
		}
		sum := table.Hash()
		c.vectors = Vectors{From: "file", File: filepath.Base(file), Sum: hex.EncodeToString(sum[:])[:12]}
		return table, nil
	}
	texts := vector.NewTexts()
	for _, e := range c.Learn {
		for _, w := range words.Split(e.Body) {
			texts.Add(strings.ToLower(words.Join([]string{w})))
		}
		texts.End()
	}
	if texts.Words() < fewestWords {
		return nil, nil
	}
	c.vectors = Vectors{From: "bodies"}
	return vector.Train(ctx, texts, vector.Training{
		Dim: c.options.Embedding, Epochs: 5, Rate: 0.025, Sample: 1e-4, // as word2vec has them, for articles of any number
		Seed: c.Seed, Workers: c.Workers, Folder: c.Folder,
		Progress: func(done, all int) { c.Tell("word vectors from the articles", float64(done)/float64(all)) },
	})
}
