package remote

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"hed/corpus"
	"hed/generate"
	"hed/generate/internal/faithful"
	"hed/numeral/check"
)

// setNumbers reads the options that are about numbers. An endpoint does not score words, so that none can be forbidden while it writes.
func (g *Generator) setNumbers(o *Options) (err error) {
	switch {
	case o.Numerals != "" && o.Numerals != faithful.Prefer:
		return fmt.Errorf("numerals=%s: want %s, which puts headlines whose numbers the article supports first; an endpoint cannot do anything else", o.Numerals, faithful.Prefer)
	case o.Numerals != "" && g.want == 1 && !o.Repair:
		return fmt.Errorf("numerals=%s chooses among several headlines, and there is only one; add candidates=N, or repair=1", o.Numerals)
	}
	if g.repair = o.Repair; g.repair {
		o.Numerals = faithful.Prefer
	}
	g.numbers, err = faithful.New(o.Numerals, false)
	return err
}

// support puts headlines whose numbers the article supports first. If those of the first one are not, it is asked for again.
func (g *Generator) support(d *corpus.Document, messages []Message, found []generate.Candidate, ask func(*Request) (*Answer, error)) ([]generate.Candidate, error) {
	wrong := g.numbers.Order(d, found)
	if len(wrong) == 0 || !g.repair {
		return found, nil
	}
	first := found[0].Headline
	messages = append(messages[:len(messages):len(messages)], Message{"assistant", string(headlineJSON(first))}, Message{"user", objection(first, wrong)})
	a, err := ask(&Request{Messages: messages, Schema: headlineSchema, Choices: 1, Seed: g.seed})
	if _, none := errors.AsType[*Failure](err); none {
		return found, nil
	}
	if err != nil {
		return nil, err
	}
	h, err := g.headline(a.Texts[0])
	if err != nil || slices.ContainsFunc(found, func(c generate.Candidate) bool { return c.Headline == h }) {
		return found, nil
	}
	found = slices.Insert(found, 1, generate.Candidate{Headline: h}) // the first one stays if this is no better
	g.numbers.Order(d, found)
	return found[:min(g.want, len(found))], nil
}

// objection says which numbers of a headline are wrong, and asks for another one.
func objection(text string, wrong []check.Result) string {
	var b strings.Builder
	b.WriteString("The article does not support all numbers of this headline:\n")
	for _, r := range wrong {
		fmt.Fprintf(&b, "- %s: %s\n", text[r.Start:r.End], r.Message)
	}
	b.WriteString("Write the headline again, with numbers as the article has them, or without numbers. Answer in the same form.")
	return b.String()
}
