package run

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"path/filepath"

	"hed"
	"hed/corpus"
	"hed/corpus/input"
	"hed/corpus/split"
	"hed/evaluate"
	"hed/internal/count"
	"hed/internal/option"
	"hed/internal/staging"
	"hed/numeral/cloze"
	"hed/report"
)

// SplitOptions say how a corpus is split, and where the parts go.
type SplitOptions struct {
	Paths    *input.Paths
	Folds    int
	Ratio    string // TRAIN,DEV,TEST
	Stratify string // field whose values are spread evenly; "" for none
	Clean    split.Cleaning
	Seed     uint64
	Folder   string
	Tell     func(Event) // may be nil
}

// A SplitRecord is split.json.
type SplitRecord struct {
	Version string         `json:"hed"`
	Inputs  []input.Record `json:"inputs"`
	Seed    uint64         `json:"seed"`
	*split.Record
}

// Split splits a corpus into parts that share no article.
func Split(ctx context.Context, o SplitOptions) (*SplitRecord, error) {
	ratio, err := o.check()
	if err != nil {
		return nil, err
	}
	if _, err := staging.Missing(o.Folder); err != nil {
		return nil, err
	}
	if err := staging.Recover(o.Folder); err != nil {
		return nil, err
	}
	if err := split.Check(o.Folder); err != nil {
		return nil, err
	}
	defer o.Paths.Again()() // the documents are read twice
	docs, err := o.Paths.Open(ctx, false)
	if err != nil {
		return nil, err
	}
	run := &Options{Tell: o.Tell}
	run.warn(docs.Warnings)
	progress := func(stage evaluate.Stage) func(int) {
		run.tell(Event{Kind: Begun, Sources: docs.Sources})
		return func(done int) { run.tell(Event{Kind: Progress, Stage: stage, Done: done}) }
	}
	operator := func(d *corpus.Document) string {
		op, _, _ := cloze.OperatorOf(d)
		return op
	}
	strata := split.Field{Name: o.Stratify, Derived: map[string]func(*corpus.Document) string{"operator": operator}}
	pile, err := split.Read(ctx, docs.Reader, docs.File, strata, o.Clean, progress("reading"))
	if err != nil {
		return nil, err
	}
	dealt, err := pile.Deal(o.Folds, ratio, rand.New(rand.NewPCG(o.Seed, 0)))
	if err != nil {
		return nil, fmt.Errorf("split %s: %w", docs.File, err)
	}
	record := &SplitRecord{hed.Version, nil, o.Seed, dealt.Record(pile, ratio, o.Stratify)}
	if record.Inputs, err = o.Paths.Record(ctx); err != nil {
		return nil, err
	}
	write := func(w io.Writer) error { return report.JSON(w, record) }
	if err := dealt.Write(ctx, docs.Reader, docs.File, o.Folder, write, progress(evaluate.Writing)); err != nil {
		return nil, err
	}
	o.remarks(record, run.tell)
	return record, nil
}

// remarks say what a user of the parts should know of them.
func (o *SplitOptions) remarks(r *SplitRecord, tell func(Event)) {
	for _, file := range r.Empty() {
		tell(Event{Kind: Warning, Text: filepath.Join(o.Folder, file) + " is empty: there are too few documents"})
	}
	if out := r.LeftOut(); out != "" {
		tell(Event{Kind: Note, Text: "left out: " + out})
	}
	if n := r.Documents - r.Articles; n > 0 {
		tell(Event{Kind: Note, Text: count.Of(n, "document") + " of an article that another document has too; they stay together"})
	}
}

// check refuses what cannot work before anything is read, and reads the ratio.
func (o *SplitOptions) check() (ratio split.Ratio, err error) {
	if ratio, err = split.ParseRatio(o.Ratio); err != nil {
		return ratio, option.Errorf("ratio", " %s: %w", o.Ratio, err)
	}
	if o.Folds < 1 {
		return ratio, option.Errorf("folds", " must be at least 1, not %d", o.Folds)
	}
	if o.Clean.MinChars < 0 {
		return ratio, option.Errorf("min-chars", " must be at least 0, not %d", o.Clean.MinChars)
	}
	if err := ratio.Check(o.Folds); err != nil {
		return ratio, option.Errorf("ratio", " %s: %w", o.Ratio, err)
	}
	for _, file := range o.Paths.Files() {
		if within(o.Folder, file) { // older parts there are removed
			return ratio, option.Errorf("out", " %s: %s is in it; name another folder", o.Folder, file)
		}
	}
	return ratio, input.CheckStdin(o.Paths.Files()...)
}

// within reports whether a file is in a folder, or below it.
func within(folder, file string) bool {
	a, errA := filepath.Abs(folder)
	b, errB := filepath.Abs(file)
	if errA != nil || errB != nil {
		return false
	}
	rel, err := filepath.Rel(a, b)
	return err == nil && filepath.IsLocal(rel)
}
