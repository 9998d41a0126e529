package workbench

import (
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"hed/analysis"
	"hed/generate/all"
	"hed/internal/option"
	"hed/report/figure"
	"hed/spec"
	"hed/web/internal/site"
	"hed/workbench"
)

// A choice is something that can be chosen with options of its own: a metric, a baseline or a
// figure.
type choice struct {
	Kind, Name, Doc string
	Facts           []string // what it needs, costs and gives
	Paper           string
	Chosen          bool
	Options         []optionField
	Set             bool // an option is
}

// More tells whether there are options that are folded away.
func (c *choice) More() bool {
	return slices.ContainsFunc(c.Options, func(o optionField) bool { return !o.Inline })
}

// An optionField is an option of a choice.
type optionField struct {
	spec.Option
	Field string // of the form
	Given string
	Help  string
	// Inline says that it is always shown: the length of a baseline's headlines.
	Inline bool
	// Models are those that it can be; nil where it is typed.
	Models []modelChoice
}

// A modelChoice is a model of the project that an option, or a generator, can be.
type modelChoice struct {
	ID, Text, Value string
	Chosen          bool
}

// A form is what is asked before an evaluation.
type form struct {
	Token    string
	Project  *workbench.Thing
	Corpora  []*workbench.Corpus
	Corpus   *workbench.Corpus
	Systems  []*workbench.System
	Name     string
	Settings workbench.Settings
	// Bootstrap and Seed are as they were typed.
	Bootstrap, Seed string

	Metrics, Groups, Baselines, Charts []choice
	// More are specs that the fields cannot show, one per line: of metrics, baselines and
	// figures.
	More map[string]string
	// Writers are the models of the project that write headlines.
	Writers []modelChoice
	// Tests are how systems can be compared.
	Tests []analysis.Test
	// Wrong is what is wrong, by option.
	Wrong map[string]string
	First string // the option of it
	Label string // of that option
}

// costs are what metrics cost, beside their Needs. What is fast takes seconds for 10,000 articles
// and five systems on two cores, what is slow minutes.
var costs = map[string]string{
	"rouge": "fast", "bleu": "fast", "chrf": "fast", "readability": "fast: tags every word", "numacc": "fast",
	"kl": "fast", "js": "fast", "numsupport": "slower: reads every number of the articles",
	"lda": "slow: learns topics from all articles first", "lsi": "fast: learns from all articles first", "fluency": "fast: learns from the reference headlines first",
	"we": "needs a file of word vectors", "bertscore": "needs a network; slow without a card", "moverscore": "needs a network; slow without a card",
	"wmd": "needs a network; slow without a card", "sbert": "needs a network; slow without a card", "style": "needs a classifier",
}

// evaluatePage shows the form, filled with what suits, or with the settings of another run.
func (s *server) evaluatePage(w http.ResponseWriter, r *http.Request) error {
	set, name := workbench.DefaultSettings(), ""
	q := r.URL.Query()
	set.Corpus = q.Get("corpus")
	if from := q.Get("from"); from != "" {
		run, err := s.bench.Run(r.Context(), from)
		if err != nil {
			return err
		}
		set, name = run.Settings, run.Name
		if q.Has("corpus") {
			set.Corpus, set.Systems = q.Get("corpus"), nil
		}
	}
	f, err := s.form(r, set, name)
	if err != nil {
		return err
	}
	if !q.Has("from") { // all of them, and those without which a number says little
		for _, sys := range f.Systems {
			f.Settings.Systems = append(f.Settings.Systems, sys.ID)
		}
		f.choose(f.Baselines, []string{"first", "random"}, "baseline")
	}
	s.showForm(w, r, http.StatusOK, f)
	return nil
}

func (s *server) showForm(w http.ResponseWriter, r *http.Request, status int, f *form) {
	crumbs := []site.Link{{Text: "Projects", Href: "/projects"}, {Text: f.Project.Name, Href: "/projects/" + f.Project.ID}}
	s.part.Show(w, r, status, "evaluate.html", site.View{Title: "Evaluate", Crumbs: crumbs, Scripts: []string{"evaluate.js"}, Data: f})
}

// form is the form for settings.
func (s *server) form(r *http.Request, set workbench.Settings, name string) (*form, error) {
	ctx := r.Context()
	p, err := s.bench.Find(ctx, workbench.ProjectKind, r.PathValue("id"))
	if err != nil {
		return nil, err
	}
	f := &form{Token: s.Token(r), Project: p, Name: name, Settings: set, More: map[string]string{}, Wrong: map[string]string{}, Tests: analysis.Tests,
		Bootstrap: strconv.Itoa(set.Bootstrap), Seed: strconv.FormatUint(set.Seed, 10)}
	if f.Corpora, err = s.bench.Corpora(ctx, p.ID); err != nil {
		return nil, err
	}
	for _, c := range f.Corpora {
		if c.ID == set.Corpus || f.Corpus == nil {
			f.Corpus = c
		}
	}
	if f.Corpus != nil {
		if f.Systems, err = s.bench.Systems(ctx, p.ID, f.Corpus.ID); err != nil {
			return nil, err
		}
		f.Settings.Corpus = f.Corpus.ID
	}
	if err := s.choices(f); err != nil {
		return nil, err
	}
	models, err := s.bench.Models(ctx, p.ID)
	if err != nil {
		return nil, err
	}
	f.choose(f.Metrics, set.Metrics, "metric")
	s.offer(f.Metrics, models)
	for i := range f.Groups {
		if at := slices.Index(strings.Split(f.More["metric"], "\n"), f.Groups[i].Name); at >= 0 {
			f.Groups[i].Chosen = true
			f.More["metric"] = strings.Join(slices.Delete(strings.Split(f.More["metric"], "\n"), at, at+1), "\n")
		}
	}
	f.choose(f.Baselines, set.Baselines, "baseline")
	charts := set.Charts
	if len(charts) == 0 {
		charts = strings.Split(figure.Default, ",")
	}
	f.choose(f.Charts, charts, "chart")
	others := slices.Clone(set.Generators)
	for _, m := range models {
		if m.Card == nil || m.Card.Writer == "" {
			continue
		}
		one := modelChoice{ID: m.ID, Text: m.Name, Value: m.WriterSpec()}
		if at := slices.Index(others, one.Value); at >= 0 {
			one.Chosen, others = true, slices.Delete(others, at, at+1)
		}
		f.Writers = append(f.Writers, one)
	}
	f.More["generator"] = strings.Join(others, "\n")
	return f, nil
}

// offer lets models of the project be chosen where a metric needs one, rather than a path be typed.
func (s *server) offer(metrics []choice, models []*workbench.Model) {
	for i := range metrics {
		for k := range metrics[i].Options {
			o := &metrics[i].Options[k]
			if !o.File || o.Name != "model" && o.Name != "vectors" {
				continue
			}
			known := o.Given == ""
			for _, m := range models {
				if m.Card == nil || !slices.Contains(m.Card.Serves, metrics[i].Name) {
					continue
				}
				one := modelChoice{ID: m.ID, Text: m.Name, Value: m.Ref()}
				if m.Card.Labels != nil {
					one.Text += " (" + strings.Join(m.Card.Labels, ", ") + ")"
				}
				one.Chosen = one.Value == o.Given
				known = known || one.Chosen
				o.Models = append(o.Models, one)
			}
			if o.Models != nil && !known {
				o.Models = append(o.Models, modelChoice{Text: o.Given, Value: o.Given, Chosen: true})
			}
		}
	}
}

// choices lists what there is to choose.
func (s *server) choices(f *form) error {
	list, err := s.bench.Metrics.List()
	if err != nil {
		return err
	}
	for _, d := range list {
		if d.Members != "" {
			f.Groups = append(f.Groups, choice{Kind: "metric", Name: d.Name, Doc: d.Doc})
			continue
		}
		c := choice{Kind: "metric", Name: d.Name, Doc: d.Doc, Paper: d.Paper, Options: fields("metric", d.Name, d.Options)}
		c.Facts = []string{"needs " + d.Needs, costs[d.Name]}
		if d.Needs == "headline only" {
			c.Facts[0] = "needs nothing but headlines"
		}
		if span := d.Range(); span != "" {
			c.Facts = append(c.Facts, span)
		}
		f.Metrics = append(f.Metrics, c)
	}
	for _, in := range all.Generators.Infos() {
		f.Baselines = append(f.Baselines, choice{Kind: "baseline", Name: in.Name, Doc: in.Doc, Paper: in.Paper, Options: fields("baseline", in.Name, spec.Options(in.Options))})
	}
	for _, k := range figure.Kinds {
		doc, _, _ := strings.Cut(k.Doc, ": ")
		f.Charts = append(f.Charts, choice{Kind: "chart", Name: k.Name, Doc: doc, Options: fields("chart", k.Name, spec.Options(k.Options))})
	}
	return nil
}

func fields(kind, name string, options []spec.Option) (list []optionField) {
	for _, o := range options {
		list = append(list, optionField{Option: o, Field: kind + "." + name + "." + o.Name, Help: words(o.Doc), Inline: kind == "baseline" && o.Name == "words"})
	}
	return list
}

// choose marks what specs name, with their options. What the fields cannot show goes to More.
func (f *form) choose(list []choice, specs []string, kind string) {
	var more []string
	for _, text := range specs {
		parsed, err := spec.Parse(text)
		at := -1
		if err == nil && len(parsed) == 1 && parsed[0].As == "" {
			at = slices.IndexFunc(list, func(c choice) bool { return c.Name == parsed[0].Name && !c.Chosen })
		}
		if at < 0 || !list[at].fill(parsed[0].Options) {
			more = append(more, text)
		}
	}
	f.More[kind] = strings.Join(more, "\n")
}

// fill sets the options of a choice, and tells whether it has them all.
func (c *choice) fill(options map[string]string) bool {
	for name := range options {
		if !slices.ContainsFunc(c.Options, func(o optionField) bool { return o.Name == name }) {
			return false
		}
	}
	c.Chosen, c.Set = true, len(options) > 0
	for i := range c.Options {
		c.Options[i].Given = options[c.Options[i].Name]
	}
	return true
}

// chosen are the specs that a form asks for.
func chosen(v url.Values, kind string, known func(name string) []spec.Option) (specs []string) {
	for _, name := range v[kind] {
		sp := spec.Spec{Name: name, Options: map[string]string{}}
		for _, o := range known(name) {
			if value := strings.TrimSpace(v.Get(kind + "." + name + "." + o.Name)); value != "" {
				sp.Options[o.Name] = value
			}
		}
		specs = append(specs, sp.String())
	}
	return append(specs, lines(v.Get("more."+kind))...)
}

// lines are those of a field that are not blank.
func lines(text string) (all []string) {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			all = append(all, line)
		}
	}
	return all
}

// settings are what a form asks for.
func (s *server) settings(v url.Values) (set workbench.Settings, err error) {
	set = workbench.Settings{
		Corpus: v.Get("corpus"), Systems: v["system"], Generators: append(v["writer"], lines(v.Get("more.generator"))...), Lang: strings.TrimSpace(v.Get("lang")),
		Test: v.Get("test"), Overall: strings.TrimSpace(v.Get("overall")), Percent: v.Get("percent") != "",
	}
	set.Metrics = chosen(v, "metric", func(name string) []spec.Option {
		in, err := s.bench.Metrics.Find(name)
		if err != nil {
			return nil // a group, which has none
		}
		return spec.Options(in.Options)
	})
	set.Baselines = chosen(v, "baseline", func(name string) []spec.Option {
		in, err := all.Generators.Find(name)
		if err != nil {
			return nil
		}
		return spec.Options(in.Options)
	})
	set.Charts = chosen(v, "chart", func(name string) []spec.Option {
		for _, k := range figure.Kinds {
			if k.Name == name {
				return spec.Options(k.Options)
			}
		}
		return nil
	})
	switch {
	case len(set.Charts) == 0:
		set.Charts = []string{"none"}
	case strings.Join(set.Charts, ",") == figure.Default:
		set.Charts = nil
	}
	if set.Bootstrap, err = strconv.Atoi(strings.TrimSpace(v.Get("bootstrap"))); err != nil {
		return set, option.Errorf("bootstrap", " %q: want a whole number", v.Get("bootstrap"))
	}
	if set.Seed, err = strconv.ParseUint(strings.TrimSpace(v.Get("seed")), 10, 64); err != nil {
		return set, option.Errorf("seed", " %q: want a whole number from 0 on", v.Get("seed"))
	}
	return set, nil
}

// evaluate starts a run, or shows the form again with what is wrong where it is.
func (s *server) evaluate(w http.ResponseWriter, r *http.Request) error {
	if err := r.ParseForm(); err != nil {
		return errors.Join(errForm, err)
	}
	set, err := s.settings(r.PostForm)
	if err == nil {
		var run *workbench.Run
		if run, err = s.bench.Start(r.Context(), r.PathValue("id"), meta(r), set); err == nil {
			return see(w, r, "/runs/"+run.ID)
		}
	}
	wrong, ok := errors.AsType[*option.Error](err)
	if !ok {
		return err
	}
	f, err := s.form(r, set, r.PostFormValue("name"))
	if err != nil {
		return err
	}
	f.Bootstrap, f.Seed = r.PostFormValue("bootstrap"), r.PostFormValue("seed")
	f.Wrong[wrong.Option] = said(wrong)
	f.First, f.Label = wrong.Option, labels[wrong.Option]
	s.showForm(w, r, http.StatusUnprocessableEntity, f)
	return nil
}
