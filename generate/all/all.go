// Package all lists every generator that hed has. Adding a generator is
// adding its folder and one line here.
package all

import (
	"hed/corpus"
	"hed/generate"
	"hed/generate/first"
	"hed/generate/random"
	"hed/generate/remote"
	"hed/generate/seq2seq"
	"hed/generate/textrank"
	"hed/generate/tfidf"
	"hed/generate/transformer"
	"hed/neural/embed"
)

// Generators is every generator that needs neither models nor a network.
var Generators = With(nil, nil)

// With is every generator, with models for those that run networks and a client for
// those that ask an endpoint. The baselines of HEvAS need neither.
func With(models *embed.Models, client *remote.Client) *generate.Set {
	list := []generate.Info{
		first.Info,
		random.Info,
		tfidf.Info,
		textrank.WordsInfo,
		textrank.SentencesInfo,
	}
	if models != nil {
		list = append(list, seq2seq.Infos(models.Device, Ranker())...)
		list = append(list, transformer.Info(models.Device, models.Folder))
	}
	if client != nil {
		list = append(list, remote.Info(client))
	}
	return generate.NewSet(list)
}

// Ranker ranks sentences by TextRank, for networks that read the best ones of an article.
func Ranker() seq2seq.Ranker {
	g, err := textrank.NewSentences(textrank.Options{})
	if err != nil {
		panic(err) // of defaults
	}
	return seq2seq.Ranker{Signature: g.Signature(), Sentences: func(d *corpus.Document) (all []seq2seq.Sentence) {
		for _, s := range g.Sentences(d) {
			all = append(all, seq2seq.Sentence(s))
		}
		return all
	}}
}
