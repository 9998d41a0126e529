package main

import (
	"context"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"hed/neural/hub"
)

func (a *app) modelsPullCmd() *cobra.Command {
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
		RunE: func(cmd *cobra.Command, args []string) error { return a.pullModel(cmd.Context(), args[0]) },
	}
}

func (a *app) pullModel(ctx context.Context, name string) error {
	h := hub.FromEnv(os.Getenv)
	bar := a.progress("pulling")
	waited := false
	m, err := h.Pull(ctx, name, func(p hub.Progress) {
		if p.Waiting && !waited {
			waited = true
			bar.clear()
			a.note("another program is fetching %s; waiting for it", p.File)
		}
		if p.Done > 0 && bar.due() {
			share := float64(p.Done) / float64(p.Total)
			bar.draw(fmt.Sprintf("%s: %s of %s, %s", p.File, byteCount(p.Done), byteCount(p.Total), bar.left(share)))
		}
	})
	bar.clear()
	if err != nil {
		if ctx.Err() != nil {
			a.note("what has come is kept; the same command goes on from there")
		}
		return err
	}
	if _, err := hub.Inspect(m.Dir); err != nil {
		a.warn("%v", err)
	}
	a.note("%s, %s, commit %s", m.Name, byteCount(m.Size), m.Commit)
	_, err = fmt.Fprintln(a.stdout, m.Dir)
	return err
}
