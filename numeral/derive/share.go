package derive

import (
	"strings"

	"hed/numeral"
)

// A share is a part of a whole, in one of three forms.
type share struct {
	Span
	value numeral.Value
	form  shareForm
	a, b  int // indexes of its numbers; b is that of the 2 in 1 in 2
}

type shareForm uint8

const (
	fraction shareForm = iota // half
	percent                   // 50%
	oneIn                     // 1 in 2
)

// findShares lists the shares among the numbers of a text.
func findShares(text string, mentions []numeral.Mention) (all []share) {
	last := -1 // of those that are no part of another
	for i := range mentions {
		m := &mentions[i]
		if m.Depth > 0 {
			continue
		}
		switch {
		case m.Kind == numeral.Fraction && partitive(text, m):
			all = append(all, share{Span{m.Start, m.End}, m.Value, fraction, i, -1})
		case m.Unit == numeral.Percent && m.Value.Sign() > 0:
			all = append(all, share{Span{m.Start, percentEnd(text, m.End)}, m.Value.Div(numeral.Int(100)), percent, i, -1})
		case last >= 0 && counts(m) && counts(&mentions[last]) && mentions[last].Value.Cmp(m.Value) < 0:
			switch n := &mentions[last]; strings.ToLower(text[n.End:m.Start]) {
			case " in ", " out of ", "-in-":
				all = append(all, share{Span{n.Start, m.End}, n.Value.Div(m.Value), oneIn, last, i})
			}
		}
		last = i
	}
	return all
}

// percentEnd is where the percent sign or word ends that stands at i.
func percentEnd(text string, i int) int {
	for _, s := range [...]string{"%", " %", " percent", " per cent"} {
		if strings.HasPrefix(text[i:], s) {
			return i + len(s)
		}
	}
	return i
}

// counts reports whether a number may be one of 1 in 2.
func counts(m *numeral.Mention) bool {
	return m.Kind == numeral.Cardinal && m.Unit == numeral.NoUnit && m.Value.IsInt() && m.Value.Sign() > 0
}

// partitive reports whether a fraction is a share of something, unlike those
// of half-brother, half an hour and the second half.
func partitive(text string, m *numeral.Mention) bool {
	before := strings.TrimRight(text[:m.Start], " ")
	switch strings.ToLower(before[strings.LastIndexAny(before, " \n")+1:]) {
	case "first", "second":
		return false
	}
	for _, s := range [...]string{"-", " a ", " an "} {
		if strings.HasPrefix(text[m.End:], s) {
			return false
		}
	}
	return m.Value.Sign() > 0 && m.Value.Cmp(numeral.Int(1)) < 0
}

// shares finds the share of the headline in another form.
func (a *Article) shares(headline string, x numeral.Mention) (all []restating) {
	mentions := numeral.Find(nil, headline)
	var want share
	for _, s := range findShares(headline, mentions) {
		if s.Start <= x.Start && x.End <= s.End {
			want = s
		}
	}
	if !want.value.OK() {
		return nil
	}
	sources := make([]numeral.Mention, len(a.sources))
	for i := range sources {
		sources[i] = a.sources[i].Mention
	}
	for _, s := range findShares(a.Text, sources) {
		if s.form == want.form {
			continue
		}
		d := deriver{article: a}
		var e *numeral.Expr
		switch {
		case want.form == percent:
			e = d.percentage(&s, x.Value)
		case s.value != want.value:
		case want.form == fraction:
			e = d.share(&s)
		case x.Start == want.Start: // the 1 of 1 in 2
			n, _ := mentions[want.b].Value.Int64()
			e = d.binary(numeral.Multiply, d.share(&s), d.constant(n))
		default:
			n, _ := mentions[want.a].Value.Int64()
			e = d.binary(numeral.Divide, d.constant(n), d.share(&s))
		}
		if e != nil {
			all = append(all, restating{s.Span, headline[want.Start:want.End], d.derivation(e)})
		}
	}
	return all
}

// share writes a share of the article as a number below one.
func (d *deriver) share(s *share) *numeral.Expr {
	first := d.operand(int32(s.a))
	switch s.form {
	case percent:
		return d.binary(numeral.Divide, first, d.constant(100))
	case oneIn:
		return d.binary(numeral.Divide, first, d.operand(int32(s.b)))
	}
	return first
}

// percentage writes a share as so many percent, rounded or cut off, and
// returns nil if it is not.
func (d *deriver) percentage(s *share, want numeral.Value) *numeral.Expr {
	exact := s.value.Mul(numeral.Int(100))
	op := numeral.SRound
	switch want {
	case exact, exact.Round(0):
		op = numeral.Round
	case exact.Trunc(0):
	default:
		return nil
	}
	e := d.binary(numeral.Multiply, d.share(s), d.constant(100))
	if want != exact {
		e = &numeral.Expr{Op: op, Args: d.args(e), Text: "0"}
	}
	return e
}
