package chart

import (
	"fmt"
	"math"
	"sort"
	"strings"
)

// Shorten takes the middle out of names that are wider than the limit: names
// often begin alike and end in what tells them apart. The gap moves until
// different names look different; where no place will do, they are numbered.
// Tables and pages shorten names by it too, so that a system is called the same
// in all of them as far as there is room.
func Shorten(names []string, width func(string) float64, limit float64) []string {
	short := make([]string, len(names))
	for _, part := range []float64{0.5, 0.7, 0.3, 0.85, 0.15} {
		for i, n := range names {
			short[i] = cut(n, width, limit, part)
		}
		if distinct(names) == distinct(short) {
			return short
		}
	}
	for i, n := range names {
		if short[i] = cut(n, width, limit, 0.5); short[i] != n {
			number := fmt.Sprintf(" %d", i+1)
			short[i] = cut(n, width, limit-width(number), 0.5) + number
		}
	}
	return short
}

// cut takes the middle out of a text that is wider than the limit, and leaves
// the given part of what is kept before the gap.
func cut(text string, width func(string) float64, limit, part float64) string {
	if width(text) <= limit {
		return text
	}
	runes := []rune(text)
	kept := func(keep int) string {
		head := int(math.Ceil(float64(keep) * part))
		return strings.TrimSpace(string(runes[:head])) + "…" + strings.TrimSpace(string(runes[len(runes)-keep+head:]))
	}
	over := sort.Search(len(runes), func(keep int) bool { return width(kept(keep)) > limit })
	return kept(max(over-1, 0))
}

func distinct(names []string) int {
	seen := map[string]bool{}
	for _, n := range names {
		seen[n] = true
	}
	return len(seen)
}
