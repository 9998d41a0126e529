package report

import (
	"encoding/json"
	"fmt"
	"io"

	"hed/internal/plain"
)

// JSON writes a value with a newline, indented for people.
func JSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}

// A Printer writes a result in the format that somebody chose: a name of Formats, or json.
type Printer struct {
	W  io.Writer
	As string
	Style
}

// Print writes the result: v as JSON, or t in another format.
func (p *Printer) Print(t *Table, v any) error {
	if p.As == "json" {
		return JSON(p.W, v)
	}
	format, err := FormatNamed(p.As)
	if err != nil {
		return err
	}
	return format(p.W, t, p.Style)
}

// ForPrograms reports whether programs read the format, which want all there is and no
// words around it.
func (p *Printer) ForPrograms() bool { return p.As == "json" || p.As == "csv" }

// Line writes a line between tables.
func (p *Printer) Line(text string) error {
	switch text = plain.Line(text); p.As {
	case "latex":
		text = "% " + text
	case "markdown":
		text = EscapeMarkdown(text)
	}
	_, err := fmt.Fprintln(p.W, text)
	return err
}

// Space puts an empty line between parts; comments of LaTeX need none.
func (p *Printer) Space() error {
	if p.As == "latex" {
		return nil
	}
	_, err := fmt.Fprintln(p.W)
	return err
}

// Notes writes what there is to say below a table: after an empty line, or as comments
// of LaTeX.
func (p *Printer) Notes(notes []string) error {
	if err := p.Space(); err != nil {
		return err
	}
	for _, note := range notes {
		if err := p.Line(note); err != nil {
			return err
		}
	}
	return nil
}

// Facts writes pairs of what is known of one thing, below its name in text; v as JSON.
func (p *Printer) Facts(name string, facts [][2]string, v any) error {
	t := NewTable("what", "value")
	text := name + "\n"
	for _, f := range facts {
		t.Add(f[0], f[1])
		text += fmt.Sprintf("  %-13s %s\n", f[0], f[1])
	}
	if p.As != "text" {
		return p.Print(t, v)
	}
	_, err := io.WriteString(p.W, text)
	return err
}
