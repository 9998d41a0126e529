package lang

import (
	"embed"
	"io/fs"
	"sync"

	"hed/text/sentence"
	"hed/text/stem"
	"hed/text/stop"
	"hed/text/syllable"
	"hed/text/token"
)

// data has a folder for each language: stop.txt, a list for [stop.List],
// sentences.txt, a list for [sentence.List] and [token.Universal], and perhaps
// numbers.txt, which numeral/gloss reads, and format.txt, for a [Format].
//
//go:embed data
var data embed.FS

// written makes the pack of a language from its folder of data and a stemmer. Its
// words have no elision, its spelling shows its syllables, and no tagger
// comes with it: what is otherwise is changed by [Pack.with].
func written(name string, stemmer stem.Language) Pack {
	code := stemmer.Code
	file := func(name string) func() string {
		return func() string {
			text, err := data.ReadFile("data/" + code + "/" + name)
			if err != nil {
				panic("lang: " + err.Error()) // the folder is part of the source
			}
			return string(text)
		}
	}
	var numbers func() string
	if _, err := fs.Stat(data, "data/"+code+"/numbers.txt"); err == nil {
		numbers = file("numbers.txt")
	}
	format := sync.OnceValue(english)
	if _, err := fs.Stat(data, "data/"+code+"/format.txt"); err == nil {
		format = sync.OnceValue(func() *Format {
			f, err := parseFormat(file("format.txt")())
			if err != nil {
				panic("lang: data/" + code + "/format.txt: " + err.Error()) // the folder is part of the source
			}
			return f
		})
	}
	return Pack{
		Code: code, Name: name, Numbers: numbers, Format: format,
		Tokenizer: token.Unicode(),
		Stop:      stop.List(code, file("stop.txt")),
		Stemmer:   stem.Snowball(stemmer),
		Sentences: sentence.List(code, file("sentences.txt")),
		Words:     token.Universal(code, file("sentences.txt")),
		Syllables: syllable.ByVowels,
	}
}

// with returns the pack with what change makes of it.
func (p Pack) with(change func(*Pack)) Pack {
	change(&p)
	return p
}
