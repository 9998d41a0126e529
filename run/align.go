package run

import (
	"cmp"
	"context"
	"io"
	"math/rand/v2"
	"path/filepath"
	"strings"

	"hed"
	"hed/chart"
	"hed/corpus"
	"hed/corpus/input"
	"hed/internal/option"
	"hed/internal/ordered"
	"hed/internal/whole"
	"hed/report"
	"hed/report/page"
	"hed/score"
	"hed/style/align"
)

// AlignOptions say which newspapers are aligned, and where the pairs go.
type AlignOptions struct {
	align.Options
	Paths input.Paths // how the files are read; Docs is not used
	A, B  string
	// File is where the pairs appear, as CSV; the figure appears beside it, and a page of some pairs to look at.
	File string
	// Writer, if not nil, gets the pairs in place of File, without a figure and a page.
	Writer io.Writer
	Raw    bool   // ids as they are, though a spreadsheet may run them
	Seed   uint64 // chooses the pairs of the page
}

// Figure is the name of the figure.
func (o *AlignOptions) Figure() string { return o.beside(".svg") }

// Page is the name of the page of pairs.
func (o *AlignOptions) Page() string { return o.beside(".html") }

func (o *AlignOptions) beside(ending string) string {
	return strings.TrimSuffix(o.File, filepath.Ext(o.File)) + ending
}

// perBand is how many pairs of each band of scores the page has: fifty are read within an hour.
const perBand = 10

// Align finds the articles of two newspapers that go together. The warnings are of what
// may not be what it seems.
func Align(ctx context.Context, o *AlignOptions) (res *align.Result, warnings []string, err error) {
	if o.Writer == nil && (o.Figure() == o.File || o.Page() == o.File) {
		return nil, nil, option.Errorf("out", " %s: the figure or the page has that name; name the pairs otherwise, such as pairs.csv", o.File)
	}
	if err := input.CheckStdin(o.A, o.B); err != nil {
		return nil, nil, err
	}
	if o.Writer == nil {
		defer o.Paths.Again()() // the page needs some of the articles
	}
	papers, warnings, err := newspapers(ctx, &o.Paths, o.A, o.B)
	if err != nil {
		return nil, warnings, err
	}
	var sampler *align.Sampler
	pairs := func(w io.Writer) error {
		out := score.NewWriter(w, "a", "b", "score")
		out.Raw = o.Raw
		row := make([]float64, 1)
		sampler = align.NewSampler(o.Min, perBand, o.Seed)
		res, err = align.Run(ctx, papers[0], papers[1], o.Options, func(a, b string, v float64) error {
			row[0] = v
			sampler.Add(a, b, v)
			return out.Write(row, a, b)
		})
		if err != nil {
			return err
		}
		return out.Flush()
	}
	if o.Writer != nil {
		err = pairs(o.Writer)
	} else {
		figure := func(w io.Writer) error { return chart.Write(w, chart.SVG, report.AlignmentFigure(res)) }
		err = o.write(pairs, figure, func(w io.Writer) error { return o.page(ctx, w, papers, sampler.Bands) })
	}
	if err != nil {
		return nil, warnings, err
	}
	return res, append(warnings, res.Notes()...), nil
}

// write writes all files. They appear together, when all are complete.
func (o *AlignOptions) write(pairs, figure, page func(io.Writer) error) error {
	var files whole.Batch
	defer files.Discard()
	if err := files.Write(o.File, pairs); err != nil {
		return err
	}
	if err := files.Write(o.Figure(), figure); err != nil {
		return err
	}
	if err := files.Write(o.Page(), page); err != nil {
		return err
	}
	return files.Commit()
}

// page writes the page of pairs, in random order.
func (o *AlignOptions) page(ctx context.Context, w io.Writer, papers [2]align.Newspaper, bands []align.Band) error {
	p := &page.Aligned{Version: hed.Version, Window: int(o.Window), Seed: o.Seed, Bands: bands}
	sides := [2]sampled{{paper: papers[0], found: map[string]*corpus.Document{}}, {paper: papers[1], found: map[string]*corpus.Document{}}}
	for _, b := range bands {
		for _, s := range b.Sample {
			sides[0].found[s.A], sides[1].found[s.B] = nil, nil
		}
	}
	both := func(yield func(*sampled, error) bool) {
		_ = yield(&sides[0], nil) && yield(&sides[1], nil)
	}
	side := 0
	for name, err := range ordered.Map(ctx, o.Workers, both, readSampled) {
		if err != nil {
			return err
		}
		p.Papers[side] = name
		side++
	}
	for k, b := range bands {
		for _, s := range b.Sample {
			pair := page.AlignedPair{Band: k, Score: s.Score, Articles: [2]*corpus.Document{sides[0].found[s.A], sides[1].found[s.B]}}
			p.Pairs = append(p.Pairs, pair)
		}
	}
	rand.New(rand.NewPCG(o.Seed, 0)).Shuffle(len(p.Pairs), func(i, j int) { p.Pairs[i], p.Pairs[j] = p.Pairs[j], p.Pairs[i] })
	return page.WriteAligned(w, p)
}

// A sampled newspaper is one of which the page shows some articles, by their ids.
type sampled struct {
	paper align.Newspaper
	found map[string]*corpus.Document
}

// readSampled finds the articles, and returns the name of the newspaper.
func readSampled(ctx context.Context, s *sampled) (name string, err error) {
	name, _, _ = strings.Cut(filepath.Base(s.paper.File), ".")
	if len(s.found) == 0 {
		return name, nil
	}
	for d, err := range s.paper.Reader.Documents(ctx) {
		if err != nil {
			return "", err
		}
		if _, ok := s.found[d.ID]; ok {
			s.found[d.ID] = d
			name = cmp.Or(d.Source, name)
		}
	}
	return name, nil
}
