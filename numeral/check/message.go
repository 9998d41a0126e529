package check

import (
	"math"
	"sort"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"hed/numeral/derive"
	"hed/numeral/quantity"
)

// result is a result whose evidence is the sentence of figure i of the article.
func (c *checker) result(v Verdict, kind string, i int, message string) Result {
	r := Result{Verdict: v, Kind: kind, Message: message}
	if i >= 0 {
		r.Evidence = c.a.evidence(c.a.figures[i].sentence)
	}
	return r
}

// evidence is the span of a sentence.
func (p *passage) evidence(sentence int) derive.Span {
	if sentence < 0 || sentence >= len(p.sentences) {
		return derive.Span{}
	}
	_, at := p.written(p.sentences[sentence].start, p.sentences[sentence].end)
	return at
}

// quote is a figure as the text has it, on one line.
func (p *passage) quote(f *figure) string { return p.inside(f, f.Start, f.End) }

// inside is a text that begins with a figure or its hedge, on one line and as it is written inside a sentence: twelve, where one begins
// with Twelve.
func (p *passage) inside(f *figure, start, end int) string {
	text, _ := p.written(start, end)
	text = strings.Join(strings.Fields(text), " ")
	k := sort.Search(len(p.words), func(k int) bool { return p.words[k].end > start })
	if k == len(p.words) || p.words[k].start != start || !p.words[k].capital || start == f.Start && (p.words[k].name || !f.Words) {
		return text
	}
	first, n := utf8.DecodeRuneInString(text)
	return string(unicode.ToLower(first)) + text[n:]
}

// hedged is a figure with the words that hedge it.
func (p *passage) hedged(f *figure) string {
	start, end := f.Start, f.End
	if f.HedgeEnd > f.HedgeStart {
		start, end = min(start, f.HedgeStart), max(end, f.HedgeEnd)
	}
	return p.inside(f, start, end)
}

// suggest is what could be written for h: a figure of the article, with a capital where h has one.
func (c *checker) suggest(h, a *figure) string {
	text := c.a.quote(a)
	if h.Words && unicode.IsUpper(rune(c.head.text[h.Start])) {
		text = capital(text)
	}
	return text
}

// capital is a text with a capital letter at its beginning.
func capital(text string) string {
	first, n := utf8.DecodeRuneInString(text)
	if !unicode.IsLower(first) {
		return text
	}
	return string(unicode.ToUpper(first)) + text[n:]
}

// rate is a figure with the time that it is for: $200 a week.
func (p *passage) rate(f *figure) string {
	for k := f.last; k < min(f.last+4, len(p.words)) && f.Per != ""; k++ {
		if strings.HasPrefix(p.word(k), f.Per) {
			return p.inside(f, f.Start, p.words[k].end)
		}
	}
	return p.quote(f)
}

// phrase is a figure with the words behind it that say what it is of, up to one that says nothing of its own.
func (p *passage) phrase(f *figure) string {
	end := f.last
	for end < len(p.words) && end < f.last+2 && p.words[end].sentence == f.sentence && (p.words[end].stem != "" || p.word(end) == "others") && strings.TrimSpace(p.between(end-1)) == "" {
		end++
	}
	if end == f.last || f.last == 0 {
		return p.quote(f)
	}
	return p.inside(f, f.Start, max(f.End, p.words[end-1].end))
}

// amount writes a number with the currency or the percent sign of a figure.
func (p *passage) amount(f *figure, x float64) string {
	text := p.quote(f)
	if sign, _ := utf8.DecodeRuneInString(text); f.Kind == quantity.Money && unicode.Is(unicode.Sc, sign) {
		return string(sign) + number(x)
	}
	if f.Kind == quantity.Share && strings.HasSuffix(text, "%") {
		return number(x) + "%"
	}
	return number(x)
}

// number writes a number for a sentence: 12,700 or 6.75.
func number(x float64) string {
	for _, s := range []struct {
		size float64
		name string
	}{{1e12, " trillion"}, {1e9, " billion"}, {1e6, " million"}} {
		if math.Abs(x) >= s.size {
			return short(x/s.size) + s.name
		}
	}
	text := short(x)
	whole, rest, cut := strings.Cut(text, ".")
	for k := len(whole) - 3; k > 0 && whole[k-1] != '-'; k -= 3 {
		whole = whole[:k] + "," + whole[k:]
	}
	if cut {
		whole += "." + rest
	}
	return whole
}

// short writes a number with at most two decimals.
func short(x float64) string {
	return strconv.FormatFloat(math.Round(x*100)/100, 'f', -1, 64)
}

func percentText(x float64) string {
	return strconv.FormatFloat(math.Round(math.Abs(x)*1000)/10, 'f', -1, 64) + "%"
}
