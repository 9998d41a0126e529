package report

import (
	"fmt"
	"io"
	"iter"
	"strings"

	"github.com/clipperhouse/displaywidth"
)

// An Entry is one thing of a list: its name, what it is, and facts about it, a name
// and a value each.
type Entry struct {
	Name, Doc string
	Facts     [][2]string // those without a value are left out
}

// List writes the entries for a terminal of that width, a paragraph each: a table
// of long texts would be wider than any terminal. The names of facts have head
// columns.
func List(w io.Writer, entries []Entry, head, width int) error {
	var b strings.Builder
	for _, e := range entries {
		fmt.Fprintln(&b, e.Name)
		if e.Doc != "" {
			fmt.Fprintf(&b, "  %s\n", strings.Join(Wrap(e.Doc, width-2), "\n  "))
		}
		for _, f := range e.Facts {
			if f[1] == "" {
				continue
			}
			for _, line := range Wrap(f[1], width-head-3) {
				fmt.Fprintf(&b, "  %-*s %s\n", head, f[0], line)
				f[0] = ""
			}
		}
		b.WriteByte('\n')
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// Wrap breaks a text into lines of at most that width, as far as its words allow it.
func Wrap(text string, width int) []string { return Fill(strings.FieldsSeq(text), width) }

// Fill puts words into lines of at most that width, as far as they allow it. There
// is one line at least.
func Fill(words iter.Seq[string], width int) []string {
	var lines []string
	line := ""
	for word := range words {
		if line != "" && displaywidth.String(line)+1+displaywidth.String(word) > width {
			lines = append(lines, line)
			line = ""
		}
		if line != "" {
			line += " "
		}
		line += word
	}
	return append(lines, line)
}
