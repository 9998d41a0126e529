// Package chart draws figures for papers and reports: an overview of small panels, bars, boxes, scatter
// plots, correlation maps, mean ranks, shares, curves and
// reliability diagrams. There is no radar chart: its area depends on the order of
// its axes.
//
// A chart is a struct of numbers, names and colour indices; Write turns it
// into SVG, PNG or PDF. Charts compute what belongs to the drawing (quartiles,
// a regression line, the order of a map) and take means, intervals and ranks
// as they are: those come from hed/stat. Values that are absent or not finite
// are left out and never reach a coordinate; a chart without values says so.
//
// No command draws a Calibration yet: it is there for figures of the documentation.
//
// There is one look, which a Style can change where authors need it. A figure is as wide as one column of a paper, 85 mm, an
// overview as a page, 175 mm, and
// as high as its rows need; no text is smaller than 7 points. A map of many
// columns grows wider rather than print smaller. Marks that carry their names have one hue, the leader a
// darker one and a bold name, baselines are grey; eight hues are for what has to be told apart. Axes end at ticks, or where the
// measure does, and nothing is drawn beyond.
// Names that take more than 45% of the width are broken into lines. Those of curves and points, beside which there is
// no room for lines, and those of more than four lines lose their middle, each time at a place that leaves them different;
// the description of an SVG has all names in full. The paper is white, also on dark pages: the colours are chosen for
// white, and a figure should look on a page as it does in print.
//
// Text is drawn as outlines of Liberation Sans, whose figures are all of one
// width, so that a figure looks alike everywhere. It covers Latin, Greek,
// Cyrillic and Hebrew (which is not turned around). Any other character is a
// box with its code point in it: not pretty, but visible and distinct.
//
// Figures are filled and stroked paths and nothing else, so the three formats
// are written here, in about 350 lines, with fonts and rasteriser from modules.
// That adds 1.1 MB to a program; gonum.org/v1/plot, measured for the same
// three formats, adds 7.8 MB.
package chart

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"
)

// A Chart is one of the types of this package.
type Chart interface {
	// layout draws the chart. It fails where lists that belong together
	// have different lengths; values that are not finite count as absent.
	layout(Style) (*scene, error)
}

// A Format is a kind of file. The zero value is SVG.
type Format int

const (
	SVG Format = iota
	PNG        // 300 dots per inch
	PDF        // one page of the size of the figure
)

var formats = []string{"svg", "png", "pdf"}

// String is the name of f, which is also its file name extension.
func (f Format) String() string { return formats[f] }

// FormatOf finds a format by its name or by the extension of a file name.
func FormatOf(name string) (Format, error) {
	ext := strings.ToLower(name)
	if e := filepath.Ext(ext); e != "" {
		ext = e[1:]
	}
	for i, f := range formats {
		if f == ext {
			return Format(i), nil
		}
	}
	return 0, fmt.Errorf("unknown chart format %q; have %s", name, strings.Join(formats, ", "))
}

// Write draws c in the style of one column of a paper. The same chart gives the same bytes.
func Write(w io.Writer, f Format, c Chart) error { return Style{}.Write(w, f, c) }

// A Style is how a figure is drawn. The zero value is the look that this package speaks of.
type Style struct {
	Width    float64 // in millimetres; 0 is one column of a paper, or a page where a chart needs it
	Size     float64 // of text, in points; 0 is 7. Marks and lines grow with it
	Untitled bool    // the title is not drawn: the caption of a paper has it
	Grey     bool    // greys in place of colours; what only colours told apart has other shapes
	// Words are what charts of studies say of themselves, bars, groups and mean ranks, in another language than English, by the English;
	// nil for English.
	Words map[string]string
	Comma bool // numbers have a decimal comma, and points between thousands
}

// Check refuses what nobody could read.
func (st Style) Check() error {
	if st.Width != 0 && (st.Width < 40 || st.Width > 400) {
		return fmt.Errorf("a width of %g mm; want 40 to 400", st.Width)
	}
	if st.Size != 0 && (st.Size < 5 || st.Size > 24) {
		return fmt.Errorf("text of %g points; want 5 to 24", st.Size)
	}
	return nil
}

// Write draws c in the style.
func (st Style) Write(w io.Writer, f Format, c Chart) error {
	if err := st.Check(); err != nil {
		return fmt.Errorf("draw a chart: %w", err)
	}
	s, err := c.layout(st)
	if err != nil {
		return err
	}
	if st.Grey {
		s.bleach()
	}
	switch f {
	case PNG:
		return s.writePNG(w)
	case PDF:
		return s.writePDF(w)
	}
	return s.writeSVG(w)
}

// noValues is the figure of a chart that has nothing to show.
func (s *scene) noValues() *scene {
	s.y += 16
	s.text(s.w/2, s.y+ascent*body.size, 0.5, s.said("no values"), quiet)
	s.y += leading*body.size + 16
	s.desc = append(s.desc, s.said("There are no values to draw."))
	s.finish()
	return s
}
