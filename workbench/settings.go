package workbench

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"hed/analysis"
	"hed/internal/option"
	"hed/metric"
	metrics "hed/metric/all"
	"hed/run"
	"hed/score"
	"hed/spec"
)

// Settings are what a run is asked for, by the names that options have elsewhere.
type Settings struct {
	Corpus     string   `json:"corpus"`              // by id
	Systems    []string `json:"system,omitempty"`    // by id
	Baselines  []string `json:"baseline,omitempty"`  // specs
	Generators []string `json:"generator,omitempty"` // NAME=SPEC
	Metrics    []string `json:"metric,omitempty"`    // specs
	Charts     []string `json:"chart,omitempty"`     // specs
	Lang       string   `json:"lang,omitempty"`
	Test       string   `json:"test,omitempty"`
	Overall    string   `json:"overall,omitempty"`
	Bootstrap  int      `json:"bootstrap"`
	Seed       uint64   `json:"seed"`
	Percent    bool     `json:"percent,omitempty"`
}

// DefaultSettings suit most: the measures that need nothing else, and intervals.
func DefaultSettings() Settings {
	return Settings{Metrics: strings.Split(metrics.Default, ","), Bootstrap: 1000, Seed: 1}
}

// of finds the things that settings name.
func (b *Bench) of(ctx context.Context, project string, s *Settings) (c *Corpus, systems []*System, err error) {
	c, err = b.Corpus(ctx, s.Corpus)
	if errors.Is(err, ErrNone) || err == nil && c.Parent != project {
		return nil, nil, option.Errorf("docs", " is missing: choose the corpus")
	}
	if err != nil {
		return nil, nil, err
	}
	all, err := b.Systems(ctx, project, c.ID)
	if err != nil {
		return nil, nil, err
	}
	for _, id := range s.Systems {
		i := slices.IndexFunc(all, func(s *System) bool { return s.ID == id })
		if i < 0 {
			return nil, nil, option.Errorf("system", ": there is none with the id %s for this corpus", id)
		}
		systems = append(systems, all[i])
	}
	return c, systems, nil
}

// options are what package run takes. The caller closes the plan.
func (b *Bench) options(ctx context.Context, project string, s *Settings) (*run.Options, error) {
	c, systems, err := b.of(ctx, project, s)
	if err != nil {
		return nil, err
	}
	if len(systems)+len(s.Baselines)+len(s.Generators) == 0 {
		return nil, option.Errorf("system", " is missing: choose a system, a baseline or a generator")
	}
	o := &run.Options{
		Paths: b.Paths(c, systems...), Systems: b.named(systems), Charts: slices.Clone(s.Charts), Test: analysis.Test(s.Test), Overall: score.Overall(s.Overall),
		Bootstrap: s.Bootstrap, Percent: s.Percent, Seed: s.Seed, Lang: s.Lang, Workers: max(b.Workers, 1), Command: b.Command, Words: b.Words,
	}
	if s.Bootstrap < 0 {
		return nil, option.Errorf("bootstrap", " must be 0 or more, not %d", s.Bootstrap)
	}
	if err := option.Within("bootstrap", s.Bootstrap); err != nil {
		return nil, err
	}
	test, err := analysis.ParseTest(s.Test)
	if err != nil {
		return nil, option.Errorf("test", ": %w", err)
	}
	if err := test.Check(s.Bootstrap); err != nil {
		return nil, option.Errorf("bootstrap", " %d: %w", s.Bootstrap, err)
	}
	if err := b.measures(ctx, project, s, o); err != nil {
		return nil, err
	}
	if err := b.writers(ctx, project, s, o); err != nil {
		return nil, errors.Join(err, o.Plan.Close())
	}
	return o, nil
}

// measures makes the metrics.
func (b *Bench) measures(ctx context.Context, project string, s *Settings, o *run.Options) error {
	if len(s.Metrics) == 0 {
		return option.Errorf("metric", " is missing: choose at least one")
	}
	have := metric.References
	if o.Paths.HasArticles() {
		have |= metric.Body
	}
	if err := b.confined(ctx, "metric", s.Metrics); err != nil {
		return err
	}
	list, err := b.resolve(ctx, project, "metric", s.Metrics)
	if err != nil {
		return err
	}
	built, left, err := b.Metrics.Choose(list, have, map[string]string{"lang": s.Lang, "seed": strconv.FormatUint(s.Seed, 10)})
	if err == nil && len(built) == 0 {
		err = left[0].Err
	}
	if _, ours := errors.AsType[*option.Error](err); err != nil && !ours {
		err = option.Errorf("metric", ": %w", err)
	}
	o.Plan.Metrics = built
	return err
}

// writers makes the baselines and generators.
func (b *Bench) writers(ctx context.Context, project string, s *Settings, o *run.Options) error {
	if len(s.Baselines)+len(s.Generators) > 0 && !o.Paths.HasArticles() {
		return option.Errorf("baseline", ": the corpus has no articles to write headlines from")
	}
	named, err := spec.Named(s.Generators)
	if err != nil {
		return option.Errorf("generator", " %w", err)
	}
	for _, from := range []struct {
		option string
		specs  []string
	}{{"baseline", s.Baselines}, {"generator", named}} {
		if len(from.specs) == 0 {
			continue
		}
		if err := b.confined(ctx, from.option, from.specs); err != nil {
			return err
		}
		list, err := b.resolve(ctx, project, from.option, from.specs)
		if err != nil {
			return err
		}
		built, err := b.Generators.Choose(list, map[string]string{"lang": s.Lang}, s.Seed)
		if err != nil {
			return option.Errorf(from.option, ": %w", err)
		}
		o.Plan.Generators = append(o.Plan.Generators, built...)
	}
	return nil
}

// Arguments are what a command line that does the same has for options, in the order in which
// people write them. Files are as the user knows them.
func (b *Bench) Arguments(ctx context.Context, project string, s *Settings) (all [][2]string, err error) {
	c, systems, err := b.of(ctx, project, s)
	if err != nil {
		return nil, err
	}
	paths := b.Paths(c, systems...)
	called := func(file string) string {
		if name := paths.Names[file]; name != "" && filepath.Dir(file) == filepath.Join(b.Folder, filesFolder) {
			return name // what somebody has brought is theirs, by its name
		}
		return file
	}
	add := func(name, value string) {
		if value != "" {
			all = append(all, [2]string{name, value})
		}
	}
	if paths.Docs != "" {
		add("docs", called(paths.Docs))
	}
	for _, f := range paths.Refs {
		add("ref", called(f))
	}
	add("format", c.Format)
	add("columns", strings.Join(c.Columns, ","))
	for _, n := range b.named(systems) {
		add("system", n.Name+"="+called(n.File))
	}
	models, err := b.Models(ctx, project)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, m := range models {
		names = append(names, m.Ref(), m.Name)
	}
	known := strings.NewReplacer(names...) // models too are as the user knows them
	add("baseline", strings.Join(s.Baselines, ","))
	for _, g := range s.Generators {
		add("generator", known.Replace(g))
	}
	add("metric", known.Replace(strings.Join(s.Metrics, ",")))
	for _, c := range s.Charts { // run.json has them as they were given
		add("chart", c)
	}
	add("lang", s.Lang)
	add("test", s.Test)
	add("overall", s.Overall)
	add("bootstrap", strconv.Itoa(s.Bootstrap))
	if s.Percent {
		all = append(all, [2]string{"percent"})
	}
	add("seed", strconv.FormatUint(s.Seed, 10))
	return all, nil
}
