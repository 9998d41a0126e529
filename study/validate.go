package study

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"hed/text/lang"
)

// The orders of headlines.
const (
	orderBalanced = "balanced"
	orderRandom   = "random"
)

// What a Choice is among, where it has no options of its own.
const (
	OfHeadlines = "headlines"
	OfSources   = "sources"
)

func (p *Protocol) setDefaults() {
	if p.Order == "" {
		p.Order = orderBalanced
	}
	if p.Numbers.Timeout == 0 {
		p.Numbers.Timeout = 24 * 60 // people do a part today and the rest tomorrow
	}
}

var (
	nameForm = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,39}$`)
	idForm   = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_]{0,39}$`)
	keyForm  = regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9_-]{0,39}$`)
)

// check reports what is wrong with a protocol as a whole.
func (r *reader) check(p *Protocol) {
	if !nameForm.MatchString(p.Name) {
		r.errorf("name", "name must be small letters, digits and -, such as my-study; it is %q", short(p.Name))
	}
	r.checkText("title", p.Title, p, true)
	r.checkText("intro", p.Intro, p, false)
	r.checkText("consent", p.Consent, p, false)
	r.oneOf("unit", string(p.Unit), string(Documents), string(Headlines), string(Blanks))
	r.oneOf("order", p.Order, orderBalanced, orderRandom)
	r.checkNumbers(p)
	if p.Tokens < 0 {
		r.errorf("tokens", "tokens must be 0, which does not cut, or more")
	}
	if i := slices.IndexFunc(p.Unknown, func(w string) bool { return strings.TrimSpace(w) == "" }); i >= 0 {
		r.errorf(fmt.Sprintf("unknown[%d]", i), "an unknown word is empty; remove it")
	}
	if p.Gold && p.Unit == Blanks {
		r.errorf("gold", "gold shows the headline with its numeral, which a blank asks for; remove it")
	}
	var asked []*Question
	ids := map[string]bool{}
	for i := range p.About {
		r.checkAbout(fmt.Sprintf("about[%d]", i), p, &p.About[i], ids)
	}
	if len(p.Steps) == 0 {
		r.errorf("steps", "there are no steps; write at least one with its questions")
	}
	for i := range p.Steps {
		at := fmt.Sprintf("steps[%d]", i)
		if len(p.Steps[i].Questions) == 0 {
			r.errorf(at, "step %d has no questions; give it one, or remove it", i+1)
		}
		for j := range p.Steps[i].Questions {
			q := &p.Steps[i].Questions[j]
			at := fmt.Sprintf("%s.questions[%d]", at, j)
			r.checkQuestion(at, p, q, ids)
			r.checkWhen(at+".when", q, asked)
			asked = append(asked, q)
		}
	}
	r.checkConsensus(p, asked)
	for i := range p.Practice {
		if before := len(r.errs); before == 0 { // else its questions may be wrong
			r.checkPractice(fmt.Sprintf("practice[%d]", i), p, &p.Practice[i])
		}
	}
	for i := range p.Attention {
		r.checkAttention(fmt.Sprintf("attention[%d]", i), p, &p.Attention[i], ids)
	}
}

func (r *reader) oneOf(path, got string, known ...string) {
	if !slices.Contains(known, got) {
		r.errorf(path, "%s must be one of %s, not %q", path, strings.Join(known, ", "), short(got))
	}
}

func (r *reader) checkNumbers(p *Protocol) {
	n := p.Numbers
	for _, c := range []struct {
		key         string
		value, from int
	}{{"cases", n.Cases, 1}, {"forms", n.Forms, 0}, {"judges", n.Judges, 1}, {"per_judge", n.PerJudge, 0}, {"timeout", n.Timeout, 1}} {
		if c.value < c.from {
			r.errorf("numbers."+c.key, "numbers.%s must be at least %d, not %d", c.key, c.from, c.value)
		}
	}
}

// checkText wants a text in each language of the title, and nothing but those.
func (r *reader) checkText(path string, t Text, p *Protocol, required bool) {
	if len(t) == 0 {
		if required {
			r.errorf(path, "%s is missing; write it as {en: …, it: …}", path)
		}
		return
	}
	for _, l := range slices.Sorted(maps.Keys(t)) {
		if _, err := lang.Get(l); err != nil {
			r.errorf(path+"."+l, "%s: %v", path, err)
		} else if strings.TrimSpace(t[l]) == "" {
			r.errorf(path+"."+l, "%s is empty in %s; write it, or remove the language", path, l)
		} else if _, ok := p.Title[l]; !ok {
			r.errorf(path+"."+l, "%s is in %s, and the title is not; write the title in %[2]s too", path, l)
		}
	}
	for _, l := range slices.Sorted(maps.Keys(p.Title)) {
		if _, ok := t[l]; !ok {
			r.errorf(path, "%s is not in %s, as the title is; write it in %[2]s too", path, l)
		}
	}
}

func (r *reader) checkAbout(path string, p *Protocol, q *Question, ids map[string]bool) {
	r.checkQuestion(path, p, q, ids)
	switch {
	case q.ID == AboutClosed || q.ID == AboutConsent:
		r.errorf(path+".id", "%q stands for the end of these questions, %q for consent; call it something else", AboutClosed, AboutConsent)
	case q.Kind == Rank || q.Kind == Numeral || q.Of != "" || q.Each != Once || q.When != nil:
		r.errorf(path, "a question about the judge has no headlines and no conditions; use yesno, choice with options, scale or text")
	}
}

// mostEvery is how rarely a question of attention may be asked; nobody does so many
// cases, and Import looks no further for a place.
const mostEvery = 1000

func (r *reader) checkAttention(path string, p *Protocol, a *Attention, ids map[string]bool) {
	q := &a.Question
	before := len(r.errs)
	r.checkQuestion(path+".question", p, q, ids)
	if q.Kind == Rank || q.Kind == Numeral || q.Of != "" || q.Each != Once || q.When != nil || q.Optional {
		r.errorf(path+".question", "a question of attention has one known answer; use yesno, choice with options, scale or text, without each, when and optional")
	}
	if a.Every < 1 || a.Every > mostEvery {
		r.errorf(path+".every", "every must be from 1 to %d: the question is asked in one case of every so many", mostEvery)
	}
	if len(r.errs) > before {
		return
	}
	if err := q.checkValue(nil, nil, a.Answer); err != nil || a.Answer == "" {
		r.errorf(path+".answer", "the answer %q does not fit its own question %s: write one that does", short(a.Answer), q.ID)
	}
}

func (r *reader) checkConsensus(p *Protocol, asked []*Question) {
	c := p.Consensus
	if c == nil {
		return
	}
	i := slices.IndexFunc(asked, func(q *Question) bool { return q.ID == c.Question })
	switch {
	case i < 0:
		r.errorf("consensus.question", "consensus is about the question %q, which no step asks; it may be %s", short(c.Question), listIDs(asked))
	case asked[i].Each != Once || asked[i].Optional || asked[i].When != nil:
		r.errorf("consensus.question", "consensus needs a question that every judge answers once; remove each, optional and when from %s", c.Question)
	}
	if err := c.fits(p.Numbers.Judges); err != nil {
		r.errorf("consensus.agree", "%v", err)
	}
	if c.Rounds < 0 {
		r.errorf("consensus.rounds", "consensus.rounds must be 0, which has no limit, or more")
	}
}

// fits wants a majority, so that no two values can be agreed on.
func (c *Consensus) fits(judges int) error {
	if c.Agree*2 <= judges || c.Agree > judges {
		return Errorf(Invalid, "consensus.agree must be more than half of the %d judges of a case and no more than all, not %d", judges, c.Agree)
	}
	return nil
}

func listIDs(questions []*Question) string {
	var ids []string
	for _, q := range questions {
		ids = append(ids, q.ID)
	}
	return strings.Join(ids, ", ")
}
