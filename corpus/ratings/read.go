package ratings

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	"hed/corpus"
	"hed/corpus/internal/line"
	"hed/corpus/internal/track"
	"hed/internal/count"
	"hed/internal/formula"
)

// read tells the shape of the file by its first bytes.
func (f *File) read(src *corpus.Source) error {
	head, err := src.Head()
	if err != nil {
		return err
	}
	first, _, _ := bytes.Cut(head, []byte("\n"))
	switch {
	case bytes.HasPrefix(bytes.TrimSpace(head), []byte("{")):
		return f.readJSON(src)
	case bytes.Contains(first, []byte("\t")) && !bytes.Contains(first, []byte(",")):
		return f.readTable(src, '\t')
	}
	return f.readTable(src, ',')
}

func (f *File) readTable(src *corpus.Source, comma rune) error {
	text, err := src.Open()
	if err != nil {
		return err
	}
	defer text.Close()
	guard := line.NewGuard(text)
	places := track.NewReader(guard)
	in := csv.NewReader(places)
	in.Comma = comma
	for {
		begin := in.InputOffset()
		places.Forget(begin)
		cells, err := in.Read()
		guard.Next()
		switch err {
		case io.EOF:
			return nil
		case line.ErrRecord:
			n, _ := places.Position(begin)
			return f.Errorf(n, "%v; is a quoted field not closed?", err)
		}
		if parse, ok := errors.AsType[*csv.ParseError](err); ok {
			if parse.Err == csv.ErrFieldCount {
				return f.Errorf(parse.StartLine, "this row has %s, the header has %d; quote a field that contains the separator", count.Of(len(cells), "column"), len(f.Columns))
			}
			return f.Errorf(parse.StartLine, `a quote is not closed, or is in the middle of a field; quote the field and write the quote as ""`)
		}
		if err != nil {
			return err
		}
		n, _ := in.FieldPos(0)
		for _, cell := range cells {
			if !utf8.ValidString(cell) {
				return f.Errorf(n, "is not valid UTF-8; save the file as UTF-8")
			}
		}
		for i := range cells { // as hed exports ratings
			cells[i] = formula.Restore(cells[i])
		}
		if f.Columns == nil {
			for i, cell := range cells {
				if f.column(cell) != i {
					return f.Errorf(n, "the column %q comes twice; rename one", cell)
				}
			}
			continue
		}
		f.Rows = append(f.Rows, Row{n, cells})
	}
}

func (f *File) readJSON(src *corpus.Source) error {
	for l, err := range line.All(src) {
		if err != nil {
			return err
		}
		if len(bytes.TrimSpace(l.Data)) > 0 {
			if err := f.object(l.Data, l.N); err != nil {
				return f.Errorf(l.N, "%v; expected one object per line, with plain values or lists of them", err)
			}
		}
	}
	return nil
}

// maxCells is how many cells the lists of a line may come to, and maxEmpty how many a file may
// have for keys that its lines lack.
const (
	maxCells = 1_000_000
	maxEmpty = 10_000_000
)

// object adds the rows of one line of JSON: one, or as many as its longest
// list is long, the first with the first of each list. What is no list holds
// for all of them.
func (f *File) object(line []byte, n int) error {
	dec := json.NewDecoder(bytes.NewReader(line))
	dec.UseNumber()
	if t, err := dec.Token(); err != nil || t != json.Delim('{') {
		return errors.New("is not a JSON object")
	}
	fields := map[int]any{} // by column
	rows, width := 1, 0
	for dec.More() {
		key, err := dec.Token()
		var value any
		if err == nil {
			err = dec.Decode(&value)
		}
		if err != nil {
			return errors.New("is not valid JSON")
		}
		column := f.column(key.(string)) // as keys are
		if _, twice := fields[column]; twice {
			return fmt.Errorf("the key %q comes twice", key)
		}
		fields[column] = value
		width = max(width, column+1)
		if list, ok := value.([]any); ok {
			rows = max(rows, len(list))
		}
	}
	if _, err := dec.Token(); err != nil || dec.More() {
		return errors.New("is not one JSON object")
	}
	if rows > 1 && rows > maxCells/max(width, 1) {
		return fmt.Errorf("its lists make %d rows of %d columns; write one object per rating", rows, width)
	}
	if f.empty += rows * (width - len(fields)); f.empty > maxEmpty {
		return errors.New("has different keys than the lines before it; give all lines the same keys")
	}
	for i := range rows {
		row := Row{n, make([]string, width)}
		for column := range row.Cells {
			value := fields[column]
			if list, ok := value.([]any); ok {
				value = nil
				if i < len(list) {
					value = list[i]
				}
			}
			switch v := value.(type) {
			case nil:
			case string, json.Number, bool:
				row.Cells[column] = fmt.Sprint(v)
			default:
				return fmt.Errorf("%s is neither plain nor a list of plain values", f.Columns[column])
			}
		}
		f.Rows = append(f.Rows, row)
	}
	return nil
}
