package pos

import (
	"bufio"
	"encoding/json"
	"io"
	"slices"
	"strconv"

	"hed/internal/plain"
	"hed/score"
	"hed/text"
)

// Formats are how a Printer can write.
var Formats = []string{"text", "json", "csv"}

// A Printer writes the tagged words of one line after another: "Senate/NOUN
// passes/VERB" as text, an object with byte offsets a line as json, a row a word as
// csv.
type Printer struct {
	// Raw writes words in CSV as they are, though a spreadsheet may run them.
	Raw bool
	*bufio.Writer
	format string
	begun  bool
	enc    *json.Encoder
	row    []byte
	line   taggedLine
}

type taggedLine struct {
	Line  int          `json:"line"`
	Words []taggedWord `json:"words"`
}

type taggedWord struct {
	Word  string `json:"word"`
	Tag   string `json:"tag"`
	Start int    `json:"start"`
	End   int    `json:"end"`
}

// NewPrinter writes to w in one of the Formats, through a buffer.
func NewPrinter(w io.Writer, format string) *Printer {
	p := &Printer{Writer: bufio.NewWriterSize(w, 1<<16), format: format, line: taggedLine{Words: []taggedWord{}}}
	p.enc = json.NewEncoder(p)
	p.enc.SetEscapeHTML(false)
	return p
}

// Print writes a line. Errors may come with Flush only.
func (p *Printer) Print(line int, tokens []text.Token, tags []Tag) error {
	p.begin()
	switch p.format {
	case "json":
		p.line.Line, p.line.Words = line, slices.Grow(p.line.Words[:0], len(tokens))
		for i, tok := range tokens {
			p.line.Words = append(p.line.Words, taggedWord{tok.Text, tags[i].String(), tok.Start, tok.End})
		}
		return p.enc.Encode(&p.line)
	case "csv":
		for i, tok := range tokens {
			p.row = strconv.AppendInt(p.row[:0], int64(line), 10)
			p.row = score.AppendText(append(p.row, ','), tok.Text, p.Raw)
			p.row = append(append(append(p.row, ','), tags[i].String()...), '\n')
			p.Write(p.row)
		}
		return nil
	}
	for i, tok := range tokens {
		if i > 0 {
			p.WriteByte(' ')
		}
		p.WriteString(plain.Line(tok.Text))
		p.WriteByte('/')
		p.WriteString(tags[i].String())
	}
	return p.WriteByte('\n')
}

// Close ends the output, which has a head even where there was no line. What is below
// is not closed.
func (p *Printer) Close() error {
	p.begin()
	return p.Flush()
}

// begin writes the head. It comes with the first line, so that a file which cannot be
// read has none.
func (p *Printer) begin() {
	if !p.begun && p.format == "csv" {
		p.WriteString("line,word,tag\n")
	}
	p.begun = true
}

// Before is a stream before whose reading everything is printed: somebody may be typing.
func (p *Printer) Before(r io.Reader) io.Reader { return prompt{r, p} }

type prompt struct {
	io.Reader
	out *Printer
}

func (p prompt) Read(b []byte) (int, error) {
	if err := p.out.Flush(); err != nil {
		return 0, err
	}
	return p.Reader.Read(b)
}
