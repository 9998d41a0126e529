package check

import (
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
