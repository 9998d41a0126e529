package split

import (
	"fmt"
	"path/filepath"

	"hed/internal/count"
)

// A Record says what is in the parts of a split, as the file of a split has it.
type Record struct {
	Ratio    Ratio  `json:"ratio"`
	Stratify string `json:"stratify,omitempty"`
	Cleaning
	Dropped   *Dropped `json:"dropped,omitempty"` // nil without Cleaning
	Documents int      `json:"documents"`         // without Dropped
	Articles  int      `json:"articles"`          // that are different
	Folds     []Fold   `json:"folds"`

	Strata []string `json:"-"` // in alphabetical order; nil without a field
	All    Tally    `json:"-"` // of the whole corpus
}

// A Fold is the parts of one division of the corpus.
type Fold struct {
	Train Tally `json:"train"`
	Dev   Tally `json:"dev"`
	Test  Tally `json:"test"`
}

// Part is one of the parts.
func (f *Fold) Part(p Part) *Tally { return [...]*Tally{&f.Train, &f.Dev, &f.Test}[p] }

// A Tally is how many documents there are, and how many of each stratum.
type Tally struct {
	Documents int            `json:"documents"`
	Strata    map[string]int `json:"strata,omitempty"`
}

// Record counts what is in the parts. field is the one that strata are of; "" for
// none.
func (s *Split) Record(p *Pile, ratio Ratio, field string) *Record {
	r := &Record{Ratio: ratio, Stratify: field, Documents: p.Documents(), Articles: p.Articles(), Folds: make([]Fold, s.Folds())}
	if p.Cleaning != (Cleaning{}) {
		r.Cleaning, r.Dropped = p.Cleaning, &p.dropped
	}
	if field != "" {
		r.Strata = p.Strata()
	}
	add := func(t *Tally, i int) {
		t.Documents++
		if field != "" {
			t.Strata[p.Stratum(i)]++
		}
	}
	tallies := []*Tally{&r.All}
	for f := range r.Folds {
		for part := range Parts {
			tallies = append(tallies, r.Folds[f].Part(part))
		}
	}
	for _, t := range tallies {
		if field != "" {
			t.Strata = map[string]int{}
		}
	}
	for i := range p.group {
		if s.Dropped(i) {
			continue
		}
		add(&r.All, i)
		for f := range r.Folds {
			add(r.Folds[f].Part(s.Part(f, i)), i)
		}
	}
	return r
}

// LeftOut says how many documents were left out and why, "" if none were.
func (r *Record) LeftOut() string {
	var all []string
	if r.Dropped != nil && r.Dropped.Short > 0 {
		all = append(all, fmt.Sprintf("%s with a headline of fewer than %s", count.Of(r.Dropped.Short, "document"), count.Of(r.MinChars, "character")))
	}
	if r.Dropped != nil && r.Dropped.Duplicates > 0 {
		all = append(all, count.Of(r.Dropped.Duplicates, "document")+" with an article that an earlier document has")
	}
	return count.List(all)
}

// Empty are the files, below the folder of the split, of parts that should have some
// documents and have none.
func (r *Record) Empty() (files []string) {
	for f := range r.Folds {
		for p := range Parts {
			if r.Folds[f].Part(p).Documents == 0 && r.Ratio[p] > 0 {
				files = append(files, filepath.Join(Folder(f, len(r.Folds)), p.file()))
			}
		}
	}
	return files
}
