package derive

import (
	"strconv"

	"hed/numeral"
)

// derivation writes a candidate in the operator language.
func (a *Article) derivation(b *blank, c *candidate) Derivation {
	d := deriver{article: a, blank: b}
	e := d.expr(c)
	return d.derivation(e)
}

// A deriver makes an expression, and collects where its operands stand, from
// left to right, constants apart.
type deriver struct {
	article *Article
	blank   *blank
	spans   []Span
}

// derivation is what was made, with the operands as the article has them.
func (d *deriver) derivation(e *numeral.Expr) Derivation {
	return Derivation{Expr: e, Operands: d.article.operands(d.spans...)}
}

func (a *Article) operands(spans ...Span) []Operand {
	all := make([]Operand, len(spans))
	for i, s := range spans {
		all[i] = Operand{a.Text[s.Start:s.End], s}
	}
	return all
}

func (d *deriver) expr(c *candidate) *numeral.Expr {
	switch c.way {
	case copied, copyRaw, copyPart, copyLabel, trans:
		e := d.operand(c.a)
		if e.Op == numeral.Literal {
			e.Op = numeral.Copy
		}
		return e
	case dateLabel:
		s := &d.article.sources[c.a]
		i := s.mention // the date comes before its parts
		for i > 0 && d.article.mentions[i].Depth > 0 {
			i--
		}
		m := &d.article.mentions[i]
		d.spans = append(d.spans, Span{m.Start, m.End})
		return &numeral.Expr{Op: numeral.Span, Text: m.Text(d.article.Text)}
	case paraphrase, whole:
		return d.scaled(c.a)
	case round0, round1, roundTens:
		return &numeral.Expr{Op: numeral.Round, Args: d.args(d.scaled(c.a)), Text: strconv.FormatInt(c.n, 10)}
	case cut0, cut1, cutTens:
		return &numeral.Expr{Op: numeral.SRound, Args: d.args(d.scaled(c.a)), Text: strconv.FormatInt(c.n, 10)}
	case shortYear:
		y, _ := d.article.sources[c.a].Value.Int64()
		return d.binary(numeral.Subtract, d.operand(c.a), d.constant(y-y%100))
	case longYear:
		return d.binary(numeral.Add, d.operand(c.a), d.constant(1900))
	case sinceYear, yearsAgo:
		return d.binary(numeral.Subtract, d.now(), d.operand(c.a))
	case yearsAhead:
		return d.binary(numeral.Add, d.now(), d.operand(c.a))
	case untilYear:
		return d.binary(numeral.Subtract, d.operand(c.a), d.now())
	case yearsAgo2:
		ago := d.binary(numeral.Subtract, d.now(), d.operand(c.a))
		y := d.article.year / 100 * 100
		if n, ok := ago.Eval().Int64(); ok {
			y = n - n%100
		}
		return d.binary(numeral.Subtract, ago, d.constant(y))
	case lastYear, minusOne:
		return d.binary(numeral.Subtract, d.operand(c.a), d.constant(1))
	case nextYear, plusOne:
		return d.binary(numeral.Add, d.operand(c.a), d.constant(1))
	case percentOf:
		return d.rounded(d.binary(numeral.Multiply, d.operand(c.a), d.constant(100)), 0)
	case inverse:
		one := d.constant(1)
		return d.rounded(d.binary(numeral.Divide, one, d.operand(c.a)), 0)
	case complement:
		hundred := d.constant(100)
		return d.binary(numeral.Subtract, hundred, d.operand(c.a))
	case times:
		return d.binary(numeral.Multiply, d.operand(c.a), d.constant(c.n))
	case over:
		return d.rounded(d.binary(numeral.Divide, d.operand(c.a), d.constant(c.n)), 0)
	case yearsApart, yearMinus:
		return d.binary(numeral.Subtract, d.operand(c.a), d.operand(c.b))
	case yearPlus:
		return d.binary(numeral.Add, d.operand(c.a), d.operand(c.b))
	case sum:
		return d.binary(numeral.Add, d.scaled(c.a), d.scaled(c.b))
	case sumRound:
		return d.rounded(d.binary(numeral.Add, d.scaled(c.a), d.scaled(c.b)), c.n)
	case difference:
		return d.binary(numeral.Subtract, d.scaled(c.a), d.scaled(c.b))
	case differRound:
		return d.rounded(d.binary(numeral.Subtract, d.scaled(c.a), d.scaled(c.b)), c.n)
	case sum3:
		return d.binary(numeral.Add, d.binary(numeral.Add, d.scaled(c.a), d.scaled(c.b)), d.scaled(int32(c.n)))
	case product:
		return d.product(c)
	}
	panic("derive: no expression for way " + strconv.Itoa(int(c.way)))
}

func (d *deriver) args(e *numeral.Expr) []*numeral.Expr { return []*numeral.Expr{e} }

// operand is a source as it stands.
func (d *deriver) operand(i int32) *numeral.Expr {
	s := &d.article.sources[i]
	d.spans = append(d.spans, Span{s.Start, s.End})
	text := d.article.Text[s.Start:s.End]
	if s.digits {
		d.spans[len(d.spans)-1].End = s.Start + len(digitsOf(text))
		return &numeral.Expr{Text: digitsOf(text)}
	}
	return &numeral.Expr{Op: numeral.Trans, Text: text}
}

// scaled is a source in units of the blank's scale.
func (d *deriver) scaled(i int32) *numeral.Expr {
	s := &d.article.sources[i]
	scale := int64(1)
	if s.part >= 0 {
		scale, _ = s.Value.Div(d.article.sources[s.part].Value).Int64()
		i = s.part
	} else if s.lent() {
		scale, _ = s.Value.Div(s.worth).Int64()
	}
	e := d.operand(i)
	switch want := d.blank.scale; {
	case scale == want:
		return e
	case scale > want:
		return d.binary(numeral.Multiply, e, d.constant(scale/want))
	case scale == 1:
		unit := map[int64]string{1e3: "K", 1e6: "M", 1e9: "B", 1e12: "T"}[want]
		return &numeral.Expr{Op: numeral.Paraphrase, Args: d.args(e), Text: unit}
	default:
		return d.binary(numeral.Divide, e, d.constant(want/scale))
	}
}

// product multiplies two sources, the second as it stands.
func (d *deriver) product(c *candidate) *numeral.Expr {
	if s := &d.article.sources[c.b]; s.part >= 0 || s.lent() { // the scale belongs to one of them
		plain := d.operand(c.a)
		return d.binary(numeral.Multiply, plain, d.scaled(c.b))
	}
	first := d.scaled(c.a)
	return d.binary(numeral.Multiply, first, d.operand(c.b))
}

// now is the year of the article.
func (d *deriver) now() *numeral.Expr {
	for i := range d.article.sources {
		if s := &d.article.sources[i]; s.Kind == numeral.Year && s.Value == numeral.Int(d.article.year) {
			return d.operand(int32(i))
		}
	}
	panic("derive: a year is reckoned from, but the article has none")
}

func (d *deriver) constant(n int64) *numeral.Expr {
	return &numeral.Expr{Text: strconv.FormatInt(n, 10)}
}

func (d *deriver) binary(op numeral.Op, a, b *numeral.Expr) *numeral.Expr {
	return &numeral.Expr{Op: op, Args: []*numeral.Expr{a, b}}
}

// rounded rounds e to so many places, if it is not a whole number.
func (d *deriver) rounded(e *numeral.Expr, places int64) *numeral.Expr {
	if e.Eval().IsInt() {
		return e
	}
	return &numeral.Expr{Op: numeral.Round, Args: d.args(e), Text: strconv.FormatInt(places, 10)}
}
