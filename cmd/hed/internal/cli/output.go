package cli

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"hed/internal/plain"
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
	cmd.Flags().StringVarP(&o.As, "output-format", "f", "text", "print the result as `FORMAT`: "+strings.Join(names[:last], ", ")+" or "+names[last])
	cmd.Flags().BoolVar(&o.Percent, "percent", false, "show fractions times 100 in text and LaTeX tables")
	cmd.Flags().BoolVar(&o.Raw, "raw", false, "leave texts in CSV as they are; else one that a spreadsheet would run as a formula gets an apostrophe in front")
	cmd.PreRunE = func(*cobra.Command, []string) error {
		if !slices.Contains(names, o.As) {
			return Usagef("-f: no output format %q; have %s", o.As, strings.Join(names, ", "))
		}
		return nil
	}
}

// Print writes the result: v as JSON, or t in the chosen format.
func (o *Output) Print(w io.Writer, t *report.Table, v any) error {
	if o.As == "json" {
		return WriteJSON(w, v)
	}
	format, err := report.FormatNamed(o.As)
	if err != nil {
		return err
	}
	return format(w, t, o.Style(w))
}

// Style is how tables look on w.
func (o *Output) Style(w io.Writer) report.Style {
	style := StyleOf(w, o.Percent)
	style.Raw = o.Raw
	return style
}

// List writes a list: entries and a last line in text, whose facts have names of that
// width; v or t in other formats.
func (o *Output) List(w io.Writer, entries []report.Entry, head int, last string, t *report.Table, v any) error {
	if o.As != "text" {
		return o.Print(w, t, v)
	}
	if err := report.List(w, entries, head, HelpWidth); err != nil {
		return err
	}
	_, err := io.WriteString(w, last)
	return err
}

// Notes writes what there is to say below a table: after an empty line, or as comments
// of LaTeX.
func (o *Output) Notes(w io.Writer, notes []string) error {
	prefix := "% "
	if o.As != "latex" {
		prefix = ""
		fmt.Fprintln(w)
	}
	_, err := fmt.Fprintln(w, prefix+plain.Text(strings.Join(notes, "\n"+prefix)))
	return err
}

// StyleOf is how tables look on w.
func StyleOf(w io.Writer, percent bool) report.Style {
	style := report.Style{Percent: percent}
	if width, ok := Terminal(w); ok {
		style.Width = width
		style.Color = os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
	}
	return style
}

// WriteJSON writes v with a newline, indented for people.
func WriteJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}

// Terminal returns the width of w if it is a terminal.
func Terminal(w io.Writer) (width int, ok bool) {
	if s, ok := w.(*stdout); ok {
		w = s.to
	}
	f, isFile := w.(*os.File)
	if !isFile || !term.IsTerminal(int(f.Fd())) {
		return 0, false
	}
	width, _, err := term.GetSize(int(f.Fd()))
	return width, err == nil
}

// A stdout remembers that it could not be written: help and completion do not look
// whether they were, and neither must every command.
type stdout struct {
	to  io.Writer
	mu  sync.Mutex
	err error // the first
}

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
