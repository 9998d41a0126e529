package main

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// The data is made, not downloaded, so that it can be made again and may
// be given to anyone. The same seed gives the same bytes.
const (
	dataSeed  = 20261115
	dataWords = 30_000
)

// A source makes pairs of headlines that look like news: lengths, word
// frequencies, capitals, numerals and punctuation.
type source struct {
	*rand.Rand
	words []string
	zipf  *rand.Zipf
}

func newSource(seed uint64) *source {
	r := rand.New(rand.NewPCG(seed, 0))
	return &source{
		Rand:  r,
		words: vocabulary(r, dataWords),
		zipf:  rand.NewZipf(r, 1.05, 10, dataWords-1),
	}
}

// pair returns a reference and what a system might have written instead.
func (s *source) pair() (ref, hyp string) {
	words := s.headline()
	ref = s.write(words)
	hyp = s.write(s.rewrite(words))
	return ref, hyp
}

// headline is a list of words, 8 on average.
func (s *source) headline() []string {
	n := min(max(int(8.5+1.8*s.NormFloat64()), 3), 16)
	words := make([]string, n)
	for i := range words {
		words[i] = s.word()
	}
	return words
}

func (s *source) word() string {
	if s.chance(0.05) {
		return s.numeral()
	}
	return s.words[s.zipf.Uint64()]
}

func (s *source) numeral() string {
	n := strconv.Itoa(2 + s.IntN(98))
	switch s.IntN(5) {
	case 0:
		return strconv.Itoa(1990 + s.IntN(40))
	case 1:
		return "$" + n + "." + strconv.Itoa(s.IntN(10)) + "M"
	case 2:
		return n + "%"
	case 3:
		return n + ",000"
	}
	return n
}

// rewrite keeps about half of the words and exchanges or drops the others.
// A third of the results begin with what was the end.
func (s *source) rewrite(words []string) []string {
	var out []string
	for _, w := range words {
		switch {
		case s.chance(0.55):
			out = append(out, w)
		case s.chance(0.8):
			out = append(out, s.word())
		}
	}
	if s.chance(0.2) || len(out) == 0 {
		out = append(out, s.word())
	}
	if s.chance(0.33) {
		k := s.IntN(len(out))
		out = slices.Concat(out[k:], out[:k])
	}
	return out
}

// write makes a line of text of the words.
func (s *source) write(words []string) string {
	title := s.chance(0.6) // every long word gets a capital, or the first alone
	apostrophe := "'"
	if s.chance(0.3) {
		apostrophe = "’"
	}
	var b strings.Builder
	for i, w := range words {
		if i > 0 {
			b.WriteByte(' ')
		}
		if i == 0 || title && len(w) > 3 || s.chance(0.1) {
			w = strings.ToUpper(w[:1]) + w[1:]
		}
		b.WriteString(w)
		b.WriteString(s.mark(i, len(words), apostrophe))
	}
	return b.String()
}

// mark is what follows word i of n: mostly nothing.
func (s *source) mark(i, n int, apostrophe string) string {
	switch {
	case i == n-1:
		if s.chance(0.05) {
			return "?"
		}
	case i == 1 && s.chance(0.1):
		return ":"
	case s.chance(0.04):
		return apostrophe + "s"
	case s.chance(0.04):
		return ","
	}
	return ""
}

func (s *source) chance(p float64) bool { return s.Float64() < p }

// A dataset is pairs of headlines, in memory and as two files of lines.
type dataset struct {
	refs, hyps       []string
	refFile, hypFile string
}

// makeData writes n pairs into dir and returns them. Fewer pairs are the
// beginning of more.
func makeData(dir string, n int) (*dataset, error) {
	d := &dataset{
		refFile: filepath.Join(dir, fmt.Sprintf("%d.ref.txt", n)),
		hypFile: filepath.Join(dir, fmt.Sprintf("%d.hyp.txt", n)),
	}
	src := newSource(dataSeed)
	for range n {
		ref, hyp := src.pair()
		d.refs = append(d.refs, ref)
		d.hyps = append(d.hyps, hyp)
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	if err := writeLines(d.refFile, d.refs); err != nil {
		return nil, err
	}
	return d, writeLines(d.hypFile, d.hyps)
}

// head is the first n pairs. The files stay as they are.
func (d *dataset) head(n int) *dataset {
	n = min(n, len(d.refs))
	return &dataset{d.refs[:n], d.hyps[:n], d.refFile, d.hypFile}
}

func writeLines(name string, lines []string) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	defer f.Close()
	w := bufio.NewWriter(f)
	for _, l := range lines {
		w.WriteString(l)
		w.WriteByte('\n')
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return f.Close()
}
