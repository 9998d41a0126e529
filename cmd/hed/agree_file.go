package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"hed/cmd/hed/internal/cli"
	"hed/corpus"
)

// ratingsFile is a file of what people said: a table, or an object a line.
type ratingsFile struct {
	cli.Streams
	file    string
	mapping []string // --columns

	name  string         // for messages
	names []string       // of the columns
	place map[string]int // of the column that plays a role
	rows  []ratingsRow
}

// A ratingsRow has a cell for each column, as far as the row has them.
type ratingsRow struct {
	line  int
	cells []string
}

func (f *ratingsFile) flags(cmd *cobra.Command, flag, usage, example string) {
	cmd.Flags().StringVar(&f.file, flag, "", usage)
	cmd.Flags().StringSliceVar(&f.mapping, "columns", nil, "`ROLE=NAME,...` for columns with other names, such as "+example)
	cli.Path(cmd, flag)
}

// read reads the file whole. Its columns play the roles of their names unless
// --columns says otherwise.
func (f *ratingsFile) read(ctx context.Context, a *cli.App, roles ...string) error {
	if a.SetBy("columns") != "" {
		f.mapping = nil // those of hed.yaml are of the documents
	}
	opt, err := (&cli.Inputs{Columns: f.mapping}).Options()
	if err != nil {
		return err
	}
	byColumn, err := opt.Resolve(roles)
	if err != nil {
		return cli.Usagef("--columns: %w", err)
	}
	src, err := f.Source(ctx, a, f.file)
	if err != nil {
		return err
	}
	f.name = src.Name()
	if err := f.readAll(src); err != nil {
		return err
	}
	if len(f.rows) == 0 {
		return cli.InputErrorf("%s: has no ratings; expected a line of column names and rows below it, or JSON lines", f.name)
	}
	if err := opt.Check(f.names); err != nil {
		return cli.InputErrorf("%s:1: %v", f.name, err)
	}
	f.place = map[string]int{}
	for i, name := range f.names {
		if role, ok := byColumn[name]; ok {
			f.place[role] = i
		}
	}
	return nil
}

// need says that the file lacks a column.
func (f *ratingsFile) need(role string) error {
	if _, ok := f.place[role]; ok {
		return nil
	}
	return cli.InputErrorf("%s:1: there is no column %s, only %s; name it with --columns %[2]s=NAME", f.name, role, strings.Join(f.names, ", "))
}

// get is the cell of the column that plays the role, or "".
func (f *ratingsFile) get(r *ratingsRow, role string) string {
	if i, ok := f.place[role]; ok {
		return r.cell(i)
	}
	return ""
}

func (r *ratingsRow) cell(i int) string {
	if i < len(r.cells) {
		return r.cells[i]
	}
	return ""
}

// parseRating reads a number that can be computed with.
func parseRating(cell string) (v float64, ok bool) {
	v, err := strconv.ParseFloat(cell, 64)
	return v, err == nil && !math.IsNaN(v) && !math.IsInf(v, 0)
}

func (f *ratingsFile) readAll(src *corpus.Source) error {
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

func (f *ratingsFile) readTable(text io.Reader, comma rune) error {
	in := csv.NewReader(text)
	in.Comma = comma
	for {
		cells, err := in.Read()
		if err == io.EOF {
			return nil
		}
		if parse, ok := errors.AsType[*csv.ParseError](err); ok {
			if parse.Err == csv.ErrFieldCount {
				return cli.InputErrorf("%s:%d: fields in the row: %d, in the head: %d; quote a field that holds the separator", f.name, parse.StartLine, len(cells), len(f.names))
			}
			return cli.InputErrorf(`%s:%d: a quote is not closed or stands in the middle of a field; quote the field and write the quote as ""`, f.name, parse.StartLine)
		}
		if err != nil {
			return err
		}
		line, _ := in.FieldPos(0)
		for i, cell := range cells {
			if !utf8.ValidString(cell) {
				return cli.InputErrorf("%s:%d: is not valid UTF-8; save the file as UTF-8", f.name, line)
			}
			if f.names == nil && slices.Contains(cells[:i], cell) {
				return cli.InputErrorf("%s:%d: the column %q comes twice; rename one", f.name, line, cell)
			}
		}
		if f.names == nil {
			f.names = cells
			continue
		}
		f.rows = append(f.rows, ratingsRow{line, cells})
	}
}

func (f *ratingsFile) readJSON(text io.Reader) error {
	in := bufio.NewReader(text)
	for n := 1; ; n++ {
		line, err := in.ReadBytes('\n')
		if err != nil && err != io.EOF {
			return err
		}
		if len(bytes.TrimSpace(line)) > 0 {
			if err := f.object(line, n); err != nil {
				return cli.InputErrorf("%s:%d: %v; expected an object a line, with plain values or lists of them", f.name, n, err)
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
func (f *ratingsFile) object(line []byte, n int) error {
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
		row := ratingsRow{n, make([]string, len(f.names))}
		for column := range row.cells {
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
				row.cells[column] = fmt.Sprint(v)
			default:
				return fmt.Errorf("%s is neither plain nor a list of plain values", f.names[column])
			}
		}
		f.rows = append(f.rows, row)
	}
	return nil
}

// column is the place of a column, which is new if need be.
func (f *ratingsFile) column(name string) int {
	i := slices.Index(f.names, name)
	if i < 0 {
		i = len(f.names)
		f.names = append(f.names, name)
	}
	return i
}
