package numerals

import (
	"fmt"
	"io"
	"strings"

	"hed/internal/plain"
	"hed/numeral/derive"
	"hed/numeral/lint"
)

// A Text writes headlines for a terminal: the headline with a mark behind each
// number, and below it how the number comes from the article, or what the article
// has in its place.
type Text struct {
	W     io.Writer
	Color bool
}

// Colours of marks: those of charts, as near as 256 colours come.
var markColors = map[derive.Status]string{derive.Found: "38;5;36;4", derive.Derived: "38;5;32", derive.Unsupported: "38;5;166", derive.Unchecked: "38;5;166"}

func (t *Text) paint(code, text string) string {
	if !t.Color {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

// Add writes a headline.
func (t *Text) Add(h *lint.Headline) error {
	var b strings.Builder
	b.WriteString(t.paint("1", plain.Line(h.ID)) + " " + plain.Line(h.System) + ": " + t.marked(h) + "\n")
	for i := range h.Numerals {
		t.number(&b, h, &h.Numerals[i])
	}
	if len(h.Numerals) == 0 {
		b.WriteString("  no number\n")
	}
	_, err := io.WriteString(t.W, b.String())
	return err
}

// Close does nothing: text has no end.
func (t *Text) Close() error { return nil }

// mark is a number with its sign.
func (t *Text) mark(n *derive.Explanation) string {
	return t.paint(markColors[n.Status], plain.Line(n.Text)+n.Status.Sign())
}

// marked is the headline with marks behind its numbers.
func (t *Text) marked(h *lint.Headline) string {
	var b strings.Builder
	at := 0
	for i := range h.Numerals {
		n := &h.Numerals[i]
		if n.Start < at {
			continue // a part of the last one
		}
		b.WriteString(plain.Line(h.Text[at:n.Start]))
		b.WriteString(t.mark(n))
		at = n.End
	}
	b.WriteString(plain.Line(h.Text[at:]))
	return b.String()
}

// number says where a number comes from.
func (t *Text) number(b *strings.Builder, h *lint.Headline, n *derive.Explanation) {
	mark := t.mark(n)
	if limits := n.Limits(); limits != "" {
		fmt.Fprintf(b, "  %s %s\n", mark, limits)
		return
	}
	if !n.Supported() {
		fmt.Fprintf(b, "  %s not supported (%.0f%%)", mark, 100*n.Support)
		if len(n.Alternatives) > 0 {
			a := n.Alternatives[0]
			fmt.Fprintf(b, "; the article has %s, %s (%.0f%%)", plain.Line(a.Text), a.Expr, 100*a.Confidence)
		}
		b.WriteByte('\n')
		return
	}
	if len(n.Derivations) == 0 {
		fmt.Fprintf(b, "  %s part of a name (%.0f%%)\n", mark, 100*n.Support)
	}
	for i, d := range lint.Likely(n) {
		if i > 0 {
			mark = strings.Repeat(" ", len([]rune(n.Text))+1)
		}
		fmt.Fprintf(b, "  %s %s (%.0f%%)%s\n", mark, d.Expr, 100*d.Confidence, t.evidence(h.Article, d.Operands))
	}
}

// evidence quotes the article around the operands.
func (t *Text) evidence(article string, operands []derive.Operand) string {
	var quotes []string
	for _, o := range operands {
		text, at := lint.Quote(article, o)
		quotes = append(quotes, "“"+plain.Line(text[:at.Start])+t.paint("1", plain.Line(text[at.Start:at.End]))+plain.Line(text[at.End:])+"”")
	}
	if quotes == nil {
		return ""
	}
	return ": " + strings.Join(quotes, ", ")
}
