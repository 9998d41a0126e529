package stem

import (
	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/english"
	"github.com/blevesearch/snowballstem/italian"

	"hed/text"
)

// A Language is one that [Snowball] has a stemmer for, with its code and one of
// the generated stemmers of blevesearch/snowballstem. They are linked one by
// one, since each brings its tables.
type Language struct {
	Code string
	Stem func(*snowballstem.Env) bool
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

func (f snowball) Signature() string { return "snowball-" + f.Code }

func (f snowball) Filter(term string) string {
	env := snowballstem.NewEnv(term)
	f.Stem(env)
	return env.Current()
}
