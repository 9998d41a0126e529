package main

import (
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"hed"
	"hed/chart"
	"hed/cmd/hed/internal/cli"
	"hed/corpus/input"
	"hed/evaluate"
	"hed/generate"
	"hed/generate/seq2seq"
	"hed/internal/count"
	"hed/metric"
	"hed/neural/train"
	"hed/report"
	"hed/run"
	"hed/score"
	"hed/spec"
	"hed/tensor"
)

// A networkTraining is the commands "hed train s2s", "pn" and "pnc".
type networkTraining struct {
	corpusTraining
	cli.Device
	kind    string
	options string
	valid   string
	test    string
	init    string
	epochs  float64
	steps   int
	batch   int
	half    bool
}

// networkKinds are what the kinds are called in help.
var networkKinds = map[string]string{
	"s2s": "teach a sequence to sequence network with attention",
	"pn":  "teach a pointer-generator, which can copy words of the article",
	"pnc": "teach a pointer-generator with coverage",
}

func trainNetworkCmd(a *cli.App, kind string) *cobra.Command {
	t := &networkTraining{corpusTraining: corpusTraining{training: training{App: a}}, kind: kind}
	cmd := &cobra.Command{
		Use:   kind + " --docs FILE --out DIR",
		Short: networkKinds[kind],
		Long: `T` + networkKinds[kind][1:] + `,
from articles with headlines. Options stand behind its name, as in
` + kind + `:hidden=128+vocabulary=20000:

` + optionList(seq2seq.Defaults()) + `
The folder gets config.json, model.safetensors, vocabulary.txt, curve.csv with
the loss at each validation, curve.svg, which shows it, and card.json, which
says what the model was made from and how. 'hed generate --with
` + kind + `:model=DIR' writes headlines with it.

The weights with the least loss on --valid are kept. With a constant rate,
teaching ends when three passes have brought nothing better. Training that was
stopped continues with --resume after its last checkpoint, which is written
every minute, to the same bytes on the same device.`,
		Example: `  hed train ` + kind + ` --docs train.jsonl --valid valid.jsonl --out ` + kind + `
  hed train ` + kind + `:optimiser=adam+schedule=linear --docs train.jsonl --out m
  hed generate --docs test.jsonl --with ` + kind + `:model=` + kind + ` --out test.txt`,
		RunE: func(cmd *cobra.Command, _ []string) error { return t.run(cmd.Context()) },
	}
	t.flags(cmd)
	t.Device.Flags(cmd)
	f := cmd.Flags()
	f.StringVar(&t.options, "options", "", "`OPTIONS` of the network; they may stand behind its name instead, as in "+kind+":hidden=128")
	f.StringVar(&t.valid, "valid", "", "`FILE` of other documents, which say when to stop (default: every fiftieth document)")
	f.StringVar(&t.test, "test", "", "`FILE` of other documents, for which headlines are written and scored at the end")
	f.StringVar(&t.init, "init", "", "`DIR` of a model to begin with, whose vocabulary is kept")
	f.Float64Var(&t.epochs, "epochs", 8, "passes over the documents, at most; pnc has an eighth more, with coverage")
	f.IntVar(&t.steps, "steps", 0, "steps, at most, likewise; 0 for as many as the passes have")
	f.IntVar(&t.batch, "batch", 64, "documents in a step")
	f.BoolVar(&t.half, "half", false, "write weights in half precision, in several files")
	cli.Path(cmd, "valid", "test", "init")
	cli.Need(cmd, "docs", "the articles with headlines to learn from", "out", "the folder for the model")
	return cmd
}

// optionList has the options of a spec for help, in lines that fit a terminal.
func optionList(options any) (list string) {
	const indent, width = 13, 78
	for _, o := range spec.Options(options) {
		line := fmt.Sprintf("  %-*s", indent-2, o.Name)
		for word := range strings.FieldsSeq(o.Doc) {
			if len(line)+1+len(word) > width {
				list += line + "\n"
				line = strings.Repeat(" ", indent)
			}
			if !strings.HasSuffix(line, " ") {
				line += " "
			}
			line += word
		}
		list += line + "\n"
	}
	return list
}

// networkArgs lets the options of a network stand behind its name, as in "train pn:hidden=128".
func networkArgs(args []string) []string {
	if len(args) < 2 || args[0] != "train" {
		return args
	}
	kind, options, has := strings.Cut(args[1], ":")
	if !has || !slices.Contains(seq2seq.Kinds, kind) {
		return args
	}
	return slices.Concat([]string{"train", kind, "--options", options}, args[2:])
}

// A networkCard is card.json.
type networkCard struct {
	Version string          `json:"hed"`
	Kind    string          `json:"kind"`
	Options seq2seq.Options `json:"options"`
	Inputs  []input.Record  `json:"inputs"`
	Valid   []input.Record  `json:"valid,omitempty"`
	Init    string          `json:"init,omitempty"`
	Seed    uint64          `json:"seed"`
	Batch   int             `json:"batch"`
	Epochs  float64         `json:"epochs"`
	Steps   int             `json:"steps,omitempty"`
	Device  string          `json:"device"`
	Read    seq2seq.Read    `json:"read"`
	Weights int             `json:"weights"` // numbers
	Curve   []train.Point   `json:"curve"`
	Best    int             `json:"best"`
	Test    *run.ScoreMeans `json:"test,omitempty"`
}

func (t *networkTraining) run(ctx context.Context) error {
	if err := t.Device.Check(); err != nil {
		return err
	}
	if t.batch < 1 || t.steps < 0 || !(t.epochs > 0) {
		return cli.Usagef("--batch %d, --epochs %g, --steps %d: want a batch of at least 1, epochs above 0 and no fewer than 0 steps", t.batch, t.epochs, t.steps)
	}
	options := seq2seq.Defaults()
	given, err := spec.Parse(t.kind + ":" + t.options)
	if t.options == "" {
		given, err = spec.Parse(t.kind)
	}
	if err == nil {
		err = spec.Decode(given[0].Options, &options)
	}
	if err != nil {
		return cli.Usagef("%s: %w", t.kind, err)
	}
	docs, err := t.open(ctx)
	if err != nil {
		return err
	}
	defer docs.close()
	l := &seq2seq.Lesson{
		Kind: t.kind, Options: options, Docs: docs.Reader, Epochs: t.epochs, Steps: t.steps, Batch: t.batch, Seed: t.Seed, Init: t.init, Now: time.Now,
	}
	card := &networkCard{Version: hed.Version, Kind: t.kind, Inputs: docs.inputs, Init: t.init, Seed: t.Seed, Batch: t.batch, Epochs: t.epochs, Steps: t.steps}
	if t.valid != "" {
		valid := t.other(t.valid)
		read, err := valid.Open(ctx, t.App, metric.References)
		if err != nil {
			return err
		}
		l.Valid = read.Reader
		if card.Valid, err = valid.Record(ctx); err != nil {
			return err
		}
	}
	if t.test != "" { // which is read at the end: a wrong name is better known now
		if _, err := t.other(t.test).Open(ctx, t.App, metric.References); err != nil {
			return err
		}
	}
	d, err := t.Device.Open(t.App)
	if err != nil {
		return err
	}
	defer d.Close()
	l.Device = d.(tensor.Learner)
	card.Device = "cpu"
	if named, ok := d.(interface{ Name() string }); ok {
		card.Device = named.Name()
	}
	return t.learn(docs.dir, "the model", "the last checkpoint", []any{card, options, docs.Format, t.Columns}, func(folder string) (*model, error) {
		l.Folder = folder
		return t.teach(ctx, l, card)
	})
}

// other is another file of documents with the same format and columns.
func (t *networkTraining) other(file string) *cli.Inputs {
	in := t.Inputs
	in.Docs, in.Refs = file, nil
	return &in
}

func (t *networkTraining) teach(ctx context.Context, l *seq2seq.Lesson, card *networkCard) (*model, error) {
	bar := t.Progress("learning")
	defer bar.Clear()
	start := time.Time{}
	first := 0
	l.Tell = func(m seq2seq.Moment) {
		if m.Reading {
			bar.Say(fmt.Sprintf("reading: %s", count.Of(m.Step, "document")))
			return
		}
		if start.IsZero() {
			start, first = time.Now(), m.Step
		}
		line := fmt.Sprintf("step %d of %d, loss %.3f", m.Step, m.Steps, m.Loss)
		if !math.IsNaN(m.Valid) {
			line += fmt.Sprintf(", valid %.3f", m.Valid)
		}
		if took := time.Since(start).Seconds(); m.Step > first {
			line += fmt.Sprintf(", %.0f pairs/s", float64((m.Step-first)*m.PerStep)/took)
			bar.At(line, float64(m.Step-first)/float64(m.Steps-first))
			return
		}
		bar.Say(line)
	}
	out, err := l.Teach(ctx)
	if err != nil {
		return nil, err
	}
	bar.Clear()
	card.Options, card.Read, card.Curve, card.Best = l.Options, out.Read, out.Curve, out.Best
	for _, p := range out.Model.Net.Params() {
		card.Weights += p.Value.Rows * p.Value.Cols
	}
	if n := out.Read.Empty; n > 0 {
		t.Warn("%s left out for want of a headline or a text", count.Of(n, "document"))
	}
	if t.test != "" {
		if card.Test, err = t.score(ctx, l, out); err != nil {
			return nil, err
		}
	}
	files := out.Model.Files(l.Device, t.half)
	files["card.json"] = asJSON(card)
	files["curve.csv"] = func(w io.Writer) error { return report.CSV(w, curveTable(out), report.Style{}) }
	files["curve.svg"] = func(w io.Writer) error { return chart.Write(w, chart.SVG, curveChart(out)) }
	best := out.Curve[out.Best]
	return &model{files, fmt.Sprintf("%s, %s, a loss of %.3f; the model is", count.Of(out.Read.Pairs, "pair"), count.Of(best.Step, "step"), best.Valid)}, nil
}

// curveTable is curve.csv.
func curveTable(out *seq2seq.Outcome) *report.Table {
	t := report.NewTable("step", "train_loss", "valid_loss", "rate")
	for _, p := range out.Curve {
		t.Add(strconv.Itoa(p.Step), score.Value(p.Train), score.Value(p.Valid), score.Value(p.Rate))
	}
	return t
}

// curveChart is curve.svg.
func curveChart(out *seq2seq.Outcome) chart.Chart {
	learnt, valid := chart.Curve{Series: chart.Series{Name: "learnt from"}}, chart.Curve{Series: chart.Series{Name: "others", Colour: 1}}
	for _, p := range out.Curve {
		learnt.X, learnt.Y = append(learnt.X, float64(p.Step)), append(learnt.Y, p.Train)
		valid.X, valid.Y = append(valid.X, float64(p.Step)), append(valid.Y, p.Valid)
	}
	line := chart.Line{Title: "Loss of a word, by steps", XAxis: "steps", YAxis: "loss", Better: score.Lower, Curves: []chart.Curve{learnt, valid}}
	line.Thresholds = []chart.Threshold{{Name: "kept", At: float64(out.Curve[out.Best].Step), X: true}}
	return line
}

// score writes headlines for the documents of --test and scores them.
func (t *networkTraining) score(ctx context.Context, l *seq2seq.Lesson, out *seq2seq.Outcome) (*run.ScoreMeans, error) {
	g := seq2seq.With(l.Device, out.Model)
	metrics, err := (&cli.Measures{Metrics: []string{"rouge:types=1/2/L"}, Device: t.Device}).Build(t.App, metric.References|metric.Body)
	if err != nil {
		return nil, err
	}
	show := &watching{App: t.App, bar: new(cli.Progress)}
	defer func() { show.bar.Clear() }()
	scores, err := run.Score(ctx, run.Options{
		Paths: t.other(t.test).From(t.App), Plan: evaluate.Plan{Metrics: metrics, Generators: []generate.Named{{Name: t.kind, Generator: g}}},
		Bootstrap: 1000, Seed: t.Seed, Workers: t.Workers, Words: cli.Doc, Tell: show.tell,
	}, nil)
	if err != nil {
		return nil, err
	}
	means, err := scores.Means(ctx)
	if err != nil {
		return nil, err
	}
	show.bar.Clear()
	o := cli.Output{As: "text"}
	return means, o.Print(t.Stdout, means.Table().Only([]string{"measure", "mean", "low", "high"}), nil)
}
