package numeral

import (
	"strings"

	"hed/internal/dateline"
)

// An Article is a text with its numbers, ready for many questions. It is
// safe for concurrent use.
type Article struct {
	Text     string
	Mentions []Mention

	lower  string         // what is behind the dateline
	values map[Value]bool // in digits or words, true where in digits
	units  map[Unit]bool  // what numbers count
	year   Value          // of the date
}

// NewArticle finds the numbers of a text. The dateline that it may begin with,
// "(Jun 21, 2013 9:57 AM CDT)", is the date of the article: its year is a source of
// numbers, its day and time are not.
func NewArticle(text string) *Article {
	a := &Article{Text: text, Mentions: Find(nil, text), values: map[Value]bool{}, units: map[Unit]bool{}}
	end := dateline.End(text)
	a.lower = strings.ToLower(text[end:])
	for i := range a.Mentions {
		m := &a.Mentions[i]
		switch {
		case m.Start < end:
			if m.Kind == Year {
				a.year = m.Value
			}
			continue
		case m.Kind == Month || m.Kind == Vague:
			continue
		}
		digits := strings.ContainsAny(m.Text(text), "0123456789")
		a.values[m.Value] = a.values[m.Value] || digits
		if m.Unit == Percent { // 10% is also 0.1
			if part := m.Value.Div(Int(100)); !a.values[part] {
				a.values[part] = false // there, but not in digits
			}
		}
		a.units[m.Unit] = true
	}
	delete(a.values, Value{})
	return a
}

// SetDate says when the article appeared, as ISO 8601 or as a year alone, where its text
// does not. It is to be called before all questions.
func (a *Article) SetDate(iso string) {
	// Four digits, because a date may be a year alone, and what is no date may be any number.
	year, _, _ := strings.Cut(iso, "-")
	if len(year) == 4 && strings.Trim(year, "0123456789") == "" && !a.year.OK() {
		a.year, _ = Parse(year)
	}
}

// Has reports whether an operand occurs in the article.
//
// The text of an operand occurs between the bounds of words, whatever the case;
// $1,635.93 has 1,635. What Copy takes also occurs if a number in digits is worth the
// same: 1,000 and 1000, but not "a thousand". A number in arithmetic may be in words
// as well, at any depth of a mention; months and vague words such as hundreds are no
// numbers there. The year of the date occurs as a number.
func (a *Article) Has(e *Expr) bool {
	if contains(a.lower, strings.ToLower(e.Text)) {
		return true
	}
	if e.Op != Literal && e.Op != Copy {
		return false
	}
	v, ok := Parse(strings.TrimSuffix(e.Text, "%"))
	if !ok {
		return false
	}
	digits, found := a.values[v]
	return found && (digits || e.Op == Literal) || v == a.year
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
