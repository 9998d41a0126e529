package main

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"hed/cmd/hed/internal/cli"
	"hed/evaluate"
	"hed/metric"
	"hed/run"
)

// A fitting is the command "hed fit".
type fitting struct {
	*cli.App
	cli.Inputs
	cli.Measures
	cluster
	out    string
	resume bool
}

func fitCmd(a *cli.App) *cobra.Command {
	f := &fitting{App: a}
	cmd := &cobra.Command{
		Use:   "fit --docs FILE --metric LIST --out STATE",
		Short: "fit metrics that learn from a corpus, and keep what they learnt",
		Long: `Let metrics learn from a corpus and keep what they learnt in a file, for
'hed eval --state' and 'hed score --state'. Systems can then be compared by
the same topics on other documents, and metrics need not learn again.

A state works only with the same metrics and options, and with the same version
of hed. --resume continues after a stop: what a metric has learnt is kept, and
lda and we continue within.

With --engine spark, other machines read the documents and make of them what
metrics learn from, which takes most of the time for many documents. The
metrics learn from that here: the state is the same, byte for byte.`,
		Example: `  hed fit --docs articles.jsonl --metric lda,lsi --out news.state
  hed score --docs test.jsonl --hyp a.txt --metric lda,lsi --state news.state
  hed fit --docs 's3a://bucket/news/*.jsonl' --metric lsi --out s --engine spark`,
		RunE: func(cmd *cobra.Command, _ []string) error { return f.run(cmd.Context()) },
	}
	f.Inputs.Flags(cmd)
	f.Measures.Choice(cmd)
	cmd.Flags().StringVar(&f.out, "out", "", "`STATE`: file to write; - for stdout")
	cmd.Flags().BoolVar(&f.resume, "resume", false, "continue after a stop; what was learnt is kept")
	f.cluster.flags(cmd, "read the documents on other machines: spark. The state is the same bytes")
	cli.Path(cmd, "out")
	cli.Only(cmd, "resume")
	cli.Need(cmd, "docs", "the documents to learn from", "metric", "the metrics that learn, such as lda", "out", "the file for what they learn")
	return cmd
}

func (f *fitting) run(ctx context.Context) error {
	if err := f.cluster.check(); err != nil {
		return err
	}
	metrics, err := f.Measures.Build(f.App, f.Inputs.Known())
	if err != nil {
		return err
	}
	for _, m := range metrics {
		if _, ok := m.Metric.(metric.Keeper); !ok {
			return cli.Usagef("--metric: %s learns nothing from documents; leave it out", m.Spec)
		}
	}
	o := run.FitOptions{Paths: f.From(f.App), Metrics: metrics, Workers: f.Workers, File: f.out, Resume: f.resume}
	if cli.Passes(f.out) {
		if o.File = ""; f.resume {
			return cli.Usagef("--resume: what goes to stdout is not kept; name a file with --out")
		}
	}
	out, err := f.Create("--out", f.out)
	if err != nil {
		return err
	}
	defer out.Discard()
	show := &watching{App: f.App, bar: f.Progress("fitting")}
	show.bar.Say("fitting " + strings.Join(f.Metrics, ","))
	o.Tell = show.tell
	if f.engine != "" {
		engine := f.spark(show, f.workerArgs)
		defer engine.Close()
		o.Engine = engine
	}
	err = run.Fit(ctx, o, func(state *evaluate.State) error {
		show.bar.Clear()
		if err := state.Write(out); err != nil {
			return err
		}
		if err := out.Commit(); err != nil {
			return err
		}
		hint := ""
		if !cli.IsStdout(f.out) {
			hint = "; use it with --state " + f.out
		}
		f.Note("%s%s", strings.Join(state.Specs(), ", "), hint)
		return nil
	})
	show.bar.Clear()
	return f.Stopped(err)
}

// workerArgs are those of a worker that does as the plan says.
func (f *fitting) workerArgs(p *evaluate.Plan) []string {
	return append(workerArgs(f.App, &f.Measures, p), partArgs(&f.Inputs)...)
}
