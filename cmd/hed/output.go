package main

import (
	"encoding/json"
	"io"
	"os"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"hed/report"
)

// An output is how a command prints its result.
type output struct {
	as      string
	percent bool
}

func (o *output) flags(cmd *cobra.Command) {
	cmd.Flags().StringVarP(&o.as, "output-format", "f", "text", "print the result as `FORMAT`: text, json, csv, latex or markdown")
	cmd.Flags().BoolVar(&o.percent, "percent", false, "show fractions times 100 in text and LaTeX tables")
}

// check refuses an unknown format before any work is done.
func (o *output) check() error {
	if o.as == "json" {
		return nil
	}
	if _, err := report.FormatNamed(o.as); err != nil {
		return usagef("-f: %w", err)
	}
	return nil
}

// print writes the result: v as JSON, or t in the chosen format.
func (o *output) print(w io.Writer, t *report.Table, v any) error {
	if o.as == "json" {
		return writeJSON(w, v)
	}
	format, err := report.FormatNamed(o.as)
	if err != nil {
		return err
	}
	return format(w, t, styleOf(w, o.percent))
}

// styleOf is how tables look on w.
func styleOf(w io.Writer, percent bool) report.Style {
	style := report.Style{Percent: percent}
	if width, ok := terminal(w); ok {
		style.Width = width
		style.Color = os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
	}
	return style
}

// writeJSON writes v with a newline, indented for people.
func writeJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}

// terminal returns the width of w if it is a terminal.
func terminal(w io.Writer) (width int, ok bool) {
	f, isFile := w.(*os.File)
	if !isFile || !term.IsTerminal(int(f.Fd())) {
		return 0, false
	}
	width, _, err := term.GetSize(int(f.Fd()))
	return width, err == nil
}
