package pos

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"hed/corpus"
)

// A Word is a word of a treebank.
type Word struct {
	Form     string
	Lemma    string
	Tag      Tag
	Features string // such as "Number=Sing|Tense=Past"
}

// has reports whether the word has a feature such as "Tense=Past".
func (w *Word) has(feature string) bool {
	for f := range strings.SplitSeq(w.Features, "|") {
		if f == feature {
			return true
		}
	}
	return false
}

// A Sentence is a sentence of a treebank.
type Sentence struct {
	Words []Word
	// Surface is the sentence as it is written where that differs from its
	// words: Italian "della" is two words, "di" and "la". A written word
	// has the tag of the first word in it. Empty if it does not differ.
	Surface []Word
}

// maxLine bounds a line of a treebank.
const maxLine = 1 << 20

// ReadCoNLLU reads a treebank in the CoNLL-U format. Of the ten columns only
// ID, FORM, LEMMA, UPOS and FEATS are looked at; empty nodes ("8.1") are
// skipped. Errors are *corpus.SyntaxError with the name of the file.
func ReadCoNLLU(r io.Reader, name string) ([]Sentence, error) {
	p := &parser{name: name}
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxLine)
	for lines.Scan() {
		p.line++
		if err := p.parse(lines.Text()); err != nil {
			return nil, err
		}
	}
	if err := lines.Err(); errors.Is(err, bufio.ErrTooLong) {
		return nil, &corpus.SyntaxError{File: name, Line: p.line + 1, Msg: "the line is longer than 1 MB; expected CoNLL-U"}
	} else if err != nil {
		return nil, fmt.Errorf("read %s: %w", name, err)
	}
	if err := p.finish(); err != nil {
		return nil, err
	}
	if len(p.all) == 0 {
		return nil, &corpus.SyntaxError{File: name, Msg: "there is no sentence in it; expected CoNLL-U, a treebank of Universal Dependencies"}
	}
	return p.all, nil
}

type parser struct {
	name string
	line int
	all  []Sentence

	words   []Word
	surface []Word
	joined  string // a written word whose first word comes next
	covered int    // the last word that a written word covers
}

func (p *parser) parse(line string) error {
	switch {
	case line == "":
		return p.finish()
	case line[0] == '#':
		return nil
	}
	columns := strings.Split(line, "\t")
	if len(columns) != 10 {
		return p.errorf("columns: %d; expected the 10 of CoNLL-U, separated by tabs", len(columns))
	}
	id, form := columns[0], columns[1]
	if strings.Contains(id, ".") {
		return nil
	}
	if form == "" {
		return p.errorf("the word has no form in column 2")
	}
	if strings.Contains(id, "-") {
		return p.join(id, form)
	}
	if next := len(p.words) + 1; id != strconv.Itoa(next) {
		return p.errorf("the word has the number %q; expected %d", id, next)
	}
	tag, ok := ParseTag(columns[3])
	if !ok {
		return p.errorf("column 4 is %q; expected a Universal POS tag such as NOUN", columns[3])
	}
	w := Word{form, columns[2], tag, columns[5]}
	p.words = append(p.words, w)
	switch {
	case p.joined != "":
		w.Form, p.joined = p.joined, ""
		p.surface = append(p.surface, w)
	case len(p.words) > p.covered:
		p.surface = append(p.surface, w)
	}
	return nil
}

// join begins a written word that stands for several, such as "1-2".
func (p *parser) join(id, form string) error {
	next := len(p.words) + 1
	from, to, _ := strings.Cut(id, "-")
	last, err := strconv.Atoi(to)
	switch {
	case from != strconv.Itoa(next) || err != nil || last < next:
		return p.errorf("the words %s are out of place; expected the next to be %d", id, next)
	case next <= p.covered:
		return p.errorf("the words %s are out of place; expected the words up to %d to come first", id, p.covered)
	}
	p.joined, p.covered = form, last
	return nil
}

// finish ends a sentence.
func (p *parser) finish() error {
	if n := len(p.words); n < p.covered {
		return p.errorf("the sentence has %d words; expected the words up to %d", n, p.covered)
	}
	if len(p.words) > 0 {
		s := Sentence{Words: p.words}
		if p.covered > 0 {
			s.Surface = p.surface
		}
		p.all = append(p.all, s)
	}
	p.words, p.surface, p.covered = nil, nil, 0
	return nil
}

func (p *parser) errorf(format string, args ...any) error {
	return &corpus.SyntaxError{File: p.name, Line: p.line, Msg: fmt.Sprintf(format, args...)}
}
