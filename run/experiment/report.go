package experiment

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"hed"
	"hed/internal/count"
	"hed/report"
	"hed/report/page"
	"hed/run/teach"
	"hed/style/experiment"
	"hed/style/split"
)

// report makes the last files: tables, the page, and the headlines of each setting in files of their own, from which a study can
// be made.
func (e *work) report(ctx context.Context, r *experiment.Results) (*report.Experiment, teach.Files, error) {
	x := &report.Experiment{Results: r}
	var err error
	if e.Human != "" {
		if err = e.people(ctx, r); err != nil {
			return nil, nil, err
		}
	}
	if x.Rows, err = r.Rows(ctx); err != nil {
		return nil, nil, err
	}
	if x.Expectations, err = r.Expect(ctx); err != nil {
		return nil, nil, err
	}
	p, err := e.page(x)
	if err != nil {
		return nil, nil, err
	}
	files := teach.Files{
		"table.csv":        func(w io.Writer) error { return report.CSV(w, x.Table(), report.Style{}) },
		"expectations.csv": func(w io.Writer) error { return report.CSV(w, x.Expected(), report.Style{}) },
		lastFile:           func(w io.Writer) error { return page.WriteExperiment(w, p) },
	}
	if len(r.Human) > 0 {
		files["people.csv"] = func(w io.Writer) error { return report.CSV(w, x.Persons(), report.Style{}) }
	}
	for i := range r.Sets {
		s := &r.Sets[i]
		if s.Setting() == 0 {
			continue
		}
		files["settings/"+e.system(s)+".jsonl"] = func(w io.Writer) error {
			out := json.NewEncoder(w)
			out.SetEscapeHTML(false)
			for _, it := range s.Items {
				if err := out.Encode(struct {
					ID       string `json:"id"`
					Headline string `json:"headline"`
				}{it.ID, it.Headline}); err != nil {
					return err
				}
			}
			return nil
		}
	}
	return x, files, nil
}

// system is what a study calls the headlines of a set.
func (e *work) system(s *experiment.Set) string {
	for _, v := range e.variants() {
		if v.title == s.Init {
			return fmt.Sprintf("setting%d-%s", s.Setting(), v.name)
		}
	}
	return experiment.Gold
}

// people adds what people said.
func (e *work) people(ctx context.Context, r *experiment.Results) error {
	guesses, err := e.guesses()
	if err != nil {
		return err
	}
	papers := map[string]int{}
	for i := range r.Sets {
		if s := &r.Sets[i]; s.Headlines == experiment.Gold {
			for _, it := range s.Items {
				papers[it.ID] = it.Paper
			}
		}
	}
	other, err := r.People(ctx, guesses, papers)
	if err != nil {
		return e.Errorf("human", "%w", err)
	}
	if other > 0 {
		e.warn([]string{fmt.Sprintf("%s of people are about articles that are not in the test set, and do not count", count.Of(other, "guess"))})
	}
	return nil
}

// page is what the page shows.
func (e *work) page(x *report.Experiment) (*page.StyleExperiment, error) {
	p := &page.StyleExperiment{Version: hed.Version, Experiment: x, Warnings: e.warnings}
	for i, side := range []string{"a", "b"} {
		file := []string{e.A.File, e.B.File}[i]
		p.Inputs = append(p.Inputs, page.Input{Role: side + ", " + e.Names()[i], Name: filepath.Base(file), SHA256: e.sums[i]})
	}
	if e.init != "" {
		p.Inputs = append(p.Inputs, page.Input{Role: "init", Name: filepath.Base(e.Generator.Init), SHA256: e.init})
	}
	g := &e.Generator
	how := [][2]string{
		{"generator", g.Network}, {"passes", strconv.FormatFloat(g.Epochs, 'g', -1, 64)}, {"steps at most", strconv.Itoa(g.Steps)}, {"batch", strconv.Itoa(g.Batch)}, {"search", g.Search},
	}
	if g.Given() {
		how = [][2]string{{"generator of " + e.A.Name, g.A}, {"generator of " + e.B.Name, g.B}}
	}
	for _, s := range slices.Concat([][2]string{{"classifier", e.Classifier}}, how, [][2]string{
		{"window", count.Of(e.Align.Window, "day")}, {"seed", strconv.FormatUint(e.Seed, 10)}, {"device", nameOf(e.device)},
	}) {
		if s[1] != "" && s[1] != "0" {
			p.Settings = append(p.Settings, page.Setting{Key: s[0], Value: s[1]})
		}
	}
	var manifest split.Record
	if err := e.readJSON("split/"+split.File, &manifest); err != nil {
		return nil, err
	}
	p.Sizes = append(p.Sizes, fmt.Sprintf("Pairs above %.4g are for the test set, those above %.4g for train-M.", manifest.Strict, manifest.Loose))
	for _, t := range manifest.Parts {
		p.Sizes = append(p.Sizes, fmt.Sprintf("%s: %s of %s and %d of %s.", t.Part, count.Of(t.Articles[0], "article"), e.A.Name, t.Articles[1], e.B.Name))
	}
	for _, c := range classifierNames {
		checked, err := e.shown(c.train, c.name)
		if err != nil {
			return nil, err
		}
		p.Checks = append(p.Checks, checked)
	}
	p.Guessed, p.Articles = e.examplesOf(x), e.articlesOf(x)
	return p, nil
}

func (e *work) readJSON(name string, v any) error {
	data, err := os.ReadFile(e.path(name))
	if err != nil {
		return err
	}
	if err := json.Unmarshal(data, v); err != nil {
		return fmt.Errorf("%s is damaged: %w", e.path(name), err)
	}
	return nil
}

// mostExamples is how many headlines are drawn for table 6, half of them gold and half of each newspaper, and mostArticles how many articles of each
// newspaper for table 7.
const mostExamples, mostArticles = 8, 2

// examplesOf draws headlines from all settings.
func (e *work) examplesOf(x *report.Experiment) (all []page.StyleExample) {
	rng := rand.New(rand.NewPCG(e.Seed, 20))
	for i := range mostExamples {
		generated := i < mostExamples/2
		var from []*experiment.Set
		for k := range x.Sets {
			if s := &x.Sets[k]; generated && s.Setting() > 0 || !generated && s.Headlines == experiment.Gold {
				from = append(from, s)
			}
		}
		s := from[rng.IntN(len(from))]
		items := ofPaper(s, i%2)
		if len(items) == 0 {
			continue
		}
		it := items[rng.IntN(len(items))]
		all = append(all, page.StyleExample{
			Headline: it.Headline, Generated: generated, Paper: x.Papers[it.Paper], Machine: x.Papers[it.Judged], Train: s.Train, Headlines: s.Headlines,
			Human: x.Guess(e.system(s), it.ID),
		})
	}
	return all
}

// ofPaper are the headlines of a set that should have the style of a newspaper.
func ofPaper(s *experiment.Set, paper int) []experiment.Item {
	return slices.DeleteFunc(slices.Clone(s.Items), func(it experiment.Item) bool { return it.Paper != paper })
}

// articlesOf draws articles of both newspapers, with all that was written for them.
func (e *work) articlesOf(x *report.Experiment) (all []page.StyleArticle) {
	find := func(train, headlines, init, id string) *experiment.Item {
		for k := range x.Sets {
			if s := &x.Sets[k]; s.Train == train && s.Headlines == headlines && s.Init == init {
				for i := range s.Items {
					if s.Items[i].ID == id {
						return &s.Items[i]
					}
				}
			}
		}
		return nil
	}
	rng := rand.New(rand.NewPCG(e.Seed, 21))
	for k := range x.Sets {
		gold := &x.Sets[k]
		if gold.Headlines != experiment.Gold || gold.Train != experiment.TrainM {
			continue
		}
		for side, name := range x.Papers {
			of := ofPaper(gold, side)
			for _, i := range rng.Perm(len(of))[:min(mostArticles, len(of))] {
				a := page.StyleArticle{Title: fmt.Sprintf("gold (%s): %s", name, of[i].Headline)}
				for _, init := range x.Inits {
					for _, s := range []struct{ train, headlines, by string }{
						{experiment.TrainD, experiment.In, name + ", train-D"}, {experiment.TrainM, experiment.In, name + ", train-M"},
						{experiment.TrainD, experiment.Cross, x.Papers[1-side] + " for " + name + ", train-D"}, {experiment.TrainM, experiment.Cross, x.Papers[1-side] + " for " + name + ", train-M"},
					} {
						if it := find(s.train, s.headlines, init, of[i].ID); it != nil {
							a.Lines = append(a.Lines, page.StyleLine{By: s.by + ", " + init, Headline: it.Headline, Judged: x.Papers[it.Judged], Right: it.Judged == it.Paper})
						}
					}
				}
				all = append(all, a)
			}
		}
	}
	return all
}
