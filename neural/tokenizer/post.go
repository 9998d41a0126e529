package tokenizer

import (
	"errors"
	"fmt"
	"math"
	"unicode/utf8"
)

// post is what happens to the tokens of a text at the end.
type post struct {
	trims        []bool // cut white space off offsets; whether a space was put before the text
	single, pair []slot
}

// A slot is a place in a template: a text, or special tokens.
type slot struct {
	text int8 // 0 or 1, or -1 for special tokens
	kind int32
	ids  []int32
}

var plainPair = []slot{{text: 0, kind: 0}, {text: 1, kind: 1}}

func (p *post) template(pair bool) []slot {
	if pair {
		return p.pair
	}
	return p.single
}

// added returns how many special tokens are put in.
func (p *post) added(pair bool) int {
	n := 0
	for _, s := range p.template(pair) {
		n += len(s.ids)
	}
	return n
}

// write fills in the template.
func (p *post) write(out *Encoding, a, b []token, pair bool) {
	out.IDs, out.Types, out.Offsets = out.IDs[:0], out.Types[:0], out.Offsets[:0]
	out.Texts, out.Words, out.Special = out.Texts[:0], out.Words[:0], out.Special[:0]
	add := func(s *slot, id int32, at Span, word int32) {
		out.IDs = append(out.IDs, id)
		out.Types = append(out.Types, s.kind)
		out.Offsets = append(out.Offsets, at)
		out.Texts = append(out.Texts, s.text)
		out.Words = append(out.Words, word)
		out.Special = append(out.Special, s.text < 0)
	}
	for _, s := range p.template(pair) {
		for _, id := range s.ids {
			add(&s, id, Span{}, -1)
		}
		tokens := a
		switch s.text {
		case -1:
			continue
		case 1:
			tokens = b
		}
		for _, t := range tokens {
			add(&s, t.id, Span{int(t.from), int(t.to)}, t.word)
		}
	}
}

// trim leaves out of the offsets the white space that byte-level tokens start
// or end with. The space that was put before the first word is in no text.
func trim(tokens []token, text string, prefix bool) {
	for i := range tokens {
		t := &tokens[i]
		if int(t.to) > len(text) {
			continue
		}
		lead := t.lead
		if prefix && lead == 1 && (i == 0 || t.from == 0) {
			lead = 0
		}
		for ; lead > 0 && t.from < t.to; lead-- {
			_, n := utf8.DecodeRuneInString(text[t.from:])
			t.from += int32(n)
		}
		end, trail := t.to, t.trail
		for ; trail > 0 && end > 0; trail-- {
			_, n := utf8.DecodeLastRuneInString(text[:end])
			end -= int32(n)
		}
		if trail == 0 {
			t.to = max(end, t.from)
		}
	}
}

// A Strategy says which text of a pair is shortened.
type Strategy int

// The strategies of Hugging Face.
const (
	LongestFirst Strategy = iota // the longer one, then both to equal lengths
	OnlyFirst
	OnlySecond
)

var strategies = map[string]Strategy{
	"LongestFirst": LongestFirst, "OnlyFirst": OnlyFirst, "OnlySecond": OnlySecond,
}

// Truncation limits how many tokens an Encoding has, special ones included.
type Truncation struct {
	Max      int // 0: no limit
	Strategy Strategy
	Left     bool // drop tokens at the beginning, not at the end
}

// limit returns how many tokens of a text need be made. Which text of a pair
// is shortened depends on both lengths.
func (t Truncation) limit(pair bool) int {
	if t.Max == 0 || t.Strategy == OnlySecond || pair {
		return math.MaxInt
	}
	return t.Max
}

// cut shortens the tokens of a text and its pair, so that there is room for
// added special tokens.
func (t Truncation) cut(a, b []token, pair bool, added int) ([]token, []token, error) {
	room := t.Max - added
	over := len(a) + len(b) - room
	switch {
	case t.Max == 0:
		return a, b, nil
	case room < 0:
		return nil, nil, fmt.Errorf("at most %d tokens leave no room for the %d special ones", t.Max, added)
	case room == 0:
		return nil, nil, nil
	case over <= 0:
		return a, b, nil
	}
	switch {
	case t.Strategy == LongestFirst && !pair:
		return t.keep(a, room), nil, nil
	case t.Strategy == LongestFirst:
		short, long := min(len(a), len(b)), 0
		if short > room {
			long = short
		} else {
			long = max(short, room-short)
		}
		if short+long > room {
			short = room / 2
			long = short + room%2
		}
		if len(a) > len(b) {
			return t.keep(a, long), t.keep(b, short), nil
		}
		return t.keep(a, short), t.keep(b, long), nil
	case t.Strategy == OnlyFirst && len(a) > over:
		return t.keep(a, len(a)-over), b, nil
	case t.Strategy == OnlySecond && len(b) > over:
		return a, t.keep(b, len(b)-over), nil
	case t.Strategy == OnlySecond && !pair:
		return nil, nil, errors.New("only the second text may be shortened, and there is none")
	}
	return nil, nil, errors.New("the text that may be shortened is too short")
}

func (t Truncation) keep(tokens []token, n int) []token {
	switch {
	case n >= len(tokens):
		return tokens
	case t.Left:
		return tokens[len(tokens)-n:]
	}
	return tokens[:n]
}
