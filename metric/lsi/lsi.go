// Package lsi compares texts by latent semantic indexing: by the concepts that
// their words share in a corpus, not by the words themselves.
//
// The measures are those of HEvAS (Litvak, Vanetik and Kdosha 2019, sections
// 2.3 and 3.1) after LSI-DS of Colmenares et al. (2015). The articles are the
// rows of a matrix of tf-idf weights, A = U S Vᵀ is its singular value
// decomposition, a text with the weights x becomes x V S⁻¹, and two texts are
// compared by the cosine of what they become. Headline and article give lsi_c,
// headline and reference lsi_s, of several references the best.
//
// HEvAS cannot be run any more and leaves open what a term is and how it is
// weighed. Here a term is a word in lower case that is no stop word, and the
// weights are those of scikit-learn's TfidfVectorizer, to which they are equal
// where the words are; the decomposition is equal to numpy's and to
// TruncatedSVD's. The default of 100 dimensions is TruncatedSVD's advice for
// texts. No more than 1,000 are kept, whatever is asked for, since they are held
// in memory for every word of the corpus; hundreds of dimensions of ten thousand
// articles take a minute to find. Singular values below a millionth of the
// first count as zero.
//
// A negative cosine counts as 0. A text without a word of the corpus has no
// value, nor has one whose words have no part in the dimensions that are kept.
package lsi

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"hed/corpus"
	"hed/metric"
	"hed/metric/internal/terms"
	"hed/score"
)

// Info presents the metric to metric/all.
var Info = metric.Info{
	Name:    "lsi",
	Doc:     "cosine of headline and article, and of headline and reference, in the latent concepts of the corpus",
	Paper:   "Litvak et al. 2019; Colmenares et al. 2015",
	Peer:    "scikit-learn TfidfVectorizer and TruncatedSVD",
	Needs:   metric.References | metric.Body,
	Options: Options{},
	New:     metric.Maker(Options{}, New),
}

// Options of the metric.
type Options struct {
	Keep string `opt:"keep" doc:"dimensions: a number; a share of the squared singular values, such as 0.9; >T for the values above T; or all; never more than 1000; default 100"`
	Lang string `opt:"lang" doc:"language of the texts, such as en or it; default: what the document says, else English"`
}

// A Metric is configured lsi.
type Metric struct {
	keep    keep
	chooser *terms.Chooser
	model   *model // nil before Fit
	workers sync.Pool
}

var (
	_ metric.Learner = (*Metric)(nil)
	_ metric.Warner  = (*Metric)(nil)
)

// New returns the metric with the given options, which wants to be fitted.
func New(opt Options) (*Metric, error) {
	k, err := parseKeep(opt.Keep)
	if err != nil {
		return nil, fmt.Errorf("keep=%s: %w", opt.Keep, err)
	}
	c, err := terms.NewChooser(opt.Lang)
	if err != nil {
		return nil, err
	}
	return &Metric{keep: k, chooser: c}, nil
}

// Columns implements metric.Metric. Once fitted, the signatures say how many
// dimensions there are and tell one corpus from another.
func (m *Metric) Columns() []score.Column {
	signature := score.Signature{
		{Key: "weights", Value: "tfidf"},
		{Key: "keep", Value: m.keep.String()},
		{Key: "lang", Value: m.chooser.Lang()},
		{Key: "tok", Value: m.chooser.Signature(), ByLang: m.chooser.ByDocument()},
	}
	if m.model != nil {
		signature = append(signature,
			score.Setting{Key: "dims", Value: fmt.Sprint(len(m.model.values))},
			score.Setting{Key: "fit", Value: fmt.Sprintf("%x", m.model.digest[:4])})
	}
	return terms.Columns("lsi", "LSI", "in latent concepts", signature)
}

// errNotFitted is what Score and Save say before Fit or Load.
var errNotFitted = errors.New("lsi knows no corpus yet; call Fit or Load first")

// Score implements metric.Metric.
func (m *Metric) Score(_ context.Context, c *corpus.Case, out []float64) error {
	if m.model == nil {
		return errNotFitted
	}
	w, ok := m.workers.Get().(*worker)
	if !ok {
		w = newWorker(m.model, m.chooser)
	}
	defer m.workers.Put(w)
	w.score(c, out)
	return nil
}

// Warnings implements metric.Warner.
func (m *Metric) Warnings() []string {
	if m.model == nil || len(m.model.values) > 1 {
		return nil
	}
	return []string{"lsi: there is only one dimension, in which all texts with a known word are equal; fit more articles, or set keep"}
}
