package lint

import (
	"strings"

	"hed/numeral/derive"
)

// Likely are the derivations worth showing: three at most, and behind the first
// only what has some chance.
func Likely(all []derive.Derivation) []derive.Derivation {
	for i, d := range all {
		if i == 3 || i > 0 && d.Confidence < 0.01 {
			return all[:i]
		}
	}
	return all
}

// Quote is an operand among the words of the article around it, on one line,
// with the operand's own place in that.
func Quote(article string, o derive.Operand) (text string, at derive.Span) {
	const around, blanks = 2, " \t\r\n"
	left, right := article[wordsBefore(article, o.Start, around):o.Start], article[o.End:wordsAfter(article, o.End, around)]
	before, after, operand := oneLine(left), oneLine(right), oneLine(o.Text)
	if before != "" && strings.TrimRight(left, blanks) != left {
		before += " "
	}
	if after != "" && strings.TrimLeft(right, blanks) != right {
		after = " " + after
	}
	return before + operand + after, derive.Span{Start: len(before), End: len(before) + len(operand)}
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// wordsBefore is where n words before i begin.
func wordsBefore(text string, i, n int) int {
	for range n {
		i = len(strings.TrimRight(text[:i], " \t\r\n"))
		i = strings.LastIndexAny(text[:i], " \t\r\n") + 1
	}
	return i
}

// wordsAfter is where n words behind i end. The rest of a word that i is in
// counts as one.
func wordsAfter(text string, i, n int) int {
	for range n {
		rest := strings.TrimLeft(text[i:], " \t\r\n")
		i = len(text) - len(rest)
		if j := strings.IndexAny(rest, " \t\r\n"); j >= 0 {
			i += j
		} else {
			i = len(text)
		}
	}
	return i
}
