package main

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"hed/metric"
	"hed/metric/all"
	"hed/neural/embed"
	"hed/score"
	"hed/spec"
)

// measures is what is computed: the settings that "score", "eval" and "fit" share.
type measures struct {
	metrics   []string
	lang      string
	bootstrap int
	state     string
	device
}

// choice are the flags that say which metrics.
func (m *measures) choice(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringArrayVar(&m.metrics, "metric", nil, "`LIST` of metrics, separated by commas, each with its options as NAME:key=value+key=value; see 'hed metrics' (default "+all.Default+")")
	f.StringVar(&m.lang, "lang", "", "`CODE` of the texts' language, such as it, for every metric and baseline that has the option lang")
	m.device.flags(cmd)
	specs(cmd, "metric")
}

func (m *measures) flags(cmd *cobra.Command) {
	m.choice(cmd)
	f := cmd.Flags()
	f.StringVar(&m.state, "state", "", "`FILE` of what metrics learnt, made by 'hed fit'; they learn nothing else then")
	f.IntVar(&m.bootstrap, "bootstrap", 1000, "`N` resamples for confidence intervals; 0 for Student's t")
	path(cmd, "state")
}

// build makes the metrics. It refuses those that need what the inputs do not have.
func (m *measures) build(a *app, have metric.Need) ([]metric.Selected, error) {
	if err := m.device.check(); err != nil {
		return nil, err
	}
	if m.bootstrap < 0 {
		return nil, usagef("--bootstrap must be 0 or more, not %d", m.bootstrap)
	}
	list := all.Default
	if len(m.metrics) > 0 {
		list = strings.Join(m.metrics, ",")
	}
	set := all.With(cacheFolder(), a.openModels(&m.device))
	parsed, err := spec.Parse(list)
	if err != nil {
		return nil, usagef("--metric: %w", err)
	}
	if parsed, err = set.Expand(parsed, have); err != nil {
		return nil, usagef("--metric: %w", err)
	}
	given := map[string]string{"lang": m.lang, "seed": strconv.FormatUint(a.seed, 10)}
	for _, in := range set.Infos() {
		complete(parsed, in.Name, in.Options, given)
	}
	built, err := set.Build(parsed)
	if err != nil {
		return nil, notBuilt(fmt.Errorf("--metric: %w", err))
	}
	for _, b := range built {
		if lacks := b.Info.Needs &^ have; lacks&metric.Body != 0 {
			return nil, usagef("metric %s compares headlines with articles; give them with --docs", b.Info.Name)
		}
	}
	return built, nil
}

// notBuilt tells a wrong spec from a file that a good one names.
func notBuilt(err error) error {
	if _, file := errors.AsType[*fs.PathError](err); file {
		return err
	}
	if _, model := errors.AsType[*embed.OpenError](err); model {
		return err
	}
	return usageError{err}
}

// learns reports whether a metric reads the documents before it scores.
func learns(built []metric.Selected) bool {
	return slices.ContainsFunc(built, func(m metric.Selected) bool {
		_, fits := m.Metric.(metric.Fitter)
		_, surveys := m.Metric.(metric.Surveyor)
		return fits || surveys
	})
}

// needs is what the metrics compare headlines with, all together.
func needs(built []metric.Selected) (n metric.Need) {
	for _, b := range built {
		n |= b.Info.Needs
	}
	return n
}

// complete gives the specs of a name the options that flags set for all, unless
// a spec has its own, what it names takes none, or none was asked for.
func complete(list []spec.Spec, name string, options any, given map[string]string) {
	for _, o := range spec.Options(options) {
		for _, sp := range list {
			if _, own := sp.Options[o.Name]; sp.Name == name && !own && given[o.Name] != "" {
				sp.Options[o.Name] = given[o.Name]
			}
		}
	}
}

// settings are what the run adds to the signature of every column.
func (m *measures) settings(seed uint64) []score.Setting {
	return []score.Setting{
		{Key: "bs", Value: strconv.Itoa(m.bootstrap)},
		{Key: "seed", Value: strconv.FormatUint(seed, 10)},
	}
}

// shared returns the signatures of the columns, one for all columns that
// differ in nothing but the name.
func shared(cols []score.Column) []string {
	var sigs []string
	names := map[string][]string{}
	for _, c := range cols {
		sig := strings.TrimPrefix(c.String(), c.Name)
		if names[sig] == nil {
			sigs = append(sigs, sig)
		}
		names[sig] = append(names[sig], c.Name)
	}
	for i, sig := range sigs {
		sigs[i] = strings.Join(names[sig], ",") + sig
	}
	return sigs
}
