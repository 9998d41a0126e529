// Package teach trains models, from the files that users name to the files of a model's folder, its [Place]. For networks
// that write headlines a [Course] opens what it is taught from, says in a [Card] what the model depends on, teaches, and scores
// what the model writes for a test part.
package teach

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"slices"

	"hed"
	"hed/chart"
	"hed/corpus/input"
	"hed/evaluate"
	"hed/generate"
	"hed/generate/seq2seq"
	"hed/generate/transformer"
	"hed/internal/staging"
	"hed/metric"
	metrics "hed/metric/all"
	"hed/neural/decoder"
	"hed/neural/train"
	"hed/numeral/rerank"
	"hed/report"
	"hed/run"
	"hed/tensor/safetensors"
)

// A Course is a network to be taught, as users name it.
type Course struct {
	Kind  string // what the network is called
	Pupil Pupil
	// Plan is what is taught and how long; its Docs and Device must be set. Open sets what comes from files.
	Plan train.Plan
	// Inputs are those of Plan.Docs, which were read as Format with Columns.
	Inputs  []input.Record
	Format  string
	Columns []string
	// Valid says when to stop and Test is scored at the end; both may be nil.
	Valid, Test *input.Paths
	Half        bool // whether weights are written in half precision
	Workers     int
	Words       func(string) string // see run.Options
	Tell        func(run.Event)     // warnings, and how far scoring is

	card Card
}

// A Pupil is a kind of network, with its options.
type Pupil interface {
	// Open opens what the weights begin with, and says in the card what the model depends on beside the plan. It gives warnings.
	Open(p *train.Plan, card *Card) (warnings []string, err error)
	// Teach teaches by the plan.
	Teach(ctx context.Context, p train.Plan) (*Taught, error)
	// Close gives back what Open opened.
	Close() error
}

// NewPupil is a network of a kind with its options, as they are written. init is the model that it begins with: a folder, for a
// transformer also any name that find knows; "" for none.
func NewPupil(kind, options, init string, find func(name string) (dir string, err error)) (Pupil, error) {
	if !slices.Contains(seq2seq.Kinds, kind) {
		l, err := transformer.NewLesson(kind, options)
		l.Init = init
		return &Transformer{Lesson: l, Find: find}, err
	}
	o, err := seq2seq.ParseOptions(options)
	if err == nil {
		err = o.Settle()
	}
	return &Recurrent{Lesson: seq2seq.Lesson{Kind: kind, Options: o}, Init: init}, err
}

// A Taught is what teaching came to.
type Taught struct {
	Outcome
	// Files are those of the model's folder, by name.
	Files func(half bool) (Files, error)
	// Writer writes headlines with the model. It is closed in the end.
	Writer func(folder string) (Writer, error)
}

// A Writer is a generator that can be closed.
type Writer interface {
	generate.Generator
	io.Closer
}

// A Card is card.json: what a model was made from and how, and what it came to. It is the same for the same course
// wherever it is taught.
type Card struct {
	Version string         `json:"hed"`
	Kind    string         `json:"kind"`
	Options any            `json:"options"`
	Inputs  []input.Record `json:"inputs"`
	Format  string         `json:"format"`
	Columns []string       `json:"columns,omitempty"`
	Valid   []input.Record `json:"valid,omitempty"`
	Tested  []input.Record `json:"tested,omitempty"`
	Init    *Origin        `json:"init,omitempty"`
	Vectors *Origin        `json:"vectors,omitempty"`
	Seed    uint64         `json:"seed"`
	Batch   int            `json:"batch"`
	Epochs  float64        `json:"epochs"`
	Steps   int            `json:"steps,omitempty"`
	Half    bool           `json:"half,omitempty"`
	Device  string         `json:"device"`

	*Outcome
}

// An Outcome is what a course came to.
type Outcome struct {
	Documents any             `json:"read"`    // what became of them
	Read      train.Read      `json:"-"`       // the part of it that all networks have
	Weights   int             `json:"weights"` // numbers
	Curve     []train.Point   `json:"curve"`
	Best      int             `json:"best"`
	Test      *run.ScoreMeans `json:"test,omitempty"`
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
	p := &c.Plan
	c.card = Card{
		Version: hed.Version, Kind: c.Kind, Inputs: c.Inputs, Format: c.Format, Columns: c.Columns, Seed: p.Seed, Batch: p.Batch, Epochs: p.Epochs,
		Steps: p.Steps, Half: c.Half, Device: nameOf(p.Device),
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
			p.Valid = docs.Reader
		}
		for _, w := range docs.Warnings {
			c.Tell(run.Event{Kind: run.Warning, Text: w})
		}
		if *more.record, err = more.paths.Record(ctx); err != nil {
			return nil, err
		}
	}
	warnings, err := c.Pupil.Open(p, &c.card)
	for _, w := range warnings {
		c.Tell(run.Event{Kind: run.Warning, Text: w})
	}
	return &c.card, err
}

// Close gives back what Open opened.
func (c *Course) Close() error { return c.Pupil.Close() }

// modelFiles are files of models' folders which a model that is taught would replace, or would be taken for one with.
var modelFiles = []string{
	"config.json", "tokenizer.json", safetensors.WholeFile, safetensors.IndexFile, decoder.AdapterConfigFile, decoder.AdapterFile,
	seq2seq.VocabularyFile, CardFile, "curve.csv", "curve.svg", rerank.FileName,
}

// Guard refuses a folder for a model that has another one: that which it begins with or adapts, or one that was not taught here.
func Guard(folder, init string) error {
	there, err := os.Stat(folder)
	if err != nil {
		return nil // which is there to be made
	}
	for _, dir := range append([]string{init}, decoder.Bases(init)...) {
		if begun, err := os.Stat(dir); err == nil && os.SameFile(there, begun) {
			return fmt.Errorf("%s is the folder of the model to begin with; name another one for what it learns", folder)
		}
	}
	for _, name := range modelFiles {
		if _, err := os.Lstat(filepath.Join(folder, name)); err != nil {
			continue
		}
		list, err := staging.ListWith(folder, name)
		if err != nil {
			return err
		}
		if list == nil {
			return fmt.Errorf("%s has a model that was not taught here: there is a file %s, and no %s that lists it; name another folder", folder, name, staging.ListFile)
		}
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
	list, err := staging.ListWith(folder, CardFile)
	return err == nil && list != nil && list.CheckAll(folder) == nil
}

// Teach teaches, and gives the files of the model's folder by name. What is unfinished is kept in the folder unfinished.
func (c *Course) Teach(ctx context.Context, unfinished string) (*Card, Files, error) {
	c.Plan.Folder = unfinished
	taught, err := c.Pupil.Teach(ctx, c.Plan)
	if err != nil {
		return nil, nil, err
	}
	c.card.Outcome = &taught.Outcome
	if c.Test != nil {
		if c.card.Test, err = c.score(ctx, taught); err != nil {
			return nil, nil, err
		}
	}
	files, err := taught.Files(c.Half)
	if err != nil {
		return nil, nil, err
	}
	files[CardFile] = func(w io.Writer) error { return report.JSON(w, c.card) }
	files["curve.csv"] = func(w io.Writer) error { return report.CSV(w, c.card.table(), report.Style{}) }
	files["curve.svg"] = func(w io.Writer) error { return chart.Write(w, chart.SVG, c.card.chart()) }
	return &c.card, files, nil
}

// score writes headlines for the test part and scores them.
func (c *Course) score(ctx context.Context, taught *Taught) (*run.ScoreMeans, error) {
	g, err := taught.Writer(c.Plan.Folder)
	if err != nil {
		return nil, err
	}
	defer g.Close()
	chosen, _, err := metrics.Metrics.Choose("rouge:types=1/2/L", metric.References|metric.Body, nil)
	if err != nil {
		return nil, err
	}
	scores, err := run.Score(ctx, run.Options{
		Paths: c.Test, Plan: evaluate.Plan{Metrics: chosen, Generators: []generate.Named{{Name: c.Kind, Generator: g}}},
		Bootstrap: 1000, Seed: c.Plan.Seed, Workers: c.Workers, Words: c.Words, Tell: c.Tell,
	}, nil)
	if err != nil {
		return nil, err
	}
	defer scores.Close()
	return scores.Means(ctx)
}
