package study

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"hed/corpus"
	"hed/corpus/input"
	"hed/internal/option"
	"hed/text/lang"
)

// Settings are what a study is made of.
type Settings struct {
	Protocol *Protocol
	// Cases are the documents to draw from, with the headlines of Systems in their
	// order; the headlines that people wrote are taken from the documents. They
	// are read once, to the end.
	Cases   iter.Seq2[*corpus.Case, error]
	Systems []string
	// Numbers that are 0 are the protocol's.
	Numbers Numbers
	Seed    uint64
	Title   string // "" is the protocol's
	// Lang is the language of the questions; "" is that of the documents, if the
	// protocol has it, or else English.
	Lang       string
	Background bool   // judges are asked about themselves first
	Ties       bool   // rankings may give the same place twice
	Contact    string // whom judges can ask
	Completion string // the code or address that judges get at the end
	Inputs     []Input
	Created    time.Time
}

// New draws the cases of a study, all equally likely: the forms are the same for the
// same documents in the same order, systems, numbers and seed.
//
// Passed over and counted are documents without an article where one is shown, without
// a headline or with an empty one, with an unknown word of the protocol in a
// headline, and, where a case is a Blank, without a numeral in the headline. If the rest
// does not suffice the error says how many there are and how many are needed.
// What is wrong with the settings, or with the documents for them, is an [Error].
//
// Where a case is a headline, every system has a form, and all forms are of the same
// documents, each in an order of its own.
func New(ctx context.Context, set Settings) (*Study, []Case, error) {
	s, err := set.study()
	if err != nil {
		return nil, nil, err
	}
	d := &draw{Study: s, given: set.Systems, random: rand.New(rand.NewPCG(set.Seed, 0)), piles: map[string]*pile{}}
	for c, err := range set.Cases {
		if err == nil {
			err = ctx.Err()
		}
		if err == nil {
			err = d.look(c)
		}
		if err != nil {
			return nil, nil, fmt.Errorf("drawing cases: %w", err)
		}
	}
	forms, err := d.forms()
	if err != nil {
		return nil, nil, fmt.Errorf("drawing cases: %w", err)
	}
	if s.Lang == "" {
		s.Lang = s.Protocol.speaks(forms[0][0].doc.Lang)
	}
	if s.Title == "" {
		s.Title = s.Protocol.Title.In(s.Lang)
	}
	cases := d.deal(forms)
	s.expect(cases)
	d.note(len(cases))
	return s, cases, nil
}

// study makes a study without cases, and refuses settings that do not fit.
func (set *Settings) study() (*Study, error) {
	s := &Study{Protocol: set.Protocol, Title: set.Title, Lang: set.Lang, Seed: set.Seed, Created: set.Created,
		Numbers: set.Numbers.or(set.Protocol.Numbers), Background: set.Background && len(set.Protocol.About) > 0,
		Contact: set.Contact, Completion: set.Completion, Inputs: set.Inputs, Systems: slices.Clone(set.Systems)}
	p := set.Protocol
	if p.Gold {
		s.Systems = slices.Insert(s.Systems, 0, Gold)
	}
	if set.Ties {
		s.Protocol = p.withTies()
	}
	if _, ok := p.Title[s.Lang]; !ok && s.Lang != "" {
		return nil, Errorf(Invalid, "the protocol %s is not written in %q; it speaks %s", p.Name, s.Lang, strings.Join(p.languages(), ", "))
	}
	if err := set.checkSystems(s.Systems); err != nil {
		return nil, err
	}
	if p.Unit == Headlines {
		if s.Numbers.Forms != 0 && s.Numbers.Forms != len(s.Systems) {
			return nil, Errorf(Invalid, "the protocol %s has a form for each of the %d systems, so there cannot be %d; leave the number of forms out", p.Name, len(s.Systems), s.Numbers.Forms)
		}
		s.Numbers.Forms = len(s.Systems)
	}
	if p.Strata && s.Numbers.Cases%strata != 0 {
		return nil, Errorf(Invalid, "the protocol %s draws equally from %d sources, so a form cannot have %d cases; use an even number", p.Name, strata, s.Numbers.Cases)
	}
	if err := s.checkWords(); err != nil {
		return nil, err
	}
	return s, s.Numbers.check(p)
}

// strata is how many sources a stratified study is drawn from: judges are asked to
// tell one from the other.
const strata = 2

// or takes from other what n does not say.
func (n Numbers) or(other Numbers) Numbers {
	for _, f := range []struct{ mine, other *int }{
		{&n.Cases, &other.Cases}, {&n.Forms, &other.Forms}, {&n.Judges, &other.Judges},
		{&n.PerJudge, &other.PerJudge}, {&n.Timeout, &other.Timeout}} {
		if *f.mine == 0 {
			*f.mine = *f.other
		}
	}
	return n
}

func (n Numbers) check(p *Protocol) error {
	for _, f := range []struct {
		name  string
		value int
		from  int
	}{{"cases", n.Cases, 1}, {"forms", n.Forms, 0}, {"judges", n.Judges, 1}, {"forms per judge", n.PerJudge, 0}, {"minutes of the timeout", n.Timeout, 1}} {
		if f.value < f.from || f.value > mostNumber {
			return Errorf(Invalid, "the number of %s must be from %d to %d, not %d", f.name, f.from, mostNumber, f.value)
		}
	}
	if p.Consensus != nil {
		return p.Consensus.fits(n.Judges)
	}
	return nil
}

// checkSystems refuses what the protocol cannot show.
func (set *Settings) checkSystems(all []string) error {
	p := set.Protocol
	several := false
	for _, step := range p.Steps {
		for _, q := range step.Questions {
			several = several || q.Each == EachPair || q.Kind == Rank || q.Of == OfHeadlines
		}
	}
	switch {
	case p.Unit == Blanks && len(all) > 0:
		return Errorf(Invalid, "the protocol %s asks for numerals of the documents' own headlines; leave the systems out", p.Name)
	case p.Unit == Blanks:
		return nil
	case len(all) == 0:
		return Errorf(Invalid, "the protocol %s needs headlines; name at least one system", p.Name)
	case several && len(all) < 2:
		return Errorf(Invalid, "the protocol %s compares headlines, and there is one for each document; name another system", p.Name)
	case len(all) > 26 && p.Unit == Documents:
		return Errorf(Invalid, "there are %d headlines for each document and 26 letters to call them; leave some systems out", len(all))
	}
	for i, name := range all {
		if name == "" {
			return Errorf(Invalid, "a system has no name; give it one")
		}
		if slices.Contains(all[:i], name) {
			if name == Gold && p.Gold {
				return Errorf(Invalid, "%s is the name of what people wrote, which the protocol %s shows too; rename the system", Gold, p.Name)
			}
			return Errorf(Invalid, "there are two systems %q; rename one", name)
		}
	}
	return nil
}

// withTies is a copy of the protocol whose rankings have ties.
func (p *Protocol) withTies() *Protocol {
	c := *p
	c.Steps = slices.Clone(c.Steps)
	for i := range c.Steps {
		c.Steps[i].Questions = slices.Clone(c.Steps[i].Questions)
		for j := range c.Steps[i].Questions {
			q := &c.Steps[i].Questions[j]
			q.Ties = q.Ties || q.Kind == Rank
		}
	}
	return &c
}

// languages are those that the protocol is written in.
func (p *Protocol) languages() []string {
	var codes []string
	for _, pack := range lang.Packs {
		if _, ok := p.Title[pack.Code]; ok {
			codes = append(codes, pack.Code)
		}
	}
	return codes
}

// speaks is the language of the protocol that is nearest to that of a document.
func (p *Protocol) speaks(tag string) string {
	known := p.languages()
	if code := lang.Of(tag).Code; slices.Contains(known, code) {
		return code
	}
	return known[0]
}

// InputsOf are the files that a study is made of.
func InputsOf(ctx context.Context, streams *input.Streams, files []string) (inputs []Input, err error) {
	for _, f := range files {
		if f == "-" {
			return nil, &option.Error{Option: "docs", Err: errors.New("standard input cannot be part of a study, since a study names the files it was made of; put it into a file")}
		}
		r, err := streams.RecordFile(ctx, "", "", f)
		if err != nil {
			return nil, err
		}
		inputs = append(inputs, Input{Name: r.Name, SHA256: r.SHA256})
	}
	return inputs, nil
}
