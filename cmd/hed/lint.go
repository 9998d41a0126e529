package main

import (
	"bufio"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"hed/cmd/hed/internal/cli"
	"hed/internal/count"
	"hed/numeral/check"
	"hed/numeral/lint"
	"hed/report/numerals"
)

// A linting is the command "hed lint".
type linting struct {
	examination
	as    string
	allow []string
}

func lintCmd(a *cli.App) *cobra.Command {
	l := &linting{examination: examination{App: a}}
	cmd := &cobra.Command{
		Use:   "lint --docs FILE --system NAME=FILE",
		Short: "flag numbers of headlines that the article does not support",
		Long: `Flag the numbers of the systems' headlines that their articles do not support,
each with the likeliest number that they do. What is flagged is printed as

  text    FILE:LINE:COLUMN: message, as compilers and editors have it
  json    an object a line
  sarif   a SARIF 2.1.0 log, for code scanning
  github  commands that GitHub Actions show beside the line

--allow is for numbers that need no support: a number, or words around it such
as "Section 230", whatever the case; @FILE has one a line, where # begins a
comment. 'hed numerals explain' shows why a number is flagged.

Of a headline with more than 32 numbers, the first 32 are checked, and the next
one is flagged as not checked.

Numbers that the article contradicts or does not have are errors; those that it
has of something else are warnings. The exit code is 100 if there is an error.`,
		Example: `  hed lint --docs news.jsonl --system a=a.txt
  hed lint --docs news.jsonl --system a=a.txt --allow 24/7 --allow @names.txt
  hed lint --docs news.jsonl --system a=a.txt -f sarif > lint.sarif`,
		RunE: func(cmd *cobra.Command, _ []string) error { return l.run(cmd.Context()) },
	}
	l.flags(cmd)
	f := cmd.Flags()
	f.StringArrayVar(&l.allow, "allow", nil, "`WORDS` or number that need no support, or @FILE of them; repeat it for several")
	f.StringVarP(&l.as, "output-format", "f", "text", "print what is flagged as `FORMAT`: text, json, sarif or github")
	cli.Need(cmd, "docs", "the articles", "system", "NAME=FILE with the headlines to check")
	return cmd
}

func (l *linting) run(ctx context.Context) error {
	if !slices.Contains(numerals.FindingFormats, l.as) {
		return cli.Usagef("-f: no output format %q; have %s", l.as, strings.Join(numerals.FindingFormats, ", "))
	}
	allowed, err := lint.ParseAllowed(l.allow)
	if err != nil {
		return fmt.Errorf("--allow: %w", err)
	}
	out := bufio.NewWriter(l.Stdout)
	defer out.Flush() // whatever ends it, whole lines are printed
	w := numerals.NewFindings(out, l.as)
	headlines, all, found, errors, cut := 0, 0, 0, 0, 0
	err = l.examine(ctx, "checking", lint.Check, func(h *lint.Headline, file string) error {
		headlines++
		all += len(h.Numerals)
		for _, f := range h.Findings(file, allowed) {
			found++
			switch {
			case f.Kind == check.Limit:
				cut++
			case f.Level == check.Error:
				errors++
			}
			if err := w.Add(&f); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	if err := out.Flush(); err != nil {
		return err
	}
	switch {
	case cut > 0:
		return cli.Gatef("%s of %d not supported, in %s; of %d of them not all numbers were checked",
			count.Of(found-cut, "number"), all-cut, count.Of(headlines, "headline"), cut)
	case errors > 0:
		return cli.Gatef("%s of %d not supported, in %s", count.Of(found, "number"), all, count.Of(headlines, "headline"))
	case found > 0:
		l.Note("%s in %s, %d in doubt", count.Of(all, "number"), count.Of(headlines, "headline"), found)
		return nil
	}
	l.Note("%s in %s, all supported", count.Of(all, "number"), count.Of(headlines, "headline"))
	return nil
}
