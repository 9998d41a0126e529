package study

import (
	"bufio"
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"time"

	"hed/corpus"
	"hed/internal/count"
	"hed/internal/formula"
	"hed/internal/option"
)

// ImportCSV is Import of what ReadAnswers reads, and gives too how many answers were there
// already. A line that is wrong is a *corpus.SyntaxError in the file, which is what it is
// called.
func ImportCSV(ctx context.Context, st Store, file string, in io.Reader, now time.Time) (judges, answers, there int, err error) {
	rows, err := ReadAnswers(in)
	if bad, ok := errors.AsType[*ImportError](err); ok {
		return 0, 0, 0, corpus.At(file, bad.Line, bad.Err)
	}
	if err != nil {
		return 0, 0, 0, fmt.Errorf("read %s: %w", option.Name("answers"), err)
	}
	judges, answers, err = Import(ctx, st, rows, now)
	if bad, ok := errors.AsType[*ImportError](err); ok {
		return 0, 0, 0, corpus.At(file, bad.Line, bad.Err)
	}
	return judges, answers, len(rows) - answers, err
}

// ReadAnswers reads answers for Import: CSV with a first line that has judge, case, question
// and value among its columns, in whatever order, as study/outcome writes it, with or without
// apostrophes in front of what spreadsheets would run. The first
// line that cannot be one is an *ImportError; other errors are those of in.
func ReadAnswers(in io.Reader) ([]Imported, error) {
	b := bufio.NewReader(in)
	if mark, _ := b.Peek(3); bytes.Equal(mark, []byte("\xef\xbb\xbf")) {
		b.Discard(3) // spreadsheets write it
	}
	r := csv.NewReader(b)
	r.FieldsPerRecord = -1 // so that what is missing can be named
	head, err := r.Read()
	if err == io.EOF {
		return nil, badLine(1, "the file is empty; expected a line with judge,case,question,value")
	}
	if err != nil {
		return nil, badCSV(err)
	}
	if slices.Contains(head, "model") {
		return nil, badLine(1, "it has a column model: these are answers of models, not of people, and cannot be imported")
	}
	var at [4]int
	for i, name := range []string{"judge", "case", "question", "value"} {
		if at[i] = slices.Index(head, name); at[i] < 0 {
			return nil, badLine(1, "there is no column %s; expected judge,case,question,value, with commas", name)
		}
	}
	var rows []Imported
	for {
		row, err := r.Read()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, badCSV(err)
		}
		line, _ := r.FieldPos(0)
		if len(row) != len(head) {
			return nil, badLine(line, "the row has %s, the first line %d", count.Of(len(row), "field"), len(head))
		}
		n, err := strconv.Atoi(row[at[1]])
		if err != nil {
			return nil, badLine(line, "the case is %q; expected its number", row[at[1]])
		}
		rows = append(rows, Imported{Line: line, Judge: formula.Restore(row[at[0]]), Case: n, Question: formula.Restore(row[at[2]]), Value: formula.Restore(row[at[3]])})
	}
	if rows == nil {
		return nil, badLine(0, "there is no answer in it")
	}
	return rows, nil
}

func badLine(line int, format string, args ...any) error {
	return &ImportError{line, fmt.Errorf(format, args...)}
}

// badCSV gives an error of the CSV reader its line, if it is about one.
func badCSV(err error) error {
	if p, ok := errors.AsType[*csv.ParseError](err); ok {
		return &ImportError{p.Line, p.Err}
	}
	return err
}
