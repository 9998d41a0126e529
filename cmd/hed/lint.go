package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"hed/cmd/hed/internal/cli"
	"hed/internal/near"
	"hed/numeral/check"
	"hed/numeral/lint"
	"hed/report/numerals"
)

// A linting is the command "hed lint".
type linting struct {
	examination
	as      string
	allow   []string
	known   string
	level   string
	maxfail int
}

func lintCmd(a *cli.App) *cobra.Command {
	l := &linting{examination: examination{App: a}}
	cmd := &cobra.Command{
		Use:   "lint --docs FILE --system NAME=FILE",
		Short: "flag headline numbers that the article does not support",
		Long: `Flag headline numbers that the article does not support. A number that the
article contradicts or does not have is an error; one that it has, but of
something else, is a warning. Each flag comes with the sentence of the article.

  text    FILE:LINE:COLUMN: level: message, as compilers and editors have it
  json    one object per line
  sarif   a SARIF 2.1.0 log, for code scanning
  github  commands that GitHub Actions show beside the line
  junit   one test case per headline with numbers, for CI systems

--allow is for numbers that need no support: a number, or words around it such
as "Section 230", whatever the case; @FILE has one per line, where # begins a
comment.

--known passes over flags that you have looked at and accepted. To accept all
of today's, keep what -f json prints. A flag is known if id, system, numeral,
kind and headline are the same; what you remove from a line does not count,
and a line with nothing but the id of a document accepts all its flags.

-v adds the likeliest ways from the article to a doubtful number, in the
operators of NumHG. 'hed numerals explain' shows them for all numbers.

Of a headline with more than 32 numbers, the first 32 are checked, and the next
one is flagged as not checked.

The exit code is 100 if there is an error, with --level warning also if there is
a warning.`,
		Example: `  hed lint --docs news.jsonl --system a=a.txt
  hed lint --docs news.jsonl --system a=a.txt --allow 24/7 --allow @names.txt
  hed lint --docs news.jsonl --system a=a.txt -f json > known.jsonl
  hed lint --docs news.jsonl --system a=a.txt --known known.jsonl -f sarif`,
		RunE: func(cmd *cobra.Command, _ []string) error { return l.run(cmd.Context()) },
	}
	l.flags(cmd)
	f := cmd.Flags()
	f.StringArrayVar(&l.allow, "allow", nil, "`WORDS` or number that need no support, or @FILE of them; repeat it for several")
	f.StringVar(&l.known, "known", "", "`FILE` of flags to pass over, as -f json prints them, or of document ids")
	f.StringVar(&l.level, "level", "error", "fail on flags of this `LEVEL`: error, or warning for both")
	f.IntVar(&l.maxfail, "maxfail", 0, "stop after `N` flags that fail (default: print all)")
	f.StringVarP(&l.as, "output-format", "f", "text", "print flags as `FORMAT`: text, json, sarif, github or junit")
	cli.Path(cmd, "known")
	cli.Need(cmd, "docs", "the articles", "system", "NAME=FILE with the headlines to check")
	return cmd
}

func (l *linting) run(ctx context.Context) error {
	if !slices.Contains(numerals.FindingFormats, l.as) {
		return cli.Usagef("-f: no output format %q; %s", l.as, near.Hint(l.as, numerals.FindingFormats))
	}
	sum := lint.Tally{Level: check.Error, Most: l.maxfail}
	switch l.level {
	case "error":
	case "warning":
		sum.Level = check.Warning
	default:
		return cli.Usagef("--level: no level %q; have error, warning", l.level)
	}
	if l.maxfail < 0 {
		return cli.Usagef("--maxfail must be at least 0, not %d", l.maxfail)
	}
	allowed, err := lint.ParseAllowed(l.allow)
	if err != nil {
		return fmt.Errorf("--allow: %w", err)
	}
	var known lint.Known
	if l.known != "" {
		if known, err = lint.ReadKnown(l.known); err != nil {
			return err
		}
	}
	do := lint.Check
	if l.Verbose {
		do = lint.Explain
	}
	out := bufio.NewWriter(l.Stdout)
	defer out.Flush() // whatever ends it, whole lines are printed
	w := numerals.NewFindings(out, l.as, sum.Level)
	enough := errors.New("as many failures as wanted")
	err = l.examine(ctx, "checking", do, func(h *lint.Headline, file string) error {
		if err := w.Add(h, sum.Add(h, h.Findings(file, allowed), known)); err != nil {
			return err
		}
		if sum.Full() {
			return enough
		}
		return nil
	})
	if err != nil && err != enough {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	if err := out.Flush(); err != nil {
		return err
	}
	if sum.Failures() > 0 {
		return cli.Gatef("%s", &sum)
	}
	l.Note("%s", &sum)
	return nil
}
