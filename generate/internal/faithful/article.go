package faithful

import (
	"slices"
	"strings"
	"unicode"

	"hed/corpus"
	"hed/numeral/check"
	"hed/numeral/derive"
	"hed/numeral/gloss"
	"hed/numeral/quantity"
)

// An article is what the numbers of headlines are compared with.
type article struct {
	body     string
	language *gloss.Language
	text     *check.Article
	model    *derive.Model
	pieces   bool

	whole map[string]bool // what was said of headlines
	begun map[string]bool // and of beginnings with a number near their end
	known []known         // once a number was asked for
	forms []string        // once pieces of a number were, sorted
}

// A known is a quantity of the article.
type known struct {
	quantity.Quantity
	digits string // as they are written
	behind string // its scale and unit, and the word behind
}

func (n *Numbers) read(d *corpus.Document) *article {
	text := d.Text()
	return &article{body: text, text: check.Read(text, d.Lang, check.Day(d.Date)), language: gloss.Of(d.Lang), model: n.model, pieces: n.pieces, whole: map[string]bool{}, begun: map[string]bool{}}
}

// rule is a Rule: numbers are supported or, at the beginning of a headline, may become so.
func (a *article) rule(headline string, end bool) bool {
	// Most words are no part of a number, and what was written before has been looked at then.
	figures := a.language.Quantities(nil, headline)
	if len(figures) == 0 {
		return true
	}
	if end {
		ok, asked := a.whole[headline]
		if !asked {
			ok = a.share(headline) == 1
			a.whole[headline] = ok
		}
		return ok
	}
	last := &figures[len(figures)-1]
	if words(headline[last.End:]) > later {
		return true
	}
	ok, asked := a.begun[headline]
	if !asked {
		ok = a.begins(headline, last)
		a.begun[headline] = ok
	}
	return ok
}

// begins says whether all numbers of a beginning, of which the last is given, are supported or may become so.
func (a *article) begins(headline string, last *quantity.Quantity) bool {
	open := len(headline) // where a number begins that may get more digits
	if a.pieces {
		open = a.open(headline)
	}
	for _, r := range a.text.Check(nil, headline) {
		if !missing(r) || r.End > open {
			continue
		}
		switch after := words(headline[r.End:]); {
		case after == 0: // more digits, a scale or a unit may follow
			if !a.may(headline, r.Start, last) {
				return false
			}
		case after == 1 && a.pieces: // half a word
		default:
			return false
		}
	}
	return true
}

// missing says whether the article does not have a number, nor anything that it follows from. A number of which it only is in doubt what it is of may be all right
// with the words that come. Without the ranker all that the article does not have is in doubt.
func missing(r check.Result) bool {
	return r.Verdict.Level() == check.Error || r.Verdict == check.Doubtful && (r.Kind == "value" || r.Kind == "nowhere")
}

// later is how many words behind a number are waited for before it is left alone until the headline ends: most that change what it is.
const later = 3

// none is a Rule: nothing is a number that claims something.
func (a *article) none(headline string, _ bool) bool {
	if len(a.language.Quantities(nil, headline)) == 0 {
		return true
	}
	return !slices.ContainsFunc(a.text.Check(nil, headline), func(r check.Result) bool { return r.Verdict != check.Unchecked || r.Kind == check.Limit })
}

// words counts the words of a text, without marks.
func words(text string) int {
	return len(strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }))
}

// may says whether the number at the end of a headline can become one that is supported.
func (a *article) may(headline string, start int, last *quantity.Quantity) bool {
	digits := leading(headline[start:])
	written := headline[start:]
	if digits != "" {
		written = written[strings.Index(written, digits)+len(digits):]
	} else {
		written = headline[last.End:]
	}
	for _, behind := range a.endings(digits, last) {
		if len(behind) <= len(written) || !strings.EqualFold(behind[:len(written)], written) {
			continue // something else is written behind it
		}
		for _, r := range a.text.Check(nil, headline+behind[len(written):]) {
			if r.Start == start && !missing(r) {
				return true
			}
		}
	}
	return false
}

// endings are what may follow a number: what follows it in the article, and what follows many.
func (a *article) endings(digits string, last *quantity.Quantity) []string {
	a.look()
	var own []string
	for i := range a.known {
		if k := &a.known[i]; k.behind != "" && (k.digits != "" && k.digits == digits || last.Low.OK() && k.Low.OK() && k.Low.Cmp(last.Low) == 0) && !slices.Contains(own, k.behind) {
			own = append(own, k.behind)
		}
	}
	const most = 8
	return slices.Concat(own[:min(most, len(own))], a.language.Follows())
}

// mostKnown bounds the work for articles that are full of numbers.
const mostKnown = 100

// look reads the quantities of the article.
func (a *article) look() {
	if a.known != nil {
		return
	}
	all := a.language.Quantities(nil, a.body)
	a.known = make([]known, 0, len(all))
	for _, q := range all[:min(mostKnown, len(all))] {
		k := known{Quantity: q, digits: leading(q.Text(a.body))}
		if text := q.Text(a.body); k.digits != "" {
			k.behind = text[strings.Index(text, k.digits)+len(k.digits):]
		}
		if rest := a.body[q.End:]; strings.HasPrefix(rest, " ") || strings.HasPrefix(rest, "-") {
			end := strings.IndexFunc(rest[1:], func(r rune) bool { return !unicode.IsLetter(r) })
			if end < 0 {
				end = len(rest) - 1
			}
			if end > 0 {
				k.behind += rest[:1+end]
			}
		}
		a.known = append(a.known, k)
	}
}

// leading are the first digits of a text, with the marks between them.
func leading(text string) string {
	begin := strings.IndexFunc(text, unicode.IsDigit)
	if begin < 0 {
		return ""
	}
	text = text[begin:]
	if end := strings.IndexFunc(text, func(r rune) bool { return !unicode.IsDigit(r) && r != '.' && r != ',' && r != ':' }); end >= 0 {
		text = text[:end]
	}
	return strings.TrimRight(text, ".,:")
}
