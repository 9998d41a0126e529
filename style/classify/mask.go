package classify

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A masker hides from headlines what they are about.
type masker struct {
	seen   map[string]*seen // words in lower case
	common map[string]bool  // the words that come most often, without names
}

// seen is how often a word is written how, where case is a choice: not as the first word of a sentence.
type seen struct{ upper, lower int }

// Common words are so many: those that say how something is said, and hardly what.
const commonWords = 100

// straight makes quotes and dashes plain, also those that were decoded wrongly: which of them there are says more of the
// program that somebody wrote with than of them.
var straight = strings.NewReplacer(
	"â€™", "'", "â€˜", "'", "â€œ", `"`, "â€\u009d", `"`, "â€”", "-", "â€“", "-", "â€¦", "...", "\ufffd", "", "\u00a0", " ",
	"’", "'", "‘", "'", "ʼ", "'", "“", `"`, "”", `"`, "–", "-", "—", "-", "…", "...",
)

// Marks in place of what is hidden.
const (
	hiddenWord   = "◆"
	hiddenNumber = "#"
)

// newMasker learns from the articles of examples how words are written, or from the headlines where there are no articles.
func newMasker(examples []Example) *masker {
	m := &masker{seen: map[string]*seen{}, common: map[string]bool{}}
	counts := map[string]int{}
	for _, e := range examples {
		text := e.Body
		if text == "" {
			text = e.Text
		}
		first := true // of a sentence
		runs(text, func(word string, isWord bool) {
			if !isWord {
				first = strings.ContainsAny(word, ".!?:\n\"“‘") || first && !strings.ContainsAny(word, ",;")
				return
			}
			low := strings.ToLower(word)
			counts[low]++
			if !first {
				if m.seen[low] == nil {
					m.seen[low] = new(seen)
				}
				if upper(word) {
					m.seen[low].upper++
				} else {
					m.seen[low].lower++
				}
			}
			first = false
		})
	}
	words := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), strings.Compare(a, b))
	})
	for _, w := range words {
		if len(m.common) == commonWords {
			break
		}
		if !m.name(w) && !number(w) {
			m.common[w] = true
		}
	}
	return m
}

// name tells whether a word in lower case is written with a capital within sentences, nine times of ten and more. One that is nowhere
// within a sentence is.
func (m *masker) name(low string) bool {
	s := m.seen[low]
	return s == nil || 10*s.lower <= s.upper+s.lower
}

func upper(word string) bool {
	r, _ := utf8.DecodeRuneInString(word)
	return unicode.IsUpper(r) || unicode.IsTitle(r)
}

func number(word string) bool { return strings.ContainsFunc(word, unicode.IsDigit) }

// runs calls do with the words of a text, of letters and digits, and with what is between them.
func runs(text string, do func(run string, word bool)) {
	start, was := 0, false
	for i, r := range text {
		is := letter(r)
		if i > start && is != was {
			do(text[start:i], was)
			start = i
		}
		was = is
	}
	if start < len(text) {
		do(text[start:], was)
	}
}

func letter(r rune) bool { return unicode.In(r, unicode.L, unicode.M, unicode.N) }

// hide puts marks in place of the numbers of a text and of the words that are to be hidden.
func hide(text string, hidden func(word string) bool) string {
	var b strings.Builder
	runs(text, func(run string, word bool) {
		switch {
		case word && number(run):
			b.WriteString(hiddenNumber)
		case word && hidden(run):
			b.WriteString(hiddenWord)
		default:
			b.WriteString(run)
		}
	})
	return b.String()
}

// names hides names and numbers. How a word is written in the headline does not count, or its case would show in what is hidden.
func (m *masker) names(text string) string {
	return hide(text, func(word string) bool { return m.name(strings.ToLower(word)) })
}

// content hides all words but common ones, and numbers, in lower case.
func (m *masker) content(text string) string {
	return hide(strings.ToLower(text), func(word string) bool { return !m.common[word] })
}
