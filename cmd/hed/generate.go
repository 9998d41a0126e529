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
		Long: `Write a headline for every document. --with says who writes:

  first, tfidf, ...            a baseline; 'hed baselines' lists them
  s2s:model=DIR                a network from 'hed train'; also pn and pnc
  transformer:model=DIR        a BART, T5 or Pegasus from its folder
  remote:url=URL+model=NAME    a model behind an endpoint with OpenAI's chat
                               interface; the key comes from OPENAI_API_KEY

The file is plain text with one headline per line, in the order of the
documents; if its name ends in .jsonl or .csv, it has id and headline. - is
stdout. 'hed eval --system NAME=FILE' reads it. --resume continues after a stop.`,
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
	f.StringArrayVar(&g.with, "with", nil, "`SPEC`: the generator, with options as NAME:key=value+key=value; see above and 'hed baselines'")
	f.StringVar(&g.rerank, "rerank", "", "`SPEC`: choose among several headlines of the generator by another score: brio (that of its own model), brio:model=DIR, or style:model=DIR+label=NAME (how much it is in the style of a newspaper)")
	cli.Specs(cmd, "with", "rerank")
	f.IntVar(&g.candidates, "candidates", 0, "`N`: write the N best headlines of each document with their scores, as jsonl; a network has at most as many as beams, an endpoint as many as its option candidates")
	f.StringVar(&g.lang, "lang", "", "`CODE`: language of the articles, such as en or it (default: as each document says, else English)")
	f.StringVar(&g.out, "out", "", "`FILE`: file for the headlines, .txt, .jsonl or .csv; - for stdout")
	f.BoolVar(&g.raw, "raw", false, "write texts to CSV as they are; without it, a text that a spreadsheet would run as a formula gets an apostrophe in front; hed removes it again when it reads the file")
	f.BoolVar(&g.resume, "resume", false, "continue after a stop; headlines that were written are kept")
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
