package pos

import (
	"slices"
	"strings"
)

// agreed returns sentences of Italian treebanks with tags that agree.
func agreed(sentences []Sentence) []Sentence {
	all := slices.Clone(sentences)
	for i := range all {
		s := &all[i]
		s.Words, s.Surface = slices.Clone(s.Words), slices.Clone(s.Surface)
		agree(s.Words)
		agree(s.Surface)
	}
	return all
}

// agree gives words of Italian treebanks one tag where the treebanks do not
// agree: PUD, which is a translation of sentences tagged elsewhere, has pronouns
// and nouns where the others have determiners and pronouns. What the others
// do is the rule; a treebank that follows it is not changed.
func agree(words []Word) {
	for i := range words {
		w := &words[i]
		next := outside
		if i+1 < len(words) {
			next = words[i+1].Tag
		}
		if w.Tag == PRON && strings.Contains(w.Features, "[psor]") && heads(next) { // la sua casa
			w.Tag = DET
			continue
		}
		form := strings.ToLower(w.Form)
		for _, c := range italianCustoms {
			if w.Tag == c.from && (c.before == nil || slices.Contains(c.before, next)) && slices.Contains(c.forms, form) {
				w.Tag = c.to
				break
			}
		}
	}
}

// heads reports whether a determiner can stand before a word with the tag.
func heads(t Tag) bool { return slices.Contains(nominal, t) }

var nominal = []Tag{NOUN, PROPN, ADJ, NUM, VERB, ADV}

// A custom is a tag that another one stands for.
type custom struct {
	forms    []string
	from, to Tag
	before   []Tag // of the word after; nil is any
}

var italianCustoms = []custom{
	{strings.Fields("tutto tutta tutti tutte"), ADJ, DET, append([]Tag{DET}, nominal...)},
	{strings.Fields("tutto tutta tutti tutte"), ADJ, PRON, nil},
	{strings.Fields("altro altra altri altre"), DET, ADJ, nil},
	{strings.Fields("altro altra altri altre tutto tutta tutti tutte molti molte alcuni alcune uno una chiunque sé"), NOUN, PRON, nil},
	{strings.Fields("uno una"), NUM, PRON, []Tag{ADP}},
	{strings.Fields("ciò"), DET, PRON, nil},
	{strings.Fields("ci"), PART, PRON, nil},
	{strings.Fields("milione milioni miliardo miliardi"), NUM, NOUN, nil},
	{strings.Fields("fino circa"), ADP, ADV, nil},
	{strings.Fields("via avanti fuori"), PART, ADV, nil},
	{strings.Fields("oggi meglio più"), NOUN, ADV, nil},
	{strings.Fields("se mentre"), ADP, SCONJ, nil},
	{strings.Fields("mentre"), CCONJ, SCONJ, nil},
	{strings.Fields("grazie"), ADP, NOUN, nil},
}
