package main

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"hed/internal/whole"
	"hed/study"
	"hed/study/outcome"
)

func (a *app) studyExportCmd() *cobra.Command {
	var s studyStore
	out := ""
	cmd := &cobra.Command{
		Use:   "export --store STORE --out DIR",
		Short: "write the answers to files",
		Long: `Write the answers of a study to files, also while the server runs:

  answers.csv    judge,case,question,value: the answers that count, one row each
  answers.jsonl  the same with document, systems and times
  ratings.csv    means by document and system, for 'hed correlate --human'
  annotated.csv  approved annotations as NumHG's CSV, where there are any

Judges are numbers; what they said of themselves is not among it. Judges that were
excluded are left out.`,
		Example: "  hed study export --store study.db --out answers\n  hed correlate --scores results --human answers/ratings.csv",
		Args:    noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if out == "" {
				return usagef("--out is missing: the folder for the files")
			}
			return a.studyExport(cmd.Context(), &s, out)
		},
	}
	s.flags(cmd)
	cmd.Flags().StringVar(&out, "out", "", "`DIR` that gets the files")
	path(cmd, "out")
	return cmd
}

func (a *app) studyExport(ctx context.Context, s *studyStore, out string) error {
	st, err := s.open(ctx)
	if err != nil {
		return err
	}
	defer st.Close()
	d, err := outcome.Load(ctx, st)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(out, 0o777); err != nil {
		return fmt.Errorf("make --out: %w", err)
	}
	files := []struct {
		name  string
		write func(io.Writer) error
	}{{"answers.csv", d.WriteCSV}, {"answers.jsonl", d.WriteJSON}}
	if d.Rated() {
		files = append(files, struct {
			name  string
			write func(io.Writer) error
		}{"ratings.csv", d.WriteRatings})
	}
	if d.Study.Protocol.Consensus != nil {
		found, err := outcome.Of(ctx, d, outcome.Options{})
		if err != nil {
			return err
		}
		files = append(files, struct {
			name  string
			write func(io.Writer) error
		}{"annotated.csv", found.WriteNumHG})
	}
	for _, f := range files {
		if err := whole.Write(filepath.Join(out, f.name), f.write); err != nil {
			return fmt.Errorf("write %s: %w", filepath.Join(out, f.name), err)
		}
	}
	a.note("wrote %s to %s", count(len(d.Answers), "answer"), out)
	return nil
}

func (a *app) studyImportCmd() *cobra.Command {
	var s studyStore
	file := ""
	cmd := &cobra.Command{
		Use:   "import --store STORE --answers FILE",
		Short: "add answers from elsewhere",
		Long: `Add answers from elsewhere, such as forms on paper, to a study: a CSV file with
judge, case, question and value, as 'hed study export' writes it. Judges are
matched by name to new judges of the study, in the order of the file. Every answer
is checked as if it came from a page, and all of them are added, or none.`,
		Example: "  hed study import --store study.db --answers answers.csv",
		Args:    noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if file == "" {
				return usagef("--answers is missing: the file with judge,case,question,value")
			}
			return a.studyImport(cmd.Context(), &s, file)
		},
	}
	s.flags(cmd)
	cmd.Flags().StringVar(&file, "answers", "", "`FILE` of answers, CSV with judge, case, question and value")
	path(cmd, "answers")
	return cmd
}

func (a *app) studyImport(ctx context.Context, s *studyStore, file string) error {
	st, err := s.open(ctx)
	if err != nil {
		return err
	}
	defer st.Close()
	rows, err := readAnswers(file)
	if err != nil {
		return err
	}
	judges, answers, err := study.Import(ctx, st, rows, time.Now())
	if bad, ok := errors.AsType[*study.ImportError](err); ok {
		return inputErrorf("%s:%d: %v", file, bad.Line, bad.Err)
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(a.stdout, "added %s of %s\n", count(answers, "answer"), count(judges, "judge"))
	return nil
}

// readAnswers reads judge, case, question and value, in whatever order of columns.
func readAnswers(file string) ([]study.Imported, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, fmt.Errorf("read --answers: %w", err)
	}
	defer f.Close()
	r := csv.NewReader(f)
	head, err := r.Read()
	if err != nil {
		return nil, inputErrorf("%s:1: expected a line with judge,case,question,value", file)
	}
	var at [4]int
	for i, name := range []string{"judge", "case", "question", "value"} {
		if at[i] = slices.Index(head, name); at[i] < 0 {
			return nil, inputErrorf("%s:1: there is no column %s; expected judge,case,question,value", file, name)
		}
	}
	var rows []study.Imported
	for {
		row, err := r.Read()
		if err == io.EOF {
			return rows, nil
		}
		if err != nil {
			return nil, inputErrorf("%s: %v", file, err)
		}
		line, _ := r.FieldPos(0)
		n, err := strconv.Atoi(row[at[1]])
		if err != nil {
			return nil, inputErrorf("%s:%d: the case is %q; expected its number", file, line, row[at[1]])
		}
		rows = append(rows, study.Imported{Line: line, Judge: row[at[0]], Case: n, Question: row[at[2]], Value: row[at[3]]})
	}
}
