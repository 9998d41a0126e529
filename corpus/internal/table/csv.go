package table

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"

	"hed/corpus"
	"hed/corpus/internal/line"
	"hed/corpus/internal/track"
	"hed/internal/count"
	"hed/internal/formula"
)

// A CSV reads rows from a file with a line of names at its head.
type CSV struct {
	Source  *corpus.Source
	Comma   rune
	Roles   []string
	Options corpus.Options
	// Check says whether the columns are those the format needs.
	Check func(*Columns) error
}

// Rows yields the rows under the head; their cells may be kept. An error
// in the head ends the rows, one in a row is a *corpus.SyntaxError and
// reading goes on at the next line.
func (c CSV) Rows() iter.Seq2[Row, error] {
	return func(yield func(Row, error) bool) {
		f, err := c.Source.Open()
		if err != nil {
			yield(Row{}, err)
			return
		}
		defer f.Close()
		r := c.newReader(f)
		columns, err := r.head(c)
		if err != nil {
			if err != io.EOF {
				yield(Row{}, err)
			}
			return
		}
		for {
			cells, n, err := r.next()
			if err == io.EOF {
				return
			}
			if !yield(Row{columns, cells, n}, err) || err != nil && !isSyntax(err) {
				return
			}
		}
	}
}

func isSyntax(err error) bool {
	_, ok := errors.AsType[*corpus.SyntaxError](err)
	return ok
}

// csvReader is an encoding/csv reader that knows lines, checks UTF-8 and
// does not run away.
type csvReader struct {
	*csv.Reader
	file   string
	places *track.Reader
	guard  *line.Guard // a quote that is never closed would take all memory
	names  int
	over   bool
	// defused says that hed wrote the file, and its texts with apostrophes where
	// spreadsheets would run them.
	defused bool
}

func (c CSV) newReader(f io.Reader) *csvReader {
	g := line.NewGuard(f)
	r := &csvReader{file: c.Source.Name(), places: track.NewReader(g), guard: g}
	r.Reader = csv.NewReader(r.places)
	r.Comma = c.Comma
	return r
}

// head reads the names. An empty file gives io.EOF.
func (r *csvReader) head(c CSV) (*Columns, error) {
	names, n, err := r.next()
	if err != nil {
		return nil, err
	}
	r.names = len(names)
	r.defused = slices.Equal(names, []string{"id", "headline"}) && r.InputOffset() == int64(len(formula.Head))
	columns, err := NewColumns(names, c.Roles, c.Options)
	if err == nil {
		err = c.Check(columns)
	}
	if err != nil {
		return nil, corpus.At(r.file, n, err)
	}
	return columns, nil
}

// next returns a record and the line it begins on.
func (r *csvReader) next() (cells []string, n int, err error) {
	if r.over {
		return nil, 0, io.EOF
	}
	begin := r.InputOffset()
	cells, err = r.Read()
	r.guard.Next()
	if parse, ok := errors.AsType[*csv.ParseError](err); ok {
		r.places.Forget(r.InputOffset())
		return nil, 0, r.syntax(parse, len(cells))
	}
	if err == line.ErrRecord {
		r.over = true // what follows is the middle of a record
		n, _ = r.places.Position(begin)
		return nil, 0, corpus.At(r.file, n, fmt.Errorf("%w; is a quoted field not closed?", err))
	}
	if err != nil {
		return nil, 0, err
	}
	n, _ = r.FieldPos(0)
	if bad, column, found := r.places.Invalid(r.InputOffset()); found {
		err = line.NotUTF8(r.file, bad, column)
	}
	r.places.Forget(r.InputOffset())
	for i := range cells {
		if r.defused {
			cells[i] = formula.Restore(cells[i])
		}
	}
	return cells, n, err
}

func (r *csvReader) syntax(parse *csv.ParseError, fields int) error {
	e := &corpus.SyntaxError{File: r.file, Line: parse.Line}
	switch parse.Err {
	case csv.ErrFieldCount:
		e.Line = parse.StartLine
		e.Msg = fmt.Sprintf("this row has %s, the header has %d; quote a field that contains the separator", count.Of(fields, "column"), r.names)
	case csv.ErrQuote:
		e.Line = parse.StartLine
		e.Msg = `a quoted field of this row is not closed, or text follows its closing quote; write a quote within quotes as ""`
	case csv.ErrBareQuote:
		e.Msg = fmt.Sprintf(`there is a quote in the middle of an unquoted field, at byte %d; quote the field and write the quote as ""`, parse.Column)
	default:
		e.Msg = parse.Err.Error()
	}
	return e
}
