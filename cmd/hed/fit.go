package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"hed/corpus"
	"hed/evaluate"
	"hed/metric"
)

// A fitting is the command "hed fit".
type fitting struct {
	*app
	inputs
	measures
	out string
}

func (a *app) fitCmd() *cobra.Command {
	f := &fitting{app: a}
	cmd := &cobra.Command{
		Use:   "fit --docs FILE --metric LIST --out STATE",
		Short: "fit metrics that learn from a corpus, and keep what they learnt",
		Long: `Let metrics learn from a corpus and keep what they learnt in a file, for
'hed eval --state' and 'hed score --state'. So systems can be compared by the
same topics on other documents, and the fitting need not be repeated.

A state belongs to the metrics with the options that it was fitted with, and to
this version of hed; it is refused elsewhere.`,
		Example: `  hed fit --docs articles.jsonl --metric lda,lsi --out news.state
  hed score --docs test.jsonl --hyp a.txt --metric lda,lsi --state news.state`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return f.run(cmd.Context()) },
	}
	f.inputs.flags(cmd)
	f.measures.choice(cmd)
	cmd.Flags().StringVar(&f.out, "out", "", "`STATE` file to write; - for stdout")
	path(cmd, "out")
	return cmd
}

func (f *fitting) run(ctx context.Context) error {
	switch {
	case f.docs == "":
		return usagef("--docs is missing: the documents to learn from")
	case len(f.metrics) == 0:
		return usagef("--metric is missing: the metrics that learn, such as lda")
	case f.out == "":
		return usagef("--out is missing: the file for what they learn")
	}
	metrics, err := f.measures.build(f.app, f.inputs.known())
	if err != nil {
		return err
	}
	for _, m := range metrics {
		if _, ok := m.Metric.(metric.Keeper); !ok {
			return usagef("--metric: %s learns nothing from documents; leave it out", m.Spec)
		}
	}
	out, err := f.create("--out", f.out)
	if err != nil {
		return err
	}
	defer out.discard()
	done, err := f.again()
	if err != nil {
		return err
	}
	defer done()
	docs, err := f.inputs.open(ctx, f.app, 0)
	if err != nil {
		return err
	}
	bar := f.progress("fitting")
	bar.say("fitting " + strings.Join(f.metrics, ","))
	state, err := evaluate.Fit(ctx, metrics, docs.reader, f.workers)
	bar.clear()
	if err != nil {
		return err
	}
	if err := state.Write(out); err != nil {
		return err
	}
	if err := out.commit(); err != nil {
		return err
	}
	hint := ""
	if !isStdout(f.out) {
		hint = "; use it with --state " + f.out
	}
	f.note("%s%s", strings.Join(state.Specs(), ", "), hint)
	return nil
}

// readState reads the file of --state; nil if there is none.
func readState(file string) (*evaluate.State, error) {
	if file == "" {
		return nil, nil
	}
	data, err := corpus.File(file).ReadAll()
	if isInputError(err) {
		return nil, err
	}
	if err != nil {
		return nil, fmt.Errorf("read --state: %w", err)
	}
	s, err := evaluate.ReadState(data)
	if err != nil {
		return nil, inputErrorf("%s: %v", file, err)
	}
	return s, nil
}
