package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"hed/corpus"
	"hed/internal/near"
	"hed/internal/terminal"
	"hed/report"
)

// An Output is how a command prints its result.
type Output struct {
	As      string
	Percent bool
	Raw     bool
}

// Flags adds --output-format, --percent and --raw. An unknown format is refused before any
// work is done; more are those that the command has besides.
func (o *Output) Flags(cmd *cobra.Command, more ...string) {
	names := append([]string{"text", "json", "csv", "latex", "markdown"}, more...)
	last := len(names) - 1
	cmd.Flags().StringVarP(&o.As, "output-format", "f", "text", "`FORMAT`: print the result as "+strings.Join(names[:last], ", ")+" or "+names[last])
	cmd.Flags().BoolVar(&o.Percent, "percent", false, "show fractions times 100 in text and LaTeX tables")
	cmd.Flags().BoolVar(&o.Raw, "raw", false, "write texts to CSV as they are; without it, a text that a spreadsheet would run as a formula gets an apostrophe in front")
	cmd.PreRunE = func(*cobra.Command, []string) error {
		if !slices.Contains(names, o.As) {
			return Usagef("-f: no output format %q; %s", o.As, near.Hint(o.As, names))
		}
		return nil
	}
}

// On is the printer that writes results as they were asked for.
func (o *Output) On(w io.Writer) *report.Printer {
	style := StyleOf(w, o.Percent)
	style.Raw = o.Raw
	return &report.Printer{W: w, As: o.As, Style: style}
}

// Print writes the result: v as JSON, or t in the chosen format.
func (o *Output) Print(w io.Writer, t *report.Table, v any) error { return o.On(w).Print(t, v) }

// StyleOf is how tables look on w.
func StyleOf(w io.Writer, percent bool) report.Style {
	style := report.Style{Percent: percent}
	if width, ok := Terminal(w); ok {
		style.Width = width
		style.Color = os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
	}
	return style
}

// Terminal returns the width of w if it is a terminal.
func Terminal(w io.Writer) (width int, ok bool) { return terminal.Width(w) }

// A Progress is one line on a terminal, which says how far something is.
type Progress = terminal.Progress

// Progress begins to show how far something is. The sources, if any, tell it.
func (a *App) Progress(what string, sources ...*corpus.Source) *Progress {
	if a.Quiet {
		return new(Progress)
	}
	return terminal.NewProgress(a.Stderr, what, func() float64 { return corpus.Share(sources) })
}

// ProgressBeside is Progress for results that go to an output: nothing is drawn where that
// is the same terminal, since it would be drawn between them.
func (a *App) ProgressBeside(out, what string, sources ...*corpus.Source) *Progress {
	if _, shown := Terminal(a.Stdout); shown && IsStdout(out) {
		return new(Progress)
	}
	return a.Progress(what, sources...)
}

// A stdout remembers that it could not be written: help and completion do not look
// whether they were, and neither must every command.
type stdout struct {
	to  io.Writer
	mu  sync.Mutex
	err error // the first
}

// Unwrap is what is written to, which may be a terminal.
func (s *stdout) Unwrap() io.Writer { return s.to }

func (s *stdout) Write(p []byte) (int, error) {
	n, err := s.to.Write(p)
	if err != nil {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.err = cmp.Or(s.err, err)
	}
	return n, err
}

// failed says that what was printed is lost.
func (s *stdout) failed() error {
	err := s.err
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		err = e.Err
	}
	return fmt.Errorf("write the result to stdout: %w", err)
}
