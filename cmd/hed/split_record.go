package main

import (
	"context"
	"fmt"
	"path/filepath"

	"hed"
	"hed/cmd/hed/internal/cli"
	"hed/corpus/split"
	"hed/report"
)

// A splitRecord is split.json, and what -f json prints.
type splitRecord struct {
	Version   string        `json:"hed"`
	Inputs    []inputRecord `json:"inputs"`
	Seed      uint64        `json:"seed"`
	Ratio     split.Ratio   `json:"ratio"`
	Stratify  string        `json:"stratify,omitempty"`
	Documents int           `json:"documents"`
	Articles  int           `json:"articles"` // that are different
	Folds     []foldRecord  `json:"folds"`

	strata []string
	all    partRecord
}

type foldRecord struct {
	Train partRecord `json:"train"`
	Dev   partRecord `json:"dev"`
	Test  partRecord `json:"test"`
}

func (f *foldRecord) part(p split.Part) *partRecord {
	return [...]*partRecord{&f.Train, &f.Dev, &f.Test}[p]
}

type partRecord struct {
	Documents int            `json:"documents"`
	Strata    map[string]int `json:"strata,omitempty"` // documents by value of the field
}

func (p *partRecord) add(stratum string) {
	p.Documents++
	if p.Strata != nil {
		p.Strata[stratum]++
	}
}

func (s *splitting) record(ctx context.Context, ratio split.Ratio, pile *split.Pile, dealt *split.Split) (*splitRecord, error) {
	r := &splitRecord{
		Version: hed.Version, Seed: s.Seed, Ratio: ratio, Stratify: s.stratify,
		Documents: pile.Documents(), Articles: pile.Articles(), Folds: make([]foldRecord, dealt.Folds()),
	}
	var err error
	if r.Inputs, err = inputRecords(ctx, &s.Inputs); err != nil {
		return nil, err
	}
	if s.stratify != "" {
		r.strata = pile.Strata()
		r.all.Strata = map[string]int{}
	}
	for i := range pile.Documents() {
		r.all.add(pile.Stratum(i))
	}
	for f := range r.Folds {
		for p := range split.Parts {
			if s.stratify != "" {
				r.Folds[f].part(p).Strata = map[string]int{}
			}
		}
		for i := range pile.Documents() {
			r.Folds[f].part(dealt.Part(f, i)).add(pile.Stratum(i))
		}
	}
	return r, nil
}

// tell warns of what may surprise.
func (s *splitting) tell(r *splitRecord, ratio split.Ratio) {
	for f := range r.Folds {
		for p := range split.Parts {
			if r.Folds[f].part(p).Documents == 0 && ratio[p] > 0 {
				s.Warn("%s is empty: there are too few documents", filepath.Join(s.out, split.Folder(f, len(r.Folds)), p.String()+".jsonl"))
			}
		}
	}
	if n := r.Documents - r.Articles; n > 0 {
		s.Note("%s of an article that another document has too; they stay together", cli.Count(n, "document"))
	}
	s.Note("%s in %s", cli.Count(r.Documents, "document"), s.out)
}

// shownStrata bounds the columns of the table; -f json has all.
const shownStrata = 12

// table has a row for each part, with the shares of the strata in it.
func (r *splitRecord) table() *report.Table {
	strata := r.strata[:min(len(r.strata), shownStrata)]
	t := &report.Table{Columns: []report.Column{{Name: "fold"}, {Name: "part"}, {Name: "documents"}, {Name: "share", Fraction: true}}}
	for _, name := range strata {
		if name == "" {
			name = "no value"
		}
		t.Columns = append(t.Columns, report.Column{Name: name, Fraction: true})
	}
	row := func(fold, part string, p *partRecord) {
		cells := []report.Cell{report.Label(fold), report.Label(part), report.Count(p.Documents), report.Number(share(p.Documents, r.Documents))}
		for _, name := range strata {
			cells = append(cells, report.Number(share(p.Strata[name], p.Documents)))
		}
		t.Rows = append(t.Rows, cells)
	}
	for f := range r.Folds {
		for p := range split.Parts {
			row(fmt.Sprint(f+1), p.String(), r.Folds[f].part(p))
		}
	}
	row("all", "", &r.all)
	return t
}
