package main

import (
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"hed/chart"
)

// A curve is what a command takes for more and more items, as a whole process.
type curve struct {
	what   string
	points []point
}

// A point is the median of repeats.
type point struct {
	items         int
	seconds, peak float64
	reading       float64 // seconds in which its files are read and nothing else
}

// curveRepeats are enough for a curve, whose points are many times apart.
const curveRepeats = 3

// curves measures how time and memory grow from a thousand items on. They are no rows: nobody stands beside them.
func curves(b *bench) ([]row, error) {
	out := filepath.Join(b.dir, "grown")
	kinds := []struct {
		what string
		args func(d *dataset) []string
	}{
		{"hed score, no bootstrap", func(d *dataset) []string { return b.scoreArgs(d, "--bootstrap", "0") }},
		{"hed score, 1,000 resamples", func(d *dataset) []string { return b.scoreArgs(d) }},
		{"hed eval with rouge", func(d *dataset) []string {
			return []string{"eval", "--docs", d.refFile, "--ref", d.refFile, "--system", "hyp=" + d.hypFile, "--metric", "rouge", "--out", out}
		}},
		{"hed generate --with first", func(d *dataset) []string {
			return []string{"generate", "--docs", d.refFile, "--with", "first", "--out", out}
		}},
	}
	all := make([]curve, len(kinds))
	for n := 1000; n <= b.big; n *= 10 {
		fmt.Fprintf(b.log, "making %d pairs\n", n)
		d, err := makeData(b.dir, n)
		if err != nil {
			return nil, err
		}
		for i, k := range kinds {
			all[i].what = k.what
			p, err := b.point(n, out, k.args(d), d)
			if err != nil {
				return nil, fmt.Errorf("%s, %d items: %w", k.what, n, err)
			}
			all[i].points = append(all[i].points, p)
		}
	}
	b.curves = all
	return nil, nil
}

func (b *bench) point(n int, out string, args []string, d *dataset) (point, error) {
	var times, peaks, readings []float64
	for range curveRepeats {
		if err := os.RemoveAll(out); err != nil {
			return point{}, err
		}
		e, err := b.execute(b.hed, args...)
		if err != nil {
			return point{}, err
		}
		reading, err := readAlone(d.refFile, d.hypFile)
		if err != nil {
			return point{}, err
		}
		times, peaks, readings = append(times, e.Seconds), append(peaks, e.Peak), append(readings, reading)
	}
	return point{n, median(times), median(peaks), median(readings)}, os.RemoveAll(out)
}

// readAlone is how long files take to be read by whoever does nothing with them.
func readAlone(files ...string) (seconds float64, err error) {
	start, buffer := time.Now(), make([]byte, 1<<16)
	for _, name := range files {
		f, err := os.Open(name)
		if err != nil {
			return 0, err
		}
		// Discard would read in a way of its own.
		_, err = io.CopyBuffer(struct{ io.Writer }{io.Discard}, struct{ io.Reader }{f}, buffer)
		if f.Close(); err != nil {
			return 0, err
		}
	}
	return time.Since(start).Seconds(), nil
}

// slope is that of the line by least squares through points on logarithmic axes: 1 where twice as many items take twice
// as long. Where there are three or more, the first is left out, which is mostly the start of a process.
func (c *curve) slope() float64 {
	points := c.points
	if len(points) > 2 {
		points = points[1:]
	}
	var x, y, xx, xy float64
	for _, p := range points {
		a, b := math.Log(float64(p.items)), math.Log(p.seconds)
		x, y, xx, xy = x+a, y+b, xx+a*a, xy+a*b
	}
	n := float64(len(points))
	return (n*xy - x*y) / (n*xx - x*x)
}

// cells are lines of a table, under curveHead.
func (c *curve) cells() (lines [][]string) {
	for i, p := range c.points {
		slope := ""
		if i == len(c.points)-1 && i > 0 {
			slope = fmt.Sprintf("%.2f", c.slope())
		}
		peak := "-"
		if p.peak > 0 {
			peak = megabytes(p.peak)
		}
		lines = append(lines, []string{c.what, group(p.items), seconds(p.seconds), peak, group(int(float64(p.items) / p.seconds)), seconds(p.reading), slope})
	}
	return lines
}

var curveHead = []string{"what", "items", "time", "peak", "items a second", "reading alone", "slope"}

func curveTable(all []curve) string {
	lines := [][]string{curveHead}
	for _, c := range all {
		lines = append(lines, c.cells()...)
	}
	return tabulate(lines, 1)
}

const curveFigure = "../docs/figures/growth.svg"

// writeCurves draws the curves.
func writeCurves(name string, all []curve) error {
	c := chart.Line{Title: "Time by number of items", XAxis: "items, as a power of ten", YAxis: "seconds, as a power of ten"}
	for i, k := range all {
		shown := chart.Curve{Series: chart.Series{Name: strings.TrimPrefix(k.what, "hed "), Colour: i}}
		for _, p := range k.points {
			shown.X, shown.Y = append(shown.X, math.Log10(float64(p.items))), append(shown.Y, math.Log10(p.seconds))
		}
		c.Curves = append(c.Curves, shown)
	}
	var b strings.Builder
	if err := chart.Write(&b, chart.SVG, c); err != nil {
		return err
	}
	return os.WriteFile(name, []byte(b.String()), 0o666)
}

// steepest is the greatest slope.
func steepest(all []curve) float64 {
	most := math.Inf(-1)
	for _, c := range all {
		most = max(most, c.slope())
	}
	return most
}

// copied is how many bytes a second memory copies, with as many threads as the sides of a row have: what is read and what is written.
func copied() float64 {
	const size, times = 1 << 27, 8
	from, to := make([]byte, size), make([]byte, size)
	copy(to, from) // so that memory is there
	rates := make([]float64, 0, times)
	for range times {
		start := time.Now()
		var g sync.WaitGroup
		for part := range threads {
			g.Go(func() { copy(to[part*size/threads:(part+1)*size/threads], from[part*size/threads:]) })
		}
		g.Wait()
		rates = append(rates, 2*size/time.Since(start).Seconds())
	}
	return slices.Max(rates)
}
