package main

import (
	"bufio"
	"context"
	"slices"

	"github.com/spf13/cobra"

	"hed/cmd/hed/internal/cli"
	"hed/internal/near"
	"hed/numeral/lint"
	"hed/report/numerals"
)

// An explaining is the command "hed numerals explain".
type explaining struct {
	examination
	as string
}

func numeralsExplainCmd(a *cli.App) *cobra.Command {
	e := &explaining{examination: examination{App: a}}
	cmd := &cobra.Command{
		Use:   "explain --docs FILE --system NAME=FILE",
		Short: "say where the numbers of headlines come from",
		Long: `Show where each number of a headline comes from: its possible derivations from
the article, the likeliest first, with their confidence and the sentences of the
article. Without --system the reference headlines are explained.

Numbers are marked by how the article supports them:

  ✓  found: the article states it, in digits or in words
  =  derived: it follows from what the article says
  ?  doubtful: the article states it, but about something else
  !  unsupported: the article says something else, or nothing about it

-f json prints one object per line, one for each headline; -f html prints a page
that shows the derivations in the articles.`,
		Example: `  hed numerals explain --docs news.jsonl --system a=a.txt
  hed numerals explain --docs news.jsonl --system a=a.txt -f html > a.html`,
		RunE: func(cmd *cobra.Command, _ []string) error { return e.run(cmd.Context()) },
	}
	e.flags(cmd)
	f := cmd.Flags()
	f.StringVarP(&e.as, "output-format", "f", "text", "`FORMAT`: print the result as text, json or html")
	cli.Need(cmd, "docs", "the articles")
	return cmd
}

func (e *explaining) run(ctx context.Context) error {
	if !slices.Contains(numerals.Formats, e.as) {
		return cli.Usagef("-f: no output format %q; %s", e.as, near.Hint(e.as, numerals.Formats))
	}
	out := bufio.NewWriter(e.Stdout)
	defer out.Flush() // whatever ends it, whole headlines are printed
	w := numerals.NewWriter(out, e.as, cli.StyleOf(e.Stdout, false).Color)
	if err := e.examine(ctx, "explaining", out, lint.Explain, func(h *lint.Headline, _ string) error { return w.Add(h) }); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	return out.Flush()
}
