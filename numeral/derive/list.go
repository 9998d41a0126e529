package derive

import (
	"strings"

	"hed/numeral"
)

// countsItems reports whether a number counts the items of the piece that
// the headline announces, and is no claim of the article: 5 Things to Know,
// Election: Here Are 3 Takeaways. It begins the headline or what follows a
// colon.
func countsItems(headline string, x numeral.Mention) bool {
	if x.Kind != numeral.Cardinal || !x.Value.IsInt() || x.Unit != numeral.NoUnit {
		return false
	}
	before := headline[:x.Start]
	for w := range strings.FieldsSeq(strings.ToLower(before[strings.LastIndexByte(before, ':')+1:])) {
		switch w {
		case "the", "these", "here", "are", "top":
		default:
			return false
		}
	}
	after := strings.Fields(strings.ToLower(headline[x.End:]))
	if len(after) == 0 || headline[x.End] != ' ' {
		return false
	}
	switch strings.TrimRight(after[0], nameMarks) {
	case "things", "ways", "reasons", "takeaways":
		return true
	case "facts", "lessons", "myths", "questions", "signs", "tips": // which may also be found, taught and given
		return len(after) > 1 && (after[1] == "about" || after[1] == "for" || after[1] == "from" || after[1] == "to" || after[1] == "you")
	}
	return false
}
