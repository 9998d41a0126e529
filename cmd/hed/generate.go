package main

import (
	"context"
	"strconv"

	"hed/corpus/input"
	"hed/evaluate"
	"hed/run"

	"github.com/spf13/cobra"

	"hed/cmd/hed/internal/cli"
	"hed/internal/count"
)

// A generation is the command "hed generate".
type generation struct {
	*cli.App
	cli.Inputs
	cli.Device
	with       []string
	candidates int
	rerank     string
	lang       string
	out        string
	raw        bool
	resume     bool
}

func generateCmd(a *cli.App) *cobra.Command {
	g := &generation{App: a}
	cmd := &cobra.Command{
		Use:   "generate --docs FILE --with SPEC --out FILE",
		Short: "write headlines for a corpus",
		Long: `Write a headline for every document, with one of the generators that
'hed baselines' lists, or with a network that 'hed train' made: s2s:model=DIR,
pn:model=DIR or pnc:model=DIR, or with a BART, T5 or Pegasus from its folder:
transformer:model=DIR, or with a model behind an endpoint that has OpenAI's chat
interface: remote:url=URL+model=NAME, with the key in OPENAI_API_KEY.

The file is plain text, a line for each document in their order, or jsonl or csv
with id and headline if its name ends so; - is stdout. 'hed eval
--system NAME=FILE' reads it. What was stopped continues with --resume.`,
		Example: `  hed generate --docs articles.jsonl --with first --out first.txt
  hed generate --docs articles.jsonl --with stextrank:words=12 --out long.jsonl
  hed generate --docs articles.txt --with tfidf --out -
  hed generate --docs articles.jsonl --with pn:model=DIR+beams=8 --out pn.txt
  hed generate --docs articles.jsonl --with transformer:model=DIR --out bart.txt
  hed generate --docs a.jsonl --with pn:model=P --rerank brio:model=B --out -
  hed generate --docs a.jsonl --with remote:url=URL+model=NAME --out chat.jsonl`,
		RunE: func(cmd *cobra.Command, _ []string) error { return g.run(cmd.Context()) },
	}
	f := cmd.Flags()
	g.Inputs.Flags(cmd)
	g.Device.Flags(cmd)
	f.StringArrayVar(&g.with, "with", nil, "`SPEC` of the generator, with its options as NAME:key=value+key=value; see 'hed baselines'")
	f.StringVar(&g.rerank, "rerank", "", "`SPEC` of the score that puts the generator's headlines in another order: brio, by its own model, brio:model=DIR, or style:model=DIR+label=NAME, the style of a newspaper")
	cli.Specs(cmd, "with", "rerank")
	f.IntVar(&g.candidates, "candidates", 0, "write the `N` best headlines of each document with their scores, as jsonl; a network has as many as its beams at most, an endpoint as its option candidates says")
	f.StringVar(&g.lang, "lang", "", "`CODE` of the articles' language, such as it (default: what each document says, else English)")
	f.StringVar(&g.out, "out", "", "`FILE` for the headlines: .txt, .jsonl or .csv; - for stdout")
	f.BoolVar(&g.raw, "raw", false, "leave texts in CSV as they are; else one that a spreadsheet would run as a formula gets an apostrophe in front, which hed takes away")
	f.BoolVar(&g.resume, "resume", false, "continue headlines that were stopped")
	cli.Path(cmd, "out")
	cli.Only(cmd, "resume")
	cli.Need(cmd, "docs", "the articles", "with", "the generator, one of those that 'hed baselines' lists", "out", "the file for the headlines, or - for stdout")
	return cmd
}

func (g *generation) run(ctx context.Context) error {
	if err := input.CheckStdin(g.Files()...); err != nil {
		return err
	}
	if err := cli.CheckOutput("--out", g.out, g.Files()...); err != nil {
		return err
	}
	given := map[string]string{"lang": g.lang}
	if g.candidates > 0 {
		given["candidates"] = strconv.Itoa(g.candidates)
	}
	built, err := g.BuildGenerators("--with", g.with, given, &g.Device)
	if err != nil {
		return err
	}
	if len(built) != 1 {
		return cli.Usagef("--with takes one generator, not %d; 'hed eval --baseline' takes several", len(built))
	}
	defer (&evaluate.Plan{Generators: built}).Close()
	if g.rerank != "" {
		if built[0].Generator, err = g.Rerank("--rerank", g.rerank, built[0], &g.Device); err != nil {
			return err
		}
	}
	show := &watching{App: g.App, bar: new(cli.Progress)}
	o := run.GenerateOptions{
		Paths: g.From(g.App), Generator: built[0], File: g.out, Candidates: g.candidates, Workers: g.Workers, Resume: g.resume, Raw: g.raw, Tell: show.tell,
	}
	if cli.Passes(g.out) {
		o.Writer = g.Stdout // until it is open
	}
	if err := o.Check(); err != nil {
		return err
	}
	if o.Writer != nil {
		out, err := g.Create("--out", g.out)
		if err != nil {
			return err
		}
		defer out.Discard()
		o.Writer = out
		_, show.hidden = cli.Terminal(g.Stdout) // it would be drawn between the headlines
	} else if err := g.CanWrite("--out", g.out); err != nil {
		return err
	}
	done, err := run.Generate(ctx, o)
	show.bar.Clear()
	if err != nil {
		return g.Stopped(err)
	}
	g.Warnings(done.Warnings(built[0].Name))
	if o.Writer == nil {
		g.Note("%s by %s in %s", count.Of(done.Headlines, "headline"), built[0].Name, g.out)
	}
	return nil
}
