// Package teach trains networks that write headlines, from the files that users name to the files of a model's folder: a
// [Course] opens what it is taught from, says in a [Card] what the model depends on, teaches, and scores what the model
// writes for a test part.
package teach

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"reflect"

	"hed"
	"hed/chart"
	"hed/corpus/input"
	"hed/evaluate"
	"hed/generate"
	generators "hed/generate/all"
	"hed/generate/seq2seq"
	"hed/internal/staging"
	"hed/metric"
	metrics "hed/metric/all"
	"hed/neural/train"
	"hed/report"
	"hed/run"
	"hed/text/vector"
)

// A Course is a network to be taught, as users name it.
type Course struct {
	// Lesson is what is taught and how; its Docs and Device must be set. Open sets what comes from files.
	Lesson seq2seq.Lesson
	// Inputs are those of Lesson.Docs, which were read as Format with Columns.
	Inputs  []input.Record
	Format  string
	Columns []string
	// Valid says when to stop and Test is scored at the end; both may be nil.
	Valid, Test *input.Paths
	Init        string // folder of a model to begin with; "" for none
	Half        bool   // whether weights are written in half precision
	Workers     int
	Words       func(string) string // see run.Options
	Tell        func(run.Event)     // warnings, and how far scoring is

	card Card
}

// A Card is card.json: what a model was made from and how, and what it came to. It is the same for the same course
// wherever it is taught.
type Card struct {
	Version string          `json:"hed"`
	Kind    string          `json:"kind"`
	Options seq2seq.Options `json:"options"`
	Inputs  []input.Record  `json:"inputs"`
	Format  string          `json:"format"`
	Columns []string        `json:"columns,omitempty"`
	Valid   []input.Record  `json:"valid,omitempty"`
	Tested  []input.Record  `json:"tested,omitempty"`
	Init    *Origin         `json:"init,omitempty"`
	Vectors *Origin         `json:"vectors,omitempty"`
	Seed    uint64          `json:"seed"`
	Batch   int             `json:"batch"`
	Epochs  float64         `json:"epochs"`
	Steps   int             `json:"steps,omitempty"`
	Half    bool            `json:"half,omitempty"`
	Device  string          `json:"device"`

	*Outcome
}

// An Outcome is what a course came to.
type Outcome struct {
	Read    seq2seq.Read    `json:"read"`
	Weights int             `json:"weights"` // numbers
	Curve   []train.Point   `json:"curve"`
	Best    int             `json:"best"`
	Test    *run.ScoreMeans `json:"test,omitempty"`
}

// An Origin is what weights began with, by its numbers wherever it lay.
type Origin struct {
	Name   string `json:"name"` // without the folder
	Digest string `json:"digest"`
}

// CardFile is the name of a Card in the folder of its model.
const CardFile = "card.json"

// Open opens the files of the course and returns the card of what is asked for, which names all that the model depends on.
func (c *Course) Open(ctx context.Context) (*Card, error) {
	l := &c.Lesson
	if err := l.Options.Settle(); err != nil {
		return nil, err
	}
	c.card = Card{
		Version: hed.Version, Kind: l.Kind, Options: l.Options, Inputs: c.Inputs, Format: c.Format, Columns: c.Columns, Seed: l.Seed, Batch: l.Batch, Epochs: l.Epochs,
		Steps: l.Steps, Half: c.Half, Device: "cpu",
	}
	if named, ok := l.Device.(interface{ Name() string }); ok {
		c.card.Device = named.Name()
	}
	for _, more := range []struct {
		paths  *input.Paths
		record *[]input.Record
	}{{c.Valid, &c.card.Valid}, {c.Test, &c.card.Tested}} {
		if more.paths == nil {
			continue
		}
		docs, err := more.paths.Open(ctx, true)
		if err != nil {
			return nil, err
		}
		if more.paths == c.Valid {
			l.Valid = docs.Reader
		}
		for _, w := range docs.Warnings {
			c.Tell(run.Event{Kind: run.Warning, Text: w})
		}
		if *more.record, err = more.paths.Record(ctx); err != nil {
			return nil, err
		}
	}
	return &c.card, c.origins()
}

// origins opens what weights begin with.
func (c *Course) origins() (err error) {
	l := &c.Lesson
	l.Rank = generators.Ranker()
	if c.Init != "" {
		if l.Init, err = seq2seq.Open(c.Init, l.Device); err != nil {
			return err
		}
		c.card.Init = &Origin{filepath.Base(c.Init), l.Init.Sum}
	}
	if file := l.Options.Vectors; file != "" {
		if l.Vectors, err = vector.Open(file, ""); err != nil {
			return err
		}
		sum := l.Vectors.Hash()
		c.card.Vectors = &Origin{filepath.Base(file), hex.EncodeToString(sum[:])[:12]}
	}
	return nil
}

// Close gives back what Open opened.
func (c *Course) Close() error {
	if c.Lesson.Vectors != nil {
		return c.Lesson.Vectors.Close()
	}
	return nil
}

// Complete tells whether a folder has the model that is asked for, with all files as they were written.
func (c *Course) Complete(folder string) bool {
	data, err := os.ReadFile(filepath.Join(folder, CardFile))
	if err != nil {
		return false
	}
	var there, asked Card
	if err := json.Unmarshal(data, &there); err != nil {
		return false
	}
	data, err = json.Marshal(c.card) // so that both have gone through JSON
	if err != nil || json.Unmarshal(data, &asked) != nil {
		return false
	}
	there.Outcome, asked.Outcome = nil, nil
	if !reflect.DeepEqual(there, asked) {
		return false
	}
	list, err := staging.ReadList(folder, seq2seq.VocabularyFile) // which comes last
	return err == nil && list != nil && list.CheckAll(folder) == nil
}

// Teach teaches, and gives the files of the model's folder by name. What is unfinished is kept in the folder unfinished.
func (c *Course) Teach(ctx context.Context, unfinished string) (*Card, map[string]func(io.Writer) error, error) {
	c.Lesson.Folder = unfinished
	out, err := c.Lesson.Teach(ctx)
	if err != nil {
		return nil, nil, err
	}
	c.card.Outcome = &Outcome{Read: out.Read, Weights: out.Model.Weights(), Curve: out.Curve, Best: out.Best}
	if c.Test != nil {
		if c.card.Test, err = c.score(ctx, out.Model); err != nil {
			return nil, nil, err
		}
	}
	files := out.Model.Files(c.Lesson.Device, c.Half)
	files[CardFile] = func(w io.Writer) error { return report.JSON(w, c.card) }
	files["curve.csv"] = func(w io.Writer) error { return report.CSV(w, c.card.table(), report.Style{}) }
	files["curve.svg"] = func(w io.Writer) error { return chart.Write(w, chart.SVG, c.card.chart()) }
	return &c.card, files, nil
}

// score writes headlines for the test part and scores them.
func (c *Course) score(ctx context.Context, m *seq2seq.Model) (*run.ScoreMeans, error) {
	g, err := seq2seq.With(c.Lesson.Device, m, c.Lesson.Rank)
	if err != nil {
		return nil, err
	}
	defer g.Close()
	chosen, err := metrics.Metrics.Choose("rouge:types=1/2/L", metric.References|metric.Body, nil)
	if err != nil {
		return nil, err
	}
	scores, err := run.Score(ctx, run.Options{
		Paths: c.Test, Plan: evaluate.Plan{Metrics: chosen, Generators: []generate.Named{{Name: c.Lesson.Kind, Generator: g}}},
		Bootstrap: 1000, Seed: c.Lesson.Seed, Workers: c.Workers, Words: c.Words, Tell: c.Tell,
	}, nil)
	if err != nil {
		return nil, err
	}
	return scores.Means(ctx)
}
