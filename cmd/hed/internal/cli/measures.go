package cli

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

// Measures is what is computed: the settings that "score", "eval" and "fit" share.
type Measures struct {
	Metrics   []string
	Lang      string
	Bootstrap int
	State     string
	Device
}

// Choice are the flags that say which metrics.
func (m *Measures) Choice(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringArrayVar(&m.Metrics, "metric", nil, "`LIST` of metrics, separated by commas, each with its options as NAME:key=value+key=value; see 'hed metrics' (default "+all.Default+")")
	f.StringVar(&m.Lang, "lang", "", "`CODE` of the texts' language, such as it, for every metric and baseline that has the option lang")
	m.Device.Flags(cmd)
	Specs(cmd, "metric")
}

// Flags adds the flags of Choice, --state and --bootstrap.
func (m *Measures) Flags(cmd *cobra.Command) {
	m.Choice(cmd)
	f := cmd.Flags()
	f.StringVar(&m.State, "state", "", "`FILE` of what metrics learnt, made by 'hed fit'; they learn nothing else then")
	f.IntVar(&m.Bootstrap, "bootstrap", 1000, "`N` resamples for confidence intervals; 0 for Student's t")
	Path(cmd, "state")
}

// Build makes the metrics. It refuses those that need what the inputs do not have.
func (m *Measures) Build(a *App, have metric.Need) ([]metric.Selected, error) {
	if err := m.Device.Check(); err != nil {
		return nil, err
	}
	if m.Bootstrap < 0 {
		return nil, Usagef("--bootstrap must be 0 or more, not %d", m.Bootstrap)
	}
	list := all.Default
	if len(m.Metrics) > 0 {
		list = strings.Join(m.Metrics, ",")
	}
	set := all.With(CacheFolder(), a.OpenModels(&m.Device))
	parsed, err := spec.Parse(list)
	if err != nil {
		return nil, Usagef("--metric: %w", err)
	}
	if parsed, err = set.Expand(parsed, have); err != nil {
		return nil, Usagef("--metric: %w", err)
	}
	given := map[string]string{"lang": m.Lang, "seed": strconv.FormatUint(a.Seed, 10)}
	for _, in := range set.Infos() {
		complete(parsed, in.Name, in.Options, given)
	}
	built, err := set.Build(parsed)
	if err != nil {
		return nil, NotBuilt(fmt.Errorf("--metric: %w", err))
	}
	for _, b := range built {
		if lacks := b.Info.Needs &^ have; lacks&metric.Body != 0 {
			return nil, Usagef("metric %s compares headlines with articles; give them with --docs", b.Info.Name)
		}
	}
	return built, nil
}

// NotBuilt tells a wrong spec from a file that a good one names.
func NotBuilt(err error) error {
	if _, file := errors.AsType[*fs.PathError](err); file {
		return err
	}
	if _, model := errors.AsType[*embed.OpenError](err); model {
		return err
	}
	return UsageError{err}
}

// Learns reports whether a metric reads the documents before it scores.
func Learns(built []metric.Selected) bool {
	return slices.ContainsFunc(built, func(m metric.Selected) bool {
		_, fits := m.Metric.(metric.Fitter)
		_, surveys := m.Metric.(metric.Surveyor)
		return fits || surveys
	})
}

// Needs is what the metrics compare headlines with, all together.
func Needs(built []metric.Selected) (n metric.Need) {
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

// Settings are what the run adds to the signature of every column.
func (m *Measures) Settings(seed uint64) []score.Setting {
	return []score.Setting{
		{Key: "bs", Value: strconv.Itoa(m.Bootstrap)},
		{Key: "seed", Value: strconv.FormatUint(seed, 10)},
	}
}

// Shared returns the signatures of the columns, one for all columns that
// differ in nothing but the name.
func Shared(cols []score.Column) []string {
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
