package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strconv"

	"github.com/spf13/cobra"

	"hed/corpus/cloze"
	"hed/numeral"
	"hed/score"
)

// A validation is the command "hed numerals validate".
type validation struct {
	*app
	inputs
	output
}

func (a *app) numeralsValidateCmd() *cobra.Command {
	v := &validation{app: a}
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
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return v.run(cmd.Context()) },
	}
	v.inputs.flags(cmd)
	v.output.flags(cmd)
	cmd.Flags().Lookup("output-format").Usage = "print the rows that fail as `FORMAT`: text and json, an object a line, or csv"
	return cmd
}

// A refusal is an annotation that fails.
type refusal struct {
	I          int    `json:"i"`
	Annotation string `json:"annotation"`
	Reason     string `json:"reason"`
}

func (v *validation) run(ctx context.Context) error {
	if err := v.check(); err != nil {
		return err
	}
	docs, err := v.inputs.open(ctx, v.app, 0)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(v.stdout)
	defer out.Flush() // whatever ends it, whole lines are printed
	print := v.printer(out)
	bar := v.progress("validating", docs.sources...)
	if _, shown := terminal(v.stdout); shown {
		bar.w = nil // it would be drawn between the rows
	}
	defer bar.clear()
	rows, questions, failed := 0, 0, 0
	for d, err := range docs.reader.Documents(ctx) {
		if err != nil {
			return err
		}
		if q := cloze.Of(d); q != nil {
			questions++
			if err := numeral.Validate(d.Body, q.Answer, q.Derivation); err != nil {
				failed++
				if err := print(refusal{rows, q.Derivation, err.Error()}); err != nil {
					return err
				}
			}
		}
		rows++
		bar.update(rows)
	}
	if questions == 0 {
		return inputErrorf("%s: has no questions; annotations are in numhg and semeval files", docs.file)
	}
	if err := out.Flush(); err != nil {
		return err
	}
	if failed > 0 {
		return gateError{fmt.Sprintf("%s of %d fail", count(failed, "annotation"), questions)}
	}
	v.note("%s, none fails", count(questions, "annotation"))
	return nil
}

func (v *validation) check() error {
	if v.docs == "" {
		return usagef("--docs is missing: a file of NumHG or SemEval with annotations")
	}
	if err := v.output.check(); err != nil {
		return err
	}
	if v.as != "text" && v.as != "json" && v.as != "csv" {
		return usagef("-f %s: 'hed numerals validate' prints json, a line a row, or csv", v.as)
	}
	return nil
}

// printer returns what prints a row.
func (v *validation) printer(w io.Writer) func(refusal) error {
	if v.as != "csv" {
		enc := json.NewEncoder(w)
		enc.SetEscapeHTML(false)
		return func(r refusal) error { return enc.Encode(r) }
	}
	row := []byte("i,annotation,reason\n")
	return func(r refusal) error {
		row = strconv.AppendInt(row, int64(r.I), 10)
		row = score.AppendField(append(row, ','), r.Annotation)
		row = score.AppendField(append(row, ','), r.Reason)
		_, err := w.Write(append(row, '\n'))
		row = row[:0]
		return err
	}
}
