// Package figure makes the charts of an evaluation: which ones, of what, and
// under which names. chart draws them.
//
// Users name them as they name metrics: "bar,scatter:pairs=rouge1_r/rougeSU_r".
package figure

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"hed/analysis"
	"hed/chart"
	"hed/internal/near"
	"hed/score"
	"hed/spec"
)

// Default is what is drawn unless the user says otherwise.
const Default = "overview,bar,box,metrics,scatter,correlation"

// A Figure is a chart and the name of its file.
type Figure struct {
	Kind   string // as the user named it
	Name   string // of the file, without the ending
	Title  string
	Format chart.Format
	Style  chart.Style
	chart.Chart
}

// File is the name of the file.
func (f *Figure) File() string { return f.Name + "." + f.Format.String() }

// Write draws the figure in a format, which need not be its own.
func (f *Figure) Write(w io.Writer, format chart.Format) error {
	return f.Style.Write(w, format, f.Chart)
}

// Options of every kind of figure.
type Options struct {
	Format  string   `opt:"format" doc:"svg, png or pdf; default svg"`
	Columns []string `opt:"columns" doc:"columns to draw, as rouge1_f/rouge2_f; overall is the overall score; default: all, in overview those that count in it"`
	Systems []string `opt:"systems" doc:"systems to draw, in this order, as first/pn; default: all, the best first"`
	Width   float64  `opt:"width" doc:"in millimetres; default 85, one column of a paper; overview 175; a map of many columns is wider"`
	Size    float64  `opt:"size" doc:"of text in points; default 7"`
	Title   bool     `opt:"title" doc:"no leaves the title to the caption of a paper; default yes"`
	Grey    bool     `opt:"grey" doc:"yes draws in greys, for print; default no"`
}

// PairOptions are those of scatter.
type PairOptions struct {
	Options
	Pairs []string `opt:"pairs" doc:"pairs of columns, as rouge1_r/rougeSU_r, several with / between them too; default: the 12 pairs of different metrics that correlate most"`
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
	{"overview", "all systems on all measures, in small panels, with intervals: overview", Options{}, overview},
	{"bar", "the mean of every system with its interval, for each column and overall: bar_COLUMN, bar_overall", Options{}, bars},
	{"box", "how the scores of every system are spread, for each column: box_COLUMN; for a column of two values, such as numacc, their shares, unless bar draws them", Options{}, boxes},
	{"metrics", "all columns of a system, each mapped to 0-1: metrics_SYSTEM", Options{}, metrics},
	{"scatter", "two columns against each other, over all headlines: scatter_COLUMN_COLUMN", PairOptions{}, scatters},
	{"correlation", "how columns correlate, over all headlines: correlation", Options{}, correlations},
	{"critical", "mean ranks of systems and which of them do not differ, by the tests of significance.csv, for each column with a better direction: critical_COLUMN", Options{}, criticals},
}

// A Choice is the figures that a user wants.
type Choice []chosen

// chosen is one entry of a Choice.
type chosen struct {
	kind    *Kind
	format  chart.Format
	style   chart.Style
	columns []string    // nil for all
	systems []string    // nil for all
	pairs   [][2]string // of columns, for scatter; nil where none are named
}

// same reports whether both draw the same files.
func (c chosen) same(other chosen) bool {
	return c.kind == other.kind && c.format == other.format && slices.Equal(c.pairs, other.pairs) &&
		slices.Equal(c.columns, other.columns) && slices.Equal(c.systems, other.systems)
}

// Parse reads a list such as "bar,box:format=pdf". "none" draws nothing. A kind
// may be there twice only if the formats, columns, systems or pairs differ.
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
			return nil, errors.New("chart none draws nothing, so it cannot be combined; leave it out, or the others")
		}
		one, err := choose(sp)
		if err != nil {
			return nil, fmt.Errorf("chart %s: %w", sp.Name, err)
		}
		if one.kind == nil {
			return nil, fmt.Errorf("no chart %q; %s", sp.Name, near.Hint(sp.Name, append(names(), "none")))
		}
		if slices.ContainsFunc(c, one.same) {
			return nil, fmt.Errorf("chart %s is given twice; leave one out, or give it another format", sp.Name)
		}
		c = append(c, one)
	}
	return c, nil
}

// choose makes an entry of a spec; its kind is nil where there is none of that name.
func choose(sp spec.Spec) (c chosen, err error) {
	i := slices.IndexFunc(Kinds, func(k Kind) bool { return k.Name == sp.Name })
	if i < 0 {
		return c, nil
	}
	c.kind = &Kinds[i]
	opt := PairOptions{Options: Options{Format: "svg", Title: true}}
	if _, pairs := c.kind.Options.(PairOptions); pairs {
		err = spec.Decode(sp.Options, &opt)
	} else {
		err = spec.Decode(sp.Options, &opt.Options)
	}
	if err != nil {
		return c, err
	}
	if c.format, err = chart.FormatOf(opt.Format); err != nil {
		return c, err
	}
	c.columns, c.systems = opt.Columns, opt.Systems
	c.style = chart.Style{Width: opt.Width, Size: opt.Size, Untitled: !opt.Title, Grey: opt.Grey}
	if err := c.style.Check(); err != nil {
		return c, err
	}
	if len(opt.Pairs)%2 != 0 {
		return c, fmt.Errorf("pairs=%s has %d columns; want pairs, as rouge1_r/rougeSU_r", strings.Join(opt.Pairs, "/"), len(opt.Pairs))
	}
	for p := range slices.Chunk(opt.Pairs, 2) {
		c.pairs = append(c.pairs, [2]string{p[0], p[1]})
	}
	return c, nil
}

func names() (all []string) {
	for _, k := range Kinds {
		all = append(all, k.Name)
	}
	return all
}

// Check refuses a choice that names other columns or systems than there are.
func (c Choice) Check(columns []score.Column, systems []string) error {
	known := append(score.Names(columns), overallName)
	for _, one := range c {
		named := one.columns
		for _, p := range one.pairs {
			for _, name := range p {
				if name == overallName { // which headlines do not have
					return fmt.Errorf("chart %s: a headline has no overall score; name columns", one.kind.Name)
				}
				named = append(named, name)
			}
		}
		for _, name := range named {
			if !slices.Contains(known, name) {
				return fmt.Errorf("chart %s: no column %q among those that are measured", one.kind.Name, name)
			}
		}
		for _, name := range one.systems {
			if !slices.Contains(systems, name) {
				return fmt.Errorf("chart %s: no system %q; %s", one.kind.Name, name, near.Hint(name, systems))
			}
		}
	}
	return nil
}

// overallName is what options call the overall score.
const overallName = "overall"

// Figures makes the figures of an evaluation, in which baselines are the systems that are grey. What two entries
// would both draw is drawn as the first says.
func (c Choice) Figures(a *analysis.Analysis, baselines ...string) []Figure {
	var all []Figure
	drawn := map[string]bool{} // by file
	for _, one := range c {
		for _, f := range one.kind.draw(one.drawing(a, baselines, drawn)) {
			f.Kind, f.Format, f.Style = one.kind.Name, one.format, one.style
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
