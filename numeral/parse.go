package numeral

import (
	"fmt"
	"strconv"
	"strings"
)

// An expression is no longer and nests no deeper than this, far beyond
// what anybody writes.
const (
	maxLength = 4096
	maxDepth  = 100
)

// ParseExpr reads an expression in the spaced form of NumHG or the
// unspaced one of SemEval, and returns its readings, at least one: in
// "Add(1,200,300)" a comma may separate thousands or arguments. A comma
// beside a blank always separates arguments. The reading with the longest
// numbers on the left comes first; there are 64 at most.
func ParseExpr(s string) ([]*Expr, error) {
	tooLong := func(n int) error { return fmt.Errorf("read expression of %d bytes: it may have %d", n, maxLength) }
	if len(s) > maxLength {
		return nil, tooLong(len(s))
	}
	p := parser{s: s}
	all, err := p.operand(0)
	if err != nil {
		return nil, fmt.Errorf("read expression %q: %w", s, err)
	}
	if p.blanks(); p.i < len(s) {
		return nil, fmt.Errorf("read expression %q: column %d: %q follows the end", s, p.i+1, s[p.i:])
	}
	if n := len(all[0].String()); n > maxLength { // of any reading: in the spaced form, which can then be read again
		return nil, tooLong(n)
	}
	return all, nil
}

type parser struct {
	s string
	i int
}

func (p *parser) blanks() {
	for p.i < len(p.s) && p.s[p.i] == ' ' {
		p.i++
	}
}

// An argument is what stands between two separators: an expression in its
// readings, or text in which commas without blanks are left.
type argument struct {
	exprs []*Expr
	text  string
	col   int
}

// operand reads an operator with its arguments, or a bare numeral.
func (p *parser) operand(depth int) ([]*Expr, error) {
	if depth > maxDepth {
		return nil, fmt.Errorf("column %d: operators nest deeper than %d", p.i+1, maxDepth)
	}
	p.blanks()
	col := p.i + 1
	open := strings.IndexAny(p.s[p.i:], "(),")
	if open < 0 || p.s[p.i+open] != '(' {
		text := p.plain()
		if _, ok := Parse(text); !ok {
			return nil, fmt.Errorf("column %d: %q is not a numeral", col, text)
		}
		return []*Expr{{Text: text}}, nil
	}
	op, err := ParseOp(strings.TrimSpace(p.s[p.i : p.i+open]))
	if err != nil {
		return nil, fmt.Errorf("column %d: %w", col, err)
	}
	p.i += open + 1
	if op.quotes() {
		return p.quoted(op, col)
	}
	args, err := p.arguments(op, depth)
	if err != nil {
		return nil, err
	}
	return build(op, args, col)
}

// quoted reads the text of Copy, Trans and Span up to its bracket.
func (p *parser) quoted(op Op, col int) ([]*Expr, error) {
	end := strings.IndexAny(p.s[p.i:], "()")
	if end < 0 || p.s[p.i+end] == '(' {
		return nil, fmt.Errorf("column %d: %s( has no )", col, op)
	}
	text := strings.TrimSpace(p.s[p.i : p.i+end])
	if text == "" {
		return nil, fmt.Errorf("column %d: %s has no argument", col, op)
	}
	p.i += end + 1
	return []*Expr{{Op: op, Text: text}}, nil
}

// plain reads text up to a bracket or a comma beside a blank.
func (p *parser) plain() string {
	start := p.i
	for p.i < len(p.s) && p.s[p.i] != ')' && p.s[p.i] != '(' && !(p.s[p.i] == ',' && p.hard()) {
		p.i++
	}
	return strings.TrimSpace(p.s[start:p.i])
}

// hard reports whether the comma at i can only separate arguments: a blank
// stands beside it, or something other than digits.
func (p *parser) hard() bool {
	return p.i == 0 || p.i+1 == len(p.s) || !isDigit(p.s[p.i-1]) || !isDigit(p.s[p.i+1])
}

// arguments reads up to the closing bracket.
func (p *parser) arguments(op Op, depth int) ([]argument, error) {
	var args []argument
	for {
		p.blanks()
		a := argument{col: p.i + 1}
		if end := strings.IndexAny(p.s[p.i:], "(),"); end >= 0 && p.s[p.i+end] == '(' {
			exprs, err := p.operand(depth + 1)
			if err != nil {
				return nil, err
			}
			a.exprs = exprs
		} else if a.text = p.plain(); a.text == "" {
			return nil, fmt.Errorf("column %d: %s lacks an argument", a.col, op)
		}
		args = append(args, a)
		p.blanks()
		switch {
		case p.i == len(p.s):
			return nil, fmt.Errorf("column %d: %s( has no )", p.i+1, op)
		case p.s[p.i] == ')':
			p.i++
			return args, nil
		case p.s[p.i] != ',':
			return nil, fmt.Errorf("column %d: %q where a comma or ) should be", p.i+1, p.s[p.i:])
		}
		p.i++
	}
}

// build makes the readings of an operator of two arguments.
func build(op Op, args []argument, col int) ([]*Expr, error) {
	var all []*Expr
	var bad error
	for _, pair := range pairs(args) {
		exprs, err := pair.build(op)
		if err != nil && bad == nil {
			bad = err
		}
		all = append(all, exprs...)
	}
	switch {
	case len(all) > 0:
		return all[:min(len(all), maxReadings)], nil
	case bad != nil:
		return nil, bad
	}
	return nil, fmt.Errorf("column %d: %s takes two arguments, and here it has %d", col, op, len(args))
}

type pair [2]argument

// pairs returns the ways to see two arguments in args: as they are, or by
// cutting one at a comma inside it.
func pairs(args []argument) []pair {
	switch len(args) {
	case 2:
		return []pair{{args[0], args[1]}}
	case 1:
		var all []pair
		text := args[0].text
		for i := strings.LastIndexByte(text, ','); i > 0; i = strings.LastIndexByte(text[:i], ',') {
			all = append(all, pair{{text: text[:i], col: args[0].col}, {text: text[i+1:], col: args[0].col + i + 1}})
		}
		return all
	}
	return nil
}

// build makes the readings of op on two arguments.
func (p pair) build(op Op) ([]*Expr, error) {
	first, err := p[0].readings()
	if err != nil {
		return nil, err
	}
	var all []*Expr
	switch op {
	case Paraphrase, Round, SRound:
		if err := checkConstant(op, p[1]); err != nil {
			return nil, err
		}
		for _, a := range first {
			all = append(all, &Expr{Op: op, Args: []*Expr{a}, Text: p[1].text})
		}
		return all, nil
	}
	second, err := p[1].readings()
	if err != nil {
		return nil, err
	}
	for _, a := range first {
		for _, b := range second {
			if len(all) < maxReadings {
				all = append(all, &Expr{Op: op, Args: []*Expr{a, b}})
			}
		}
	}
	return all, nil
}

func (a argument) readings() ([]*Expr, error) {
	if a.exprs != nil {
		return a.exprs, nil
	}
	if _, ok := Parse(a.text); !ok {
		return nil, fmt.Errorf("column %d: %q is not a numeral", a.col, a.text)
	}
	return []*Expr{{Text: a.text}}, nil
}

// checkConstant checks the second argument of Paraphrase and Round.
func checkConstant(op Op, a argument) error {
	if op == Paraphrase {
		if _, _, ok := paraphraseUnit(a.text); !ok {
			return fmt.Errorf("column %d: Paraphrase has no unit %q, only K, M, B, T", a.col, a.text)
		}
		return nil
	}
	if c, err := strconv.Atoi(a.text); err != nil || c < -maxPlaces || c > maxPlaces {
		return fmt.Errorf("column %d: %q is not a number of places from -%[3]d to %[3]d", a.col, a.text, maxPlaces)
	}
	return nil
}
