// Bench measures hed beside its peers and writes BENCHMARKS.md.
//
// It is a module of its own, so that what peers need does not burden hed, and
// runs in its folder, as "make bench" and "go -C bench run ." do: the peers go
// into bench/.venv, the data into bench/.data, and the program that is measured
// is bin/hed. Each side of a comparison is run in turn, so that what else the
// machine does falls on both.
//
//	-quick      small data, to try it out; BENCHMARKS.md stays as it is
//	-only NAME  one comparison; BENCHMARKS.md stays as it is
//	-repeats N  times that each comparison is measured
//	-python P   an interpreter that has the peers already
//
// A machine with a card may have neither Go nor the network. Carry the program of
// "go -C bench build -tags cuda" there and the folder bench/torch beside it, and run it in their folder:
// "./bench -only pointer-card -python python3", with torch and safetensors.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"time"
)

const page = "../BENCHMARKS.md"

func main() {
	if err := run(os.Args[1:], os.Stdout, os.Stderr); err != nil {
		fmt.Fprintf(os.Stderr, "bench: %v\n", err)
		os.Exit(1)
	}
}

func run(args []string, stdout, stderr io.Writer) error {
	if len(args) > 1 && args[0] == launcher {
		return launch(stdout, args[1], args[2:])
	}
	if len(args) > 0 && args[0] == writerWork {
		return work(stdout, args[1:])
	}
	if len(args) > 0 && args[0] == tunerWork {
		return tune(stdout, args[1:])
	}
	flags := flag.NewFlagSet("bench", flag.ExitOnError)
	quick := flags.Bool("quick", false, "small data, to try it out")
	only := flags.String("only", "", "measure one comparison: `NAME` of "+names())
	repeats := flags.Int("repeats", 7, "times that each comparison is measured: `N`, at least 5")
	python := flags.String("python", "", "`PROGRAM`, a Python that has the peers; without it they are installed into bench/.venv")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if *repeats < 5 {
		return fmt.Errorf("-repeats %d: at least 5, since the median of fewer says little", *repeats)
	}
	chosen, err := choose(*only)
	if err != nil {
		return err
	}
	bare := !slices.ContainsFunc(chosen, func(c comparison) bool { return !c.bare })
	b, err := newBench(*repeats, *quick, bare, *python, stderr)
	if err != nil {
		return err
	}
	rows, err := b.measure(chosen, stdout)
	if err != nil {
		return err
	}
	if len(b.curves) > 0 {
		fmt.Fprint(stdout, "\n", curveTable(b.curves))
	}
	if *quick || *only != "" {
		return nil
	}
	if err := writeCurves(curveFigure, b.curves); err != nil {
		return err
	}
	return writePage(page, b.describe(rows, time.Now()))
}

// threads is what each side may use, so that the machine's size is not
// part of the comparison.
const threads = 2

// sizes are numbers of pairs, and of program starts in a row.
type sizes struct{ pairs, big, starts int }

var (
	fullSizes  = sizes{pairs: 100_000, big: 1_000_000, starts: 10}
	quickSizes = sizes{pairs: 5_000, big: 20_000, starts: 2}
)

// A bench is what the comparisons share.
type bench struct {
	sizes
	repeats int
	scripts string // folder of the Python scripts
	dir     string // folder of the data
	hed     string // the program
	python  string // with the peers
	given   string // the Python that has them already; "" for what environment makes
	data    *dataset
	curves  []curve // what was measured of growth
	log     io.Writer
}

// newBench makes what comparisons share; bare ones share little.
func newBench(repeats int, quick, bare bool, python string, log io.Writer) (*bench, error) {
	here, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	b := &bench{
		sizes: fullSizes, repeats: repeats, log: log, given: python,
		scripts: here,
		dir:     filepath.Join(here, ".data"),
		hed:     filepath.Join(filepath.Dir(here), "bin", "hed"),
	}
	if quick {
		b.sizes = quickSizes
	}
	runtime.GOMAXPROCS(threads)
	if bare {
		return b, os.MkdirAll(b.dir, 0o777)
	}
	if _, err := os.Stat(b.hed); err != nil {
		return nil, fmt.Errorf("bin/hed is missing; run \"make build\" in the root of the repository: %w", err)
	}
	if b.python, err = b.environment(b.scripts); err != nil {
		return nil, err
	}
	fmt.Fprintf(log, "making %d pairs\n", b.pairs)
	b.data, err = makeData(b.dir, b.pairs)
	return b, err
}

// measure runs the comparisons and prints each row when it is known.
func (b *bench) measure(chosen []comparison, stdout io.Writer) ([]row, error) {
	t := newTable(stdout)
	var all []row
	for _, c := range chosen {
		fmt.Fprintf(b.log, "measuring %s\n", c.name)
		rows, err := c.measure(b)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", c.name, err)
		}
		for _, r := range rows {
			t.print(r)
		}
		all = append(all, rows...)
	}
	return all, nil
}
