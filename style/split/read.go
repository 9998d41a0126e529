package split

import (
	"context"
	"crypto/sha256"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"hed/corpus"
	"hed/corpus/split"
	"hed/internal/formula"
	"hed/internal/option"
	"hed/internal/ordered"
	"hed/style/align"
)

// Pairs are what an alignment found, as CSV with the columns a, b and score.
type Pairs struct {
	File   string // for messages
	Source interface{ Open() (io.ReadCloser, error) }
}

// A page is what is taken from a document.
type page struct {
	id, source string
	line       int
	dated      bool
	complete   bool
	text       [16]byte // what names the article
	both       [16]byte // the same with the headline
	prints     []uint64
}

func pageOf(_ context.Context, d *corpus.Document) (page, error) {
	p := page{id: d.ID, source: d.Source, line: d.Line, dated: align.Dated(d), prints: prints(d.Body)}
	var ok bool
	p.text, ok = split.Key(d)
	headline := ""
	if len(d.References) > 0 {
		headline = strings.Join(strings.Fields(strings.ToLower(d.References[0])), " ")
	}
	p.complete = ok && headline != "" && strings.TrimSpace(d.Body) != ""
	sum := sha256.Sum256(append(p.text[:], headline...))
	p.both = [16]byte(sum[:])
	return p, nil
}

// read reads both newspapers, and finds near-copies.
func (d *deal) read(ctx context.Context) error {
	copies := &copies{}
	texts := map[[16]byte]int32{}
	var keys [][16]byte             // of all articles
	sides := map[[16]byte][2]bool{} // which newspapers have an article of a key
	for side, paper := range d.papers {
		for p, err := range ordered.Map(ctx, d.opt.Workers, paper.Reader.Documents(ctx), pageOf) {
			if err != nil {
				return err
			}
			if err := d.named(side, &p); err != nil {
				return err
			}
			i := int32(len(d.articles))
			a := article{id: p.id, dated: p.dated, best: -1}
			if !p.complete {
				a.dropped = incomplete
			}
			if err := copies.add(p.prints); err != nil {
				return fmt.Errorf("split %s: %w", paper.File, err)
			}
			d.articles = append(d.articles, a)
			if first, ok := texts[p.text]; ok && p.complete {
				copies.join(first, i)
			} else if p.complete {
				texts[p.text] = i
			}
			has := sides[p.both]
			has[side] = true
			keys, sides[p.both] = append(keys, p.both), has
			if d.opt.Progress != nil {
				d.opt.Progress("reading", len(d.articles))
			}
		}
		if side == 0 {
			d.second = len(d.articles)
		}
		if len(d.articles) == d.second*side {
			return &corpus.SyntaxError{File: paper.File, Msg: "it has no articles; a split needs two newspapers"}
		}
		if d.names[side] == "" {
			d.names[side], _, _ = strings.Cut(filepath.Base(paper.File), ".")
		}
	}
	if d.names[0] == d.names[1] {
		return option.Errorf("b", " %s: its articles are of %s, as those of %s; a split needs two newspapers", d.papers[1].File, d.names[1], d.papers[0].File)
	}
	for i, key := range keys {
		// What both newspapers have, word for word and with its headline, has no style of one of them.
		if a := &d.articles[i]; a.dropped == kept && sides[key] == [2]bool{true, true} {
			a.dropped = inBoth
		}
	}
	d.groups = copies.groups()
	return nil
}

// named sees that all articles of a file are of one newspaper.
func (d *deal) named(side int, p *page) error {
	switch {
	case p.source == "" || p.source == d.names[side]:
	case d.names[side] == "":
		d.names[side] = p.source
	default:
		return &corpus.SyntaxError{File: d.papers[side].File, Line: p.line,
			Msg: fmt.Sprintf("the source is %s, and %s before; each file must have the articles of one newspaper", p.source, d.names[side])}
	}
	return nil
}

// readPairs reads the pairs and keeps those above the loose threshold.
func (d *deal) readPairs(ctx context.Context, pairs *Pairs) error {
	in, err := pairs.Source.Open()
	if err != nil {
		return err
	}
	defer in.Close()
	ids := [2]map[string]int32{{}, {}}
	for i := range d.articles {
		a := &d.articles[i]
		side := d.side(int32(i))
		ids[side][a.id] = int32(i)
		if _, same := ids[0][a.id]; side == 1 && same && !d.rename {
			d.rename = true
			d.notes = append(d.notes, fmt.Sprintf("both files have an article %s: ids have a/ or b/ in front in the parts", a.id))
		}
	}
	rows := csv.NewReader(in)
	rows.ReuseRecord = true
	head, err := rows.Read()
	wrong := func(line int, err error) error { return corpus.At(pairs.File, line, err) }
	if err != nil && !errors.Is(err, io.EOF) {
		return wrong(1, err)
	}
	var at [3]int
	for k, name := range []string{"a", "b", "score"} {
		if at[k] = slices.Index(head, name); at[k] < 0 {
			return wrong(1, errNoPairs)
		}
	}
	least := 2.0
	for {
		row, err := rows.Read()
		if err == io.EOF {
			break
		}
		if bad, ok := errors.AsType[*csv.ParseError](err); ok {
			return wrong(bad.Line, bad.Err)
		}
		if err != nil {
			return fmt.Errorf("read %s: %w", pairs.File, err)
		}
		line, _ := rows.FieldPos(0)
		if d.record.Pairs%4096 == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		score, err := number(row[at[2]])
		if err != nil {
			return wrong(line, err)
		}
		d.record.Pairs++
		least = min(least, score)
		var found [2]int32
		for side := range found {
			id := row[at[side]]
			i, ok := ids[side][id]
			if !ok {
				i, ok = ids[side][formula.Restore(id)]
			}
			if !ok {
				return wrong(line, fmt.Errorf("%s has no article %s; give the files that were aligned, in the same order", d.papers[side].File, id))
			}
			found[side] = i
			d.undated = d.undated || !d.articles[i].dated
			d.articles[i].best = max(d.articles[i].best, score)
		}
		if score > d.opt.Loose {
			d.pairs = append(d.pairs, pair{found[0], found[1], score})
		}
	}
	sorted(d.pairs)
	d.doubt(pairs.File, least)
	return nil
}

// doubt notes what pairs may be missing, so that articles that have one pass for articles without.
func (d *deal) doubt(file string, least float64) {
	seen := make([]int, len(d.articles))
	once := len(d.pairs) >= 20 // by chance, where there are few
	for _, p := range d.pairs {
		seen[p.a]++
		seen[p.b]++
		once = once && seen[p.a] == 1
	}
	switch {
	case d.record.Pairs > 0 && least > d.opt.Loose:
		d.notes = append(d.notes, fmt.Sprintf("%s: the least score is %.4g, which is above %s. If lower ones were left out, articles with such a pair may be in train-d; align with a least score of at most %v",
			file, least, option.Name("loose"), d.opt.Loose))
	case once:
		d.notes = append(d.notes, fmt.Sprintf("%s: no article of the first newspaper is in two pairs. If only the best were kept, other pairs are not known, and articles that have one may be in train-d; align with all pairs", file))
	}
}
