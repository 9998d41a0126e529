package cli

import (
	"context"

	"github.com/spf13/cobra"

	"hed/corpus/input"
	"hed/corpus/ratings"
)

// Ratings are a file of what people said, which "agree" and "correlate" name alike.
type Ratings struct {
	File    string
	columns []string
}

// Flags adds the flag of the file, and --columns with an example.
func (r *Ratings) Flags(cmd *cobra.Command, flag, usage, example string) {
	cmd.Flags().StringVar(&r.File, flag, "", usage)
	cmd.Flags().StringSliceVar(&r.columns, "columns", nil, "`ROLE=NAME,...`: your names for the columns that hed reads, such as "+example)
	Path(cmd, flag)
}

// Read reads the file. Its columns may play the roles.
func (r *Ratings) Read(ctx context.Context, a *App, roles ...string) (*ratings.File, error) {
	if a.SetBy("columns") != "" {
		r.columns = nil // those of hed.yaml are of the documents
	}
	opt, err := (&input.Paths{Columns: r.columns}).Options()
	if err != nil {
		return nil, err
	}
	src, err := a.Open(ctx, r.File)
	if err != nil {
		return nil, err
	}
	return ratings.Read(src, opt, roles...)
}
