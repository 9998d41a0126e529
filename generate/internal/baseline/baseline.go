// Package baseline is what the baselines of HEvAS have in common: how long a
// headline is, and which language's rules an article is read by.
package baseline

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"hed/corpus"
	"hed/generate"
	"hed/internal/option"
	"hed/spec"
	"hed/text/lang"
)

// Words is the length of a headline unless the user says otherwise: nine
// words, as in HEvAS.
const Words = 9

// Paper is where the baselines come from.
const Paper = "Litvak et al. 2019, HEvAS, section 3.3"

// Options are those of every baseline. The zero value is HEvAS's.
type Options struct {
	Words *int   `opt:"words" doc:"words in a headline; default 9"`
	Lang  string `opt:"lang" doc:"language of all articles; default as each document says, or en"`
}

// Present completes the Info of a baseline that build makes of Options.
func Present[G generate.Generator](in generate.Info, build func(o Options, seed uint64) (G, error)) generate.Info {
	in.Options = Options{}
	in.New = func(options map[string]string, seed uint64) (generate.Generator, error) {
		var o Options
		if err := spec.Decode(options, &o); err != nil {
			return nil, err
		}
		return build(o, seed)
	}
	return in
}

// Settings are Options with every default filled in.
type Settings struct {
	Words int
	// Packs are the languages that articles may be in: all, or the one
	// that was asked for.
	Packs []lang.Pack
	lang  string
}

// Settle fills in the defaults.
func (o Options) Settle() (*Settings, error) {
	s := &Settings{Words: Words, Packs: slices.Clone(lang.Packs), lang: "document"}
	if o.Words != nil {
		s.Words = *o.Words
	}
	if most := option.Max("words"); s.Words < 1 || s.Words > most {
		return nil, fmt.Errorf("words=%d: a headline has 1 to %d words", s.Words, most)
	}
	if o.Lang != "" {
		p, err := lang.Parse(o.Lang)
		if err != nil {
			return nil, err
		}
		s.Packs, s.lang = []lang.Pack{p}, p.Code
	}
	return s, nil
}

// Pick returns the index of the pack for a document: the one that was asked
// for, or that of its own language, see [lang.Of].
func (s *Settings) Pick(d *corpus.Document) int {
	if len(s.Packs) == 1 {
		return 0
	}
	code := lang.Of(d.Lang).Code
	return slices.IndexFunc(s.Packs, func(p lang.Pack) bool { return p.Code == code })
}

// A Part names something of a pack that changes headlines.
type Part struct {
	Key  string
	Name func(*lang.Pack) string
}

// The parts that most baselines use.
var (
	Tokenizer = Part{"tok", func(p *lang.Pack) string { return p.Tokenizer.Signature() }}
	Sentences = Part{"sent", func(p *lang.Pack) string { return p.Sentences.Signature() }}
	Stop      = Part{"stop", func(p *lang.Pack) string { return p.Stop.Signature() }}
	Stemmer   = Part{"stem", func(p *lang.Pack) string { return p.Stemmer.Signature() }}
)

// Signature joins the name of a generator, its settings and the parts of all
// packs that may be used.
func (s *Settings) Signature(name string, parts ...Part) string {
	fields := []string{name, "words:" + strconv.Itoa(s.Words), "lang:" + s.lang}
	for _, part := range parts {
		var names []string
		for i := range s.Packs {
			names = append(names, part.Name(&s.Packs[i]))
		}
		fields = append(fields, part.Key+":"+strings.Join(names, "/"))
	}
	return strings.Join(fields, "|")
}
