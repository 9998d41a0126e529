package experiment

import (
	"context"
	"errors"
	"io"
	"path/filepath"
	"slices"
	"time"

	"hed/corpus"
	"hed/corpus/input"
	"hed/generate"
	generators "hed/generate/all"
	"hed/internal/staging"
	"hed/neural/train"
	"hed/run"
	"hed/run/teach"
	"hed/style/classify"
	classifiers "hed/style/classify/all"
	"hed/style/experiment"
	"hed/tensor"
)

// classifierNames are the folders of the classifiers, by what they learn from.
var classifierNames = []struct{ train, name string }{{experiment.Random, "random"}, {experiment.TrainD, "d"}, {experiment.TrainM, "m"}}

// classifiers teaches one for each training set, and gives their digests.
func (e *work) classifiers(ctx context.Context, split string) (digests []string, err error) {
	vectors, err := filesOf(ctx, e.Classifier)
	if err != nil {
		return nil, e.Errorf("classifier", "%w", err)
	}
	for _, c := range classifierNames {
		folder := "classifiers/" + c.name
		on := append([]any{e.Classifier, split}, vectors...)
		if c.train == experiment.Random {
			on = append([]any{e.Classifier, e.sums, e.Names(), e.Format, e.Columns}, vectors...)
		}
		if kind, _, err := classifiers.Parse(e.Classifier); err == nil && kind.Network {
			on = append(on, nameOf(e.device))
		}
		digest, err := e.run(ctx, stage{
			name: folder, what: "teaching the classifier of " + c.train, on: on, files: []string{folder + "/" + checkedFile, folder + "/" + staging.ListFile},
			do: func(ctx context.Context) ([]string, error) { return nil, e.teachClassifier(ctx, c.train, folder, on) },
		})
		if err != nil {
			return nil, err
		}
		digests = append(digests, digest)
	}
	return digests, nil
}

// nameOf is what a device is called.
func nameOf(d tensor.Device) string {
	if named, ok := d.(interface{ Name() string }); ok {
		return named.Name()
	}
	return "cpu"
}

// examples are the headlines of a training set to learn from, and others to judge.
func (e *work) examples(ctx context.Context, set string) (learn, held []classify.Example, err error) {
	if set == experiment.Random {
		papers, err := e.open(ctx)
		if err != nil {
			return nil, nil, err
		}
		var all []*corpus.Document
		for _, p := range papers {
			for d, err := range p.Reader.Documents(ctx) {
				if err != nil {
					return nil, nil, err
				}
				all = append(all, d)
			}
		}
		learn, held = classify.Held(headlinesOf(all), 0.2, e.Seed)
		return learn, held, nil
	}
	name := "split/train-d"
	if set == experiment.TrainM {
		name = "split/train-m"
	}
	docs, err := e.read(ctx, name+".jsonl")
	if err != nil {
		return nil, nil, err
	}
	valid, err := e.read(ctx, name+"-valid.jsonl")
	return headlinesOf(docs), headlinesOf(valid), err
}

// headlinesOf are the gold headlines of articles.
func headlinesOf(docs []*corpus.Document) (all []classify.Example) {
	for _, d := range docs {
		if len(d.References) > 0 && d.References[0] != "" {
			all = append(all, classify.Example{Text: d.References[0], Body: d.Body, Label: d.Source})
		}
	}
	return all
}

func (e *work) teachClassifier(ctx context.Context, set, folder string, on []any) error {
	learn, held, err := e.examples(ctx, set)
	if err != nil {
		return err
	}
	place := teach.Place{Folder: e.path(folder), Resume: true, Seed: e.Seed, Tell: e.tell}
	if err := place.Lock(); err != nil {
		return err
	}
	defer place.Unlock()
	var c *classify.Classifier
	defer func() {
		if c != nil { // its files are written by now
			c.Close()
		}
	}()
	teach := func(unfinished string) (files teach.Files, err error) {
		labels := e.names()
		slices.Sort(labels)
		l := classify.Lesson{Learn: learn, Labels: labels, Seed: e.Seed, Workers: e.Workers, Device: e.device, Folder: unfinished, Now: time.Now}
		l.Tell = func(line string, _ float64) { e.doing("classifier of %s: %s", set, line) }
		if c, _, err = classifiers.Train(ctx, e.Classifier, l); err != nil {
			return nil, err
		}
		checked, err := e.checked(ctx, set, learn, held, c)
		if err != nil {
			return nil, err
		}
		files = c.Files()
		files[checkedFile] = asJSON(checked)
		return files, nil
	}
	if err = place.Learn("the classifier", "", on, teach); isOther(err) {
		place.Resume = false
		err = place.Learn("the classifier", "", on, teach)
	}
	return err
}

// generators teaches them and lets them write for the test set. What they write is in files, by the generator's name, whose
// digests it gives.
func (e *work) generators(ctx context.Context, split string) (digests []string, err error) {
	for _, g := range e.all() {
		var written string
		if i := slices.Index(sides[:], g.side); e.given != nil {
			on := []any{split, e.given[i].Generator.Signature()}
			written, err = e.written(ctx, g, on, func(ctx context.Context) ([]string, error) { return e.write(ctx, g, e.given[i]) })
		} else {
			written, err = e.taught(ctx, split, g)
		}
		if err != nil {
			return nil, err
		}
		digests = append(digests, written)
	}
	return digests, nil
}

// taught teaches a generator and lets it write.
func (e *work) taught(ctx context.Context, split string, g generator) (digest string, err error) {
	how := &e.Generator
	vectors, err := filesOf(ctx, how.Network)
	if err != nil {
		return "", e.Errorf("generator.network", "%w", err)
	}
	model, err := e.run(ctx, stage{
		name: "generators/" + g.name, what: "teaching a generator: " + g.what,
		on:    append([]any{split, e.kind, e.options, g.init, how.Epochs, how.Steps, how.Batch, nameOf(e.device)}, vectors...),
		files: []string{"generators/" + g.name + "/" + staging.ListFile},
		do:    func(ctx context.Context) ([]string, error) { return e.teachGenerator(ctx, g) },
	})
	if err != nil {
		return "", err
	}
	return e.written(ctx, g, []any{split, model, how.Search}, func(ctx context.Context) ([]string, error) {
		chosen, err := e.choose(e.writer(e.path("generators/" + g.name)))
		if err != nil {
			return nil, err
		}
		defer closeGenerator(chosen)
		return e.write(ctx, g, chosen)
	})
}

// written is the stage in which a generator writes for the test set.
func (e *work) written(ctx context.Context, g generator, on []any, write func(context.Context) ([]string, error)) (digest string, err error) {
	return e.run(ctx, stage{name: "headlines/" + g.name, what: "writing headlines: " + g.what, on: on, files: []string{headlineFile(g.name)}, do: write})
}

// choose makes the generator of a spec.
func (e *work) choose(text string) (generate.Named, error) {
	chosen, err := generators.With(e.models, e.Client).Choose(text, nil, e.Seed)
	if err != nil {
		return generate.Named{}, err
	}
	return chosen[0], nil
}

func closeGenerator(g generate.Named) {
	if c, ok := g.Generator.(io.Closer); ok {
		c.Close()
	}
}

// A generator is one of those that are taught.
type generator struct {
	name  string // as files are called
	what  string // in words
	title string // what it begins with, in tables
	side  string // a, b or ab
	train string // d or m
	init  string // digest of what it begins with; "" for nothing
	from  string // folder of what it begins with
}

// file is what the generator of a variant for a newspaper and a training set is called.
func (e *work) file(v generator, side, train string) string {
	if e.given != nil { // one for both
		return side + "-" + v.name
	}
	return side + "-" + train + "-" + v.name
}

// variants are what generators begin with.
func (e *work) variants() (all []generator) {
	if e.given != nil {
		return []generator{{name: "given", title: "as given"}}
	}
	if !slices.Contains(tuned, e.kind) {
		all = append(all, generator{name: "nothing", title: "from nothing"})
	}
	if e.init != "" {
		all = append(all, generator{name: "init", title: "from " + filepath.Base(e.Generator.Init), init: e.init, from: e.Generator.Init})
	}
	return all
}

// all are the generators, in the order in which they are taught.
func (e *work) all() (all []generator) {
	for _, v := range e.variants() {
		add := func(side, train, what string) {
			g := v
			g.name, g.what, g.side, g.train = e.file(v, side, train), what+", "+v.title, side, train
			all = append(all, g)
		}
		if e.given != nil {
			for side, name := range e.Names() {
				add(sides[side], "", name)
			}
			continue
		}
		for i, train := range trains {
			for side, name := range e.Names() {
				add(sides[side], train, name+", "+[]string{experiment.TrainD, experiment.TrainM}[i])
			}
		}
		add("ab", "m", "both newspapers, "+experiment.TrainM)
	}
	return all
}

// headlineFile is what a generator writes for the test set.
func headlineFile(name string) string { return "headlines/" + name + ".jsonl" }

func (e *work) teachGenerator(ctx context.Context, g generator) (warnings []string, err error) {
	pupil, err := teach.NewPupil(e.kind, e.options, g.from, find)
	if err != nil {
		return nil, err
	}
	learn := func(resume bool) error {
		tell := func(event run.Event) {
			if event.Kind == run.Warning {
				warnings = append(warnings, event.Text)
				return
			}
			e.tell(event)
		}
		l := &teach.Lesson{
			Place: teach.Place{Folder: e.path("generators/" + g.name), Resume: resume, Seed: e.Seed, Tell: tell},
			Paths: &input.Paths{Docs: e.path(part(g.side, g.train, false))},
		}
		if err := l.Open(ctx); err != nil {
			return err
		}
		defer l.Close()
		pace := train.Pace{Now: time.Now}
		c := &teach.Course{
			Kind: e.kind, Pupil: pupil, Inputs: l.Inputs, Format: l.Format, Valid: &input.Paths{Docs: e.path(part(g.side, g.train, true))}, Workers: e.Workers, Tell: tell,
			Plan: train.Plan{
				Docs: l.Reader, Epochs: e.Generator.Epochs, Steps: e.Generator.Steps, Batch: e.Generator.Batch, Seed: e.Seed, Device: e.device, Now: time.Now,
				Tell: func(m train.Progress) { line, _ := pace.Line(m); e.doing("%s: %s", g.what, line) },
			},
		}
		defer c.Close()
		card, err := c.Open(ctx)
		if err != nil {
			return err
		}
		return l.Learn("the generator", "", []any{card}, func(unfinished string) (teach.Files, error) {
			_, files, err := c.Teach(ctx, unfinished)
			return files, err
		})
	}
	if err = learn(true); isOther(err) {
		warnings = nil
		err = learn(false)
	}
	return warnings, err
}

// isOther tells that what is unfinished is something else, which is then begun again.
func isOther(err error) bool {
	_, other := errors.AsType[*run.OtherRunError](err)
	return other
}

// write lets a generator write for all articles of the test set.
func (e *work) write(ctx context.Context, g generator, chosen generate.Named) ([]string, error) {
	chosen.Name = g.name
	o := run.GenerateOptions{
		Paths: &input.Paths{Docs: e.path(testFile)}, Generator: chosen,
		File: e.path(headlineFile(g.name)), Workers: e.Workers, Resume: true, Tell: func(event run.Event) {
			if event.Kind == run.Progress {
				e.doing("%s: %d headlines", g.what, event.Done)
			}
		},
	}
	done, err := run.Generate(ctx, o)
	if isOther(err) {
		o.Resume = false
		done, err = run.Generate(ctx, o)
	}
	if err != nil {
		return nil, err
	}
	return done.Warnings("the generator " + g.what), nil
}
