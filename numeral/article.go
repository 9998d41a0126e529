package numeral

import "strings"

// An Article is a text with its numbers, ready for many questions. It is
// safe for concurrent use.
type Article struct {
	Text     string
	Mentions []Mention
	values   map[Value]bool
	lower    string
}

// NewArticle finds the numbers of a text.
func NewArticle(text string) *Article {
	a := &Article{Text: text, Mentions: Find(nil, text), lower: strings.ToLower(text)}
	a.values = make(map[Value]bool, len(a.Mentions))
	for i := range a.Mentions {
		m := &a.Mentions[i]
		a.values[m.Value] = true
		if m.Unit == Percent { // 10% is also 0.1
			a.values[m.Value.Div(Int(100))] = true
		}
	}
	delete(a.values, Value{})
	return a
}

// Has reports whether an operand occurs in the article: its number in any
// spelling, at any depth of a mention, or its text between the bounds of
// words, whatever the case; $1,635.93 has 1,635. Constants do not occur;
// see [Constant].
func (a *Article) Has(e *Expr) bool {
	if e.Op != Span {
		text := strings.TrimSuffix(e.Text, "%")
		if v, ok := Parse(text); ok && a.values[v] {
			return true
		}
	}
	return contains(a.lower, strings.ToLower(e.Text))
}

// contains reports whether words stand in text, not inside a longer word
// or numeral.
func contains(text, words string) bool {
	for from := 0; ; {
		i := strings.Index(text[from:], words)
		if i < 0 {
			return false
		}
		i += from
		if end := i + len(words); !joined(text, i) && !joined(text, end) {
			return true
		}
		from = i + 1
	}
}

// joined reports whether i is inside a word or a numeral, so that what
// ends or begins there is not whole: 975 is not in $975,000, nor is 93 in
// $1,635.93. But 1,635 is, as the dollars without the cents.
func joined(text string, i int) bool {
	at := func(i int) byte {
		if i < 0 || i >= len(text) {
			return ' '
		}
		return text[i]
	}
	before, after := at(i-1), at(i)
	switch {
	case isLetter(before) && isLetter(after) || isDigit(before) && isDigit(after):
		return true
	case before == ',' || before == '.':
		return isDigit(at(i-2)) && isDigit(after)
	case after == ',':
		return isDigit(before) && isDigit(at(i+1))
	}
	return false
}

// Constant reports whether a number need not occur in an article, because
// everybody knows it: how many of one unit make another.
func Constant(v Value) bool {
	n, ok := v.Int64()
	if !ok {
		return false
	}
	switch n {
	case 7, 12, 24, 30, 52, 60, 365:
		return true
	case 1900, 2000: // the century of '79
		return true
	}
	for n >= 10 && n%10 == 0 {
		n /= 10
	}
	return n == 1
}
