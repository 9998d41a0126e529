package cli

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"hed/corpus/input"
	"hed/generate"
	generators "hed/generate/all"
	"hed/generate/rerank"
	"hed/internal/count"
	"hed/internal/option"
	"hed/metric"
	"hed/metric/all"
	"hed/text/lang"
)

// Measures is what is computed: the settings that "score", "eval" and "fit" share.
type Measures struct {
	Metrics   []string
	Lang      string
	Bootstrap int
	State     string
	Strict    bool
	Device
}

// Choice are the flags that say which metrics.
func (m *Measures) Choice(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringArrayVar(&m.Metrics, "metric", nil, "`LIST`: metrics, separated by commas, with options as NAME:key=value+key=value; 'hed metrics' lists them (default "+all.Default+")")
	f.StringVar(&m.Lang, "lang", "", "`CODE`: language of the texts, such as en or it, for all metrics and baselines with the option lang")
	m.Device.Flags(cmd)
	Specs(cmd, "metric")
}

// Flags adds the flags of Choice and Learnt, and --bootstrap.
func (m *Measures) Flags(cmd *cobra.Command) {
	m.Choice(cmd)
	m.Learnt(cmd)
	cmd.Flags().IntVar(&m.Bootstrap, "bootstrap", 1000, "`N`: number of resamples for confidence intervals; 0 for Student's t intervals")
}

// Learnt adds --state and --strict.
func (m *Measures) Learnt(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&m.State, "state", "", "`FILE`: what metrics learnt earlier, from 'hed fit'; they then learn nothing from these documents")
	f.BoolVar(&m.Strict, "strict", false, "end with an error if a metric cannot learn from the documents or cannot score one; without it, such values are empty, with a warning")
	Path(cmd, "state")
}

// Build makes the metrics. It refuses those that need what the inputs do not have.
func (m *Measures) Build(a *App, have metric.Need) ([]metric.Selected, error) {
	if err := m.Device.Check(); err != nil {
		return nil, err
	}
	if err := KnownLanguage(m.Lang); err != nil {
		return nil, err
	}
	if m.Bootstrap < 0 {
		return nil, Usagef("--bootstrap must be 0 or more, not %d", m.Bootstrap)
	}
	list := all.Default
	if len(m.Metrics) > 0 {
		list = strings.Join(m.Metrics, ",")
	}
	set := all.With(cacheFolder(), a.openModels(&m.Device))
	built, left, err := set.Choose(list, have, map[string]string{"lang": m.Lang, "seed": strconv.FormatUint(a.Seed, 10)})
	if _, ours := errors.AsType[*option.Error](err); err != nil && !ours {
		err = option.Errorf("metric", ": %w", err)
	}
	if err == nil && len(built) == 0 {
		err = option.Errorf("metric", " %s: nothing is left of it: %w", list, left[0].Err)
	}
	a.leftOut(left)
	return built, err
}

// KnownLanguage reports what is wrong with --lang, which else the first metric or generator would say that it is given to.
func KnownLanguage(code string) error {
	if code == "" {
		return nil
	}
	if _, err := lang.Parse(code); err != nil {
		return Usagef("--lang: %v", err)
	}
	return nil
}

// leftOut says which metrics of groups are not measured for want of a model, and how to have them.
func (a *App) leftOut(left []metric.LeftOut) {
	unnamed := map[string][]string{} // by group
	for _, l := range left {
		if l.Spec.Options["model"] == "" {
			unnamed[l.Spec.Group] = append(unnamed[l.Spec.Group], l.Spec.Name)
			continue
		}
		a.Warn("%s", Message(fmt.Errorf("the group %s is measured without %w", l.Spec.Group, l.Err)))
	}
	for _, group := range slices.Sorted(maps.Keys(unnamed)) {
		names := unnamed[group]
		a.Note("the group %s leaves out what needs a model of yours: %s; name them, as in %s:model=DIR", group, count.List(names), names[0])
	}
}

// BuildGenerators makes the generators that a flag names, for documents of the folds where there are some. They get the
// given options where they take them and have none of their own.
func (a *App) BuildGenerators(flag string, lists []string, given map[string]string, d *Device, folds ...input.Fold) ([]generate.Named, error) {
	if len(lists) == 0 {
		return nil, nil
	}
	if err := d.Check(); err != nil {
		return nil, err
	}
	if err := KnownLanguage(given["lang"]); err != nil {
		return nil, err
	}
	var names []string
	for _, f := range folds {
		names = append(names, f.Name)
	}
	set := generators.With(a.openModels(d), a.Endpoints()).PerFold(names)
	built, err := set.Choose(strings.Join(lists, ","), given, a.Seed)
	if err != nil {
		return nil, option.Errorf(strings.TrimPrefix(flag, "--"), ": %w", err)
	}
	return built, nil
}

// Parts are all metrics and generators, for those who choose of them later.
func (a *App) Parts(d *Device) (*metric.Set, *generate.Set) {
	models := a.openModels(d)
	return all.With(cacheFolder(), models), generators.With(models, a.Endpoints())
}

// Rerank puts the headlines of a generator in the order that a flag names.
func (a *App) Rerank(flag, list string, g generate.Named, d *Device) (generate.Generator, error) {
	models := a.openModels(d)
	r, err := rerank.New(g, list, rerank.Models{Device: models.Device, Find: models.Folder})
	if err != nil {
		return g.Generator, option.Errorf(strings.TrimPrefix(flag, "--"), ": %w", err)
	}
	return r, nil
}
