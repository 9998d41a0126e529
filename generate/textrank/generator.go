package textrank

import (
	"context"

	"hed/corpus"
	"hed/generate"
	"hed/generate/internal/baseline"
	"hed/text/lang"
)

// Options are the settings of a Generator: Words, if not nine, and Lang, if not
// each document's own.
type Options = baseline.Options

const paper = "Mihalcea and Tarau 2004; " + baseline.Paper

// WordsInfo presents the baseline of keywords.
var WordsInfo = baseline.Present(
	generate.Info{Name: "wtextrank", Doc: "the best words of the article by TextRank, best first", Paper: paper},
	func(o Options, _ uint64) (*Generator, error) { return NewWords(o) },
)

// SentencesInfo presents the baseline of sentences.
var SentencesInfo = baseline.Present(
	generate.Info{Name: "stextrank", Doc: "the first words of the article's best sentence by TextRank", Paper: paper},
	func(o Options, _ uint64) (*Generator, error) { return NewSentences(o) },
)

// A Generator makes headlines of the best words or of the best sentence.
type Generator struct {
	settings *baseline.Settings
	rankers  []*Ranker // one a pack
	name     string
	parts    []baseline.Part
	write    func(w *worker, article string, n int) string
}

var _ generate.Generator = (*Generator)(nil)

// NewWords returns the generator of headlines of keywords.
func NewWords(o Options) (*Generator, error) {
	return newGenerator(o, Generator{
		name:  "wtextrank",
		parts: []baseline.Part{vertices, tagger, treebank, baseline.Tokenizer, baseline.Sentences},
		write: (*worker).bestWords,
	})
}

// NewSentences returns the generator of beginnings of sentences.
func NewSentences(o Options) (*Generator, error) {
	return newGenerator(o, Generator{
		name:  "stextrank",
		parts: []baseline.Part{baseline.Tokenizer, baseline.Stop, baseline.Stemmer, baseline.Sentences},
		write: (*worker).bestBeginning,
	})
}

func newGenerator(o Options, g Generator) (_ *Generator, err error) {
	if g.settings, err = o.Settle(); err != nil {
		return nil, err
	}
	for _, p := range g.settings.Packs {
		g.rankers = append(g.rankers, New(p))
	}
	return &g, nil
}

// What changes keywords: which words may be one, and how words are tagged and
// cut.
var (
	vertices = baseline.Part{Key: "filter", Name: func(p *lang.Pack) string {
		if p.Tagger == nil {
			return p.Stop.Signature()
		}
		return "noun-propn-adj"
	}}
	tagger = baseline.Part{Key: "tagger", Name: func(p *lang.Pack) string {
		if p.Tagger == nil {
			return "none"
		}
		return p.Tagger().Signature()
	}}
	treebank = baseline.Part{Key: "treebank", Name: func(p *lang.Pack) string { return p.Words.Signature() }}
)

// Signature implements generate.Generator.
func (g *Generator) Signature() string { return g.settings.Signature(g.name, g.parts...) }

// Generate implements generate.Generator.
func (g *Generator) Generate(_ context.Context, d *corpus.Document) (string, error) {
	r := g.rankers[g.settings.Pick(d)]
	w := r.workers.Get()
	defer r.workers.Put(w, d.Body)
	return g.write(w, d.Body, g.settings.Words), nil
}

// Sentences are those of a document, by the rules of its language; see Ranker.
func (g *Generator) Sentences(d *corpus.Document) []Sentence {
	return g.rankers[g.settings.Pick(d)].Sentences(d.Body)
}

// bestWords lists the n best words.
func (w *worker) bestWords(article string, n int) string {
	list := w.List(w.pack.Tokenizer, n)
	for _, e := range w.keywords(article) {
		if !list.Add(e.form.Text) {
			break
		}
	}
	return list.String()
}

// bestBeginning returns the first n words of the best sentence.
func (w *worker) bestBeginning(article string, n int) string {
	return w.Head(w.pack.Tokenizer, w.best(article), n)
}
