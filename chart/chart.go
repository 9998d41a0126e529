// Package chart draws figures for papers and reports: bars, boxes, scatter
// plots, correlation maps, diagrams of critical differences, shares, curves and
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
// There is one look. A figure is as wide as one column of a paper, 85 mm, and
// as high as its rows need; no text is smaller than 7 points. A map of many
// columns and a diagram of many ranks grow wider rather than print smaller.
// Names that take more than 45% of the width (33% beside curves, 27% beside
// ranks) lose their middle, each time at a place that leaves them different;
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
	layout() (*scene, error)
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

// Write draws c. The same chart gives the same bytes.
func Write(w io.Writer, f Format, c Chart) error {
	s, err := c.layout()
	if err != nil {
		return err
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
	s.text(s.w/2, s.y+ascent*body.size, 0.5, "no values", quiet)
	s.y += leading*body.size + 16
	s.desc = append(s.desc, "There are no values to draw.")
	s.finish()
	return s
}
