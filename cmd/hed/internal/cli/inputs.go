package cli

import (
	"context"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"hed/corpus"
	"hed/corpus/all"
	"hed/corpus/input"
	"hed/metric"
)

// Inputs are the documents and references, which commands name alike.
type Inputs struct{ input.Paths }

// Flags adds --docs, --ref, --format and --columns.
func (in *Inputs) Flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&in.Docs, "docs", "", "`FILE`: articles with reference headlines (jsonl, csv, parquet, ...), or plain text with one article per line")
	f.StringArrayVar(&in.Refs, "ref", nil, "`FILE`: reference headlines, if --docs has none: plain text with one per line, or jsonl or csv with id and headline; repeat it for several references")
	f.StringVar(&in.Format, "format", "", "`NAME`: format of --docs: "+strings.Join(all.Names(), ", ")+" (default: guessed)")
	f.StringSliceVar(&in.Columns, "columns", nil, "`ROLE=NAME,...`: your names for the columns or keys that hed reads, such as text=news,headline=title,id=url")
	Path(cmd, "docs", "ref")
}

// Known is what the documents can have of what metrics need.
func (in *Inputs) Known() metric.Need {
	if !in.HasArticles() {
		return metric.References
	}
	return metric.References | metric.Body
}

// From lets the inputs know what the invocation brings along.
func (in *Inputs) From(a *App) *input.Paths {
	in.Stdin, in.DocsFrom = a.Stdin, a.SetBy("docs")
	return &in.Paths
}

// Open opens the documents, and warns of what may not be what it seems.
func (in *Inputs) Open(ctx context.Context, a *App, needs metric.Need) (*input.Documents, error) {
	d, err := in.From(a).Open(ctx, needs&metric.References != 0)
	if err == nil {
		a.Log.Debug("documents", "file", d.File, "format", d.Format)
		a.Warnings(d.Warnings)
	}
	return d, err
}

// Join opens the documents and the headlines of systems, and warns likewise.
func (in *Inputs) Join(ctx context.Context, a *App, needs metric.Need, systems []input.Named) (*input.Joined, error) {
	j, err := in.From(a).Join(ctx, needs&metric.References != 0, systems)
	if j != nil {
		a.Log.Debug("documents", "file", j.File, "format", j.Format)
		a.Warnings(j.Warnings)
	}
	return j, err
}

// Source opens a file, or standard input for "-".
func (in *Inputs) Source(ctx context.Context, a *App, file string) (*corpus.Source, error) {
	return in.From(a).Source(ctx, file)
}

// Input is standard input, which stops when the context does.
func (a *App) Input(ctx context.Context) io.Reader { return input.Stoppable(ctx, a.Stdin) }

// Open opens a file that is read once, or standard input for "-".
func (a *App) Open(ctx context.Context, file string) (*corpus.Source, error) {
	s := input.Streams{Stdin: a.Stdin}
	return s.Source(ctx, file)
}
