package stop

import (
	_ "embed"
	"strings"
	"sync"

	"hed/text"
)

//go:embed english.txt
var englishFile string

var english = List("en", func() string { return englishFile })

// English drops function words of English.
func English() text.Filter { return english }

// List drops the words of a text, which is asked for when it is first needed.
// Lines that begin with # are comments.
func List(code string, file func() string) text.Filter {
	return filter{code, sync.OnceValue(func() map[string]bool { return parse(file()) })}
}

type filter struct {
	code  string
	words func() map[string]bool
}

var _ text.Filter = filter{}

func (f filter) Signature() string { return "stop-" + f.code }

func (f filter) Filter(term string) string {
	if f.words()[term] {
		return ""
	}
	return term
}

func parse(file string) map[string]bool {
	words := make(map[string]bool)
	for line := range strings.Lines(file) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		for w := range strings.FieldsSeq(line) {
			words[w] = true
		}
	}
	return words
}
