package ngram

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"hed/corpus"
)

// Read reads an ARPA file, which messages call by the given name. What is wrong
// with it is a *corpus.SyntaxError.
//
// Words of n-grams must be unigrams too. A model without <unk> gets one that is
// all but impossible, as KenLM does it.
func Read(r io.Reader, name string) (*Model, error) {
	p := parser{scanner: bufio.NewScanner(r), file: name}
	p.scanner.Buffer(nil, maxLine)
	m, err := p.model()
	switch stopped := p.scanner.Err(); {
	case stopped == bufio.ErrTooLong:
		p.line++
		err = p.errorf("the line is longer than %d bytes; expected an n-gram", maxLine)
	case stopped != nil: // what was read until then may be half a line
		err = stopped
	}
	if err != nil {
		return nil, err
	}
	return m, nil
}

const maxLine = 1 << 20

// A parser reads one file.
type parser struct {
	scanner *bufio.Scanner
	file    string
	line    int
	text    string // of the line, without the blanks around it
	made    *Model
	sizes   []int // the n-grams that the head promises, by order
	words   []string
	key     []int32
}

func (p *parser) errorf(format string, args ...any) error {
	return &corpus.SyntaxError{File: p.file, Line: p.line, Msg: fmt.Sprintf(format, args...)}
}

// next goes to the next line that is not blank.
func (p *parser) next() bool {
	for p.scanner.Scan() {
		p.line++
		if p.text = strings.Trim(p.scanner.Text(), blanks); p.text != "" {
			return true
		}
	}
	p.text = ""
	return false
}

func (p *parser) model() (*Model, error) {
	for p.text != `\data\` { // what stands before it is for people
		if !p.next() {
			return nil, p.end(`\data\, the beginning of a language model in ARPA format`)
		}
	}
	if err := p.head(); err != nil {
		return nil, err
	}
	p.made = newModel(newVocabulary(), len(p.sizes))
	for n := range p.sizes {
		if want := fmt.Sprintf(`\%d-grams:`, n+1); p.text != want {
			return nil, p.unexpected(want)
		}
		if err := p.level(n); err != nil {
			return nil, err
		}
	}
	if p.text != `\end\` {
		return nil, p.unexpected(`\end\`)
	}
	if p.next() {
		return nil, p.errorf(`%q follows \end\; expected the end of the file`, p.text)
	}
	return p.made, nil
}

// unexpected is the error of a line that is none of those that can stand there.
func (p *parser) unexpected(want string) error {
	if p.text == "" {
		return p.end(want)
	}
	return p.errorf("found %q; expected %s", p.text, want)
}

// end is the error of a file that ends too early.
func (p *parser) end(want string) error {
	return p.errorf("the file ends; expected %s", want)
}

// head reads how many n-grams there are, and goes to what follows.
func (p *parser) head() error {
	for p.next() {
		rest, ok := strings.CutPrefix(p.text, "ngram ")
		if !ok {
			break
		}
		order, count, _ := strings.Cut(rest, "=")
		n, err := strconv.Atoi(strings.Trim(order, blanks))
		size, err2 := strconv.ParseInt(strings.Trim(count, blanks), 10, 32)
		if err != nil || err2 != nil || size < 0 || n != len(p.sizes)+1 {
			return p.errorf("found %q; expected \"ngram %d=\" and a number of n-grams", p.text, len(p.sizes)+1)
		}
		if n > MaxOrder {
			return p.errorf("the model has order %d or more; expected at most %d", n, MaxOrder)
		}
		p.sizes = append(p.sizes, int(size))
	}
	if len(p.sizes) == 0 {
		return p.unexpected(`"ngram 1=" and a number of n-grams`)
	}
	return nil
}

// number reads a logarithm.
func (p *parser) number(s, what string, high float64) (float32, error) {
	x, err := strconv.ParseFloat(s, 32)
	if err != nil || math.IsNaN(x) || math.IsInf(x, 0) || x > high {
		return 0, p.errorf("%s %q: expected a logarithm to base 10, a number of at most %g", what, s, high)
	}
	return float32(x), nil
}
