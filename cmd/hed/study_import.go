package main

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

	"github.com/spf13/cobra"

	"hed/cmd/hed/internal/cli"
	"hed/study"
)

func studyImportCmd(a *cli.App) *cobra.Command {
	var s studyStore
	file := ""
	cmd := &cobra.Command{
		Use:   "import --store STORE --answers FILE",
		Short: "add answers from elsewhere",
		Long: `Add answers from elsewhere, such as forms on paper, to a study: a CSV file with
judge, case, question and value, as 'hed study export' writes it. Each name is a
judge of the study without a link; the same name in a later file is the same
judge.

Every answer is checked as if it came from a page, and all of them are added, or
none. What is there already is not added again.`,
		Example: "  hed study import --store study.db --answers answers.csv",
		Args:    cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if file == "" {
				return cli.Usagef("--answers is missing: the file with judge,case,question,value")
			}
			return studyImport(cmd.Context(), a, &s, file)
		},
	}
	s.flags(cmd)
	cmd.Flags().StringVar(&file, "answers", "", "`FILE` of answers, CSV with judge, case, question and value; - is stdin")
	cli.Path(cmd, "answers")
	cli.Only(cmd, "answers")
	return cmd
}

func studyImport(ctx context.Context, a *cli.App, s *studyStore, file string) error {
	st, err := s.open(ctx)
	if err != nil {
		return err
	}
	defer st.Close()
	src, err := new(cli.Streams).Source(ctx, a, file)
	if err != nil {
		return err
	}
	in, err := src.Open()
	if err != nil {
		return err
	}
	defer in.Close()
	rows, err := readAnswers(file, in)
	if err != nil {
		return err
	}
	judges, answers, err := study.Import(ctx, st, rows, time.Now())
	if bad, ok := errors.AsType[*study.ImportError](err); ok {
		return cli.InputErrorf("%s:%d: %v", file, bad.Line, bad.Err)
	}
	if err != nil {
		return err
	}
	there := ""
	if n := len(rows) - answers; n > 0 {
		there = fmt.Sprintf("; %d were there already", n)
	}
	fmt.Fprintf(a.Stdout, "added %s and %s%s\n", cli.Count(judges, "judge"), cli.Count(answers, "answer"), there)
	return nil
}

// readAnswers reads judge, case, question and value, in whatever order of columns.
func readAnswers(file string, in io.Reader) ([]study.Imported, error) {
	b := bufio.NewReader(in)
	if mark, _ := b.Peek(3); bytes.Equal(mark, []byte("\xef\xbb\xbf")) {
		b.Discard(3) // spreadsheets write it
	}
	r := csv.NewReader(b)
	r.FieldsPerRecord = -1 // so that what is missing can be named
	bad := func(err error) error {
		if p, ok := errors.AsType[*csv.ParseError](err); ok {
			return cli.InputErrorf("%s:%d: %v", file, p.Line, p.Err)
		}
		return fmt.Errorf("read --answers: %w", err)
	}
	head, err := r.Read()
	if err == io.EOF {
		return nil, cli.InputErrorf("%s:1: the file is empty; expected a line with judge,case,question,value", file)
	}
	if err != nil {
		return nil, bad(err)
	}
	var at [4]int
	for i, name := range []string{"judge", "case", "question", "value"} {
		if at[i] = slices.Index(head, name); at[i] < 0 {
			return nil, cli.InputErrorf("%s:1: there is no column %s; expected judge,case,question,value, with commas", file, name)
		}
	}
	var rows []study.Imported
	for {
		row, err := r.Read()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, bad(err)
		}
		line, _ := r.FieldPos(0)
		if len(row) != len(head) {
			return nil, cli.InputErrorf("%s:%d: the row has %s, the first line %d", file, line, cli.Count(len(row), "field"), len(head))
		}
		n, err := strconv.Atoi(row[at[1]])
		if err != nil {
			return nil, cli.InputErrorf("%s:%d: the case is %q; expected its number", file, line, row[at[1]])
		}
		rows = append(rows, study.Imported{Line: line, Judge: row[at[0]], Case: n, Question: row[at[2]], Value: row[at[3]]})
	}
	if rows == nil {
		return nil, cli.InputErrorf("%s: there is no answer in it", file)
	}
	return rows, nil
}
