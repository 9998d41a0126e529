package run

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"hed/analysis"
	"hed/internal/staging"
	"hed/report"
	"hed/report/page"
	"hed/score"
)

// Most is how many documents that went one way a Comparison has, and Shown how many of
// them are enough for a text.
const (
	Most  = 10
	Shown = 3
)

// move finds the documents that changed most: over all measures that gate, and over each
// that fails, for those who look at that one alone.
func (s *Comparison) move(columns []score.Column, old, new []score.Sample, t *score.Table) {
	moved := func(some func(c int) bool) (worse, better []report.Moved) {
		a, b := analysis.Movers(columns, old, new, some, Most)
		for _, m := range a {
			worse = append(worse, report.Moved{Mover: m, ID: t.ID(m.Doc)})
		}
		for _, m := range b {
			better = append(better, report.Moved{Mover: m, ID: t.ID(m.Doc)})
		}
		return worse, better
	}
	s.Worse, s.Better = moved(func(c int) bool { return s.Changes[c].Gated })
	s.losers = make([][]report.Moved, len(columns))
	for c := range columns {
		if s.Changes[c].Fails() {
			s.losers[c], _ = moved(func(k int) bool { return k == c })
			s.losers[c] = s.losers[c][:min(len(s.losers[c]), Shown)]
		}
	}
}

// headlines fills in what the systems wrote for documents that changed, from the pages
// of both evaluations. A page that is not there any more leaves them unknown, with
// a note.
func (p *Pair) headlines(found []Comparison) error {
	var docs []int
	each := func(do func(s *Comparison, m *report.Moved)) {
		for i := range found {
			s := &found[i]
			for _, list := range append(slices.Clone(s.losers), s.Worse, s.Better) {
				for k := range list {
					do(s, &list[k])
				}
			}
		}
	}
	each(func(_ *Comparison, m *report.Moved) { docs = append(docs, m.Doc) })
	if len(docs) == 0 {
		return nil
	}
	slices.Sort(docs)
	docs = slices.Compact(docs)
	for _, f := range []*Finished{p.Old, p.New} {
		systems, written, err := f.written(docs)
		if errors.Is(err, fs.ErrNotExist) {
			p.unseen = append(p.unseen, f.Folder)
			continue
		}
		if err != nil {
			return err
		}
		each(func(s *Comparison, m *report.Moved) {
			ex, name := written[m.Doc], s.New
			if f == p.Old {
				name = s.Old
			}
			at := slices.Index(systems, name)
			if ex == nil || at < 0 {
				return
			}
			m.References = ex.References
			if f == p.Old {
				m.Old = &ex.Headlines[at]
			} else {
				m.New = &ex.Headlines[at]
			}
		})
	}
	return nil
}

// written is what systems wrote for some documents, by the page of the evaluation.
func (f *Finished) written(docs []int) (systems []string, found map[int]*page.Example, err error) {
	texts, err := f.Texts()
	if err != nil {
		return nil, nil, err
	}
	if found, err = texts.Find(docs); err != nil {
		return nil, nil, f.pageError(err)
	}
	for d, ex := range found {
		if ex.ID != f.Table.ID(d) || len(ex.Headlines) != len(texts.Systems) {
			return nil, nil, f.pageError(fmt.Errorf("has other documents than %s", filepath.Join(f.Folder, filepath.FromSlash(scoresFile(f.Record.Systems[0])))))
		}
	}
	return texts.Systems, found, nil
}

// Texts opens the documents of the evaluation with what systems wrote, as its page and the files beside that have them. Each
// must be as it was written when it is first needed. The error is fs.ErrNotExist where there is no page any more.
func (f *Finished) Texts() (*page.Reader, error) {
	list, err := staging.ReadList(f.Folder, RecordFile)
	if err != nil {
		return nil, f.pageError(err)
	}
	var checked sync.Map // names
	r, err := page.NewReader(PageFile, func(name string) (io.ReadSeekCloser, error) {
		if _, ok := checked.Load(name); !ok {
			if err := list.Check(f.Folder, name); err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
			checked.Store(name, true)
		}
		return os.Open(filepath.Join(f.Folder, filepath.FromSlash(name)))
	})
	if err != nil {
		return nil, f.pageError(err)
	}
	return r, nil
}

// pageError says that the page is to be written again, where it is there.
func (f *Finished) pageError(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return &FileError{File: filepath.Join(f.Folder, PageFile), Err: err, Fix: Again}
}
