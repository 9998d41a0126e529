package stop

import (
	_ "embed"
	"strings"
	"sync"

	"hed/text"
)

// ROUGE155 returns the filter behind the flag -s of ROUGE-1.5.5.pl. It goes
// before the stemmer: the program looks for the token as it stands in the text,
// so that a stem that looks like a stop word stays.
//
// Note: the program's list has words such as "don't" and "mr.", but its
// tokens are "don", "t" and "mr". Of these only "t" is in the list as well;
// "don" and "mr" stay.
func ROUGE155() text.Filter { return rouge155{} }

type rouge155 struct{}

func (rouge155) Filter(term string) string {
	if words155()[term] {
		return ""
	}
	return term
}

func (rouge155) Signature() string { return "stop-rouge155" }

//go:embed rouge155.txt
var list155 string

var words155 = sync.OnceValue(func() map[string]bool {
	words := make(map[string]bool)
	for line := range strings.Lines(list155) {
		if !strings.HasPrefix(line, "#") {
			words[strings.TrimSpace(line)] = true
		}
	}
	return words
})
