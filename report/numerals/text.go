package numerals

import (
	"fmt"
	"io"
	"strings"

	"hed/internal/plain"
	"hed/numeral/check"
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

// A mark is how a verdict looks: its sign, its class on a page, and its colour in a
// terminal, which is that of charts, as near as 256 colours come.
type mark struct{ sign, class, color string }

func markOf(v check.Verdict) mark {
	switch v {
	case check.Stated:
		return mark{"✓", "found", "38;5;36;4"}
	case check.Follows:
		return mark{"=", "derived", "38;5;32"}
	case check.Doubtful:
		return mark{"?", "doubtful", "38;5;178"}
	case check.Unchecked:
		return mark{"·", "unchecked", "38;5;245"}
	}
	return mark{"!", "unsupported", "38;5;166"}
}

// Mark is how pages show a verdict: by a sign behind the number, and by a class of style.
func Mark(v check.Verdict) (sign, class string) {
	m := markOf(v)
	return m.sign, m.class
}

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
func (t *Text) mark(n *lint.Numeral) string {
	m := markOf(n.Verdict)
	return t.paint(m.color, plain.Line(n.Text)+m.sign)
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
func (t *Text) number(b *strings.Builder, h *lint.Headline, n *lint.Numeral) {
	fmt.Fprintf(b, "  %s %s\n", t.mark(n), plain.Line(n.Message))
	for _, d := range n.Derivations {
		fmt.Fprintf(b, "    %s (%.0f%%)%s\n", d.Expr, 100*d.Confidence, t.evidence(h.Article, d.Operands))
	}
	if quoted(n) {
		fmt.Fprintf(b, "    “%s”\n", plain.Line(n.Evidence))
	}
}

// quoted says that the sentence of the article is shown: the number is wrong or in doubt, or no derivation quotes it.
func quoted(n *lint.Numeral) bool {
	return n.Evidence != "" && (n.Level > check.Fine || len(n.Derivations) == 0)
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
