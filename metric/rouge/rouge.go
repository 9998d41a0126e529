// Package rouge implements ROUGE (Lin 2004: "ROUGE: A Package for
// Automatic Evaluation of Summaries") as four programs compute it.
//
// "ROUGE" is a family whose members disagree in the first digit: they
// cut texts into words differently, stem differently, count differently and
// treat several references differently. A profile is one member, and
// its numbers equal those of its reference program:
//
//   - google: rouge-score 0.1.2, to the last bit; the de facto standard.
//   - 155: the Perl program ROUGE-1.5.5, to its five printed digits.
//   - numeval: the recipe of the NumHG scoring script, NLTK 3.8.1's
//     tokenisation followed by rouge-score.
//   - hevas: the set-based recalls printed in the HEvAS paper, of which
//     no program can be had.
//
// docs/rouge.md compares them. Package metric says how a metric is used;
// the tokenizers and stemmers are in text.
package rouge

import (
	"context"
	"sync"

	"hed/corpus"
	"hed/metric"
	"hed/score"
)

// Info presents ROUGE to metric/all.
var Info = metric.Info{
	Name:    "rouge",
	Doc:     "n-grams, subsequences and skip-bigrams shared with the reference headlines",
	Paper:   "Lin 2004; Litvak et al. 2019 (hevas); Colmenares et al. 2015 (WSU)",
	Peer:    "rouge-score 0.1.2 (google), ROUGE-1.5.5 (155), NLTK 3.8.1 and rouge-score (numeval)",
	Needs:   metric.References,
	Options: Options{},
	New:     metric.Maker(Options{}, New),
}

// A Metric is a configured ROUGE.
type Metric struct {
	settings *settings
	columns  []score.Column
	workers  sync.Pool
}

var (
	_ metric.Metric = (*Metric)(nil)
	_ metric.Seer   = (*Metric)(nil)
)

// New returns ROUGE with the given options.
func New(opt Options) (*Metric, error) {
	s, err := opt.settle()
	if err != nil {
		return nil, err
	}
	m := &Metric{settings: s, columns: s.columns()}
	m.workers.New = func() any { return newWorker(s) }
	return m, nil
}

// Sees implements metric.Seer.
func (m *Metric) Sees(s string) bool {
	// Most texts have a letter that every tokenizer knows near their start.
	for i := range min(len(s), 64) {
		if c := s[i] | 0x20; 'a' <= c && c <= 'z' {
			return true
		}
	}
	return len(m.settings.analyzer.Tokenizer.Tokenize(nil, s)) > 0
}

// Columns implements metric.Metric.
func (m *Metric) Columns() []score.Column { return m.columns }

// Score implements metric.Metric. Against several references a headline
// has the score of the one that suits it best, type by type: by F1, as
// rouge-score chooses, and by recall under hevas. ROUGE-1.5.5 has a rule of
// its own.
func (m *Metric) Score(_ context.Context, c *corpus.Case, out []float64) error {
	w := m.workers.Get().(*worker)
	defer m.workers.Put(w)
	return w.score(c, out)
}
