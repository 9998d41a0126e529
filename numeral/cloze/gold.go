package cloze

import (
	"strings"

	"hed/corpus"
	"hed/numeral"
)

// A Type says how the gold numeral of a headline comes from the article,
// as number_type of the official scorer does.
type Type uint8

const (
	Unknown   Type = iota // nobody says, and there is no article to look at
	Copy                  // 0 in number_type: it stands in the article
	Reasoning             // 1 in number_type: anything else
)

// A Gold is the numeral that the headlines of a document should have.
type Gold struct {
	Numeral string
	Type    Type
	// Op is the outermost operator of the annotation, and
	// [numeral.Literal] where none is known.
	Op numeral.Op
}

// GoldOf returns the gold numeral of a document: the answer of its
// question, where it has one (see [Of]), and otherwise the only
// numeral of its first reference, by [numeral.Official]. ok is false
// where the reference has none, or several.
//
// The type is what the annotators said. Where they said nothing, it is
// that of their derivation, since all operators but Copy are reasoning;
// without a derivation, a numeral that [Occurs] in the article is copied.
// On the 10,495 annotated rows of NumHG the first two always agree, and
// the third with them on all but 80: numerals that stand in the article
// and were meant for something else there.
func GoldOf(d *corpus.Document) (g Gold, ok bool) {
	q := Of(d)
	if q != nil && strings.TrimSpace(q.Answer) != "" {
		g.Numeral = strings.TrimSpace(q.Answer)
	} else if len(d.References) == 0 {
		return g, false
	} else if g.Numeral, ok = numeral.Official(d.References[0]); !ok {
		return g, false
	}
	if q != nil {
		g.Op = OpOf(q.Derivation)
	}
	switch {
	case q != nil && q.Reasoning != nil:
		g.Type = typeOf(!*q.Reasoning)
	case g.Op != numeral.Literal:
		g.Type = typeOf(g.Op == numeral.Copy)
	case d.Body != "":
		g.Type = TypeIn(d.Text(), g.Numeral)
	}
	return g, true
}

// GoldNamed returns the gold numeral of a document where another file names
// it. What the document says of its own numeral holds for that one only.
func GoldNamed(d *corpus.Document, text string) Gold {
	if g, ok := GoldOf(d); ok && g.Numeral == text {
		return g
	}
	g := Gold{Numeral: text}
	if d.Body != "" {
		g.Type = TypeIn(d.Text(), text)
	}
	return g
}

// ParseType reads a line of number_type.
func ParseType(s string) (t Type, ok bool) {
	switch s {
	case "0":
		return Copy, true
	case "1":
		return Reasoning, true
	}
	return Unknown, false
}

// TypeIn is the type that a numeral has by itself: Copy where it [Occurs]
// in the article.
func TypeIn(article, gold string) Type { return typeOf(Occurs(article, gold)) }

func typeOf(copied bool) Type {
	if copied {
		return Copy
	}
	return Reasoning
}

// OpOf returns the outermost operator of an annotation. A bare numeral is
// copied. It is [numeral.Literal] for what is no expression, such as the
// reason why a question cannot be answered.
func OpOf(annotation string) numeral.Op {
	readings, err := numeral.ParseExpr(strings.TrimSpace(annotation))
	if err != nil || len(readings) == 0 {
		return numeral.Literal
	}
	return readings[0].Canonical().Op
}

// Occurs reports whether a numeral stands in the article as such: one of
// the numerals that the official pattern finds there is equal to it as a
// string. 4 does not occur in "four people", nor 1,000 in "1000 people".
func Occurs(article, n string) bool {
	for m := range numeral.Matches(article) {
		if m == n {
			return true
		}
	}
	return false
}
