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
		Long: `Say where each number of the systems' headlines comes from: the ways in which
the article leads to it, the likeliest first, with their confidence and the
places of the article. Without --system the reference headlines are explained.

Numbers are marked by how the article supports them:

  ✓  found: the article states it, in digits or in words
  =  derived: it follows from what the article says
  ?  doubtful: the article states it, but of something else
  !  unsupported: the article says otherwise, or nothing of it

-f json prints an object a headline, each on its own line; -f html a page
that shows the derivations in the articles.`,
		Example: `  hed numerals explain --docs news.jsonl --system a=a.txt
  hed numerals explain --docs news.jsonl --system a=a.txt -f html > a.html`,
		RunE: func(cmd *cobra.Command, _ []string) error { return e.run(cmd.Context()) },
	}
	e.flags(cmd)
	f := cmd.Flags()
	f.StringVarP(&e.as, "output-format", "f", "text", "print the result as `FORMAT`: text, json or html")
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
	if err := e.examine(ctx, "explaining", lint.Explain, func(h *lint.Headline, _ string) error { return w.Add(h) }); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	return out.Flush()
}
