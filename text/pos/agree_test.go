package pos

import (
	"slices"
	"strings"
	"testing"
)

func TestAgree(t *testing.T) {
	for _, test := range []struct{ in, want string }{
		{"la/DET sua/PRON casa/NOUN", "DET DET NOUN"},
		{"la/DET sua/PRON è/AUX", "DET PRON AUX"},
		{"se/ADP tutti/ADJ i/DET due/NUM", "SCONJ DET DET NUM"},
		{"tutti/NOUN dormono/VERB", "PRON VERB"},
		{"tutti/ADJ dormono/AUX", "PRON AUX"},
		{"uno/NUM di/ADP loro/PRON", "PRON ADP PRON"},
		{"uno/NUM ,/PUNCT due/NUM", "NUM PUNCT NUM"},
		{"Altri/DET dieci/NUM milioni/NUM", "ADJ NUM NOUN"},
		{"il/DET ponte/NOUN chiude/VERB", "DET NOUN VERB"},
	} {
		var words []Word
		for w := range strings.FieldsSeq(test.in) {
			form, name, _ := strings.Cut(w, "/")
			tag, _ := ParseTag(name)
			words = append(words, Word{Form: form, Tag: tag})
			if form == "sua" {
				words[len(words)-1].Features = "Number=Sing|Number[psor]=Sing"
			}
		}
		before := slices.Clone(words)
		all := agreed([]Sentence{{Words: words}})
		var got []string
		for _, w := range all[0].Words {
			got = append(got, w.Tag.String())
		}
		if s := strings.Join(got, " "); s != test.want {
			t.Errorf("%s: got %s, want %s", test.in, s, test.want)
		}
		if !slices.Equal(words, before) {
			t.Errorf("%s: the treebank itself is changed", test.in)
		}
	}
}
