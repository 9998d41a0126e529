package main

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"hed/cmd/hed/internal/cli"
	"hed/neural/hub"
	"hed/report"
)

func modelsCheckCmd(a *cli.App) *cobra.Command {
	var out cli.Output
	cmd := &cobra.Command{
		Use:   "check DIR|NAME",
		Short: "say what a model is, what it serves and whether it is whole",
		Long: `Say what the model of a folder is, or of a name that was pulled, and which
metrics it serves. A model that hed cannot run is refused with what is wrong: a
file that is missing or cut off, tensors that do not fit config.json, an
architecture or a tokenizer that is not known. Files of the cache are also
compared with their checksums, which takes about a second for each GB.`,
		Example: `  hed models check ./my-model
  hed models check sentence-transformers/all-MiniLM-L6-v2
  hed models check roberta-large@main -f json`,
		Args: oneModel,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := out.Check(); err != nil {
				return err
			}
			return checkModel(cmd.Context(), a, &out, args[0])
		},
	}
	out.Flags(cmd)
	return cmd
}

// oneModel wants the argument that a usage line has.
func oneModel(cmd *cobra.Command, args []string) error {
	if len(args) == 1 && args[0] != "" {
		return nil
	}
	return cli.Usagef("'%s' takes one model, not %d; see '%[1]s --help'", cmd.CommandPath(), len(args))
}

func checkModel(ctx context.Context, a *cli.App, out *cli.Output, name string) error {
	h := hub.FromEnv(os.Getenv)
	dir, err := h.Find(name)
	if err != nil {
		return err
	}
	bar := a.Progress("checking")
	bar.Say("reading " + dir)
	d, err := hub.Check(ctx, dir)
	bar.Clear()
	if err != nil {
		return err
	}
	checked := checkedModel{Description: d}
	var reasons []string
	checked.Serves, reasons = serving(d)
	d.Warnings = append(d.Warnings, reasons...)
	for _, w := range d.Warnings {
		a.Warn("%s", w)
	}
	facts := checked.describe()
	if out.As == "text" {
		var b strings.Builder
		fmt.Fprintln(&b, name)
		for _, f := range facts {
			fmt.Fprintf(&b, "  %-13s %s\n", f[0], f[1])
		}
		_, err := fmt.Fprint(a.Stdout, b.String())
		return err
	}
	t := &report.Table{Columns: []report.Column{{Name: "what"}, {Name: "value"}}}
	for _, f := range facts {
		t.Rows = append(t.Rows, labels(f[0], f[1]))
	}
	return out.Print(a.Stdout, t, checked)
}

// A checkedModel is one in -f json.
type checkedModel struct {
	*hub.Description
	Serves []string `json:"serves"`
}

// describe says what a model is, in pairs.
func (d checkedModel) describe() [][2]string {
	tokenizer := fmt.Sprintf("%s, %s", d.Tokenizer, cli.Count(d.TokenizerSize, "token"))
	if d.TokenizerLimit > 0 {
		tokenizer += fmt.Sprintf("; cuts texts to %d", d.TokenizerLimit)
	}
	checksums := "none; they are in the cache of the Hub only"
	if d.Checksums > 0 {
		checksums = cli.Count(d.Checksums, "file") + " compared, all right"
	}
	return [][2]string{
		{"architecture", fmt.Sprintf("%s, %s of width %d, %s", d.Architecture, cli.Count(d.Layers, "layer"), d.Width, cli.Count(d.Heads, "head"))},
		{"vocabulary", fmt.Sprintf("%s; a text has at most %d", cli.Count(d.Vocabulary, "token"), d.Tokens)},
		{"parameters", fmt.Sprintf("%d in %s", d.Parameters, strings.Join(d.Types, " "))},
		{"size", fmt.Sprintf("%s in %s", byteCount(d.Size), cli.Count(d.Files, "file"))},
		{"tokenizer", tokenizer},
		{"checksums", checksums},
		{"serves", strings.Join(d.Serves, " ")},
	}
}
