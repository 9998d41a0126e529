package main

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"hed/cmd/hed/internal/cli"
	"hed/internal/count"
	"hed/metric/all"
	"hed/neural/hub"
	"hed/report"
	"hed/run/model"
)

func modelsCmd(a *cli.App) *cobra.Command {
	return cli.Group(&cobra.Command{
		Use:   "models COMMAND",
		Short: "list, check and fetch the neural models that metrics use",
		Long: `List, check and fetch the neural models that metrics use. A model is a folder
with config.json, model.safetensors and tokenizer.json. In a metric, write
model=DIR, or model=NAME for a model that you pulled.

Models are kept in the cache of the Hugging Face Hub, which other programs
share: HF_HUB_CACHE, else HF_HOME/hub, else ~/.cache/huggingface/hub.`,
		Example: `  hed models pull sentence-transformers/all-MiniLM-L6-v2
  hed models list
  hed models check roberta-large`,
	}, "has no command",
		modelsListCmd(a), modelsCheckCmd(a), modelsPullCmd(a))
}

func modelsListCmd(a *cli.App) *cobra.Command {
	var out cli.Output
	cmd := &cobra.Command{
		Use:   "list",
		Short: "list the models of the cache and what they serve",
		Long: `List the models of the cache: their names, revisions and sizes, and the metrics
that can use them. Checksums are not compared; 'hed models check' does that.`,
		Example: `  hed models list
  hed models list -f csv`,
		RunE: func(*cobra.Command, []string) error { return listModels(a, &out) },
	}
	out.Flags(cmd)
	return cmd
}

func listModels(a *cli.App, out *cli.Output) error {
	h := hub.FromEnv(os.Getenv)
	list, err := all.Models(h)
	if err != nil {
		return err
	}
	t := report.NewTable("name", "revision", "size", "serves")
	for i := range list {
		m := &list[i]
		if m.Err != nil {
			m.Problem = cli.Message(m.Err)
		}
		size, serves := strconv.FormatInt(m.Size, 10), strings.Join(m.Serves, " ")
		if out.As == "text" {
			size = count.Bytes(m.Size)
			if serves == "" {
				serves = "nothing; 'hed models check' says why"
			}
		}
		t.Add(m.Name, m.Revision(), size, serves)
	}
	if len(list) == 0 && out.As == "text" {
		a.Note("there are no models in %s; 'hed models pull NAME' fetches one", h.Cache)
		return nil
	}
	return out.Print(a.Stdout, t, list)
}

func modelsCheckCmd(a *cli.App) *cobra.Command {
	var out cli.Output
	cmd := &cobra.Command{
		Use:   "check DIR|NAME",
		Short: "say what a model is, what it serves and whether it is whole",
		Long: `Say what a model is and which metrics can use it. The model is a folder, or a
name that you pulled; networks of 'hed train' and judges of 'hed style train'
are known too. If hed cannot run a model, it says why: a file is missing or cut
off, tensors do not fit config.json, or the architecture or the tokenizer is not
known. Files in the cache are also compared with their checksums, which takes
about a second per GB.`,
		Example: `  hed models check ./my-model
  hed models check sentence-transformers/all-MiniLM-L6-v2
  hed models check roberta-large@main -f json`,
		Args: cli.Takes(1, 1, "one model"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return checkModel(cmd.Context(), a, &out, args[0])
		},
	}
	out.Flags(cmd)
	return cmd
}

func checkModel(ctx context.Context, a *cli.App, out *cli.Output, name string) error {
	h := hub.FromEnv(os.Getenv)
	dir, err := h.Find(name)
	if err != nil {
		return err
	}
	bar := a.Progress("checking")
	bar.Say("reading " + dir)
	card, err := model.Look(ctx, dir)
	bar.Clear()
	if err != nil {
		return err
	}
	a.Warnings(card.Warnings)
	facts := card.Facts
	switch {
	case card.Writer == "transformer":
		facts = append(facts, [2]string{"writes", "hed generate --with transformer:model=" + name})
	case card.Writer != "":
		facts = append(facts, [2]string{"writes", "hed generate --with " + card.Writer + ":model=" + dir})
	case card.Labels != nil:
		facts = append(facts, [2]string{"judges", "hed style classify --model " + dir})
	default:
		facts = append(facts, [2]string{"serves", strings.Join(card.Serves, " ")})
	}
	if card.Answers {
		facts = append(facts, [2]string{"answers", "hed numerals solve --model " + name})
	}
	return out.On(a.Stdout).Facts(name, facts, card.Value)
}

func modelsPullCmd(a *cli.App) *cobra.Command {
	return &cobra.Command{
		Use:   "pull NAME[@REVISION]",
		Short: "fetch a model from the Hugging Face Hub, or one like it",
		Long: `Fetch a model into the cache and print its folder. Only the files that hed needs
are fetched, and each is compared with its checksum. Files that you have are not
fetched again, and a download that was stopped continues where it ended.

HF_ENDPOINT names another Hub. For models that need a token, set HF_TOKEN or
write it to the file token in HF_HOME. HF_HUB_OFFLINE=1 forbids all downloads.`,
		Example: `  hed models pull roberta-large
  hed models pull sentence-transformers/all-MiniLM-L6-v2@main
  HF_ENDPOINT=https://hub.example.org hed models pull org/model`,
		Args: cli.Takes(1, 1, "one model"),
		RunE: func(cmd *cobra.Command, args []string) error { return pullModel(cmd.Context(), a, args[0]) },
	}
}

func pullModel(ctx context.Context, a *cli.App, name string) error {
	h := hub.FromEnv(os.Getenv)
	bar := a.Progress("pulling")
	waited := false
	m, err := h.Pull(ctx, name, func(p hub.Progress) {
		if p.Waiting && !waited {
			waited = true
			bar.Clear()
			a.Note("another program is fetching %s; waiting for it", p.File)
		}
		if p.Done > 0 {
			bar.At(fmt.Sprintf("%s: %s of %s", p.File, count.Bytes(p.Done), count.Bytes(p.Total)), float64(p.Done)/float64(p.Total))
		}
	})
	bar.Clear()
	if err != nil {
		if ctx.Err() != nil {
			a.Note("what was fetched is kept; repeat the command to continue")
		}
		return err
	}
	if _, err := hub.Inspect(m.Dir); err != nil {
		a.Warn("%s", cli.Message(err))
	}
	a.Note("%s, %s, commit %s", m.Name, count.Bytes(m.Size), m.Commit)
	_, err = fmt.Fprintln(a.Stdout, m.Dir)
	return err
}
