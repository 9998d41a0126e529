package main

import (
	"bufio"
	"context"
	"io"
	"strconv"

	"github.com/spf13/cobra"

	"hed/cmd/hed/internal/cli"
	"hed/numeral/cloze"
	"hed/score"
)

// A validation is the command "hed numerals validate".
type validation struct {
	*cli.App
	cli.Inputs
	cli.Output
}

func numeralsValidateCmd(a *cli.App) *cobra.Command {
	v := &validation{App: a}
	cmd := &cobra.Command{
		Use:   "validate --docs FILE",
		Short: "check annotations of numeral questions",
		Long: `Check that every annotation of a NumHG or SemEval file leads from its article
to its numeral: the expression can be read, its value is the numeral of the
headline, and every operand is in the article. For each row that fails an
object is printed, on a line of its own:

  {"i":12,"annotation":"Add( 3 , 4 )","reason":"value differs: ..."}

i counts the rows of the file from 0. The reason begins with malformed,
operand absent, value differs or unanswerable; the last has no expression, but
prose or nothing. 'go doc hed/numeral/syntax' explains the language.

The exit code is 100 if a row fails.`,
		Example: `  hed numerals validate --docs NumHG.csv
  hed numerals validate --docs task7.json -f csv > failures.csv`,
		Args: cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return v.run(cmd.Context()) },
	}
	v.Inputs.Flags(cmd)
	v.Output.Flags(cmd)
	cmd.Flags().Lookup("output-format").Usage = "print the rows that fail as `FORMAT`: text and json, an object a line, or csv"
	return cmd
}

func (v *validation) run(ctx context.Context) error {
	if err := v.check(); err != nil {
		return err
	}
	docs, err := v.Inputs.Open(ctx, v.App, 0)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(v.Stdout)
	defer out.Flush() // whatever ends it, whole lines are printed
	print := v.printer(out)
	bar := progressBeside(v.App, "validating", "-", docs.Sources)
	defer bar.Clear()
	questions, failed := 0, 0
	for c, err := range cloze.Validate(docs.Reader.Documents(ctx)) {
		if err != nil {
			return err
		}
		if c.Asked {
			questions++
		}
		if c.Reason != "" {
			failed++
			if err := print(c); err != nil {
				return err
			}
		}
		bar.Update(c.I + 1)
	}
	if questions == 0 {
		return cli.InputErrorf("%s: has no questions; annotations are in numhg and semeval files", docs.File)
	}
	if err := out.Flush(); err != nil {
		return err
	}
	if failed > 0 {
		return cli.Gatef("%s of %d fail", cli.Count(failed, "annotation"), questions)
	}
	v.Note("%s, none fails", cli.Count(questions, "annotation"))
	return nil
}

func (v *validation) check() error {
	if v.Docs == "" {
		return cli.Usagef("--docs is missing: a file of NumHG or SemEval with annotations")
	}
	if err := v.Output.Check(); err != nil {
		return err
	}
	if v.As != "text" && v.As != "json" && v.As != "csv" {
		return cli.Usagef("-f %s: 'hed numerals validate' prints json, a line a row, or csv", v.As)
	}
	return nil
}

// printer returns what prints a row.
func (v *validation) printer(w io.Writer) func(cloze.Check) error {
	if v.As != "csv" {
		encode := jsonLines(w)
		return func(c cloze.Check) error { return encode(c) }
	}
	row := []byte("i,annotation,reason\n")
	return func(c cloze.Check) error {
		row = strconv.AppendInt(row, int64(c.I), 10)
		row = score.AppendField(append(row, ','), c.Annotation)
		row = score.AppendField(append(row, ','), c.Reason)
		_, err := w.Write(append(row, '\n'))
		row = row[:0]
		return err
	}
}
