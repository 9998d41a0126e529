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
	f.StringVar(&m.lang, "lang", "", "`CODE` of the texts' language, such as it, for every metric and baseline that has the option lang")
	specs(cmd, "metric")
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
	parsed, err := spec.Parse(list)
	if err != nil {
		return nil, usagef("--metric: %w", err)
	}
	if parsed, err = all.Metrics.Expand(parsed); err != nil {
		return nil, usagef("--metric: %w", err)
	}
	takes := map[string]bool{}
	for _, in := range all.Metrics.Infos() {
		takes[in.Name] = hasLang(in.Options)
	}
	built, err := all.Metrics.Build(withLang(parsed, m.lang, takes))
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
	return usageError{err}
}

// needs is what the metrics compare headlines with, all together.
func needs(built []metric.Selected) (n metric.Need) {
	for _, b := range built {
		n |= b.Info.Needs
	}
	return n
}

// withLang gives specs the language, unless none was asked for, the spec has
// its own, or what it names takes none.
func withLang(list []spec.Spec, lang string, takes map[string]bool) []spec.Spec {
	for _, sp := range list {
		if _, given := sp.Options["lang"]; lang != "" && takes[sp.Name] && !given {
			sp.Options["lang"] = lang
		}
	}
	return list
}

func hasLang(options any) bool {
	return slices.ContainsFunc(spec.Options(options), func(o spec.Option) bool { return o.Name == "lang" })
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
