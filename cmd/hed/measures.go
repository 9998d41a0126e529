package main

import (
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"hed/metric"
	"hed/metric/all"
	"hed/score"
	"hed/spec"
)

// measures is what is computed: the settings that "score" and "eval" share.
type measures struct {
	metrics   []string
	lang      string
	bootstrap int
}

func (m *measures) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringArrayVar(&m.metrics, "metric", nil, "`LIST` of metrics, separated by commas, each with its options as NAME:key=value+key=value; see 'hed metrics' (default "+all.Default+")")
	f.StringVar(&m.lang, "lang", "", "`CODE` of the texts' language, such as it, for every metric that has the option lang")
	f.IntVar(&m.bootstrap, "bootstrap", 1000, "`N` resamples for confidence intervals; 0 for Student's t")
}

// build makes the metrics. It refuses those that need what the inputs do not have.
func (m *measures) build(have metric.Need) ([]metric.Selected, error) {
	if m.bootstrap < 0 {
		return nil, usagef("--bootstrap must be 0 or more, not %d", m.bootstrap)
	}
	list := all.Default
	if len(m.metrics) > 0 {
		list = strings.Join(m.metrics, ",")
	}
	specs, err := spec.Parse(list)
	if err != nil {
		return nil, usagef("--metric: %w", err)
	}
	if specs, err = all.Metrics.Expand(specs); err != nil {
		return nil, usagef("--metric: %w", err)
	}
	built, err := all.Metrics.Build(withLang(specs, m.lang))
	if err != nil {
		return nil, usagef("--metric: %w", err)
	}
	for _, b := range built {
		if lacks := b.Info.Needs &^ have; lacks&metric.Body != 0 {
			return nil, usagef("metric %s compares headlines with articles; give them with --docs", b.Info.Name)
		}
	}
	return built, nil
}

// needs is what the metrics compare headlines with, all together.
func needs(built []metric.Selected) (n metric.Need) {
	for _, b := range built {
		n |= b.Info.Needs
	}
	return n
}

// withLang gives every spec the language, unless none was asked for, the
// spec has its own, or its metric knows of none.
func withLang(specs []spec.Spec, lang string) []spec.Spec {
	takes := map[string]bool{}
	for _, in := range all.Metrics.Infos() {
		takes[in.Name] = slices.ContainsFunc(spec.Options(in.Options), func(o spec.Option) bool { return o.Name == "lang" })
	}
	for _, sp := range specs {
		if _, given := sp.Options["lang"]; lang != "" && takes[sp.Name] && !given {
			sp.Options["lang"] = lang
		}
	}
	return specs
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
