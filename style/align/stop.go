package align

import (
	"maps"
	"slices"
	"strings"

	"hed/text"
	"hed/text/lang"
)

// stopWords are left out after terms have their numbers, since the same word counts in one language and not in another. As a
// filter of the index it drops nothing, and sees each term once, in the order of the numbers.
type stopWords struct {
	none   bool // are left out
	choice lang.Choice
	terms  []string
	drops  map[string]*drops // by language
}

// drops are the terms that one language leaves out, as far as they were looked at.
type drops struct {
	stop text.Filter
	term []bool
}

// newStopWords reads Options.Stop.
func newStopWords(of string) (*stopWords, error) {
	s := &stopWords{none: of == "none", drops: map[string]*drops{}}
	if s.none || of == ByDocument {
		return s, nil
	}
	pack, err := lang.Parse(of)
	if err != nil {
		return nil, err
	}
	s.choice, err = lang.Choose(pack.Code)
	return s, err
}

// Filter notes a term.
func (s *stopWords) Filter(term string) string {
	s.terms = append(s.terms, term)
	return term
}

// Signature names the filter, as text.Filter wants.
func (*stopWords) Signature() string { return "noted" }

// drop takes the stop words out of the terms of an article in a language.
func (s *stopWords) drop(ids []int32, tag string) []int32 {
	if s.none {
		return ids
	}
	pack := s.choice.Of(tag)
	d := s.drops[pack.Code]
	if d == nil {
		d = &drops{stop: pack.Stop}
		s.drops[pack.Code] = d
	}
	for _, term := range s.terms[len(d.term):] {
		d.term = append(d.term, d.stop.Filter(term) == "")
	}
	return slices.DeleteFunc(ids, func(id int32) bool { return d.term[id] })
}

// languages are those whose stop words were left out.
func (s *stopWords) languages() string {
	if s.none {
		return "none"
	}
	return strings.Join(slices.Sorted(maps.Keys(s.drops)), "/")
}
