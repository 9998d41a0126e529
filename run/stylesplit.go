package run

import (
	"context"
	"io"
	"math/rand/v2"

	"hed"
	"hed/corpus"
	"hed/corpus/input"
	"hed/internal/option"
	"hed/internal/staging"
	"hed/report"
	"hed/style/align"
	"hed/style/split"
)

// StyleSplitOptions say which newspapers are split for an experiment on style, and where the parts go.
type StyleSplitOptions struct {
	split.Options
	Paths       input.Paths // how the files are read; Docs is not used
	A, B, Pairs string
	Seed        uint64
	Folder      string
}

// A StyleSplitRecord is manifest.json.
type StyleSplitRecord struct {
	Version string         `json:"hed"`
	Inputs  []input.Record `json:"inputs"`
	Seed    uint64         `json:"seed"`
	split.Record
}

// StyleSplit splits two newspapers that were aligned into a test part and two training parts.
func StyleSplit(ctx context.Context, o *StyleSplitOptions) (record *StyleSplitRecord, warnings []string, err error) {
	files := []string{o.A, o.B, o.Pairs}
	if err := input.CheckStdin(files...); err != nil {
		return nil, nil, err
	}
	for _, file := range files {
		if within(o.Folder, file) { // older parts there are removed
			return nil, nil, option.Errorf("out", " %s: %s is in it; name another folder", o.Folder, file)
		}
	}
	if _, err := staging.Missing(o.Folder); err != nil {
		return nil, nil, err
	}
	if err := staging.Recover(o.Folder); err != nil {
		return nil, nil, err
	}
	defer o.Paths.Again()() // the articles are read twice
	papers, warnings, err := newspapers(ctx, &o.Paths, o.A, o.B)
	if err != nil {
		return nil, warnings, err
	}
	var source *corpus.Source
	if source, err = o.Paths.Source(ctx, o.Pairs); err != nil {
		return nil, warnings, err
	}
	dealt, err := split.Deal(ctx, papers[0], papers[1], &split.Pairs{File: source.Name(), Source: source}, o.Options, rand.New(rand.NewPCG(o.Seed, 0)))
	if err != nil {
		return nil, warnings, err
	}
	record = &StyleSplitRecord{hed.Version, nil, o.Seed, dealt.Record}
	for i, role := range []string{"a", "b", "pairs"} {
		r, err := o.Paths.RecordFile(ctx, role, "", files[i])
		if err != nil {
			return nil, warnings, err
		}
		record.Inputs = append(record.Inputs, r)
	}
	progress := func(articles int) {
		if o.Progress != nil {
			o.Progress("writing", articles)
		}
	}
	if err := dealt.Write(ctx, o.Folder, func(w io.Writer) error { return report.JSON(w, record) }, progress); err != nil {
		return nil, warnings, err
	}
	return record, append(warnings, record.Warnings()...), nil
}

// newspapers opens the articles of two newspapers.
func newspapers(ctx context.Context, paths *input.Paths, a, b string) (papers [2]align.Newspaper, warnings []string, err error) {
	for i, file := range []string{a, b} {
		paths.Docs = file
		docs, err := paths.Open(ctx, false)
		if err != nil {
			return papers, warnings, err
		}
		warnings = append(warnings, docs.Warnings...)
		papers[i] = align.Newspaper{File: docs.File, Reader: docs.Reader}
	}
	return papers, warnings, nil
}
