package main

import (
	"context"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"hed/cmd/hed/internal/cli"
	"hed/neural/hub"
)

func modelsPullCmd(a *cli.App) *cobra.Command {
	return &cobra.Command{
		Use:   "pull NAME[@REVISION]",
		Short: "fetch a model from the Hugging Face Hub, or one like it",
		Long: `Fetch a model into the cache and print its folder: only the files that hed
needs, each compared with its checksum. What is there is not fetched again; a
download that was stopped goes on where it was.

HF_ENDPOINT names another Hub. For models that not everybody may read, HF_TOKEN
has the token, or the file token of HF_HOME. HF_HUB_OFFLINE=1 forbids it all.`,
		Example: `  hed models pull roberta-large
  hed models pull sentence-transformers/all-MiniLM-L6-v2@main
  HF_ENDPOINT=https://hub.example.org hed models pull org/model`,
		Args: oneModel,
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
			bar.At(fmt.Sprintf("%s: %s of %s", p.File, byteCount(p.Done), byteCount(p.Total)), float64(p.Done)/float64(p.Total))
		}
	})
	bar.Clear()
	if err != nil {
		if ctx.Err() != nil {
			a.Note("what has come is kept; the same command goes on from there")
		}
		return err
	}
	if _, err := hub.Inspect(m.Dir); err != nil {
		a.Warn("%v", err)
	}
	a.Note("%s, %s, commit %s", m.Name, byteCount(m.Size), m.Commit)
	_, err = fmt.Fprintln(a.Stdout, m.Dir)
	return err
}
