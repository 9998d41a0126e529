// Package embedding compares headlines with articles and references by word
// vectors, as HEvAS does (Litvak, Vanetik and Kdosha 2019, section 3.1): a text
// is the mean of the vectors of its words, and texts are compared by the cosine.
//
// The words are those of the text's language that are no stop words, each as
// often as it occurs; one that has no vector is passed over and counted. A word is
// looked up as it is written, and if it is not there in lower case, since some
// vectors (word2vec's of Google News) know capitals and others do not. An apostrophe
// is looked up as ' and then as ’. Means and cosines are those of gensim's
// KeyedVectors.n_similarity; a negative cosine counts as 0, and a text without a
// known word has no value.
//
// The paper uses vectors of Google News, which do not come with hed. Without a
// file the vectors are learnt from the articles that are scored, so the scores
// of two corpora cannot be compared; the signature says which vectors they
// are from. Few articles make poor vectors.
package embedding

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"hed/corpus"
	"hed/metric"
	"hed/metric/internal/terms"
	"hed/score"
	"hed/text/vector"
)

// With presents the metric to metric/all. Vectors that were read are kept in a
// folder, in a form that is read quickly; see vector.Open. "" keeps nothing.
func With(cache string) metric.Info {
	return metric.Info{
		Name:    "we",
		Doc:     "cosine of the mean word vectors of the headline and of the article or the references",
		Paper:   "Litvak et al. 2019; Mikolov et al. 2013 (vectors)",
		Peer:    "gensim 4.4.0 n_similarity",
		Needs:   metric.References | metric.Body,
		Options: Options{},
		New:     metric.Maker(Options{Seed: 1, Cache: cache}, New),
	}
}

// Options of the metric.
type Options struct {
	Vectors string `opt:"vectors" file:"true" doc:"word vectors: a file of word2vec, GloVe, fastText (.vec) or wink-embeddings, or a folder with model.safetensors and tokenizer.json; default: learnt from the articles"`
	Seed    int    `opt:"seed" doc:"seed for learning, if there is no file; default 1"`
	Lang    string `opt:"lang" doc:"language of the texts, such as en or it; default: what the document says, else English"`
	// Cache is a folder for vector.Open, and no matter of the score.
	Cache string
}

// A Metric scores with vectors that it has. Without a file it is part of a
// Trained, which gets them from Fit or Load.
type Metric struct {
	words   *terms.Chooser
	vectors *vector.Table // nil until there are any
	source  score.Signature
	workers sync.Pool
	article counter
	heads   counter
}

var (
	_ metric.Metric = (*Metric)(nil)
	_ metric.Noter  = (*Metric)(nil)
)

// New returns a *Metric with the vectors of a file, or a *Trained that wants
// to be fitted.
func New(opt Options) (metric.Metric, error) {
	words, err := terms.NewChooser(opt.Lang)
	if err != nil {
		return nil, err
	}
	m := &Metric{words: words}
	m.workers.New = func() any { return new(worker) }
	if opt.Vectors == "" {
		return newTrained(m, opt.Seed), nil
	}
	m.vectors, err = vector.Open(opt.Vectors, opt.Cache)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, &fs.PathError{Op: "read", Path: "vectors=" + opt.Vectors, Err: errors.New("there is no such file; check its name")}
	}
	if err != nil {
		return nil, err
	}
	m.source = score.Signature{{Key: "vectors", Value: short(m.vectors)}}
	return m, nil
}

// short tells vectors apart in a signature.
func short(t *vector.Table) string {
	h := t.Hash()
	return hex.EncodeToString(h[:4])
}

// Columns implements metric.Metric.
func (m *Metric) Columns() []score.Column {
	signature := score.Signature{{Key: "lang", Value: m.words.Lang()}, {Key: "tok", Value: m.words.Signature()}}
	return terms.Columns("we", "Word vector", "as mean word vectors", append(signature, m.source...))
}

// Score implements metric.Metric.
func (m *Metric) Score(_ context.Context, c *corpus.Case, out []float64) error {
	if m.vectors == nil {
		return errors.New("we has no word vectors yet; call Fit first, or name a file with vectors=FILE")
	}
	w := m.workers.Get().(*worker)
	defer m.workers.Put(w)
	w.score(m, c, out)
	return nil
}

// Notes implements metric.Noter: how many words had no vector, each occurrence
// counted. Stop words are not looked up.
func (m *Metric) Notes() []string {
	lack := func(what string, c *counter) string {
		known, unknown := c.known.Load(), c.unknown.Load()
		if unknown == 0 {
			return ""
		}
		return fmt.Sprintf("%d of %d words of %s (%.1f%%)", unknown, known+unknown, what, 100*float64(unknown)/float64(known+unknown))
	}
	var notes []string
	parts := []string{lack("headlines", &m.heads), lack("articles", &m.article)}
	if parts = slices.DeleteFunc(parts, func(s string) bool { return s == "" }); len(parts) > 0 {
		notes = append(notes, "we: "+strings.Join(parts, " and ")+" have no vector and are ignored")
	}
	if m.vectors != nil && m.vectors.Duplicates() > 0 {
		notes = append(notes, fmt.Sprintf("we: %d words have several vectors; the first one counts", m.vectors.Duplicates()))
	}
	return notes
}

type counter struct{ known, unknown atomic.Int64 }

func (c *counter) add(known, unknown int64) { c.known.Add(known); c.unknown.Add(unknown) }

func setting(key string, value int) score.Setting {
	return score.Setting{Key: key, Value: strconv.Itoa(value)}
}
