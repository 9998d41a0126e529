package main

import (
	"bufio"
	"context"

	"github.com/spf13/cobra"

	"hed/cmd/hed/internal/cli"
	"hed/internal/count"
	"hed/numeral/cloze"
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
headline, and every operand is in the article. Of the date of the article only
the year counts. Each row that fails is printed as one object per line:

  {"i":12,"annotation":"Add( 3 , 4 )","reason":"value differs: ..."}

i counts the rows of the file from 0. The reason begins with malformed,
operand absent, value differs or unanswerable; the last means that there is no
expression. 'go doc hed/numeral/syntax' explains the language.

The exit code is 100 if a row fails.`,
		Example: `  hed numerals validate --docs NumHG.csv
  hed numerals validate --docs task7.json -f csv > failures.csv`,
		RunE: func(cmd *cobra.Command, _ []string) error { return v.run(cmd.Context()) },
	}
	v.Inputs.Flags(cmd)
	v.Output.Flags(cmd)
	cmd.Flags().Lookup("output-format").Usage = "`FORMAT`: print the rows that fail as text or json (both one JSON object per line) or csv"
	cli.Need(cmd, "docs", "a file of NumHG or SemEval with annotations")
	return cmd
}

func (v *validation) run(ctx context.Context) error {
	if v.As != "text" && v.As != "json" && v.As != "csv" {
		return cli.Usagef("-f %s: 'hed numerals validate' prints json with one line per row, or csv", v.As)
	}
	docs, err := v.Inputs.Open(ctx, v.App, 0)
	if err != nil {
		return err
	}
	bar := v.ProgressBeside("-", "validating", docs.Sources...)
	defer bar.Clear()
	out := bufio.NewWriter(v.Stdout)
	defer out.Flush() // whatever ends it, whole lines are printed
	n, failed, err := cloze.WriteRefused(out, v.As == "csv", v.Raw, cloze.Validate(docs.Reader.Documents(ctx)), bar.Update)
	if err != nil {
		return err
	}
	if n == 0 {
		return cli.InputErrorf("%s has no questions; numhg and semeval files have annotations", docs.File)
	}
	if err := out.Flush(); err != nil {
		return err
	}
	if failed > 0 {
		return cli.Gatef("%s of %d fail", count.Of(failed, "annotation"), n)
	}
	v.Note("%s, none fails", count.Of(n, "annotation"))
	return nil
}
