package fluency

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"io"

	"hed/corpus"
	"hed/metric"
	"hed/score"
	"hed/text/ngram"
)

// A Fitted is fluency by models of the reference headlines.
type Fitted struct {
	*Metric
	order int
	state *state // nil before Fit
}

var _ metric.Learner = (*Fitted)(nil)

// folds is the number of parts that the documents are dealt into.
const folds = 5

// fold returns the part of a document, which depends on nothing but its ID.
func fold(id string) int {
	h := fnv.New64a()
	io.WriteString(h, id)
	return int(h.Sum64() % folds)
}

func (m *Fitted) describe(fit string) {
	models := []score.Setting{
		{Key: "lm", Value: "refs"},
		{Key: "order", Value: fmt.Sprint(m.order)},
		{Key: "folds", Value: fmt.Sprint(folds)},
		{Key: "min", Value: fmt.Sprint(minCount)},
	}
	if fit != "" {
		models = append(models, score.Setting{Key: "fit", Value: fit})
	}
	m.columns = m.column(models...)
}

// Fit implements metric.Fitter. References without a word are passed over. It is
// an error if no document could be scored, since all references are in its own
// fold.
func (m *Fitted) Fit(ctx context.Context, docs corpus.Reader, workers int) error {
	return m.Learn(ctx, metric.Extract(ctx, m.Extractor(), docs, workers), workers, "")
}

// Extractor implements metric.Learner.
func (m *Fitted) Extractor() metric.Extractor { return extractor{m.Metric} }

// Learn implements metric.Learner.
func (m *Fitted) Learn(ctx context.Context, from metric.Extracts, workers int, _ string) error {
	all, err := references(from)
	if err != nil {
		return err
	}
	s, err := learn(ctx, all, m.order, max(workers, 1))
	if err != nil {
		return err
	}
	if !s.scores(all) {
		return fmt.Errorf("the documents with reference headlines, %d, are too few to learn from; expected hundreds, or a language model, lm=FILE", len(all))
	}
	m.set(s)
	return nil
}

// Train makes the model of words that the metric would learn from all
// reference headlines together, to be used as lm=FILE on other corpora. They
// must be of one language.
func Train(ctx context.Context, docs corpus.Reader, lang string, workers int) (*ngram.Model, error) {
	made, err := New(Options{Tags: new(bool), Lang: lang})
	if err != nil {
		return nil, err
	}
	m := made.(*Fitted)
	all, err := references(metric.Extract(ctx, m.Extractor(), docs, workers))
	if err != nil {
		return nil, err
	}
	if len(all) == 0 {
		return nil, errors.New("no document has a reference headline to learn from")
	}
	for _, h := range all {
		if h.lang != all[0].lang {
			return nil, fmt.Errorf("there are headlines in %s and in %s; a model is of one language", all[0].lang, h.lang)
		}
	}
	none := -1 // a fold without documents: nothing is left out
	s, _ := part{all[0].lang, none}.learn(ctx, all, m.order)
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	return s.words.model, nil
}

func (m *Fitted) set(s *state) {
	m.state = s
	m.describe(s.digest())
}

// errNotFitted is what Score and Save say before Fit or Load.
var errNotFitted = errors.New("fluency knows no references yet; call Fit or Load first")

// Score implements metric.Metric.
func (m *Fitted) Score(_ context.Context, c *corpus.Case, out []float64) error {
	if m.state == nil {
		return errNotFitted
	}
	pack := m.lang.Of(c.Doc.Lang)
	m.score(c, m.state.scales[part{pack.Code, fold(c.Doc.ID)}], out)
	return nil
}

// Save implements metric.Keeper.
func (m *Fitted) Save(w io.Writer) error {
	if m.state == nil {
		return errNotFitted
	}
	_, err := w.Write(m.state.encode())
	return err
}

// Load implements metric.Keeper.
func (m *Fitted) Load(r io.Reader) error {
	data, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	s, err := decode(data)
	if err != nil {
		return err
	}
	m.set(s)
	return nil
}
