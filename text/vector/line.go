package vector

import (
	"bytes"
	"fmt"
)

// A part is the rows of some lines.
type part struct {
	letters []byte
	ends    []int
	values  []float32
	lines   int
	// err is what is wrong with the last of these lines.
	err error
}

// parse reads lines of a word and dim values. The last may lack its end.
func (p *part) parse(text []byte, dim int) {
	p.letters, p.ends, p.values, p.lines, p.err = p.letters[:0], p.ends[:0], p.values[:0], 0, nil
	for len(text) > 0 && p.err == nil {
		line := text
		if i := bytes.IndexByte(text, '\n'); i >= 0 {
			line, text = text[:i], text[i+1:]
		} else {
			text = nil
		}
		p.lines++
		line = bytes.TrimSuffix(line, []byte("\r"))
		if len(line) > 0 {
			p.err = p.line(line, dim)
		}
	}
}

func (p *part) line(line []byte, dim int) error {
	i := 0
	for i < len(line) && !blank(line[i]) {
		i++
	}
	if i == 0 {
		return fmt.Errorf("the line begins with a blank; expected a word and %d values", dim)
	}
	word, n, ok := line[:i], len(p.values), true
	for {
		for i < len(line) && blank(line[i]) {
			i++
		}
		if i == len(line) {
			break
		}
		var v float64
		if v, i, ok = number(line, i); !ok {
			break
		}
		p.values = append(p.values, float32(v))
	}
	if !ok || len(p.values)-n != dim {
		p.values = p.values[:n]
		var err error
		if word, p.values, err = wide(line, dim, p.values); err != nil {
			return err
		}
	}
	if len(word) > maxWord {
		return fmt.Errorf("a word of %d bytes; expected at most %d", len(word), maxWord)
	}
	for i, v := range p.values[n:] {
		if !finite(v) {
			return fmt.Errorf("value %d of %q is %v; expected a finite number", i+1, word, v)
		}
	}
	p.letters = append(p.letters, word...)
	p.ends = append(p.ends, len(p.letters))
	return nil
}

// wide reads a line that is not a word and dim numbers: a word may have
// blanks in it, as ". . ." of GloVe 840B, if what follows them is no number.
func wide(line []byte, dim int, values []float32) (word []byte, _ []float32, err error) {
	fields := bytes.FieldsFunc(line, func(r rune) bool { return r == ' ' || r == '\t' })
	extra := len(fields) - 1 - dim
	if extra < 0 {
		return nil, values, fmt.Errorf("%d values; expected %d, as in the other lines", len(fields)-1, dim)
	}
	for i, f := range fields[1:] {
		v, _, ok := number(f, 0)
		switch {
		case i < extra && ok:
			return nil, values, fmt.Errorf("%d values; expected %d, as in the other lines", len(fields)-1, dim)
		case i >= extra && !ok:
			return nil, values, fmt.Errorf("value %d is %.40q; expected a number", i-extra+1, f)
		case i >= extra:
			values = append(values, float32(v))
		}
	}
	return bytes.Join(fields[:1+extra], []byte(" ")), values, nil
}

// dimOf guesses from a first line how long the vectors are: the numbers at
// its end, of which the word may be one.
func dimOf(line []byte) int {
	fields := bytes.FieldsFunc(line, func(r rune) bool { return r == ' ' || r == '\t' })
	n := 0
	for n+1 < len(fields) {
		if _, _, ok := number(fields[len(fields)-1-n], 0); !ok {
			break
		}
		n++
	}
	return n
}
