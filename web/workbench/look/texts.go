package look

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"slices"
	"strings"
	"sync"

	"hed/analysis"
	"hed/internal/ordered"
	"hed/report/page"
)

// texts are the documents of a run with their headlines, in a file from which a few are read at once, and once more in
// lower case, to be searched. Memory has where each is, and which have numbers that their article does not support.
type texts struct {
	*page.Reader
	systems []int // by rank: places among the headlines
	entries scratch
	folded  scratch
	// articles are in lower case, too; they are there once somebody has searched them.
	articles  scratch
	unpacking sync.Mutex
	folder    string // of such files
	// unsupported and doubtful are the documents with such a number in the headline of a system, by rank.
	unsupported, doubtful []set
	marked                bool // whether any number has a mark
}

// newTexts reads the page of a run.
func newTexts(ctx context.Context, from *page.Reader, found *analysis.Analysis, ids iter.Seq[string], folder string, workers int) (t *texts, err error) {
	t = &texts{Reader: from, folder: folder}
	for _, s := range found.Systems {
		at := slices.Index(from.Systems, s.Name)
		if at < 0 {
			return nil, errOthers
		}
		t.systems = append(t.systems, at)
		t.unsupported, t.doubtful = append(t.unsupported, newSet(from.Documents)), append(t.doubtful, newSet(from.Documents))
	}
	if err = t.entries.create(folder); err == nil {
		err = t.folded.create(folder)
	}
	if err == nil {
		err = t.fill(ctx, ids, workers)
	}
	if err != nil {
		t.close()
		return nil, err
	}
	return t, nil
}

// A parsed entry is one with what is kept of it.
type parsed struct {
	entry  page.Entry
	id     string
	folded []byte
	marks  [][]page.Mark
}

func (t *texts) fill(ctx context.Context, ids iter.Seq[string], workers int) error {
	parse := func(_ context.Context, e page.Entry) (parsed, error) {
		ex, marks, err := e.Example()
		if err == nil && len(ex.Headlines) != len(t.Systems) {
			err = errOthers
		}
		if err != nil {
			return parsed{}, err
		}
		lines := append(append([]string{ex.ID}, ex.References...), ex.Headlines...)
		return parsed{entry: e, id: ex.ID, folded: []byte(strings.ToLower(strings.Join(lines, "\n"))), marks: marks}, nil
	}
	nextID, stop := iter.Pull(ids)
	defer stop()
	n := 0
	for one, err := range ordered.Map(ctx, workers, t.Reader.Entries(ctx), parse) {
		if err != nil {
			return err
		}
		if id, ok := nextID(); !ok || id != one.id {
			return errOthers
		}
		if err := errors.Join(t.entries.add(one.entry), t.folded.add(one.folded)); err != nil {
			return err
		}
		for s, at := range t.systems {
			if one.marks == nil {
				break
			}
			for _, m := range one.marks[at] {
				t.marked = true
				switch m.Class {
				case "unsupported":
					t.unsupported[s].add(n)
					t.doubtful[s].add(n)
				case "doubtful":
					t.doubtful[s].add(n)
				}
			}
		}
		n++
	}
	return errors.Join(t.entries.flush(), t.folded.flush())
}

// errOthers is a page that is of another run.
var errOthers = errors.New("report.html has other documents than the scores")

// example reads a document.
func (t *texts) example(n int) (*page.Example, [][]page.Mark, error) {
	e, err := t.entries.read(n, n+1)
	if err != nil {
		return nil, nil, err
	}
	return page.Entry(e).Example()
}

// find finds the documents that have all words in their ids and headlines, or if asked for, in their articles.
func (t *texts) find(ctx context.Context, words []string, articles bool, workers int) (set, error) {
	has := make([]set, len(words)) // documents, by word
	for w := range has {
		has[w] = newSet(t.Documents)
	}
	if err := t.folded.scan(ctx, words, has); err != nil {
		return nil, err
	}
	if articles {
		if err := t.unpack(ctx, workers); err != nil {
			return nil, err
		}
		if err := t.articles.scan(ctx, words, has); err != nil {
			return nil, err
		}
	}
	all := has[0]
	for _, other := range has[1:] {
		for i := range all {
			all[i] &= other[i]
		}
	}
	return all, nil
}

// unpack puts all articles into a file in lower case, once: to open them takes many times as long as to search them.
func (t *texts) unpack(ctx context.Context, workers int) error {
	t.unpacking.Lock()
	defer t.unpacking.Unlock()
	if t.articles.file != nil {
		return nil
	}
	type opened struct {
		first int
		texts []string
	}
	open := func(_ context.Context, part *page.Articles) (o opened, err error) {
		o.first = part.First
		if o.texts, err = part.Open(); err == nil {
			for i, text := range o.texts {
				o.texts[i] = strings.ToLower(text)
			}
		}
		return o, err
	}
	var all scratch
	err := all.create(t.folder)
	if err == nil {
		for part, e := range ordered.Map(ctx, workers, t.Reader.Articles(ctx), open) {
			if err = e; err == nil && part.first != len(all.at)-1 {
				err = errOthers
			}
			for _, text := range part.texts {
				err = cmp.Or(err, all.add([]byte(text)))
			}
			if err != nil {
				break
			}
		}
		err = cmp.Or(err, all.flush())
	}
	if err != nil {
		all.close()
		return err
	}
	t.articles = all
	return nil
}

func (t *texts) close() {
	t.entries.close()
	t.folded.close()
	t.articles.close()
}

// A scratch is a file of many texts, which has no name where systems allow that: nothing is left of it, however the
// process ends.
type scratch struct {
	file *os.File
	w    *bufio.Writer
	at   []int64 // where each begins, and the last one ends
}

func (s *scratch) create(folder string) (err error) {
	if s.file, err = os.CreateTemp(folder, "texts-"); err != nil {
		return fmt.Errorf("put headlines on disk: %w", err)
	}
	os.Remove(s.file.Name())
	s.w, s.at = bufio.NewWriterSize(s.file, 1<<18), []int64{0}
	return nil
}

func (s *scratch) add(text []byte) error {
	n, err := s.w.Write(text)
	s.at = append(s.at, s.at[len(s.at)-1]+int64(n))
	return err
}

func (s *scratch) flush() error { return s.w.Flush() }

// read reads some texts that follow one another, without anything between them.
func (s *scratch) read(first, last int) ([]byte, error) {
	text := make([]byte, s.at[last]-s.at[first])
	_, err := io.ReadFull(io.NewSectionReader(s.file, s.at[first], int64(len(text))), text)
	return text, err
}

// scan adds the texts that have a word to its set.
func (s *scratch) scan(ctx context.Context, words []string, has []set) error {
	const size = 4 << 20 // that is read at once
	texts := len(s.at) - 1
	for first := 0; first < texts; {
		last := first + 1
		for last < texts && s.at[last+1]-s.at[first] <= size {
			last++
		}
		block, err := s.read(first, last)
		if err != nil {
			return err
		}
		for n := first; n < last; n++ {
			text := block[s.at[n]-s.at[first] : s.at[n+1]-s.at[first]]
			for w, word := range words {
				if !has[w].has(n) && bytes.Contains(text, []byte(word)) {
					has[w].add(n)
				}
			}
		}
		if first = last; ctx.Err() != nil {
			return context.Cause(ctx)
		}
	}
	return nil
}

func (s *scratch) close() {
	if s.file != nil {
		s.file.Close()
		os.Remove(s.file.Name()) // where open files cannot be removed
	}
}

// A set is some of the documents.
type set []uint64

func newSet(n int) set { return make(set, (n+63)/64) }

func (s set) add(n int)      { s[n/64] |= 1 << (n % 64) }
func (s set) has(n int) bool { return n/64 < len(s) && s[n/64]&(1<<(n%64)) != 0 }
