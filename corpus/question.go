package corpus

import "strings"

// Blank stands in a Cloze's question for the numeral that is asked for.
const Blank = "____"

// A Cloze is a headline with one numeral blanked out, and what
// annotators said of it where that is known.
type Cloze struct {
	Question   string // the headline with a Blank
	Answer     string // the numeral that was there; "" if unknown
	Derivation string // operator expression, as written; "" if unknown
	Reasoning  *bool  // whether the answer needs more than copying; nil if unknown
}

// The columns of NumHG, which are keys of Meta in formats that know nothing of
// questions.
const (
	question   = "cloze"
	answer     = "cloze_gt"
	annotation = "cloze_annotation"
	reasoning  = "need_reasoning"
)

// Fields are the question as keys and values of Meta, in the order of NumHG's
// columns; what is unknown is "".
func (c *Cloze) Fields() [4][2]string {
	needs := ""
	if c.Reasoning != nil {
		needs = "0"
		if *c.Reasoning {
			needs = "1"
		}
	}
	return [4][2]string{{question, c.Question}, {answer, c.Answer}, {annotation, c.Derivation}, {reasoning, needs}}
}

// ClozeOf is the question that Meta has in the columns of NumHG, nil where there is
// none. A need_reasoning that is neither 0 nor 1 is left out.
func ClozeOf(meta map[string]string) *Cloze {
	if !strings.Contains(meta[question], Blank) {
		return nil
	}
	c := &Cloze{Question: meta[question], Answer: meta[answer], Derivation: meta[annotation]}
	switch meta[reasoning] {
	case "0":
		c.Reasoning = new(false)
	case "1":
		c.Reasoning = new(true)
	}
	return c
}
