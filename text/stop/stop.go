package stop

import (
	_ "embed"
	"strings"
	"sync"

	"hed/text"
)

var (
	//go:embed english.txt
	englishFile string
	//go:embed italian.txt
	italianFile string
)

// English drops function words of English.
func English() text.Filter { return filter{"en", english} }

// Italian drops function words of Italian, elided articles without their
// apostrophe among them.
func Italian() text.Filter { return filter{"it", italian} }

// A list is read when it is first needed.
var (
	english = sync.OnceValue(func() map[string]bool { return parse(englishFile) })
	italian = sync.OnceValue(func() map[string]bool { return parse(italianFile) })
)

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
