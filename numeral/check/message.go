package check

import (
	"math"
	"strconv"
	"strings"

	"hed/numeral/derive"
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
	s := p.sentences[sentence]
	return derive.Span{Start: s.start, End: s.end}
}

// quote is a figure as the text has it, on one line.
func (p *passage) quote(f *figure) string {
	return strings.Join(strings.Fields(f.Text(p.text)), " ")
}

// hedged is a figure with the words that hedge it.
func (p *passage) hedged(f *figure) string {
	start, end := f.Start, f.End
	if f.HedgeEnd > f.HedgeStart {
		start, end = min(start, f.HedgeStart), max(end, f.HedgeEnd)
	}
	return strings.Join(strings.Fields(p.text[start:end]), " ")
}

// phrase is a figure with the words behind it that say what it is of.
func (p *passage) phrase(f *figure) string {
	end := f.last
	for end < len(p.words) && end < f.last+2 && p.words[end].sentence == f.sentence && strings.TrimSpace(p.between(end-1)) == "" {
		end++
	}
	if end == f.last || f.last == 0 {
		return p.quote(f)
	}
	return strings.Join(strings.Fields(p.text[f.Start:max(f.End, p.words[end-1].end)]), " ")
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
