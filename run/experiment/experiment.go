// Package experiment does the experiment of package style/experiment, from the files of two newspapers to a folder with tables
// and a page. It has stages: articles are aligned and split, classifiers and generators are taught, headlines are written
// and judged. Each stage leaves a record of what it was made from; one whose inputs are the same is never done again, and
// one that was stopped continues, so that an experiment that was killed at any time ends with the same bytes.
package experiment

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"hed/corpus"
	"hed/corpus/input"
	"hed/generate"
	"hed/generate/remote"
	"hed/generate/seq2seq"
	"hed/internal/option"
	"hed/internal/staging"
	"hed/internal/whole"
	"hed/neural/embed"
	"hed/report"
	"hed/run"
	"hed/run/teach"
	"hed/spec"
	classifiers "hed/style/classify/all"
	"hed/style/experiment"
	"hed/tensor"
)

// Options are what is done, and where it goes.
type Options struct {
	Settings string // file of them, see experiment.Config
	Folder   string
	Seed     uint64
	Workers  int // changes no result
	// Device opens where networks run; it is called once.
	Device func() (tensor.Device, error)
	// Client asks endpoints, for generators that do; nil for none.
	Client *remote.Client
	// Words puts warnings into the words of those who read them; nil leaves them as they are.
	Words func(text string) string
	Tell  func(run.Event) // may be nil
}

// An Outcome is what was found.
type Outcome struct {
	*report.Experiment
	Warnings []string
}

// work is an experiment on its way.
type work struct {
	*Options
	*experiment.Config
	kind     string // of network
	options  string // of the network
	papers   [2]input.Paths
	sums     [2]string // of their files
	init     string    // its digest
	device   tensor.Learner
	models   *embed.Models
	given    []generate.Named // generators of both newspapers that are not taught; none if they are
	warnings []string
}

func (e *work) tell(event run.Event) {
	if e.Tell != nil {
		e.Tell(event)
	}
}

func (e *work) warn(all []string) {
	for _, w := range all {
		if e.Words != nil {
			w = e.Words(w)
		}
		if !slices.Contains(e.warnings, w) {
			e.warnings = append(e.warnings, w)
			e.tell(run.Event{Kind: run.Warning, Text: w})
		}
	}
}

// lastFile is for people, beside table.csv and expectations.csv.
const lastFile = "report.html"

// Run does the experiment.
func Run(ctx context.Context, o Options) (*Outcome, error) {
	data, err := os.ReadFile(o.Settings)
	if err != nil {
		return nil, err
	}
	e := &work{Options: &o}
	if e.Config, err = experiment.Read(o.Settings, data); err != nil {
		return nil, err
	}
	if err := e.check(ctx); err != nil {
		return nil, err
	}
	dir, err := staging.Open(o.Folder)
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	if err := e.own(); err != nil {
		return nil, err
	}
	defer func() {
		if ctx.Err() != nil {
			e.tell(run.Event{Kind: run.Note, Text: "stopped; repeat the command to continue"})
		}
	}()
	e.models = embed.New(o.Device, "")
	e.models.Find = find
	defer e.models.Close()
	d, err := e.models.Device()
	if err != nil {
		return nil, err
	}
	var ok bool
	if e.device, ok = d.(tensor.Learner); !ok {
		return nil, errors.New("the device cannot teach networks")
	}
	defer e.closeGiven()
	if err := e.openGiven(); err != nil {
		return nil, err
	}
	split, err := e.split(ctx)
	if err != nil {
		return nil, err
	}
	judges, err := e.classifiers(ctx, split)
	if err != nil {
		return nil, err
	}
	written, err := e.generators(ctx, split)
	if err != nil {
		return nil, err
	}
	results, err := e.judge(ctx, judges, written)
	if err != nil {
		return nil, err
	}
	found, files, err := e.report(ctx, results)
	if err != nil {
		return nil, err
	}
	if err := dir.Write("the results", nil, files); err != nil {
		return nil, err
	}
	e.tell(run.Event{Kind: run.Note, Text: found.Finding()})
	return &Outcome{found, e.warnings}, nil
}

// own refuses a folder that has something else under the names of what the stages make. One that has their records is ours.
func (e *work) own() error {
	if _, err := os.Stat(e.path("stages")); err == nil {
		return nil
	}
	for _, name := range []string{"align", "split", "parts", "classifiers", "generators", "headlines", judgedFile} {
		if _, err := os.Lstat(e.path(name)); err == nil {
			return fmt.Errorf("%s %s: there is %s, which is not of an experiment; name another folder", option.Name("out"), e.Folder, name)
		}
	}
	return whole.MakeFolder(e.path("stages"))
}

// check refuses what cannot work before anything takes long.
func (e *work) check(ctx context.Context) error {
	c := e.Config
	for i, p := range []struct {
		key  string
		file string
	}{{"a.file", c.A.File}, {"b.file", c.B.File}} {
		if info, err := os.Stat(p.file); err != nil {
			return c.Errorf(p.key, "%w", plainly(err, p.file))
		} else if !info.Mode().IsRegular() {
			return c.Errorf(p.key, "%s is not a plain file; articles are read more than once", p.file)
		}
		e.papers[i] = input.Paths{Docs: p.file, Format: c.Format, Columns: c.Roles()}
		if _, err := e.papers[i].Open(ctx, false); err != nil {
			return err
		}
		var err error
		if e.sums[i], err = corpus.File(p.file).Sum(ctx); err != nil {
			return err
		}
	}
	if e.sums[0] == e.sums[1] {
		return c.Errorf("b.file", "%s has the same articles as %s; the newspapers must be two", c.B.File, c.A.File)
	}
	if err := e.checkClassifier(); err != nil {
		return err
	}
	if err := e.checkGenerator(ctx); err != nil {
		return err
	}
	if c.Human != "" {
		if _, err := e.guesses(); err != nil {
			return err
		}
	}
	return nil
}

func (e *work) checkClassifier() error {
	if _, _, err := classifiers.Parse(e.Classifier); err != nil {
		return e.Errorf("classifier", "%w", err)
	}
	return nil
}

// find says that a model is where its name says.
func find(name string) (dir string, err error) { return name, nil }

// tuned are the kinds of network that begin with a model from elsewhere, always.
var tuned = []string{"transformer", "brio", "season"}

func (e *work) checkGenerator(ctx context.Context) error {
	g := &e.Generator
	if g.Given() { // see openGiven
		return nil
	}
	e.kind, e.options, _ = strings.Cut(g.Network, ":")
	if kinds := slices.Concat(seq2seq.Kinds, tuned); !slices.Contains(kinds, e.kind) {
		return e.Errorf("generator.network", "%q is not a network that can be taught; want %s", e.kind, strings.Join(kinds, ", "))
	}
	if _, err := teach.NewPupil(e.kind, e.options, g.Init, find); err != nil {
		return e.Errorf("generator.network", "%w", err)
	}
	if _, err := spec.Parse(e.writer("x")); err != nil {
		return e.Errorf("generator.search", "%w", err)
	}
	if g.Init == "" {
		if slices.Contains(tuned, e.kind) {
			return e.Errorf("generator.init", "is missing: the folder of the model that a %s begins with", e.kind)
		}
		return nil
	}
	if info, err := os.Stat(g.Init); err != nil {
		return e.Errorf("generator.init", "%w", plainly(err, g.Init))
	} else if !info.IsDir() {
		return e.Errorf("generator.init", "%s is not a folder; name the folder of a network that was taught", g.Init)
	}
	if slices.Contains(seq2seq.Kinds, e.kind) {
		if err := e.fits(); err != nil {
			return err
		}
	}
	var err error
	e.init, err = digestOf(ctx, g.Init)
	return err
}

// openGiven opens generators that are not taught.
func (e *work) openGiven() error {
	if !e.Generator.Given() {
		return nil
	}
	for side, list := range []string{e.Generator.A, e.Generator.B} {
		if specs, err := spec.Parse(list); err == nil && len(specs) != 1 {
			return e.Errorf("generator."+sides[side], "%q: want one generator, with options as in remote:model=NAME", list)
		}
		g, err := e.choose(list)
		if err != nil {
			return e.Errorf("generator."+sides[side], "%w", err)
		}
		e.given = append(e.given, g)
	}
	return nil
}

func (e *work) closeGiven() {
	for _, g := range e.given {
		closeGenerator(g)
	}
}

// fits refuses a network to begin with whose sizes are others.
func (e *work) fits() error {
	g := &e.Generator
	there, err := seq2seq.ReadConfig(g.Init)
	if err != nil {
		return e.Errorf("generator.init", "%w", err)
	}
	asked, err := seq2seq.ParseOptions(e.options)
	if err != nil {
		return e.Errorf("generator.network", "%w", err)
	}
	kind := there.Kind()
	switch {
	case kind == "":
		return e.Errorf("generator.init", "%s has a model of the type %q; want a network that was taught as %s", g.Init, there.Type, e.kind)
	case kind != e.kind && !(kind == "pn" && e.kind == "pnc"):
		return e.Errorf("generator.init", "%s is a %s, and a %s cannot begin with it", g.Init, kind, e.kind)
	case there.Hidden != asked.Hidden || there.Embedding != asked.Embedding || there.Tied != asked.Tied:
		return e.Errorf("generator.init", "%s has hidden=%d, embedding=%d and tied=%t, and the network has hidden=%d, embedding=%d and tied=%t; give both the same, as in network: %s:hidden=%d+embedding=%d+tied=%t",
			g.Init, there.Hidden, there.Embedding, there.Tied, asked.Hidden, asked.Embedding, asked.Tied, e.kind, there.Hidden, there.Embedding, there.Tied)
	}
	return nil
}

// writer is the spec of the generator of a model.
func (e *work) writer(model string) string {
	name := e.kind
	if slices.Contains(tuned, name) {
		name = "transformer"
	}
	sp := spec.Spec{Name: name, Options: map[string]string{"model": model}}
	text := sp.String()
	if e.Generator.Search != "" {
		text += "+" + e.Generator.Search
	}
	return text
}

// guesses are what people said.
func (e *work) guesses() ([]experiment.Guess, error) {
	name := filepath.Join(e.Human, "answers.jsonl")
	f, err := os.Open(name)
	if err != nil {
		return nil, e.Errorf("human", "%w; want the folder of a study's export", plainly(err, name))
	}
	defer f.Close()
	return experiment.ReadGuesses(name, f)
}

// plainly says of a file that is missing that it is.
func plainly(err error, name string) error {
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s is missing", name)
	}
	return err
}

// asJSON writes a value into a file.
func asJSON(v any) func(io.Writer) error {
	return func(w io.Writer) error { return report.JSON(w, v) }
}
