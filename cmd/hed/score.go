package main

import (
	"context"
	"io"

	"github.com/spf13/cobra"

	"hed/cmd/hed/internal/cli"
	"hed/corpus/input"
	"hed/evaluate"
	"hed/run"
)

// A scorer is the command "hed score".
type scorer struct {
	*cli.App
	cli.Inputs
	cli.Measures
	cli.Output
	hyps  []string
	items string
}

func scoreCmd(a *cli.App) *cobra.Command {
	s := &scorer{App: a}
	cmd := &cobra.Command{
		Use:   "score --ref FILE --hyp FILE",
		Short: "score the headlines of one or several systems",
		Long: `Score the headlines of a system against references, and against the articles
where a metric needs them.

References and headlines are plain text, one per line, or files with ids: see
"hed eval --help" for the formats. Several --ref are several references for
each headline, several --hyp NAME=FILE are several systems. hed prints the mean
of every measure with its confidence interval; for bleu and chrf, the value of
all headlines together.`,
		Example: `  hed score --ref gold.txt --hyp system.txt
  hed score --ref gold.txt --hyp a=a.txt --hyp b=b.txt --metric bleu,chrf
  hed score --ref gold.txt --hyp system.txt --metric rouge:profile=155 -f json
  hed score --ref gold1.txt --ref gold2.txt --hyp a.txt.gz --items scores.csv
  hed score --docs corpus.jsonl --hyp system.jsonl --percent`,
		RunE: func(cmd *cobra.Command, _ []string) error { return s.run(cmd.Context()) },
	}
	f := cmd.Flags()
	s.Inputs.Flags(cmd)
	f.StringArrayVar(&s.hyps, "hyp", nil, "`FILE`: headlines to score: plain text with one per line, or jsonl or csv with id and headline; repeat it as NAME=FILE for several systems")
	f.StringVar(&s.items, "items", "", "`OUT.csv`: write the scores of every headline, one row per headline and one column per measure; - prints them instead of the means")
	s.Measures.Flags(cmd)
	s.Output.Flags(cmd)
	cli.Path(cmd, "hyp", "items")
	cli.Need(cmd, "hyp", "the file with the headlines to score")
	return cmd
}

func (s *scorer) run(ctx context.Context) error {
	systems, err := run.ParseScored("hyp", s.hyps)
	if err != nil {
		return err
	}
	files := s.Files()
	for _, sys := range systems {
		files = append(files, sys.File)
	}
	if err := input.CheckStdin(files...); err != nil {
		return err
	}
	if err := cli.CheckOutput("--items", s.items, files...); err != nil {
		return err
	}
	metrics, err := s.Measures.Build(s.App, s.Inputs.Known())
	if err != nil {
		return err
	}
	show := &watching{App: s.App, bar: new(cli.Progress)}
	defer func() { show.bar.Clear() }()
	o := run.Options{
		Paths: s.From(s.App), Systems: systems, Plan: evaluate.Plan{Metrics: metrics, Strict: s.Strict},
		State: s.State, Bootstrap: s.Bootstrap, Seed: s.Seed, Workers: s.Workers, Words: cli.Doc, Tell: show.tell,
	}
	var scores *run.Scores
	if s.items == "" {
		scores, err = run.Score(ctx, o, nil)
	} else {
		_, shown := cli.Terminal(s.Stdout)
		show.hidden = shown && cli.IsStdout(s.items) // it would be drawn between the rows
		err = s.WriteOut("--items", s.items, func(w io.Writer) (err error) {
			scores, err = run.ScoreItems(ctx, o, w, s.Raw)
			return err
		})
	}
	if err != nil {
		return err
	}
	defer scores.Close()
	if cli.IsStdout(s.items) {
		return nil
	}
	means, err := scores.Means(ctx)
	show.bar.Clear()
	if err != nil {
		return err
	}
	return means.Print(s.On(s.Stdout))
}
