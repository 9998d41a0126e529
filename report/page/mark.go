package page

import (
	"unicode/utf16"

	"hed/numeral/check"
)

// marks are the marks on the numbers of a document by system, as the module takes them: the class of
// a mark, where the number begins and ends in the headline, what the article says of it, and
// where the sentence that shows it begins and ends in the article. They are nil if no number has a mark.
func marks(ex *Example) (all [][][]any) {
	article := units{text: ex.Article}
	for system, numbers := range ex.Numbers {
		headline, end := units{text: ex.Headlines[system]}, 0
		for _, n := range numbers {
			class := markOf(n.Verdict)
			if class == "" || n.Start < end { // the latter is a part of the last one
				continue
			}
			end = n.End
			if all == nil {
				all = make([][][]any, len(ex.Numbers))
				for i := range all {
					all[i] = [][]any{} // which the module can count
				}
			}
			all[system] = append(all[system], []any{class, headline.at(n.Start), headline.at(n.End), n.Message, article.at(n.Evidence.Start), article.at(n.Evidence.End)})
		}
	}
	return all
}

// markOf is the class of a verdict; a number that claims nothing has none.
func markOf(v check.Verdict) string {
	switch v {
	case check.Stated:
		return "found"
	case check.Follows:
		return "derived"
	case check.Doubtful:
		return "doubtful"
	case check.Contradicted, check.Nowhere:
		return "unsupported"
	}
	return ""
}

// units count places in a text as browsers do: in UTF-16.
type units struct {
	text string
	last int // in bytes
	n    int // the same place in UTF-16
}

// at is the place that is i in bytes.
func (u *units) at(i int) int {
	if i < u.last {
		u.last, u.n = 0, 0
	}
	for _, r := range u.text[u.last:i] {
		u.n += utf16.RuneLen(r)
	}
	u.last = i
	return u.n
}
