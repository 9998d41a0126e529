package derive

import (
	"strings"
	"unicode/utf8"

	"hed/numeral"
)

// Explain derives each number of a headline from the article, in the order
// of the headline. Numbers inside others, as the 2 and the million of two
// million, are not explained apart; those of a range or a score are. The
// number of a list headline (5 Things to Know) counts the items of the piece
// and is passed over where the article does not have it. Behind the first
// MaxNumbers comes one that is Unchecked, and nothing more.
func (m *Model) Explain(a *Article, headline string) []Explanation {
	mentions := numeral.Find(nil, headline)
	all := []Explanation{} // JSON has [] and not null
	explained := 0
	for i := 0; i < len(mentions); i++ {
		x := mentions[i]
		if x.Value.OK() && x.Kind != numeral.Month {
			if explained++; explained > MaxNumbers+1 {
				all[len(all)-1].More++
			} else if explained > MaxNumbers {
				span := Span{x.Start, x.End}
				all = append(all, Explanation{Text: x.Text(headline), Span: span, Numeral: span, Value: x.Value, Status: Unchecked,
					Derivations: []Derivation{}, Alternatives: []Answer{}})
			} else if e := m.explain(a, headline, mentions[i:]); e.Supported() || !countsItems(headline, x) {
				all = append(all, e)
			}
			for i+1 < len(mentions) && mentions[i+1].Depth > x.Depth {
				i++
			}
		}
	}
	return all
}

// explain explains the first of the mentions. What the article says in
// another form is weighed as if it had the headline's.
func (m *Model) explain(a *Article, headline string, mentions []numeral.Mention) Explanation {
	e := m.weigh(a, headline, mentions)
	if e.Supported() {
		return e
	}
	text, d := a.restate(headline, mentions[0])
	if d.Expr == nil {
		return e
	}
	if again := m.weigh(Read(text), headline, mentions); again.Supported() {
		e.Support, d.Confidence = again.Support, again.Support
		e.Derivations = []Derivation{d}
		e.Status = e.supported()
	}
	return e
}

// supported is the status of a number that is supported.
func (e *Explanation) supported() Status {
	if len(e.Derivations) > 0 && e.Derivations[0].Expr.Op > numeral.Span {
		return Derived
	}
	return Found
}

// maxAlternatives is how many other answers an explanation has.
const maxAlternatives = 3

// weigh explains the first of the mentions by what the article has of it.
func (m *Model) weigh(a *Article, headline string, mentions []numeral.Mention) Explanation {
	x := mentions[0]
	e := Explanation{
		Text: x.Text(headline), Span: Span{x.Start, x.End}, Numeral: Span{x.Start, x.End},
		Status: Unsupported, Derivations: []Derivation{}, Alternatives: []Answer{}, // JSON has [] and not null
	}
	value, left := x.Value, headline[:x.Start]
	negative := x.Value.Sign() < 0
	if len(mentions) > 1 && mentions[1].Depth > x.Depth {
		switch inner := mentions[1]; {
		case negative && inner.Value == value.Neg():
			_, minus := utf8.DecodeRuneInString(headline[x.Start:])
			left += headline[x.Start+minus : inner.Start] // a currency
			e.Numeral, value = Span{inner.Start, inner.End}, inner.Value
		case inner.Start == x.Start && scaled(value, inner.Value):
			e.Numeral.End, value = inner.End, inner.Value
		}
	}
	text := headline[e.Numeral.Start:e.Numeral.End]
	if worth, ok := plainDigits(text, value); ok {
		text = digitsOf(text)
		e.Numeral.End = e.Numeral.Start + len(text)
		if negative {
			value = worth // its scale is no part of its own
		}
	}
	right := headline[e.Numeral.End:]
	if strings.Contains(text, "/") {
		right = strings.TrimPrefix(right, "th") // of 1/100th, which is a fraction and no ordinal
	}
	b := newBlank(left, right)
	r := m.rank(a, b, text)
	k := r.find(text, value)
	if k < 0 {
		if given := r.spelling(value); given != "" { // far down the list
			r = m.rank(a, b, given)
			k = r.find(given, value)
		}
	}
	if k >= 0 && negative && !r.keepNegative(k) {
		k = -1
	}
	e.Value = value
	if k >= 0 {
		ev := r.evidence(k)
		e.Support = m.alarm.at(&ev)
		if v := r.cs[r.all[k].ways[0]].value; v.OK() {
			e.Value = v // of the text, where the headline means more: the 12 of 1910-12
		}
		e.Derivations = m.derivations(r, &r.all[k], e.Support)
	}
	if name := nameOf(headline, x); name != "" {
		switch {
		case a.has(name) || common(name):
			e.Support = nameSupport
		case letters(name) > 1 && (k < 0 || r.cs[r.all[k].ways[0]].way != copied):
			e.Support = 0 // an iPhone 5 is not made of five hours; a Q1 is the first quarter
		}
	}
	if e.Support >= m.alarm.Least {
		e.Status = e.supported()
	}
	for j := range r.all {
		if j != k && len(e.Alternatives) < maxAlternatives {
			e.Alternatives = append(e.Alternatives, m.answers(r, r.all[j:j+1], r.p[j:j+1], 1)...)
		}
	}
	return e
}

// spelling returns how the candidates write a value.
func (r *ranking) spelling(v numeral.Value) string {
	for i := range r.cs {
		if r.cs[i].value == v && v.OK() {
			return r.cs[i].text
		}
	}
	return ""
}

// nameSupport is the support of a number that is part of a name which the
// article has, or which everybody knows.
const nameSupport = 0.95

// nameOf returns the name that a number is part of: what it is joined to,
// or else it and the word before, such as iPhone 15, Catch-22 and 5G. It
// returns "" for other numbers, 911 apart.
func nameOf(headline string, x numeral.Mention) string {
	if x.Kind != numeral.Label && headline[x.Start:x.End] != "911" {
		return ""
	}
	start, end := x.Start, x.End
	for end < len(headline) && isLetter(headline[end]) {
		end++
	}
	for start > 0 && headline[start-1] != ' ' {
		start--
	}
	if name := strings.Trim(headline[start:end], nameMarks); end > x.End || start < x.Start || common(name) {
		return name
	}
	start = strings.LastIndexByte(strings.TrimRight(headline[:start], " "), ' ') + 1
	return strings.Trim(headline[start:end], nameMarks)
}

func letters(s string) (n int) {
	for i := range len(s) {
		if isLetter(s[i]) {
			n++
		}
	}
	return n
}

// nameMarks are cut off names; the sign of a hashtag stays.
const nameMarks = "\"'‘’“”(),:;!?. "

// common reports whether everybody knows a name, so that an article need
// not have it.
func common(name string) bool {
	switch strings.ToLower(name) {
	case "9/11", "24/7", "911", "50/50", "4/20", "3g", "4g", "5g", "catch-22", "covid-19":
		return true
	}
	return false
}

// has reports whether the article has a name.
func (a *Article) has(name string) bool { return name != "" && containsFold(a.Text, name) }

// containsFold reports whether words stand in text, whatever the case, not
// inside a longer word.
func containsFold(text, words string) bool {
	for i := 0; i+len(words) <= len(text); i++ {
		if strings.EqualFold(text[i:i+len(words)], words) && (i == 0 || !alphanumeric(text[i-1])) &&
			(i+len(words) == len(text) || !alphanumeric(text[i+len(words)])) {
			return true
		}
	}
	return false
}

func alphanumeric(c byte) bool { return isLetter(c) || '0' <= c && c <= '9' }
