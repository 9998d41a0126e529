package study

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"hed/internal/count"
	"hed/text/lang"
)

// deal numbers the cases form by form, and fixes the order of their headlines.
func (d *draw) deal(forms [][]pick) []Case {
	orders := &orders{n: len(d.Systems), balanced: d.Protocol.Order == orderBalanced, random: rand.New(rand.NewPCG(d.Seed, 1))}
	var cases []Case
	add := func(form int, x pick) *Case {
		c := Case{Number: len(cases), Doc: x.doc.ID, Source: x.doc.Source}
		if d.Protocol.shows() {
			c.Article, c.Cut = d.cut(x.doc.Text(), x.doc.Lang)
		}
		cases = append(cases, c)
		d.Forms[form] = append(d.Forms[form], c.Number)
		return &cases[c.Number]
	}
	d.Forms = make([][]int, d.Numbers.Forms)
	switch d.Protocol.Unit {
	case Headlines:
		for i, system := range d.Systems {
			d.shuffle(forms[0])
			for _, x := range forms[0] {
				add(i, x).Headlines = []Headline{{system, x.headlines[i]}}
			}
		}
	case Blanks:
		for i, form := range forms {
			for _, x := range form {
				c := add(i, x)
				c.Question, c.Gold, c.Reasoning = x.cloze.Question, strings.TrimSpace(x.cloze.Answer), x.cloze.Reasoning
			}
		}
	default:
		for i, form := range forms {
			for _, x := range form {
				c := add(i, x)
				for _, system := range orders.next() {
					c.Headlines = append(c.Headlines, Headline{d.Systems[system], x.headlines[system]})
				}
			}
		}
	}
	return cases
}

// shows tells whether a step shows the article.
func (p *Protocol) shows() bool {
	return slices.ContainsFunc(p.Steps, func(s Step) bool { return s.Article })
}

// cut gives the first tokens of an article as its characters are, and whether any
// were left out.
func (d *draw) cut(body, tag string) (string, bool) {
	most := d.Protocol.Tokens
	if most == 0 {
		return body, false
	}
	// Where the language of a document is not known it is that of the questions.
	tokens := lang.Of(cmp.Or(tag, d.Lang)).Words.Tokenize(nil, body)
	if len(tokens) <= most {
		return body, false
	}
	return body[:tokens[most-1].End], true
}

// note says in sentences how the cases were drawn.
func (d *draw) note(cases int) {
	say := func(format string, args ...any) { d.Notes = append(d.Notes, fmt.Sprintf(format, args...)) }
	say("Drawn by the seed %d: %s in %s; %s.", d.Seed, count.Of(cases, "case"), count.Of(len(d.Forms), "form"), d.passed())
	if n := d.Dropped.Looked; n > 0 {
		for _, system := range d.Systems {
			if k := d.Dropped.Systems[system]; k > 0 {
				say("Of the headlines of %s %d (%.1f%%) were empty or had an unknown word.", system, k, 100*float64(k)/float64(n))
			}
		}
	}
	if d.Protocol.Unit == Documents {
		switch d.Protocol.Order {
		case orderBalanced:
			say("The order of headlines is fixed for each case by Latin squares, so that every system is in every place equally often.")
		case orderRandom:
			say("The order of headlines is random and fixed for each case.")
		}
	}
	if d.Protocol.Unit == Headlines {
		say("All systems have headlines of the same documents, a form for each system.")
	}
	if d.Protocol.Tokens > 0 && d.Protocol.shows() {
		say("Articles are shown up to %d tokens of treebanks of their language, marks included.", d.Protocol.Tokens)
	}
}

// orders are those of the headlines of one case after another.
type orders struct {
	n        int
	balanced bool
	random   *rand.Rand
	square   [][]int // what is left of it
}

// next gives which system stands in which place. If balanced, every n cases are
// the rows of a Latin square, drawn anew: so after any number of cases the
// places of a system differ by one at most.
func (o *orders) next() []int {
	if !o.balanced {
		return o.random.Perm(o.n)
	}
	if len(o.square) == 0 {
		rows, columns, systems := o.random.Perm(o.n), o.random.Perm(o.n), o.random.Perm(o.n)
		for _, r := range rows {
			row := make([]int, o.n)
			for place, c := range columns {
				row[place] = systems[(r+c)%o.n]
			}
			o.square = append(o.square, row)
		}
	}
	row := o.square[0]
	o.square = o.square[1:]
	return row
}
