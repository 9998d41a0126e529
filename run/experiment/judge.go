package experiment

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"

	"hed/corpus"
	"hed/internal/whole"
	"hed/score"
	"hed/style/classify"
	classifiers "hed/style/classify/all"
	"hed/style/experiment"
)

// judgedFile has every headline that was judged.
const judgedFile = "judged.jsonl"

// resamples are for intervals and tests: with a tenth of them, another seed may turn the verdict of a p near its bound.
const resamples = 10_000

// judge lets the classifiers judge all headlines.
func (e *work) judge(ctx context.Context, judges, written []string) (*experiment.Results, error) {
	_, err := e.run(ctx, stage{
		name: "judgement", what: "judging headlines", on: []any{judges, written, e.sums}, files: []string{judgedFile},
		do: func(ctx context.Context) ([]string, error) {
			var sets []experiment.Set
			for _, c := range classifierNames {
				more, err := e.judgeBy(ctx, c.train, c.name)
				if err != nil {
					return nil, err
				}
				sets = append(sets, more...)
			}
			return nil, whole.Write(e.path(judgedFile), func(w io.Writer) error { return e.writeJudged(w, sets) })
		},
	})
	if err != nil {
		return nil, err
	}
	r := &experiment.Results{Papers: e.Names(), Seed: e.Seed, Resamples: resamples}
	for _, v := range e.variants() {
		r.Inits = append(r.Inits, v.title)
	}
	r.Sets, err = e.readJudged()
	return r, err
}

// judgeBy are the sets that one classifier judges.
func (e *work) judgeBy(ctx context.Context, train, name string) (sets []experiment.Set, err error) {
	c, err := classifiers.Open(ctx, e.path("classifiers/"+name), e.device)
	if err != nil {
		return nil, err
	}
	defer c.Close()
	add := func(headlines, init string, items []experiment.Item) error {
		s := experiment.Set{Train: train, Headlines: headlines, Init: init, Items: items}
		sets = append(sets, s)
		return e.ask(ctx, c, s.Items)
	}
	_, held, err := e.examples(ctx, train)
	if err != nil {
		return nil, err
	}
	var items []experiment.Item
	for i, h := range held {
		items = append(items, experiment.Item{ID: strconv.Itoa(i + 1), Headline: h.Text, Paper: slices.Index(e.names(), h.Label)})
	}
	if err := add(experiment.Validation, "", items); err != nil || train == experiment.Random {
		return sets, err
	}
	test, err := e.read(ctx, testFile)
	if err != nil {
		return nil, err
	}
	// of are the test articles with headlines by whoever wrote them, which should have the style that paper gives.
	of := func(headline func(i, side int) string, paper func(side int) int) (items []experiment.Item) {
		for i, d := range test {
			side := slices.Index(e.names(), d.Source)
			items = append(items, experiment.Item{ID: d.ID, Headline: headline(i, side), Paper: paper(side)})
		}
		return items
	}
	own, other := func(side int) int { return side }, func(side int) int { return 1 - side }
	if err := add(experiment.Gold, "", of(func(i, _ int) string { return test[i].References[0] }, own)); err != nil {
		return nil, err
	}
	for _, v := range e.variants() {
		var by [2][]string // by the generator of each newspaper
		for side := range sides {
			if by[side], err = e.headlines(e.file(v, sides[side], name), test); err != nil {
				return nil, err
			}
		}
		if err := add(experiment.In, v.title, of(func(i, side int) string { return by[side][i] }, own)); err != nil {
			return nil, err
		}
		if err := add(experiment.Cross, v.title, of(func(i, side int) string { return by[1-side][i] }, other)); err != nil {
			return nil, err
		}
		if train != experiment.TrainM || e.given != nil {
			continue
		}
		both, err := e.headlines(e.file(v, "ab", "m"), test)
		if err != nil {
			return nil, err
		}
		if err := add(experiment.Agnostic, v.title, of(func(i, _ int) string { return both[i] }, own)); err != nil {
			return nil, err
		}
	}
	return sets, nil
}

// ask lets a classifier judge headlines.
func (e *work) ask(ctx context.Context, c *classify.Classifier, items []experiment.Item) error {
	texts := make([]string, len(items))
	for i, it := range items {
		texts[i] = it.Headline
	}
	said, err := c.Judge(ctx, texts)
	if err != nil {
		return err
	}
	for i, j := range said {
		items[i].Judged, items[i].P = slices.Index(e.names(), c.Labels()[j.Label]), j.Probabilities[j.Label]
	}
	return nil
}

// headlines are what a generator wrote, in the order of the test set.
func (e *work) headlines(name string, test []*corpus.Document) (all []string, err error) {
	file := e.path(headlineFile(name))
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	in := json.NewDecoder(f)
	for i := range test {
		var line struct{ ID, Headline string }
		if err := in.Decode(&line); err != nil {
			return nil, corpus.At(file, i+1, fmt.Errorf("has no headline for %s: %w; remove the file to write it again", test[i].ID, err))
		}
		if line.ID != test[i].ID {
			return nil, corpus.At(file, i+1, fmt.Errorf("has a headline for %s, and not for %s; remove the file to write it again", line.ID, test[i].ID))
		}
		all = append(all, line.Headline)
	}
	return all, nil
}

// A line is an item of judgedFile.
type line struct {
	Train     string      `json:"train"`
	Headlines string      `json:"headlines"`
	Init      string      `json:"init,omitempty"`
	ID        string      `json:"id"`
	Headline  string      `json:"headline"`
	Paper     string      `json:"newspaper"`
	Judged    string      `json:"judged"`
	P         score.Value `json:"p"`
}

func (e *work) writeJudged(w io.Writer, sets []experiment.Set) error {
	buffered := bufio.NewWriter(w)
	out := json.NewEncoder(buffered)
	out.SetEscapeHTML(false)
	for _, s := range sets {
		for _, it := range s.Items {
			if err := out.Encode(line{s.Train, s.Headlines, s.Init, it.ID, it.Headline, e.Names()[it.Paper], e.Names()[it.Judged], score.Value(it.P)}); err != nil {
				return err
			}
		}
	}
	return buffered.Flush()
}

func (e *work) readJudged() (sets []experiment.Set, err error) {
	f, err := os.Open(e.path(judgedFile))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	in := json.NewDecoder(bufio.NewReader(f))
	for in.More() {
		var l line
		if err := in.Decode(&l); err != nil {
			return nil, fmt.Errorf("%s: %w", e.path(judgedFile), err)
		}
		s := experiment.Set{Train: l.Train, Headlines: l.Headlines, Init: l.Init}
		if n := len(sets); n == 0 || sets[n-1].Train != s.Train || sets[n-1].Headlines != s.Headlines || sets[n-1].Init != s.Init {
			sets = append(sets, s)
		}
		last := &sets[len(sets)-1]
		last.Items = append(last.Items, experiment.Item{
			ID: l.ID, Headline: l.Headline, Paper: slices.Index(e.names(), l.Paper), Judged: slices.Index(e.names(), l.Judged), P: float64(l.P),
		})
	}
	return sets, nil
}
