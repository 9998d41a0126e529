package main

import (
	"bufio"
	"context"
	"iter"

	"github.com/spf13/cobra"

	"hed/cmd/hed/internal/cli"
	"hed/corpus"
	"hed/corpus/input"
	"hed/internal/count"
	"hed/metric"
	"hed/numeral/check"
	"hed/numeral/derive"
	"hed/numeral/lint"
	"hed/run"
	"hed/text/lang"
)

func numeralsCmd(a *cli.App) *cobra.Command {
	return cli.Group(&cobra.Command{
		Use:   "numerals COMMAND",
		Short: "check and score the numerals of headlines",
		Long: `Check and score the numerals of headlines: whether they are right, what kind of
error they are, and how they follow from the article. What NumHG (Huang et al.
2024) defines is done as its authors do it; docs/numerals.md has the details.`,
		Example: `  hed numerals score --docs NumHG.csv --hyp system.txt
  hed numerals validate --docs NumHG.csv
  hed help numerals stats`,
	}, "has no command",
		numeralsScoreCmd(a), numeralsExplainCmd(a), numeralsSolveCmd(a), numeralsValidateCmd(a), numeralsStatsCmd(a), numeralsClozeCmd(a))
}

// numeralsModel explains the flag --model of commands that derive numbers.
const numeralsModel = "`DIR`: model from 'hed train numerals' (default: the one that comes with hed)"

// openNumerals opens the model of --model.
func openNumerals(dir string) (*derive.Model, error) {
	if dir == "" {
		return derive.English(), nil
	}
	return derive.Open(dir)
}

// An examination is what 'hed numerals explain' and 'hed lint' share: the
// headlines of systems, each explained from its article.
type examination struct {
	*cli.App
	cli.Inputs
	systems []string
	model   string
	lang    string
}

func (x *examination) flags(cmd *cobra.Command) {
	x.Inputs.Flags(cmd)
	cmd.Flags().StringArrayVar(&x.systems, "system", nil, "`NAME=FILE`: a name for the system and the file of its headlines; repeat it for several systems")
	cmd.Flags().StringVar(&x.model, "model", "", numeralsModel)
	cmd.Flags().StringVar(&x.lang, "lang", "", "`CODE`: language of all articles and headlines, such as it (default: as each document says, else English)")
	cli.Path(cmd, "system", "model")
}

// An examiner is lint.Check or lint.Explain.
type examiner func(context.Context, *derive.Model, iter.Seq2[*corpus.Case, error], int) iter.Seq2[[]lint.Headline, error]

// examine checks or explains the headlines, in the order of documents and systems, with the
// file that each stands in. Without systems the references are explained. Documents
// in a language whose numbers cannot be read are passed over, and counted in a warning, before which comes all that was written to out.
func (x *examination) examine(ctx context.Context, what string, out *bufio.Writer, do examiner, emit func(h *lint.Headline, file string) error) error {
	named, err := run.ParseSystems("system", x.systems)
	if err != nil {
		return err
	}
	if err := x.checkLang(); err != nil {
		return err
	}
	inputs, files := x.Files(), map[string]string{}
	for _, n := range named {
		inputs, files[n.Name] = append(inputs, n.File), n.File
	}
	if err := input.CheckStdin(inputs...); err != nil {
		return err
	}
	needs := metric.Need(0)
	if len(named) == 0 {
		needs = metric.References
	}
	defer x.Again()()
	in, err := x.Join(ctx, x.App, needs, named)
	if err != nil {
		return err
	}
	bar := x.ProgressBeside("-", what, in.Sources...)
	defer bar.Clear()
	model, err := openNumerals(x.model)
	if err != nil {
		return err
	}
	cases := in.Cases
	if len(named) == 0 {
		cases = lint.References(in.Reader.Documents(ctx))
	}
	if x.lang != "" {
		cases = lint.InLanguage(cases, x.lang)
	}
	// What is wrong with the files, above all with their lengths, is said before anything is printed.
	for _, err := range cases {
		if err != nil {
			return err
		}
	}
	left, err := lint.Each(do(ctx, model, cases, x.Workers), bar.Update, func(h *lint.Headline) error { return emit(h, files[h.System]) })
	if failed := out.Flush(); err == nil { // so that no line of it is cut by what follows
		err = failed
	}
	if left.Foreign > 0 { // who has seen enough wants to know what was not looked at, too
		x.Warn("%s skipped: hed does not read the numbers of their language", count.Of(left.Foreign, "document"))
	}
	if left.Unranked > 0 {
		x.Note("%s checked by rules alone: hed has no model that ranks where numbers come from for their language, only for English", count.Of(left.Unranked, "document"))
	}
	return err
}

// checkLang sees that the numbers of the language of --lang can be read.
func (x *examination) checkLang() error {
	if err := cli.KnownLanguage(x.lang); err != nil || x.lang == "" {
		return err
	}
	if p := lang.Of(x.lang); !check.Reads(p.Code) {
		return cli.Usagef("--lang: hed does not read the numbers of %s", p.Name)
	}
	return nil
}
