package workbench

import (
	"strconv"

	"hed/internal/count"
)

// several are kinds whose plural is not by the rule.
var several = map[string]string{CorpusKind: "corpora", StudyKind: "studies"}

// CountOf is how many things of a kind there are, in words: "1 study", "2 studies".
func CountOf(n int, kind string) string {
	if many := several[kind]; many != "" && n != 1 {
		return strconv.Itoa(n) + " " + many
	}
	return count.Of(n, kind)
}
