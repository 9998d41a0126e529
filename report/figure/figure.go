// Package figure makes the charts of an evaluation: which ones, of what, and
// under which names. chart draws them.
//
// Users name them as they name metrics: "bar,scatter:pairs=rouge1_r/rougeSU_r".
package figure

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"hed/analysis"
	"hed/chart"
	"hed/score"
	"hed/spec"
)

// Default is what is drawn unless the user says otherwise.
const Default = "bar,box,metrics,scatter,correlation"

// A Figure is a chart and the name of its file.
type Figure struct {
	Kind   string // as the user named it
	Name   string // of the file, without the ending
	Title  string
	Format chart.Format
	chart.Chart
}

// File is the name of the file.
func (f *Figure) File() string { return f.Name + "." + f.Format.String() }

// Options of every kind of figure.
type Options struct {
	Format string `opt:"format" doc:"svg, png or pdf; default svg"`
}

// PairOptions are those of scatter.
type PairOptions struct {
	Format string `opt:"format" doc:"svg, png or pdf; default svg"`
	Pairs  string `opt:"pairs" doc:"pairs of columns, as rouge1_r/rougeSU_r, several with / between them too; default: the 12 that go together most"`
}

// A Kind is something that can be drawn of an evaluation.
type Kind struct {
	Name    string
	Doc     string
	Options any // the zero value of its options
	draw    func(*drawing) []Figure
}

// Kinds are all there are.
var Kinds = []Kind{
	{"bar", "the mean of every system with its interval, for each column and overall: bar_COLUMN, bar_overall", Options{}, bars},
	{"box", "how the scores of every system are spread, for each column: box_COLUMN", Options{}, boxes},
	{"metrics", "all columns of a system, each mapped to 0-1: metrics_SYSTEM", Options{}, metrics},
	{"scatter", "two columns against each other, over all headlines: scatter_COLUMN_COLUMN", PairOptions{}, scatters},
	{"correlation", "how columns go together, over all headlines: correlation", Options{}, correlations},
	{"critical", "mean ranks of systems and which of them do not differ, by the tests of significance.csv, for each column that says which way is better: critical_COLUMN", Options{}, criticals},
}

// A Choice is the figures that a user wants.
type Choice []chosen

// chosen is one entry of a Choice.
type chosen struct {
	kind   *Kind
	format chart.Format
	pairs  [][2]string // of columns, for scatter; nil where none are named
}

// same reports whether both draw the same files.
func (c chosen) same(other chosen) bool {
	return c.kind == other.kind && c.format == other.format && slices.Equal(c.pairs, other.pairs)
}

// Parse reads a list such as "bar,box:format=pdf". "none" draws nothing. A kind
// may be there twice only if the formats or pairs differ.
func Parse(list string) (Choice, error) {
	if list == "none" {
		return nil, nil
	}
	specs, err := spec.Parse(list)
	if err != nil {
		return nil, err
	}
	var c Choice
	for _, sp := range specs {
		if sp.Name == "none" {
			return nil, errors.New("chart none draws nothing, so it stands alone; leave it out, or the others")
		}
		one, err := choose(sp)
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(c, one.same) {
			return nil, fmt.Errorf("chart %s is there twice; leave one out, or give it another format", sp.Name)
		}
		c = append(c, one)
	}
	return c, nil
}

// choose makes an entry of a spec. Every kind has a format, and scatter pairs too.
func choose(sp spec.Spec) (c chosen, err error) {
	i := slices.IndexFunc(Kinds, func(k Kind) bool { return k.Name == sp.Name })
	if i < 0 {
		return c, fmt.Errorf("no chart %q; have %s, or none", sp.Name, names())
	}
	c.kind = &Kinds[i]
	opt := PairOptions{Format: "svg"}
	if _, pairs := c.kind.Options.(PairOptions); pairs {
		err = spec.Decode(sp.Options, &opt)
	} else {
		plain := Options{opt.Format}
		err = spec.Decode(sp.Options, &plain)
		opt.Format = plain.Format
	}
	if err != nil {
		return c, fmt.Errorf("chart %s: %w", sp.Name, err)
	}
	if c.format, err = chart.FormatOf(opt.Format); err != nil {
		return c, fmt.Errorf("chart %s: %w", sp.Name, err)
	}
	if opt.Pairs == "" {
		return c, nil
	}
	columns := strings.Split(opt.Pairs, "/")
	if len(columns)%2 != 0 {
		return c, fmt.Errorf("chart %s: pairs=%s has %d columns; want pairs, as rouge1_r/rougeSU_r", sp.Name, opt.Pairs, len(columns))
	}
	for p := range slices.Chunk(columns, 2) {
		c.pairs = append(c.pairs, [2]string{p[0], p[1]})
	}
	return c, nil
}

func names() string {
	var all []string
	for _, k := range Kinds {
		all = append(all, k.Name)
	}
	return strings.Join(all, ", ")
}

// Check refuses a choice that names other columns than there are.
func (c Choice) Check(columns []score.Column) error {
	for _, one := range c {
		for _, p := range one.pairs {
			for _, name := range p {
				if !slices.ContainsFunc(columns, func(c score.Column) bool { return c.Name == name }) {
					return fmt.Errorf("chart %s: no column %q among those that are measured", one.kind.Name, name)
				}
			}
		}
	}
	return nil
}

// Figures makes the figures of an evaluation. The colour of a system is its
// place among them. A pair of columns that is asked for twice is drawn once.
func (c Choice) Figures(a *analysis.Analysis) []Figure {
	var all []Figure
	drawn := map[string]bool{} // by file
	for _, one := range c {
		d := &drawing{a, one}
		for _, f := range one.kind.draw(d) {
			f.Kind, f.Format = one.kind.Name, one.format
			// A column named by the user may have what no file name can have.
			f.Name = strings.NewReplacer("/", "-", `\`, "-", ":", "-").Replace(f.Name)
			if !drawn[f.File()] {
				drawn[f.File()] = true
				all = append(all, f)
			}
		}
	}
	return all
}
