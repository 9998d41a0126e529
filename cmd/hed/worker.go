package main

import (
	"context"
	"os"

	"github.com/spf13/cobra"

	"hed/cmd/hed/internal/cli"
	"hed/corpus/input"
	"hed/evaluate"
	"hed/internal/count"
	"hed/metric"
	"hed/run"
)

// A working is the command "hed worker".
type working struct {
	*cli.App
	cli.Measures
	with    []string
	systems []string
	columns []string
	summary bool
	blocks  bool
	extract bool
}

func workerCmd(a *cli.App) *cobra.Command {
	w := &working{App: a}
	cmd := &cobra.Command{
		Use:   "worker [--metric LIST] [--state FILE] [--with SPEC]",
		Short: "score or write headlines for another program",
		Long: `Read cases from stdin and write their scores to stdout, in the same order.
Spark, Ray, Slurm, GNU parallel and your own programs can run as many workers as
they like, since a row depends only on its case. docs/cluster.md shows how.

A case is a document as in jsonl files, with the headlines to score:

  {"id":"7","text":"...","headline":"...","outputs":{"a":"...","b":"..."}}

The answer has one row for each headline, with null if there is no value:

  {"id":"7","system":"a","scores":{"rouge1_f":0.25,"fog":null}}

--with adds a system whose headlines the worker writes itself; without --metric,
it only writes headlines: {"id":"7","system":"first","headline":"..."}. For a
line that is not a case, the answer is {"line":3,"error":"..."}, and the worker
continues with the next line. After an empty line, the worker answers all lines
before it and then writes an empty line, so that a program can keep a worker
and talk to it.

A worker never sees all documents. Metrics that learn from all of them need
--state; 'hed fit' makes it.`,
		Example: `  hed worker --metric rouge,readability < cases.jsonl > rows.jsonl
  hed worker --metric lsi --state news.state < cases.jsonl > rows.jsonl
  hed worker --with stextrank < articles.jsonl > headlines.jsonl
  parallel --pipepart -a cases.jsonl --block 10M -k hed worker > rows.jsonl`,
		RunE: func(cmd *cobra.Command, _ []string) error { return w.run(cmd.Context()) },
	}
	w.Measures.Choice(cmd)
	w.Measures.Learnt(cmd)
	cmd.Flags().StringArrayVar(&w.with, "with", nil, "`LIST`: generators that write headlines, with options as NAME:key=value; see 'hed generate'")
	cli.Specs(cmd, "with")
	f := cmd.Flags()
	f.StringArrayVar(&w.systems, "system", nil, "`NAME`: score headlines of this system, which records may also have in a field of this name; repeat it for several (default: all in outputs)")
	f.StringSliceVar(&w.columns, "columns", nil, "`ROLE=NAME,...`: your names for the keys that hed reads, such as text=news,headline=title,id=url")
	f.BoolVar(&w.summary, "summary", false, "before each empty line of an answer, write what the documents are like: {\"summary\":{...}}")
	f.BoolVar(&w.blocks, "blocks", false, "write each answer in the form that engines read fast: its length in 8 bytes, then rows with values as float64")
	f.BoolVar(&w.extract, "extract", false, "in place of scores, write what the metrics learn from these documents, in the form of --blocks; 'hed fit --engine' needs it")
	cli.Only(cmd, "with", "system", "summary", "blocks", "extract")
	return cmd
}

func (w *working) run(ctx context.Context) error {
	if w.extract && (len(w.with) > 0 || w.State != "") {
		return cli.Usagef("--extract makes what metrics learn from; leave --with and --state out")
	}
	plan := &evaluate.Plan{Strict: w.Strict, Extract: w.extract}
	var err error
	if plan.Generators, err = w.BuildGenerators("--with", w.with, map[string]string{"lang": w.Lang}, &w.Device); err != nil {
		return err
	}
	defer plan.Close()
	if len(w.Metrics) > 0 || len(w.with) == 0 {
		if plan.Metrics, err = w.Measures.Build(w.App, metric.References|metric.Body); err != nil {
			return err
		}
	}
	worker, err := run.Worker(ctx, plan, w.State, w.Workers)
	if err != nil {
		return err
	}
	if worker.Columns, err = (&input.Paths{Columns: w.columns}).Options(); err != nil {
		return err
	}
	worker.Systems, worker.Summary, worker.Blocks = w.systems, w.summary, w.blocks || w.extract
	if in, ok := w.Stdin.(*os.File); ok {
		if _, typed := cli.Terminal(in); typed {
			w.Note("reading cases from the terminal; press Ctrl-D at the end, or send a file to stdin")
		}
	}
	done, err := worker.Run(ctx, w.Stdin, w.Stdout)
	if err == nil && done.Bad > 0 {
		w.Warn("%s of %d could not be answered; each has an error instead of its rows", count.Of(done.Bad, "line"), done.Cases+done.Bad)
	}
	return err
}
