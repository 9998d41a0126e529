package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"hed"
	"hed/cmd/hed/internal/cli"
	"hed/corpus"
	"hed/numeral/lint"
	"hed/report"
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

The exit code is 100 if a number is flagged.`,
		Example: `  hed lint --docs news.jsonl --system a=a.txt
  hed lint --docs news.jsonl --system a=a.txt --allow 24/7 --allow @names.txt
  hed lint --docs news.jsonl --system a=a.txt -f sarif > lint.sarif`,
		Args: cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return l.run(cmd.Context()) },
	}
	l.flags(cmd)
	f := cmd.Flags()
	f.StringArrayVar(&l.allow, "allow", nil, "`WORDS` or number that need no support, or @FILE of them; repeat it for several")
	f.StringVarP(&l.as, "output-format", "f", "text", "print what is flagged as `FORMAT`: text, json, sarif or github")
	return cmd
}

// lintFormats are what -f takes.
var lintFormats = []string{"text", "json", "sarif", "github"}

func (l *linting) run(ctx context.Context) error {
	switch {
	case l.Docs == "":
		return cli.Usagef("--docs is missing: the articles")
	case len(l.systems) == 0:
		return cli.Usagef("--system is missing: NAME=FILE with the headlines to check")
	case !slices.Contains(lintFormats, l.as):
		return cli.Usagef("-f: no output format %q; have %s", l.as, strings.Join(lintFormats, ", "))
	}
	allowed, err := readAllow(l.allow)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(l.Stdout)
	defer out.Flush() // whatever ends it, whole lines are printed
	print, end := l.printer(out)
	headlines, numbers, found := 0, 0, 0
	err = l.examine(ctx, "checking", func(h *lint.Headline, file string) error {
		headlines++
		numbers += len(h.Numerals)
		for _, f := range h.Findings(file, allowed) {
			found++
			if err := print(&f); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	if err := end(); err != nil {
		return err
	}
	if err := out.Flush(); err != nil {
		return err
	}
	if found > 0 {
		return cli.Gatef("%s of %d not supported, in %s", cli.Count(found, "number"), numbers, cli.Count(headlines, "headline"))
	}
	l.Note("%s in %s, all supported", cli.Count(numbers, "number"), cli.Count(headlines, "headline"))
	return nil
}

// readAllow reads the values of --allow.
func readAllow(values []string) (all lint.Allowed, err error) {
	for _, v := range values {
		name, isFile := strings.CutPrefix(v, "@")
		if !isFile {
			all.Add(v)
			continue
		}
		data, err := corpus.File(name).ReadAll()
		if err != nil {
			return nil, fmt.Errorf("--allow: %w", err)
		}
		all.AddList(string(data))
	}
	return all, nil
}

// unsupported is the one rule of lint.
var unsupported = report.Rule{
	ID: "unsupported-number", Title: "unsupported number", Doc: "The article does not support a number of the headline.",
}

// printer returns what prints a finding, and what ends the output.
func (l *linting) printer(w io.Writer) (print func(*lint.Finding) error, end func() error) {
	if l.as == "json" {
		encode := jsonLines(w)
		return func(f *lint.Finding) error { return encode(f) }, func() error { return nil }
	}
	out := report.NewProblems(w, l.as, report.Tool{Name: "hed", Version: hed.Version, Rules: []report.Rule{unsupported}})
	return func(f *lint.Finding) error {
		start, end := f.Columns()
		return out.Add(report.Problem{
			Rule: unsupported, File: f.File, Line: f.Line, Column: start, End: end, Message: f.Message(),
			Properties: sarifProperties{f.ID, f.System, f.Support},
		})
	}, out.Close
}

// sarifProperties are what SARIF has of a finding besides its place.
type sarifProperties struct {
	Document string  `json:"document"`
	System   string  `json:"system"`
	Support  float64 `json:"support"`
}
