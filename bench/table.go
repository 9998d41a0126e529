package main

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// A table prints rows in aligned columns as they come. The widths are set
// beforehand, since the rows to come are not known; they are those of
// full-sized runs.
type table struct {
	w      io.Writer
	widths []int
}

func newTable(w io.Writer) *table {
	t := &table{w, []int{49, 30, 7, 9, 20, 6}}
	t.line(head)
	return t
}

func (t *table) print(r row) { t.line(r.cells()) }

func (t *table) line(cells []string) {
	fmt.Fprintln(t.w, strings.TrimRight(align(cells, t.widths, 2, "  "), " "))
}

// markdown returns the rows as a table that reads well as plain text too.
func markdown(rows []row) string {
	lines := [][]string{head}
	for _, r := range rows {
		lines = append(lines, r.cells())
	}
	return tabulate(lines, 2)
}

// tabulate makes a table of lines, whose first cells are texts.
func tabulate(lines [][]string, texts int) string {
	widths := make([]int, len(lines[0]))
	for _, cells := range lines {
		for i, c := range cells {
			widths[i] = max(widths[i], utf8.RuneCountInString(c))
		}
	}
	rule := make([]string, len(widths))
	for i, w := range widths {
		rule[i] = strings.Repeat("-", w)
		if i >= texts {
			rule[i] = rule[i][1:] + ":" // numbers stand to the right
		}
	}
	var b strings.Builder
	for i, cells := range lines {
		fmt.Fprintf(&b, "| %s |\n", align(cells, widths, texts, " | "))
		if i == 0 {
			fmt.Fprintf(&b, "| %s |\n", strings.Join(rule, " | "))
		}
	}
	return b.String()
}

// align pads cells to their widths: texts, which come first, on the right, numbers on the left.
func align(cells []string, widths []int, texts int, between string) string {
	padded := make([]string, len(cells))
	for i, c := range cells {
		blanks := strings.Repeat(" ", max(widths[i]-utf8.RuneCountInString(c), 0))
		if i < texts {
			padded[i] = c + blanks
		} else {
			padded[i] = blanks + c
		}
	}
	return strings.Join(padded, between)
}
