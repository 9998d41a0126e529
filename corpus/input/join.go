package input

import (
	"context"
	"iter"

	"hed/corpus"
)

// A Named is a file of headlines, by what tables call their writer.
type Named struct{ Name, File string }

// Joined are documents with the headlines of systems. Files, Sources and Warnings are of both.
type Joined struct {
	*Documents
	Files []string
	Cases iter.Seq2[*corpus.Case, error]
}

// Join opens the documents and the headlines of systems, and brings them together. Where it
// fails after something was opened, what there is has the warnings.
func (p *Paths) Join(ctx context.Context, references bool, systems []Named) (*Joined, error) {
	docs, err := p.Open(ctx, references)
	if err != nil {
		return nil, err
	}
	j := &Joined{Documents: docs, Files: p.Files()}
	var opened []corpus.System
	for _, n := range systems {
		s, err := p.System(ctx, n.Name, n.File)
		if err != nil {
			return j, err
		}
		opened, j.Files = append(opened, s.System), append(j.Files, n.File)
		j.Sources, j.Warnings = append(j.Sources, s.Source), append(j.Warnings, s.Warnings...)
	}
	j.Cases = corpus.Join(ctx, docs.Reader, docs.File, opened)
	return j, nil
}
