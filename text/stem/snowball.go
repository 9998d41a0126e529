package stem

import (
	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/english"
	"github.com/blevesearch/snowballstem/italian"

	"hed/text"
)

// A Language is one that [Snowball] has a stemmer for. Another one is
// another variable: the generated stemmers of blevesearch/snowballstem are
// linked one by one, since each brings its tables.
type Language struct {
	code string
	stem func(*snowballstem.Env) bool
}

// The languages of hed.
var (
	English = Language{"en", english.Stem}
	Italian = Language{"it", italian.Stem}
)

// Snowball returns the stemmer of the Snowball project for a language; that
// for English is known as Porter 2. Terms must be in lower case.
func Snowball(l Language) text.Filter { return snowball(l) }

type snowball Language

var _ text.Filter = snowball{}

func (f snowball) Signature() string { return "snowball-" + f.code }

func (f snowball) Filter(term string) string {
	env := snowballstem.NewEnv(term)
	f.stem(env)
	return env.Current()
}
