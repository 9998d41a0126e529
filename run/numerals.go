package run

import (
	"context"

	"hed/corpus"
	"hed/corpus/all"
	"hed/corpus/input"
	"hed/corpus/lines"
	"hed/internal/option"
	"hed/numeral/cloze"
)

// OpenNumerals opens the headlines of a file whose numerals are judged, with the documents, or
// with the files of the official scorer: gold numerals, and types, a line each. It returns
// cases that files.Judge understands. Where there are no documents, the gold numerals stand
// in for references; the outputs of a case are the headline, the gold if it has a file and
// there are documents, and the type if it has a file. Where it fails after something was
// opened, what there is has the warnings.
func OpenNumerals(ctx context.Context, docs *input.Paths, headlines, gold, types string) (files cloze.Files, _ *input.Joined, err error) {
	files = cloze.Files{Docs: docs.Docs, Gold: gold, References: len(docs.Files()) == 0, Type: types}
	j := new(input.Joined)
	if files.References {
		j.Documents, err = goldAlone(ctx, docs, gold)
	} else {
		j.Documents, err = docs.Open(ctx, gold == "")
	}
	if err != nil {
		return files, nil, err
	}
	hyp, err := docs.System(ctx, option.Name("hyp"), headlines)
	if err != nil {
		return files, j, err
	}
	outputs := []corpus.System{hyp.System}
	j.Warnings, j.Sources = append(j.Warnings, hyp.Warnings...), append(j.Sources, hyp.Source)
	for _, n := range []input.Named{{Name: "gold", File: gold}, {Name: "type", File: types}} {
		if n.File == "" || n.Name == "gold" && files.References {
			continue
		}
		src, err := docs.Source(ctx, n.File)
		if err != nil {
			return files, j, err
		}
		outputs = append(outputs, corpus.System{Name: option.Name(n.Name), File: n.File, Outputs: lines.Outputs(src)})
		j.Sources = append(j.Sources, src)
	}
	j.Cases = corpus.Join(ctx, j.Reader, j.File, outputs)
	return files, j, nil
}

// goldAlone are documents that have nothing but a gold numeral.
func goldAlone(ctx context.Context, docs *input.Paths, gold string) (*input.Documents, error) {
	src, err := docs.Source(ctx, gold)
	if err != nil {
		return nil, err
	}
	d := &input.Documents{File: src.Name(), Sources: []*corpus.Source{src}}
	d.Reader, err = all.Parallel(nil, src)
	return d, err
}
