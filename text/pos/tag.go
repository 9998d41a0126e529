package pos

import "slices"

// A Tag is a part of speech of Universal Dependencies.
type Tag uint8

// The tags, in the order of their names.
const (
	ADJ Tag = iota
	ADP
	ADV
	AUX
	CCONJ
	DET
	INTJ
	NOUN
	NUM
	PART
	PRON
	PROPN
	PUNCT
	SCONJ
	SYM
	VERB
	X
)

// Tags is the number of tags: each is less than it.
const Tags = 17

var names = [Tags]string{
	"ADJ", "ADP", "ADV", "AUX", "CCONJ", "DET", "INTJ", "NOUN", "NUM",
	"PART", "PRON", "PROPN", "PUNCT", "SCONJ", "SYM", "VERB", "X",
}

func (t Tag) String() string { return names[t] }

// ParseTag returns the tag of that name.
func ParseTag(name string) (Tag, bool) {
	i := slices.Index(names[:], name)
	return Tag(max(i, 0)), i >= 0
}
