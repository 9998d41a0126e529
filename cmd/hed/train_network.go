package main

import (
	"context"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"hed/cmd/hed/internal/cli"
	"hed/corpus/input"
	"hed/generate/seq2seq"
	"hed/generate/transformer"
	"hed/internal/count"
	"hed/neural/hub"
	"hed/neural/train"
	"hed/report"
	"hed/run/teach"
	"hed/tensor"
)

// A networkTraining is the commands "hed train s2s", "pn", "pnc", "transformer", "brio" and "season".
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

// A networkKind is what one of these commands is in help and by default.
type networkKind struct {
	short   string // without the first letter
	options any    // by default
	files   string
	best    string // which weights are kept
	epochs  float64
	batch   int
	example string // of options
	init    string // what is said of a missing --init; "" where there need not be one
}

const (
	recurrentFiles = "config.json, model.safetensors, vocabulary.txt"
	tunedFiles     = "the files of the folder that it begins with"
	recurrentBest  = `With a constant
rate, teaching ends when three passes have brought nothing better.`
)

var networkKinds = map[string]networkKind{
	"s2s": {"each a sequence to sequence network with attention", seq2seq.Defaults(), recurrentFiles, recurrentBest, 8, 64, "optimiser=adam+schedule=linear", ""},
	"pn":  {"each a pointer-generator, which can copy words of the article", seq2seq.Defaults(), recurrentFiles, recurrentBest, 8, 64, "optimiser=adam+schedule=linear", ""},
	"pnc": {"each a pointer-generator with coverage", seq2seq.Defaults(), recurrentFiles, recurrentBest, 8, 64, "optimiser=adam+schedule=linear", ""},
	"transformer": {"each a BART, T5 or Pegasus, from its folder", transformer.KindOptions("transformer"), tunedFiles, `The folder
of --init may have no weights; they are drawn at random then.`, 15, 16, "warmup=500", "the folder of the model to begin with, such as a BART or T5"},
	"brio": {"each a transformer BRIO's order of headlines", transformer.KindOptions("brio"), tunedFiles, `First the
model writes candidates for each article, which are put in the order of ROUGE.`, 30, 16, "diverse=1", "the folder of a model that was taught to write headlines"},
	"season": {"each a transformer which sentences matter (SEASON)", transformer.KindOptions("season"), tunedFiles, `card.json says how
often the degree of a sentence is predicted right.`, 15, 16, "low=0.125+high=0.23", "the folder of the model to begin with, such as a BART"},
}

func trainNetworkCmd(a *cli.App, kind string) *cobra.Command {
	t := &networkTraining{corpusTraining: corpusTraining{training: training{App: a}}, kind: kind}
	k, begin, writes, use := networkKinds[kind], "", kind, kind+" --docs FILE --out DIR"
	valid, from, passes, steps := "used to decide when to stop", "a model to begin with; its vocabulary is kept", "; pnc then takes an eighth more, with coverage", ", the same"
	need := []string{"docs", "the articles with headlines to learn from", "out", "the folder for the model"}
	if k.init != "" {
		begin, writes, use, need = " --init bart", "transformer", kind+" --init DIR --docs FILE --out DIR", append(need, "init", k.init)
		valid, from, passes, steps = "used to choose the best weights", "the model to begin with: a folder, or the name of one that was pulled", "", ""
	}
	cmd := &cobra.Command{
		Use:   use,
		Short: "t" + k.short,
		Long: `T` + k.short + `,
from articles with headlines. Write options after its name, as in
` + kind + `:` + k.example + `:

` + report.OptionList(k.options, cli.HelpWidth) + `
The folder gets ` + k.files + `,
curve.csv with the loss at each validation, curve.svg, a chart of it, and
card.json, which says how and from what the model was made. 'hed generate
--with ` + writes + `:model=DIR' writes headlines with it.

The weights with the smallest loss on --valid are kept. ` + k.best + `
If training was stopped, --resume continues after the last checkpoint, with the
same bytes in the end on the same device.

With {fold} in --docs and --out (and in --valid, --test, --init and options),
one model is trained for each fold of a split.`,
		Example: `  hed train ` + kind + begin + ` --docs a.jsonl --valid b.jsonl --out m
  hed train ` + kind + `:` + k.example + begin + ` --docs a.jsonl --out m
  hed generate --docs c.jsonl --with ` + writes + `:model=m --out test.txt`,
		RunE: func(cmd *cobra.Command, _ []string) error { return t.run(cmd.Context()) },
	}
	t.flags(cmd)
	t.Device.Flags(cmd)
	f := cmd.Flags()
	f.StringVar(&t.options, "options", "", "`OPTIONS`: options of the network; you can also write them after its name, as in "+kind+":"+k.example)
	f.StringVar(&t.valid, "valid", "", "`FILE`: other documents, "+valid+" (default: every fiftieth document)")
	f.StringVar(&t.test, "test", "", "`FILE`: other documents, for which headlines are written and scored at the end")
	f.StringVar(&t.init, "init", "", "`DIR`: "+from)
	f.Float64Var(&t.epochs, "epochs", k.epochs, "`X`: largest number of passes over the documents"+passes)
	f.IntVar(&t.steps, "steps", 0, "`N`: largest number of steps"+steps+"; 0 for as many as the passes have")
	f.IntVar(&t.batch, "batch", k.batch, "`N`: documents in a step")
	f.BoolVar(&t.half, "half", false, "write weights in half precision, in several files")
	cli.Under(cmd, "Input", "test")
	cli.Path(cmd, "valid", "test", "init")
	cli.Need(cmd, need...)
	return cmd
}

// networkArgs lets the options of a network stand behind its name, as in "train pn:hidden=128".
func networkArgs(args []string) []string {
	for i := 1; i < len(args); i++ {
		kind, options, has := strings.Cut(args[i], ":")
		if has && args[i-1] == "train" && networkKinds[kind].batch > 0 {
			return slices.Concat(args[:i], []string{kind, "--options", options}, args[i+1:])
		}
	}
	return args
}

func (t *networkTraining) run(ctx context.Context) error {
	pupil, err := t.check()
	if err != nil {
		return err
	}
	if err := teach.Guard(t.place.Folder, t.init); err != nil {
		return err
	}
	docs, err := t.open(ctx)
	if err != nil {
		return err
	}
	defer docs.Close()
	d, err := t.Device.Open(t.App)
	if err != nil {
		return err
	}
	defer d.Close()
	show := &watching{App: t.App, bar: new(cli.Progress)}
	defer func() { show.bar.Clear() }()
	c := &teach.Course{
		Kind: t.kind, Pupil: pupil,
		Plan:   train.Plan{Docs: docs.Reader, Epochs: t.epochs, Steps: t.steps, Batch: t.batch, Seed: t.Seed, Device: d.(tensor.Learner), Now: time.Now},
		Inputs: docs.Inputs, Format: docs.Format, Columns: t.Columns, Valid: t.other(t.valid), Test: t.other(t.test),
		Half: t.half, Workers: t.Workers, Words: cli.Doc, Tell: show.tell,
	}
	defer c.Close()
	card, err := c.Open(ctx)
	if err != nil {
		return err
	}
	if t.place.Resume && c.Complete(t.place.Folder) {
		t.Note("%s is complete; there is nothing to continue", t.place.Folder)
		return nil
	}
	err = docs.Learn("the model", "", []any{card}, func(unfinished string) (files teach.Files, err error) {
		pace := train.Pace{Now: time.Now}
		show.bar = t.Progress("learning")
		c.Plan.Tell = func(m train.Progress) { show.bar.At(pace.Line(m)) }
		card, files, err = c.Teach(ctx, unfinished)
		show.bar.Clear()
		if err != nil {
			return nil, err
		}
		if n := card.Read.Empty; n > 0 {
			t.Warn("%s left out, without a headline or without a text", count.Of(n, "document"))
		}
		if card.Test != nil {
			if t.Fold > 0 {
				fmt.Fprintf(t.Stdout, "fold %d\n", t.Fold)
			}
			o := cli.Output{As: "text"}
			if err := o.Print(t.Stdout, card.Test.Table().Only([]string{"measure", "mean", "low", "high"}), nil); err != nil {
				return nil, err
			}
		}
		return files, nil
	})
	if err != nil {
		return t.Stopped(err)
	}
	best := card.Curve[card.Best]
	t.Note("%s, %s, a loss of %.3f; the model is in %s", count.Of(card.Read.Pairs, "pair"), count.Of(best.Step, "step"), best.Valid, t.place.Folder)
	return nil
}

// check reads the options, and refuses a command line that cannot work.
func (t *networkTraining) check() (teach.Pupil, error) {
	if t.batch < 1 || t.steps < 0 || !(t.epochs > 0 && t.epochs <= math.MaxFloat64) {
		return nil, cli.Usagef("--batch %d, --epochs %g, --steps %d: want a batch of at least 1, finite epochs above 0 and no fewer than 0 steps", t.batch, t.epochs, t.steps)
	}
	h := hub.FromEnv(os.Getenv)
	pupil, err := teach.NewPupil(t.kind, t.options, t.init, h.Find)
	if err != nil {
		return nil, cli.Usagef("%s: %w", t.kind, err)
	}
	return pupil, nil
}

// other is another file of documents with the same format and columns; nil for none.
func (t *corpusTraining) other(file string) *input.Paths {
	if file == "" {
		return nil
	}
	in := t.Inputs
	in.Docs, in.Refs = file, nil
	return in.From(t.App)
}
