package sentence

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"

	"github.com/neurosnap/sentences/data"

	"hed/text"
)

// English returns nltk.sent_tokenize: Punkt with NLTK's parameters for
// English. They are read when a text first needs them, in about 10 ms.
func English() text.Splitter { return punkt{"en", english} }

// english reads the parameters from their copy in neurosnap/sentences.
//
// The copy was compared with tokenizers/punkt/PY3/english.pickle of NLTK's
// data: 156 abbreviations, 37 collocations, 20366 contexts and 39 starters
// are equal, and "she" is a starter in the copy alone. It is taken out.
var english = sync.OnceValue(func() *params {
	var stored struct {
		AbbrevTypes, SentStarters, Collocations map[string]int
		OrthoContext                            map[string]context
	}
	file, err := data.Asset("data/english.json")
	if err == nil {
		err = json.Unmarshal(file, &stored)
	}
	if err != nil {
		panic(fmt.Sprintf("sentence: parameters for English: %v", err)) // they are part of the program
	}
	delete(stored.SentStarters, "she")
	p := &params{
		Name:          "en",
		Abbreviations: set(stored.AbbrevTypes),
		Collocations:  make(map[[2]string]bool),
		Starters:      set(stored.SentStarters),
		Contexts:      stored.OrthoContext,
	}
	for pair := range stored.Collocations {
		first, second, _ := strings.Cut(pair, ",")
		p.Collocations[[2]string{first, second}] = true
	}
	return p
})

func set(m map[string]int) map[string]bool {
	s := make(map[string]bool, len(m))
	for k := range m {
		s[k] = true
	}
	return s
}
