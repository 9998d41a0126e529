// Package faithful keeps the numbers of headlines to what their articles support, by the rules of numeral/check.
//
// [Strict] forbids others while headlines are being written: a [Rule] says of each beginning whether its numbers can still
// become such as the article states or such as follow from it, and of each headline whether they are. [Prefer] leaves the search as it
// is, and puts the headlines whose numbers are supported first.
package faithful

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"hed/corpus"
	"hed/generate"
	"hed/numeral/check"
	"hed/numeral/derive"
)

// What the option numerals can be; it is empty where numbers are as the model writes them.
const (
	Strict = "strict"
	Prefer = "prefer"
)

// Numbers is what is done about numbers.
type Numbers struct {
	mode   string
	pieces bool
	model  *derive.Model
}

// New makes Numbers of the option. pieces is for models whose tokens may be parts of words and numbers.
func New(mode string, pieces bool) (*Numbers, error) {
	switch mode {
	case "":
		return &Numbers{}, nil
	case Strict, Prefer:
		return &Numbers{mode, pieces, derive.English()}, nil
	}
	return nil, fmt.Errorf("numerals=%s: want %s, which writes no number that the article does not support, or %s, which puts headlines without such numbers first", mode, Strict, Prefer)
}

// Signature is what the mode adds to that of a generator.
func (n *Numbers) Signature() string {
	if n.mode == "" {
		return ""
	}
	return fmt.Sprintf("|numerals:%s|check:%s|by:%.8s-%d", n.mode, check.Rules, n.model.About.SHA256, n.model.About.Seed)
}

// Prefers says whether a generator puts headlines whose numbers are supported first, by its signature.
func Prefers(g generate.Generator) bool {
	return strings.Contains(g.Signature(), "|numerals:"+Prefer+"|")
}

// A Rule says whether a headline may begin so or, with end, whether it may be so. It is for one at a time.
type Rule func(headline string, end bool) bool

// A Search finds headlines for the documents of the given places, best first, that keep to the rule of their place; nil allows everything. It finds
// none where no beam can be continued.
type Search func(places []int, rules []Rule) ([][]generate.Candidate, error)

// Write gives up to most headlines of each document by a search. A document in a language whose numbers hed cannot read is written for as without Numbers.
func (n *Numbers) Write(docs []*corpus.Document, most int, search Search) ([][]generate.Candidate, error) {
	places, rules, articles := make([]int, len(docs)), make([]Rule, len(docs)), make([]*article, len(docs))
	for i, d := range docs {
		places[i] = i
		if n.mode == "" || !check.Reads(d.Lang) {
			continue
		}
		articles[i] = n.read(d)
		if n.mode == Strict {
			rules[i] = articles[i].rule
		}
	}
	all, err := search(places, rules)
	if err != nil {
		return nil, err
	}
	var again []int
	for i, list := range all {
		switch a := articles[i]; {
		case a == nil:
		case n.mode == Prefer:
			a.order(list)
		default:
			all[i] = slices.DeleteFunc(list, func(c generate.Candidate) bool { return !a.rule(c.Headline, true) })
			if len(all[i]) == 0 {
				again = append(again, i)
			}
		}
	}
	if len(again) > 0 {
		// All beams had numbers that came to nothing: these headlines get none.
		rules = rules[:0]
		for _, i := range again {
			rules = append(rules, articles[i].none)
		}
		plain, err := search(again, rules)
		if err != nil {
			return nil, err
		}
		for k, i := range again {
			all[i] = slices.DeleteFunc(plain[k], func(c generate.Candidate) bool { return !articles[i].none(c.Headline, true) })
			if len(all[i]) == 0 {
				all[i] = []generate.Candidate{{Reason: "the model wrote no headline whose numbers the article supports"}}
			}
		}
	}
	for i, list := range all {
		all[i] = list[:min(most, len(list))]
	}
	return all, nil
}

// Order puts headlines of a document whose numbers are supported first, and gives the numbers of the first one that are not. Without a
// mode, and in a language whose numbers hed cannot read, it does nothing.
func (n *Numbers) Order(d *corpus.Document, list []generate.Candidate) (wrong []check.Result) {
	if n.mode == "" || !check.Reads(d.Lang) {
		return nil
	}
	a := n.read(d)
	a.order(list)
	wrong, _ = a.wrong(list[0].Headline)
	return wrong
}

// order sorts headlines by the share of their numbers that the article supports, and leaves the order of those that are equal in it.
func (a *article) order(list []generate.Candidate) {
	shares := map[string]float64{}
	for _, c := range list {
		shares[c.Headline] = a.share(c.Headline)
	}
	slices.SortStableFunc(list, func(x, y generate.Candidate) int { return cmp.Compare(shares[y.Headline], shares[x.Headline]) })
}

// share is the share of the numbers that claim something which the article supports; 1 where there are none.
func (a *article) share(headline string) float64 {
	wrong, claims := a.wrong(headline)
	if claims == 0 {
		return 1
	}
	return float64(claims-len(wrong)) / float64(claims)
}

// wrong are the numbers that claim something which the article does not support, and how many claim something.
func (a *article) wrong(headline string) (wrong []check.Result, claims int) {
	for _, r := range a.text.Check(a.model, headline) {
		if r.Verdict == check.Unchecked && r.Kind != check.Limit {
			continue
		}
		claims++
		if r.Verdict != check.Stated && r.Verdict != check.Follows {
			wrong = append(wrong, r)
		}
	}
	return wrong, claims
}
