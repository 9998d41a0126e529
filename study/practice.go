package study

import (
	"net/url"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"hed/internal/option"
)

// A Practice is a made-up case with which judges learn what is asked, before the first case. They are told at once what was
// expected, and nothing is kept.
type Practice struct {
	Article   Text   `yaml:"article,omitempty" json:"article,omitempty"`
	Headlines []Text `yaml:"headlines,omitempty" json:"headlines,omitempty"`
	// Question and Gold are of a Blank: the headline with ____ and what stood there.
	Question Text       `yaml:"question,omitempty" json:"question,omitempty"`
	Gold     string     `yaml:"gold,omitempty" json:"gold,omitempty"`
	Expect   []Expected `yaml:"expect" json:"expect"`
}

// Expected is what most people answer to an item of a Practice, and why.
type Expected struct {
	Key    string `yaml:"key" json:"key"`
	Answer string `yaml:"answer" json:"answer"`
	Why    Text   `yaml:"why,omitempty" json:"why,omitempty"`
}

// Case is the practice as judges see it.
func (x *Practice) Case(lang string) *Case {
	c := &Case{Number: About, Article: x.Article.In(lang), Question: x.Question.In(lang), Gold: x.Gold}
	for _, h := range x.Headlines {
		c.Headlines = append(c.Headlines, Headline{Text: h.In(lang)})
	}
	return c
}

// Items are the items that something is expected of, in order.
func (x *Practice) Items(p *Protocol, c *Case) []Item {
	var items []Item
	for i := range x.Expect {
		if it, _ := p.find(c, &Task{}, x.Expect[i].Key); it != nil {
			items = append(items, *it)
		}
	}
	return items
}

func (r *reader) checkPractice(path string, p *Protocol, x *Practice) {
	r.checkText(path+".article", x.Article, p, false)
	r.checkText(path+".question", x.Question, p, p.Unit == Blanks)
	if len(x.Headlines) == 0 && p.Unit != Blanks {
		r.errorf(path, "practice has no headlines; write those that judges see")
	}
	for i := range x.Headlines {
		r.checkText(path+".headlines", x.Headlines[i], p, true)
	}
	if len(x.Expect) == 0 {
		r.errorf(path, "practice expects nothing, so there is nothing to learn; list the key and answer of a question under expect")
	}
	for i := range x.Expect {
		e := &x.Expect[i]
		r.checkText(path+".expect", e.Why, p, false)
		for _, lang := range p.languages() {
			c := x.Case(lang)
			it, _ := p.find(c, &Task{}, e.Key)
			if it == nil {
				r.errorf(path+".expect", "practice has no question %q", short(e.Key))
				break
			}
			if it.Question.Of == OfSources {
				r.errorf(path+".expect", "question %s is among the sources of a study, which a protocol does not know", it.Question.ID)
				break
			}
			if err := it.Question.checkValue(nil, c, e.Answer); err != nil || e.Answer == "" {
				r.errorf(path+".expect", "practice in %s: %q is not an answer to %s", lang, short(e.Answer), e.Key)
				break
			}
		}
	}
}

// How long somebody needs who reads every word: words in a second, and seconds for an answer of each kind.
const readWords = 4

var thinking = map[Kind]time.Duration{YesNo: 3 * time.Second, Choice: 6 * time.Second, Scale: 4 * time.Second, Rank: 12 * time.Second,
	FreeText: 20 * time.Second, Numeral: 45 * time.Second}

// expect sets how many minutes the first form will take, in steps of five if it is more than ten.
func (s *Study) expect(cases []Case) {
	var sum time.Duration
	for _, number := range s.Forms[0] {
		c := &cases[number]
		sum += time.Duration(c.Words()) * time.Second / readWords
		for step := range s.Protocol.Steps {
			for _, it := range s.Protocol.Items(c, &Task{}, step) {
				sum += thinking[it.Question.Kind]
			}
		}
	}
	s.Minutes = max(2, int((sum+time.Minute-1)/time.Minute))
	if s.Minutes > 10 {
		s.Minutes = (s.Minutes + 4) / 5 * 5
	}
}

// CompletionURL tells whether judges are sent to an address when they are done, and not given a code.
func (s *Study) CompletionURL() bool {
	return strings.HasPrefix(s.Completion, "https://") || strings.HasPrefix(s.Completion, "http://")
}

// mostShown is how long a contact or the end of a study may be: more does not fit the page.
const mostShown = 300

// checkWords refuses a contact and a completion that no page could show.
func (s *Study) checkWords() error {
	for _, w := range []struct{ name, text string }{{"contact", s.Contact}, {"completion", s.Completion}} {
		if utf8.RuneCountInString(w.text) > mostShown || strings.ContainsFunc(w.text, unicode.IsControl) || !utf8.ValidString(w.text) {
			return option.Errorf(w.name, " must be one line of at most %d characters", mostShown)
		}
	}
	if s.CompletionURL() {
		if u, err := url.Parse(s.Completion); err != nil || u.Host == "" {
			return option.Errorf("completion", " %q is not an address; give it as https://app.prolific.com/submissions/complete?cc=CODE, or a code", s.Completion)
		}
	}
	return nil
}
