package experiment

import (
	"context"
	"fmt"
	"io"
	"iter"
	"math/rand/v2"
	"slices"

	"hed/corpus"
	"hed/corpus/input"
	"hed/corpus/jsonl"
	"hed/internal/staging"
	"hed/internal/whole"
	"hed/run"
	"hed/style/align"
	"hed/style/split"
)

// A paper is a newspaper whose articles have the name that the configuration gives it, for their source.
type paper struct {
	corpus.Reader
	name string
}

func (p paper) Documents(ctx context.Context) iter.Seq2[*corpus.Document, error] {
	return func(yield func(*corpus.Document, error) bool) {
		for d, err := range p.Reader.Documents(ctx) {
			if err == nil {
				own := *d
				own.Source = p.name
				d = &own
			}
			if !yield(d, err) {
				return
			}
		}
	}
}

// open opens both newspapers.
func (e *work) open(ctx context.Context) (papers [2]align.Newspaper, err error) {
	for i := range papers {
		docs, err := e.papers[i].Open(ctx, false)
		if err != nil {
			return papers, err
		}
		papers[i] = align.Newspaper{File: docs.File, Reader: paper{docs.Reader, e.Names()[i]}}
	}
	return papers, nil
}

// The parts of a split, and the newspapers, as files are called.
var (
	sides  = [2]string{"a", "b"}
	trains = [2]string{"d", "m"}
)

// part is the file of a newspaper's part of a training set; "ab" is for half of both.
func part(side, train string, valid bool) string {
	name := "parts/" + side + "-" + train
	if valid {
		name += "-valid"
	}
	return name + ".jsonl"
}

// testFile is the test set.
const testFile = "split/test.jsonl"

// split aligns the newspapers and divides their articles, and gives the digest of the parts.
func (e *work) split(ctx context.Context) (string, error) {
	read := []any{e.sums, e.Names(), e.Format, e.Columns}
	aligned, err := e.run(ctx, stage{
		name: "align", what: "aligning articles", on: []any{read, e.Align}, files: []string{"align/pairs.csv", "align/pairs.svg", "align/pairs.html"},
		do: func(ctx context.Context) ([]string, error) {
			o := &run.AlignOptions{
				Options: align.Options{
					Window: align.Days(e.Align.Window), Min: min(0.1, e.Split.Loose), Match: align.All, Undated: e.Align.Undated, Stop: e.Align.Stop, Workers: e.Workers,
					Progress: func(stage string, n int) { e.doing("aligning: %s, %d", stage, n) },
				},
				Paths: input.Paths{Format: e.Format, Columns: e.Roles()}, A: e.A.File, B: e.B.File, File: e.path("align/pairs.csv"), Raw: true, Seed: e.Seed,
			}
			_, warnings, err := run.Align(ctx, o)
			return warnings, err
		},
	})
	if err != nil {
		return "", err
	}
	files := []string{"split/manifest.json", "split/" + staging.ListFile}
	for p := split.Test; p <= split.ValidD; p++ {
		files = append(files, "split/"+p.File())
	}
	for _, side := range sides {
		for _, train := range trains {
			files = append(files, part(side, train, false), part(side, train, true))
		}
	}
	files = append(files, part("ab", "m", false), part("ab", "m", true))
	return e.run(ctx, stage{
		name: "split", what: "splitting articles", on: []any{read, aligned, e.Split}, files: files,
		do: func(ctx context.Context) ([]string, error) {
			warnings, err := e.deal(ctx)
			if err != nil {
				return nil, err
			}
			return warnings, e.byPaper(ctx)
		},
	})
}

// doing says what takes a moment.
func (e *work) doing(format string, args ...any) {
	e.tell(run.Event{Kind: run.Doing, Text: fmt.Sprintf(format, args...)})
}

// deal makes the parts.
func (e *work) deal(ctx context.Context) ([]string, error) {
	papers, err := e.open(ctx)
	if err != nil {
		return nil, err
	}
	pairs := e.path("align/pairs.csv")
	s, err := split.Deal(ctx, papers[0], papers[1], &split.Pairs{File: pairs, Source: corpus.File(pairs)}, split.Options{
		Strict: e.Split.Strict, Loose: e.Split.Loose, TestSize: e.Split.TestSize, TrainSize: e.Split.TrainSize, Workers: e.Workers,
		Progress: func(stage string, n int) { e.doing("splitting: %s, %d", stage, n) },
	}, rand.New(rand.NewPCG(e.Seed, 0)))
	if err != nil {
		return nil, err
	}
	return s.Warnings(), s.Write(ctx, e.path("split"), asJSON(s.Record), nil)
}

// byPaper writes the training parts of each newspaper by itself, and half of both for the generator that knows no newspaper.
func (e *work) byPaper(ctx context.Context) error {
	var files whole.Batch
	defer files.Discard()
	put := func(name string, docs []*corpus.Document) error {
		return files.Write(e.path(name), func(w io.Writer) error {
			out := jsonl.NewWriter(w)
			for _, d := range docs {
				if err := out.Write(d); err != nil {
					return err
				}
			}
			return nil
		})
	}
	for i, parts := range [2][2]split.Part{{split.TrainD, split.ValidD}, {split.TrainM, split.ValidM}} {
		for valid, p := range parts {
			docs, err := e.read(ctx, "split/"+p.File())
			if err != nil {
				return err
			}
			var of [2][]*corpus.Document
			for _, d := range docs {
				side := slices.Index(e.names(), d.Source)
				of[side] = append(of[side], d)
			}
			for side := range sides {
				if err := put(part(sides[side], trains[i], valid == 1), of[side]); err != nil {
					return err
				}
			}
			if trains[i] == "m" {
				if err := put(part("ab", "m", valid == 1), e.half(of)); err != nil {
					return err
				}
			}
		}
	}
	return files.Commit()
}

func (e *work) names() []string { n := e.Names(); return n[:] }

// half is one half of the articles of each newspaper, as many in all as one newspaper has.
func (e *work) half(of [2][]*corpus.Document) (all []*corpus.Document) {
	for side, docs := range of {
		n := (len(docs) + side) / 2
		chosen := rand.New(rand.NewPCG(e.Seed, uint64(10+side))).Perm(len(docs))[:n]
		slices.Sort(chosen)
		for _, i := range chosen {
			all = append(all, docs[i])
		}
	}
	return all
}

// read reads a part.
func (e *work) read(ctx context.Context, name string) (all []*corpus.Document, err error) {
	docs, err := (&input.Paths{Docs: e.path(name)}).Open(ctx, false)
	if err != nil {
		return nil, err
	}
	for d, err := range docs.Reader.Documents(ctx) {
		if err != nil {
			return nil, err
		}
		all = append(all, d)
	}
	return all, nil
}
