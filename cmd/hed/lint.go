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
		Long: `Flag headline numbers that the article does not support. It is an error if the
article contradicts the number or does not have it, and a warning if the article
has it for something else. Each flag shows the sentence of the article.

  text    FILE:LINE:COLUMN: level: message, as compilers print it
  json    one object per line
  sarif   a SARIF 2.1.0 log, for code scanning
  github  commands that GitHub Actions show beside the line
  junit   one test case per headline with numbers, for CI systems

--allow is for numbers that need no support: a number, or words around it such
as "Section 230", in upper or lower case; @FILE has one per line, and # begins a
comment.

--known ignores flags that you have accepted. To accept all flags of today, save
what -f json prints. A flag is known if id, system, numeral, kind and headline
are the same. Fields that you remove from a line are not compared, and a line
with only the id of a document accepts all its flags.

-v adds the likeliest derivations of a doubtful number from the article, in the
operators of NumHG. 'hed numerals explain' shows them for all numbers.

In a headline with more than 32 numbers, only the first 32 are checked, and the
next one is flagged as not checked.

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
	f.StringArrayVar(&l.allow, "allow", nil, "`WORDS`: a number, or words with one, that need no support, or @FILE with one per line; repeat it for several")
	f.StringVar(&l.known, "known", "", "`FILE`: flags that you accept, as -f json prints them, or ids of documents")
	f.StringVar(&l.level, "level", "error", "`LEVEL`: exit with 100 on flags of this level: error, or warning for both")
	f.IntVar(&l.maxfail, "maxfail", 0, "`N`: stop after N flags that fail (default: print all)")
	f.StringVarP(&l.as, "output-format", "f", "text", "`FORMAT`: print flags as text, json, sarif, github or junit")
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
	err = l.examine(ctx, "checking", out, do, func(h *lint.Headline, file string) error {
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
