package ratings

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"unicode/utf8"

	"hed/corpus"
)

// read tells the shape of the file by its first bytes.
func (f *File) read(src *corpus.Source) error {
	head, err := src.Head()
	if err != nil {
		return err
	}
	text, err := src.Open()
	if err != nil {
		return err
	}
	defer text.Close()
	first, _, _ := bytes.Cut(head, []byte("\n"))
	switch {
	case bytes.HasPrefix(bytes.TrimSpace(head), []byte("{")):
		return f.readJSON(text)
	case bytes.Contains(first, []byte("\t")) && !bytes.Contains(first, []byte(",")):
		return f.readTable(text, '\t')
	}
	return f.readTable(text, ',')
}

func (f *File) readTable(text io.Reader, comma rune) error {
	in := csv.NewReader(text)
	in.Comma = comma
	for {
		cells, err := in.Read()
		if err == io.EOF {
			return nil
		}
		if parse, ok := errors.AsType[*csv.ParseError](err); ok {
			if parse.Err == csv.ErrFieldCount {
				return f.Errorf(parse.StartLine, "fields in the row: %d, in the head: %d; quote a field that holds the separator", len(cells), len(f.Columns))
			}
			return f.Errorf(parse.StartLine, `a quote is not closed or stands in the middle of a field; quote the field and write the quote as ""`)
		}
		if err != nil {
			return err
		}
		line, _ := in.FieldPos(0)
		for i, cell := range cells {
			if !utf8.ValidString(cell) {
				return f.Errorf(line, "is not valid UTF-8; save the file as UTF-8")
			}
			if f.Columns == nil && slices.Contains(cells[:i], cell) {
				return f.Errorf(line, "the column %q comes twice; rename one", cell)
			}
		}
		if f.Columns == nil {
			f.Columns = cells
			continue
		}
		f.Rows = append(f.Rows, Row{line, cells})
	}
}

func (f *File) readJSON(text io.Reader) error {
	in := bufio.NewReader(text)
	for n := 1; ; n++ {
		line, err := in.ReadBytes('\n')
		if err != nil && err != io.EOF {
			return err
		}
		if len(bytes.TrimSpace(line)) > 0 {
			if err := f.object(line, n); err != nil {
				return f.Errorf(n, "%v; expected an object a line, with plain values or lists of them", err)
			}
		}
		if err == io.EOF {
			return nil
		}
	}
}

// object adds the rows of one line of JSON: one, or as many as its longest
// list is long, the first with the first of each list. What is no list holds
// for all of them.
func (f *File) object(line []byte, n int) error {
	dec := json.NewDecoder(bytes.NewReader(line))
	dec.UseNumber()
	if t, err := dec.Token(); err != nil || t != json.Delim('{') {
		return errors.New("is no JSON object")
	}
	fields := map[int]any{} // by column
	rows := 1
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
		if list, ok := value.([]any); ok {
			rows = max(rows, len(list))
		}
	}
	if _, err := dec.Token(); err != nil || dec.More() {
		return errors.New("is not one JSON object")
	}
	for i := range rows {
		row := Row{n, make([]string, len(f.Columns))}
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
