package terms

import (
	"hed/corpus"
	"hed/metric"
	"hed/metric/internal/extract"
	"hed/text"
	"hed/text/bag"
)

var _ metric.Extractor = (*Chooser)(nil)

// Name implements metric.Extractor.
func (c *Chooser) Name() string { return "terms " + c.Lang() }

// Extract implements metric.Extractor: the terms of the articles, in the order of their texts. To cut texts into terms is most of
// the work of those who count them.
func (c *Chooser) Extract(docs []*corpus.Document) []byte {
	var w extract.Writer
	var terms []text.Token
	for _, d := range docs {
		terms = c.For(d.Lang).Analyze(terms[:0], d.Body)
		w.Number(len(terms))
		for _, t := range terms {
			w.Term(t.Text)
		}
	}
	return w.Bytes()
}

// Each calls do with the terms of every document, in order, which are valid until it returns.
func Each(from metric.Extracts, do func(terms []string)) error {
	var terms []string
	for b, err := range from {
		if err != nil {
			return err
		}
		r := extract.Open(b)
		for r.More() {
			if terms = r.Terms(terms[:0]); r.Err() == nil {
				do(terms)
			}
		}
		if err := r.Err(); err != nil {
			return err
		}
	}
	return nil
}

// Count counts the terms of all documents and calls each, unless it is nil, with
// their bags, in order; a bag is valid until each returns. Documents without a
// term count.
func Count(from metric.Extracts, each func(*bag.Bag)) (*bag.Vocabulary, error) {
	v := bag.NewVocabulary()
	filler := bag.NewFiller(v)
	var one bag.Bag
	err := Each(from, func(terms []string) {
		if each != nil {
			filler.AddTerms(&one, terms)
			each(&one)
			return
		}
		v.Next()
		for _, t := range terms {
			v.Add(t)
		}
	})
	return v, err
}
