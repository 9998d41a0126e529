package main

import (
	"context"
	"iter"

	"github.com/spf13/cobra"

	"hed/cmd/hed/internal/cli"
	"hed/corpus"
	"hed/corpus/input"
	"hed/internal/count"
	"hed/metric"
	"hed/numeral/derive"
	"hed/numeral/lint"
	"hed/run"
)

func numeralsCmd(a *cli.App) *cobra.Command {
	return cli.Group(&cobra.Command{
		Use:   "numerals COMMAND",
		Short: "check and score the numerals of headlines",
		Long: `Check and score the numerals of headlines: whether they are right, what
errors they are, how they come from the article. What NumHG (Huang et al.
2024) defines is done as its authors do it; docs/numerals.md says how.`,
		Example: `  hed numerals score --docs NumHG.csv --hyp system.txt
  hed numerals validate --docs NumHG.csv
  hed help numerals stats`,
	}, "has no command",
		numeralsScoreCmd(a), numeralsExplainCmd(a), numeralsSolveCmd(a), numeralsValidateCmd(a), numeralsStatsCmd(a), numeralsClozeCmd(a))
}

// numeralsModel explains the flag --model of commands that derive numbers.
const numeralsModel = "`DIR` of a model that 'hed train numerals' made (default: the one of hed)"

// openNumerals opens the model of --model.
func openNumerals(dir string) (*derive.Model, error) {
	if dir == "" {
		return derive.English(), nil
	}
	return derive.Open(dir)
}

// progressBeside shows how far a command is, unless its results go to the same
// terminal: it would be drawn between them.
func progressBeside(a *cli.App, what, out string, sources []*corpus.Source) *cli.Progress {
	bar := a.Progress(what, sources...)
	if _, shown := cli.Terminal(a.Stdout); shown && cli.IsStdout(out) {
		bar.Hide()
	}
	return bar
}

// An examination is what 'hed numerals explain' and 'hed lint' share: the
// headlines of systems, each explained from its article.
type examination struct {
	*cli.App
	cli.Inputs
	systems []string
	model   string
}

func (x *examination) flags(cmd *cobra.Command) {
	x.Inputs.Flags(cmd)
	cmd.Flags().StringArrayVar(&x.systems, "system", nil, "`NAME=FILE` of a system and its headlines; repeat it for several systems")
	cmd.Flags().StringVar(&x.model, "model", "", numeralsModel)
	cli.Path(cmd, "system", "model")
}

// An examiner is lint.Check or lint.Explain.
type examiner func(context.Context, *derive.Model, iter.Seq2[*corpus.Case, error], int) iter.Seq2[[]lint.Headline, error]

// examine checks or explains the headlines, in the order of documents and systems, with the
// file that each stands in. Without systems the references are explained. Documents
// in another language than the model's are passed over, and counted in a warning.
func (x *examination) examine(ctx context.Context, what string, do examiner, emit func(h *lint.Headline, file string) error) error {
	named, err := run.ParseSystems("system", x.systems)
	if err != nil {
		return err
	}
	inputs, files := x.Files(), map[string]string{}
	for _, n := range named {
		inputs, files[n.Name] = append(inputs, n.File), n.File
	}
	if err := input.CheckStdin(inputs...); err != nil {
		return err
	}
	var needs metric.Need
	if len(named) == 0 {
		needs = metric.References
	}
	defer x.Again()()
	docs, err := x.Inputs.Open(ctx, x.App, needs)
	if err != nil {
		return err
	}
	var systems []corpus.System
	sources := docs.Sources
	for _, n := range named {
		s, err := x.Inputs.System(ctx, x.App, n.Name, n.File)
		if err != nil {
			return err
		}
		systems, sources = append(systems, s.System), append(sources, s.Source)
	}
	bar := progressBeside(x.App, what, "-", sources)
	defer bar.Clear()
	model, err := openNumerals(x.model)
	if err != nil {
		return err
	}
	cases := corpus.Join(ctx, docs.Reader, docs.File, systems)
	if len(named) == 0 {
		cases = lint.References(docs.Reader.Documents(ctx))
	}
	// What is wrong with the files, above all with their lengths, is said before anything is printed.
	for _, err := range cases {
		if err != nil {
			return err
		}
	}
	done, foreign := 0, 0
	warn := func() {
		if foreign > 0 {
			x.Warn("%s in another language than English passed over; numbers are derived in English alone", count.Of(foreign, "document"))
		}
	}
	for headlines, err := range do(ctx, model, cases, x.Workers) {
		if err != nil {
			return err
		}
		done++
		bar.Update(done)
		if headlines == nil {
			foreign++
		}
		for i := range headlines {
			if err := emit(&headlines[i], files[headlines[i].System]); err != nil {
				warn() // who has seen enough wants to know what was not looked at, too
				return err
			}
		}
	}
	warn()
	return nil
}
