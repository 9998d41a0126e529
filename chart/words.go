package chart

import (
	"fmt"
	"regexp"
	"strings"
)

// said is a text in the language of the style, and English where that has none.
func (s *scene) said(text string) string {
	if other, ok := s.words[text]; ok {
		return other
	}
	return text
}

// say is a sentence with what is put into it.
func (s *scene) say(format string, args ...any) string { return fmt.Sprintf(s.said(format), args...) }

// English are the texts that Words may have.
func English() []string {
	return []string{
		"no values", "There are no values to draw.", "no value",
		intervals, intervalsAt, intervalsOf, cutAxis, higherBetter, lowerBetter, meanRank, meanRankBy, oneIsBest, interval, meanRankOf,
		documents, document, allDiffer, joinedAlike, thinLine,
	}
}

// What bars, groups and mean ranks say.
const (
	intervals    = "Thin lines are intervals."
	intervalsAt  = "Thin lines are %s%% confidence intervals."
	intervalsOf  = "Thin lines are %s%% confidence intervals of the share of “%s”."
	cutAxis      = "The axis does not start at zero, since the values are within a tenth of each other."
	higherBetter = "higher is better"
	lowerBetter  = "lower is better"
	meanRank     = "mean rank"
	meanRankBy   = "mean rank by %s"
	oneIsBest    = "%s, 1 is best"
	interval     = "%s: %s (%s to %s)"
	meanRankOf   = "%s: mean rank %s"
	documents    = "%s documents"
	document     = "1 document"
	allDiffer    = "%s, %s: all systems differ significantly at level %s."
	joinedAlike  = "%s, %s. Systems joined by a thick line do not differ significantly at level %s."
	thinLine     = " Where a line is thin, it passes systems that differ from some of those that it joins."
)

var (
	numeral = regexp.MustCompile(`^[−+]?[0-9][0-9,]*(\.[0-9]+)?%?$`)
	swapped = strings.NewReplacer(".", ",", ",", ".")
)

// signed is a number with the signs of the language, and any other text as it is.
func (s *scene) signed(text string) string {
	if s.comma && numeral.MatchString(text) {
		return swapped.Replace(text)
	}
	return text
}
