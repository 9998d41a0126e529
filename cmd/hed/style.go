package main

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"hed/cmd/hed/internal/cli"
	"hed/corpus/input"
	"hed/report"
	"hed/run"
	"hed/run/experiment"
	"hed/run/teach"
	"hed/style/align"
	"hed/tensor"
)

func styleCmd(a *cli.App) *cobra.Command {
	return cli.Group(&cobra.Command{
		Use: "style COMMAND", Short: "tell the styles of newspapers apart",
		Long:    "Tell the styles of newspapers apart, as De Mattei et al. (2020) do;\ndocs/style.md shows how.",
		Example: "  hed style align --a left.jsonl --b right.jsonl --out pairs.csv\n  hed style train --docs both.jsonl --classifier linear --out judge",
	}, "has no command", styleAlignCmd(a), styleSplitCmd(a), styleTrainCmd(a), styleClassifyCmd(a), styleRunCmd(a))
}

func styleAlignCmd(a *cli.App) *cobra.Command {
	o, out := &run.AlignOptions{}, &cli.Output{}
	cmd := &cobra.Command{
		Use: "align --a FILE --b FILE --out PAIRS.csv", Short: "find articles of two newspapers about the same event",
		Long: `Compare articles of two newspapers that were published within a few days of
each other, by the cosine of their tf-idf vectors, and write the pairs with
their scores, the best first. Weights are those of scikit-learn's
TfidfVectorizer over headline and body of both files, without stop words.
The figure beside the pairs, PAIRS.svg, has their number by threshold. On the
page PAIRS.html you mark which of fifty pairs are about the same event.`,
		Example: `  hed style align --a left.jsonl --b right.jsonl --out pairs.csv
  hed style align --a a.csv --b b.csv --window 1d --match one --out pairs.csv`,
		RunE: func(cmd *cobra.Command, _ []string) error { return alignPapers(cmd.Context(), a, o, out) },
	}
	f := cmd.Flags()
	newspaperFlags(cmd, &o.A, &o.B, &o.Paths, "out", "the file for the pairs")
	o.Window = 2
	f.Var(&o.Window, "window", "`DAYS`: largest number of days between two articles, such as 2d")
	f.Float64Var(&o.Min, "min", 0.1, "`SCORE`: smallest score of a pair that is written")
	f.StringVar((*string)(&o.Match), "match", string(align.All), "`PAIRS`: which pairs to keep: all; one: each article in one pair at most, the best first; best: the best pair of each article of --a")
	f.BoolVar(&o.Undated, "undated", false, "compare articles without a date with all articles of the other file; without it, they are left out")
	f.StringVar(&o.Stop, "stop", align.ByDocument, "`LANGUAGE`: stop words to leave out: en, it, none, or document for those of the language of each article")
	f.StringVar(&o.File, "out", "", "`PAIRS.csv`: file to write: a, b (ids) and score; - for stdout, without a figure and a page")
	out.Flags(cmd)
	cli.Path(cmd, "out")
	return cmd
}

// newspaperFlags are the flags of two newspapers. need is what the command needs besides.
func newspaperFlags(cmd *cobra.Command, a, b *string, paths *input.Paths, need ...string) {
	f := cmd.Flags()
	f.StringVar(a, "a", "", "`FILE`: articles of one newspaper, with headlines and dates")
	f.StringVar(b, "b", "", "`FILE`: articles of the other newspaper")
	f.StringVar(&paths.Format, "format", "", "`NAME`: format of both files (default: guessed)")
	f.StringSliceVar(&paths.Columns, "columns", nil, "`ROLE=NAME,...`: your names for the columns or keys that hed reads, such as text=body,headline=title")
	cli.Path(cmd, "a", "b")
	cli.Need(cmd, append([]string{"a", "the articles of one newspaper", "b", "the articles of the other newspaper"}, need...)...)
}

func styleSplitCmd(a *cli.App) *cobra.Command {
	o, out := &run.StyleSplitOptions{}, &cli.Output{}
	cmd := &cobra.Command{
		Use: "split --pairs PAIRS.csv --a FILE --b FILE --out DIR", Short: "split two aligned newspapers into test and training parts",
		Long: `Split two newspapers that 'hed style align' has compared: test has articles with
a pair above --strict, train-m those with a pair above --loose (and others, if
these are too few), and train-d those without such a pair. Half of each part is
from one newspaper, half from the other. Both training parts have the same size,
and a tenth of each is for validation. No article, nor a near-copy of it, is in
two parts.`,
		Example: "  hed style split --pairs pairs.csv --a left.jsonl --b right.jsonl --out parts",
		RunE:    func(cmd *cobra.Command, _ []string) error { return splitPapers(cmd.Context(), a, o, out) },
	}
	f := cmd.Flags()
	newspaperFlags(cmd, &o.A, &o.B, &o.Paths, "pairs", "the pairs of both newspapers", "out", "the folder for the parts")
	f.StringVar(&o.Pairs, "pairs", "", "`PAIRS.csv`: all pairs, from 'hed style align'")
	f.Float64Var(&o.Strict, "strict", align.Strict, "`SCORE`: articles with a pair above it are the test part")
	f.Float64Var(&o.Loose, "loose", align.Loose, "`SCORE`: articles with a pair above it are never in train-d")
	f.IntVar(&o.TestSize, "test-size", 0, "`N`: choose --strict so that test has N articles of each newspaper")
	f.IntVar(&o.TrainSize, "train-size", 0, "`N`: articles of each newspaper in train-m and in train-d, validation included (default: as many as possible)")
	f.StringVar(&o.Folder, "out", "", "`DIR`: folder for the parts and manifest.json")
	out.Flags(cmd)
	cli.Under(cmd, "Options", "strict")
	cli.Path(cmd, "pairs", "out")
	return cmd
}

func splitPapers(ctx context.Context, a *cli.App, o *run.StyleSplitOptions, out *cli.Output) error {
	bar := a.ProgressBeside(o.Folder, "splitting")
	o.Paths.Stdin, o.Workers, o.Seed, o.Progress = a.Stdin, a.Workers, a.Seed, bar.Stage
	record, warnings, err := run.StyleSplit(ctx, o)
	bar.Clear()
	if a.Warnings(warnings); err != nil {
		return err
	}
	a.Note("the parts are in %s; pairs above %.4g are for test", o.Folder, record.Strict)
	return out.Print(a.Stdout, report.StyleSplit(&record.Record), record)
}

func alignPapers(ctx context.Context, a *cli.App, o *run.AlignOptions, out *cli.Output) error {
	for _, file := range []string{o.File, o.Figure(), o.Page()} {
		if err := cli.CheckOutput("--out", file, o.A, o.B); err != nil {
			return err
		}
	}
	bar := a.ProgressBeside(o.File, "aligning")
	defer bar.Clear()
	o.Paths.Stdin, o.Workers, o.Raw, o.Seed, o.Progress = a.Stdin, a.Workers, out.Raw, a.Seed, bar.Stage
	if cli.Passes(o.File) {
		pairs, err := a.Create("--out", o.File)
		if err != nil {
			return err
		}
		defer pairs.Discard()
		o.Writer = pairs
	} else if err := a.CanWrite("--out", o.File); err != nil {
		return err
	}
	res, warnings, err := run.Align(ctx, o)
	bar.Clear()
	a.Warnings(warnings)
	if err != nil || o.Writer != nil {
		return err
	}
	a.Note("%d of %d pairs within the window in %s; their number by threshold in %s; some to look at in %s", res.Pairs, res.Compared, o.File, o.Figure(), o.Page())
	return out.Print(a.Stdout, report.Alignment(res), res)
}

func styleRunCmd(a *cli.App) *cobra.Command {
	o, d, out := &experiment.Options{Words: cli.Doc}, &cli.Device{}, &cli.Output{}
	cmd := &cobra.Command{
		Use: "run --config STYLE.yaml --out DIR", Short: "do the whole experiment of De Mattei et al. (2020)",
		Long: `Align two newspapers, split their articles, teach classifiers and generators,
and let the classifiers judge what the generators write, as docs/style.md says.
Finished stages stay in DIR and are not done again; after a stop, repeat the
command.`,
		Example: "  hed style run --config style.yaml --out results",
		RunE: func(cmd *cobra.Command, _ []string) error {
			show := &watching{App: a, bar: a.Progress("")}
			o.Seed, o.Workers, o.Tell, o.Client, o.Device = a.Seed, a.Workers, show.tell, a.Endpoints(), func() (tensor.Device, error) { return d.Open(a) }
			found, err := experiment.Run(cmd.Context(), *o)
			if show.bar.Clear(); err != nil {
				return err
			}
			return found.Print(out.On(a.Stdout))
		},
	}
	cmd.Flags().StringVar(&o.Settings, "config", "", "`STYLE.yaml`: file with the newspapers and all settings")
	cmd.Flags().StringVar(&o.Folder, "out", "", "`DIR`: folder for the results and for what they are made from")
	d.Flags(cmd)
	out.Flags(cmd)
	cli.Need(cmd, "config", "the file of settings", "out", "the folder for the results")
	return cmd
}

func styleTrainCmd(a *cli.App) *cobra.Command {
	t, s, d, out, test := &corpusTraining{training: training{App: a}}, &teach.Style{}, &cli.Device{}, &cli.Output{}, ""
	cmd := &cobra.Command{
		Use: "train --docs FILE --classifier KIND --out DIR", Short: "learn by whom a headline was written",
		Long: `Learn to tell from a headline by whom it was written: linear, or bilstm, the
network of De Mattei et al. Write options after the name, as in linear:chars=4.
hed measures it on --test, or on a fifth of the documents, which it does not
learn from. Then hed checks what it judges by: letter case, topic or style.`,
		Example: `  hed style train --docs both.jsonl --classifier linear --out judge
  hed style train --docs a.jsonl --test b.jsonl --classifier bilstm --out judge`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			bar := a.Progress("learning")
			defer bar.Clear()
			s.Lesson, s.Test, s.Workers, s.Progress, s.Now = teach.Lesson{Place: t.at(), Paths: t.From(a)}, t.other(test), a.Workers, bar.At, time.Now
			s.Device = func() (tensor.Device, error) { return d.Open(a) }
			card, err := s.Teach(cmd.Context())
			if bar.Clear(); err != nil {
				return a.Stopped(err)
			}
			return card.Print(out.On(a.Stdout))
		},
	}
	t.flags(cmd)
	d.Flags(cmd)
	out.Flags(cmd)
	cmd.Flags().StringVar(&s.Classifier, "classifier", "linear", "`KIND`: kind of classifier, linear or bilstm, with options as linear:chars=4")
	cmd.Flags().StringVar(&s.Label, "label", "source", "`FIELD`: field of the documents that has the label: source, or one of meta")
	cmd.Flags().StringVar(&test, "test", "", "`FILE`: other documents to measure on (default: a fifth of --docs)")
	cli.Under(cmd, "Input", "test")
	cli.Path(cmd, "test")
	cli.Need(cmd, "docs", "headlines with their source", "out", "the folder for the classifier")
	return cmd
}

func styleClassifyCmd(a *cli.App) *cobra.Command {
	o, d := &run.ClassifyOptions{}, &cli.Device{}
	cmd := &cobra.Command{
		Use: "classify --model DIR --hyp FILE", Short: "say by whom headlines seem to be written",
		Long: `Write CSV with one row per headline: its number from 0, the most probable label,
and the probability of each label.`,
		Example: "  hed style classify --model judge --hyp system.txt --page judged.html",
		RunE: func(cmd *cobra.Command, _ []string) error {
			o.Paths.Stdin, o.Device = a.Stdin, func() (tensor.Device, error) { return d.Open(a) }
			warnings, err := run.Classify(cmd.Context(), o, a.Stdout)
			a.Warnings(warnings)
			return err
		},
	}
	f := cmd.Flags()
	d.Flags(cmd)
	f.StringVar(&o.Model, "model", "", "`DIR`: classifier from 'hed style train'")
	f.StringVar(&o.File, "hyp", "", "`FILE`: headlines: plain text with one per line, or jsonl or csv with a headline field")
	f.BoolVar(&o.Explain, "explain", false, "add the words that speak most for the label, and most against it")
	f.StringVar(&o.Page, "page", "", "`FILE.html`: also write a page that shows which words speak for which label")
	cli.Path(cmd, "model", "hyp", "page")
	cli.Need(cmd, "model", "the folder of the classifier", "hyp", "the headlines")
	return cmd
}
