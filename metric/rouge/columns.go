package rouge

import (
	"slices"
	"strconv"
	"strings"

	"hed/score"
)

// A measure is precision, recall or F1.
type measure struct{ suffix, doc string }

var (
	precision = measure{"p", "precision"}
	recall    = measure{"r", "recall"}
	fmeasure  = measure{"f", "F1"}
)

// measures are the columns of each type. HEvAS defines recalls only.
func (s *settings) measures() []measure {
	if s.profile.name == hevas {
		return []measure{recall}
	}
	return []measure{precision, recall, fmeasure}
}

func (s *settings) columns() []score.Column {
	var cols []score.Column
	measures := s.measures()
	for _, v := range s.variants {
		// Of headlines of one line, Lsum is L.
		again := v.kind == lcsSum && slices.ContainsFunc(s.variants, func(v variant) bool { return v.kind == lcs })
		for i, m := range measures {
			cols = append(cols, score.Column{
				Name:      "rouge" + v.name + "_" + m.suffix,
				Metric:    "rouge",
				Title:     "ROUGE-" + v.name + " " + m.doc,
				Topic:     score.Informativeness,
				Doc:       v.doc(),
				Better:    score.Higher,
				Low:       0,
				High:      1,
				Assume:    "checked",
				Aside:     again || i < len(measures)-1, // F is the last, or recall alone
				Signature: s.signature(v),
			})
		}
	}
	return cols
}

// signature names what changes the numbers of v; what cannot change
// them, such as the skip limit of ROUGE-1, is left out.
func (s *settings) signature(v variant) score.Signature {
	sig := score.Signature{
		{Key: "profile", Value: s.profile.name},
		{Key: "stem", Value: yes(s.stem)},
		{Key: "tok", Value: s.tokens()},
	}
	if s.lang != "en" {
		sig = append(sig, score.Setting{Key: "lang", Value: s.lang})
	}
	if s.stop {
		sig = append(sig, score.Setting{Key: "stop", Value: "yes"})
	}
	if s.refs != "" {
		sig = append(sig, score.Setting{Key: "refs", Value: s.refs})
	}
	switch v.kind {
	case skip, skipUni, skipW:
		limit := "any"
		if s.skip != anySkip {
			limit = strconv.Itoa(s.skip)
		}
		sig = append(sig, score.Setting{Key: "skip", Value: limit})
	case lcsW:
		sig = append(sig, score.Setting{Key: "weight", Value: "1.2"})
	}
	return sig
}

// tokens names what cuts the texts into words.
func (s *settings) tokens() string {
	tok := s.analyzer.Tokenizer.Signature()
	if s.profile.name == numeval {
		return numevalWords.Signature() + "+" + tok
	}
	return tok
}

func yes(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

func join(names []string) string { return strings.Join(names, ", ") }
