// Package near says which name was meant by somebody who mistyped it.
package near

import (
	"slices"
	"strconv"
	"strings"
)

// Hint ends the sentence "no metric named "ruoge"; …": it asks whether a name was meant that is like the word, and lists
// all names where none is.
func Hint(word string, names []string) string {
	if like := Of(word, names); like != nil {
		for i, n := range like {
			like[i] = strconv.Quote(n)
		}
		return Ask(like)
	}
	return "have " + strings.Join(names, ", ")
}

// Ask asks whether one of the names was meant.
func Ask(names []string) string { return "did you mean " + strings.Join(names, " or ") + "?" }

// Of are the names that are most like the word, in their order; nil if none is like it. A slip of the finger is a letter
// too many, too few, another one, or two that are swapped; words of five letters and more may have two.
func Of(word string, names []string) (like []string) {
	a := []rune(strings.ToLower(word))
	best := 1
	if len(a) >= 5 {
		best = 2
	}
	if len(a) < 3 || slices.Contains(names, word) {
		return nil // nearly every name is like it, or it is not the name that is wrong
	}
	for _, n := range names {
		switch slips := distance(a, []rune(strings.ToLower(n))); {
		case slips < best:
			best, like = slips, []string{n}
		case slips == best:
			like = append(like, n)
		}
	}
	return like
}

// distance is how many slips make b of a, each letter being part of one of them at most.
func distance(a, b []rune) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range a {
		before, last, row = last, row, before
		row[0] = i + 1
		for j := range b {
			other := last[j]
			if a[i] != b[j] {
				other++
			}
			row[j+1] = min(other, last[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
	}
	return row[len(b)]
}
