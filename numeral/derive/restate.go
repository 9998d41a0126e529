package derive

import (
	"strings"

	"hed/numeral"
	"hed/text/pos"
)

// A restating is a stretch of the article in the words of the headline, and
// how the number of the headline comes from it.
type restating struct {
	Span
	text string
	how  Derivation
}

// restate returns the article, as far as it is read closely, with what it
// says in another form than the headline put into the headline's: a year as
// 1 year, World War II as World War 2, a tenth as 10%, half as 1 in 2. Only
// what is exactly the number counts; whether it is meant is for the model to
// say, to which such forms are no numbers. The derivation is that of the
// first place, and has no expression if there is none.
func (a *Article) restate(headline string, x numeral.Mention) (text string, how Derivation) {
	var all []restating
	for _, form := range [...]func(string, numeral.Mention) []restating{a.units, a.romans, a.shares} {
		if all = form(headline, x); len(all) > 0 {
			break
		}
	}
	if len(all) == 0 {
		return "", Derivation{}
	}
	var b strings.Builder
	at := 0
	for _, r := range all {
		if r.Start >= at { // the 2 of 1 in 2 in 4 is taken
			b.WriteString(a.Text[at:r.Start])
			b.WriteString(r.text)
			at = r.End
		}
	}
	b.WriteString(a.Text[at:max(at, int(a.words[len(a.words)-1].end))])
	return b.String(), all[0].how
}

// units finds a year, an hour and the like where the headline has one of
// that unit of time or measure.
func (a *Article) units(headline string, x numeral.Mention) (all []restating) {
	if x.Value != numeral.Int(1) || x.Unit < numeral.Second || x.Unit > numeral.Gallon {
		return nil
	}
	for i := range int32(len(a.words)) - 1 {
		w, next := a.words[i], a.words[i+1]
		article := strings.ToLower(a.word(i))
		if article != "a" && article != "an" || next.start != w.end+1 || !isLetter(a.Text[next.start]) || a.each(i) {
			continue
		}
		if m := numeral.Find(nil, "1 "+a.word(i+1)); m[0].Unit != x.Unit {
			continue
		}
		whole := Span{int(w.start), int(next.end)}
		all = append(all, restating{Span{int(w.start), int(w.end)}, headline[x.Start:x.End],
			Derivation{Expr: &numeral.Expr{Op: numeral.Span, Text: a.Text[whole.Start:whole.End]}, Operands: a.operands(whole)}})
	}
	return all
}

// each reports whether the article at a word may mean each, or less than
// one: $3 a year, 40 pills a day, half an hour. It never does so in a year
// ago.
func (a *Article) each(i int32) bool {
	if int(i)+2 < len(a.words) {
		switch a.word(i + 2) {
		case "ago", "later", "earlier", "before", "after":
			return false
		}
	}
	if i == 0 || a.words[i-1].stop {
		return false
	}
	switch strings.ToLower(a.word(i - 1)) {
	case "once", "twice", "thrice", "more", "less", "half", "of", "%":
		return true
	}
	switch a.words[i-1].tag {
	case pos.NOUN, pos.PROPN, pos.NUM, pos.ADJ, pos.SYM, pos.X:
		return true
	}
	return false
}

// romans finds the number of a name in Roman numerals: World War II for
// World War 2, WW2 and 2nd World War.
func (a *Article) romans(headline string, x numeral.Mention) (all []restating) {
	words := strings.Fields(headline[:x.Start])
	if x.Kind == numeral.Ordinal {
		words = strings.Fields(headline[x.End:])
		words = words[:min(2, len(words))]
	} else {
		words = words[max(0, len(words)-1):]
	}
	name := strings.Trim(strings.Join(words, " "), nameMarks)
	if name == "" || name[0] < 'A' || name[0] > 'Z' {
		return nil
	}
	glued := x.Start > 0 && headline[x.Start-1] != ' '
	for i := range int32(len(a.words)) {
		w := a.words[i]
		at := int(w.start) // of the numeral
		begin := at - len(name) - 1
		switch {
		case glued:
			begin = at
			at += len(name)
		case begin < 0 || a.Text[at-1] != ' ':
			continue
		}
		end := at
		for end < int(w.end) && strings.IndexByte("IVXLC", a.Text[end]) >= 0 {
			end++
		}
		if end <= at || end < len(a.Text) && alphanumeric(a.Text[end]) || begin > 0 && alphanumeric(a.Text[begin-1]) ||
			!strings.EqualFold(a.Text[begin:begin+len(name)], name) || a.Text[begin] != name[0] { // not the war I saw
			continue
		}
		if v := numeral.Read(a.Text[at:end]); len(v) != 1 || v[0] != x.Value {
			continue
		}
		r := restating{Span{begin, end}, a.Text[begin:at] + headline[x.Start:x.End],
			Derivation{Expr: &numeral.Expr{Op: numeral.Trans, Text: a.Text[at:end]}, Operands: a.operands(Span{at, end})}}
		if x.Kind == numeral.Ordinal {
			r.text = headline[x.Start:x.End] + " " + name
		}
		all = append(all, r)
	}
	return all
}
