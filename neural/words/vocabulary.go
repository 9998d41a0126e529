package words

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"
)

// A Vocabulary numbers words. It is safe for concurrent use.
type Vocabulary struct {
	words []string
	index map[string]int32
}

// Specials are the words that every vocabulary begins with: one that is not known, and those that stand
// before and behind a headline.
var Specials = [...]string{Unknown: "<unk>", Begin: "<s>", End: "</s>"}

// The numbers of Specials, and of the first word behind them.
const (
	Unknown = iota
	Begin
	End
	FirstWord
)

// NewVocabulary numbers words in the order given, behind Specials. It fails on words that come twice, which
// have blanks or are empty.
func NewVocabulary(words []string) (*Vocabulary, error) {
	v := &Vocabulary{words: append(slices.Clone(Specials[:]), words...), index: make(map[string]int32, len(words))}
	for i, w := range v.words {
		if w == "" || strings.ContainsAny(w, " \t\r\n") {
			return nil, fmt.Errorf("word %d of the vocabulary is %q, which is empty or has a blank", i, w)
		}
		if _, twice := v.index[w]; twice {
			return nil, fmt.Errorf("word %d of the vocabulary, %q, is there twice", i, w)
		}
		v.index[w] = int32(i)
	}
	return v, nil
}

// Counts are how often words come.
type Counts map[string]int

// Add counts words, each so many times.
func (c Counts) Add(words []string, times int) {
	for _, w := range words {
		if _, known := c[w]; !known {
			w = strings.Clone(w) // and not the article that it is a part of
		}
		c[w] += times
	}
}

// Most are the n most frequent words, those of one frequency by their letters, without Specials.
func (c Counts) Most(n int) []string {
	for _, w := range Specials {
		delete(c, w)
	}
	all := slices.SortedFunc(maps.Keys(c), func(a, b string) int { return cmp.Or(c[b]-c[a], strings.Compare(a, b)) })
	return all[:min(n, len(all))]
}

// Len is how many words there are, with Specials.
func (v *Vocabulary) Len() int { return len(v.words) }

// Encode numbers the words of an article and of its headline. A word of the article that the vocabulary does not
// have is Len, Len+1 and so on, in the order of more; the headline may have these. Other words are Unknown.
func (v *Vocabulary) Encode(article, headline []string) (a, h []int32, more []string) {
	own := map[string]int32{}
	for _, w := range article {
		i, ok := v.index[w]
		if !ok {
			if i, ok = own[w]; !ok {
				i = int32(v.Len() + len(more))
				own[w] = i
				more = append(more, w)
			}
		}
		a = append(a, i)
	}
	for _, w := range headline {
		i, ok := v.index[w]
		if !ok {
			i = own[w] // Unknown if it is not there
		}
		h = append(h, i)
	}
	return a, h, more
}

// Decode gives the words of numbers, of which more are those that Encode gave.
func (v *Vocabulary) Decode(numbers []int32, more []string) []string {
	words := make([]string, len(numbers))
	for i, n := range numbers {
		if int(n) < v.Len() {
			words[i] = v.words[n]
		} else {
			words[i] = more[int(n)-v.Len()]
		}
	}
	return words
}

// Write writes the words, a line for each.
func (v *Vocabulary) Write(w io.Writer) error {
	_, err := io.WriteString(w, strings.Join(v.words, "\n")+"\n")
	return err
}

// Parse reads what Write has written.
func Parse(text string) (*Vocabulary, error) {
	if !utf8.ValidString(text) {
		return nil, errors.New("a vocabulary that is not UTF-8; the file is damaged")
	}
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	if len(lines) < len(Specials) || !slices.Equal(lines[:len(Specials)], Specials[:]) {
		return nil, fmt.Errorf("a vocabulary that does not begin with %s", strings.Join(Specials[:], ", "))
	}
	return NewVocabulary(lines[len(Specials):])
}
