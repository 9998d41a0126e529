// Package metric scores headlines.
//
// A metric is a folder below this one: a type with the methods of Metric,
// an Info that presents it, and one line in metric/all. docs/metric.md
// shows the whole way with a metric that the tests compile and run.
package metric

import (
	"context"
	"io"
	"iter"

	"hed/corpus"
	"hed/score"
	"hed/spec"
)

// A Metric scores cases: a document and the headlines of all systems for it,
// together, so that what is computed from the document, often by far the
// longer text, is computed once. A Metric does not change after New and
// Fit, and Score is safe for concurrent use.
type Metric interface {
	// Columns describes the values of one headline, in order.
	Columns() []score.Column
	// Score fills out, one row for each headline, with as many values as score.Width
	// says: one for each column, and after them the counts of columns that are pooled.
	// The value of headline i in column j is out[i*score.Width(Columns())+j]. A value
	// that does not exist is score.Absent, and so are its counts.
	//
	// The values depend on the case and on what was fitted, never on
	// cases scored before: the same bytes come out for any order and any
	// number of workers.
	Score(ctx context.Context, c *corpus.Case, out []float64) error
}

// A Fitter is a Metric that learns from the documents before it scores.
type Fitter interface {
	// Fit is called once, before the first Score. It may use that many
	// goroutines; how many changes no value. What it learnt belongs into the
	// signatures of the columns, which may change with it.
	Fit(ctx context.Context, docs corpus.Reader, workers int) error
}

// A Batcher is a Metric that scores many cases together quicker than one after
// another, as networks do.
type Batcher interface {
	// ScoreBatch fills out with what Score would give for each case, one case
	// after another. The cases have the same number of headlines.
	ScoreBatch(ctx context.Context, cases []*corpus.Case, out []float64) error
}

// A Surveyor is a Metric that looks at the headlines of all systems before it
// scores them, as one does that weighs words by how many of a system's headlines
// have them. What it learns of one system must not change another's scores.
type Surveyor interface {
	// Survey is called once, after Fit and before the first Score.
	Survey(ctx context.Context, cases iter.Seq2[*corpus.Case, error]) error
}

// A Keeper is a Fitter whose state can be kept in a file, so that the fitting
// need not be repeated. Load takes the place of Fit; the caller sees to it that
// the state is of a metric with the same options and the same version.
type Keeper interface {
	Fitter
	Save(w io.Writer) error
	Load(r io.Reader) error
}

// A Resumer is a Keeper that may take minutes to learn. FitIn is Fit, which keeps what it has learnt so far in the folder, and
// continues from what an earlier one that was stopped has left there. What is there of other documents or options, or is
// damaged, counts as nothing.
type Resumer interface {
	Keeper
	FitIn(ctx context.Context, docs corpus.Reader, workers int, folder string) error
}

// A Noter is a Metric that has something to tell of what it scored, such as
// words that it did not know. Notes may be called when all is scored; they are
// sentences for the user and no part of the results.
type Noter interface {
	Notes() []string
}

// A Warner is a Metric that may doubt what it learnt, such as from too few
// documents. Warnings may be called after Fit or Load. They depend on nothing
// else and are part of the results.
type Warner interface {
	Warnings() []string
}

// A Seer is a Metric whose program gives a value to texts in which it sees no word, as
// ROUGE gives 0 to Japanese. Sees reports whether it sees one in a text that is not empty.
type Seer interface {
	Sees(text string) bool
}

// Need is what a metric compares a headline with.
type Need int

const (
	References Need = 1 << iota // the headlines people wrote
	Body                        // the article
)

func (n Need) String() string {
	switch n {
	case References:
		return "references"
	case Body:
		return "article"
	case References | Body:
		return "references, article"
	}
	return "headline only"
}

// An Info is how a metric package presents itself.
type Info struct {
	Name  string
	Doc   string // what it measures, in a phrase
	Paper string // where it is defined
	Peer  string // the reference program that its numbers equal
	Needs Need
	// Options is the zero Options value of the package, whose fields
	// describe the options of a spec; see spec.Decode.
	Options any
	// Columns describe what the metric gives, for lists, where New cannot tell because
	// it wants an option such as a model; nil elsewhere.
	Columns []score.Column
	// Describe gives Columns as the options of a spec make them, where those change a
	// range; nil elsewhere. It does without what New wants, as far as it can, but
	// refuses options that New refuses for what they are.
	Describe func(options map[string]string) ([]score.Column, error)
	// Pool is how a column is pooled, by its signature, for scores that are read from
	// a file; nil where none is.
	Pool func(score.Signature) (*score.Pool, error)
	// New makes the metric from the options of a spec, mostly by Maker. It may
	// read the files that they name.
	New func(options map[string]string) (Metric, error)
}

// Maker returns the New of an Info whose package makes metrics of a struct of
// options: those of a spec, and the defaults where it has none.
func Maker[Options any, M Metric](defaults Options, build func(Options) (M, error)) func(map[string]string) (Metric, error) {
	return func(options map[string]string) (Metric, error) {
		opt := defaults
		if err := spec.Decode(options, &opt); err != nil {
			return nil, err
		}
		m, err := build(opt)
		if err != nil {
			return nil, err
		}
		return m, nil
	}
}
