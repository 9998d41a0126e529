package bilstm

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"hed/neural/words"
	"hed/style/classify"
	"hed/tensor"
)

// What is read of words.
const (
	mostCharacters = 2000 // that are told apart
	longestWord    = 40   // characters
)

// A reader makes numbers of texts. It is for one goroutine.
type reader struct {
	*Config
	vocabulary *words.Vocabulary
	characters map[rune]int32 // from 1 on; 0 is any other
	tokens     []token
	index      map[string]int32 // of tokens, which come again and again
}

// A token is a word as it is written.
type token struct {
	word       int32
	characters []int32
}

func newReader(c *Config, v *words.Vocabulary) *reader {
	r := &reader{Config: c, vocabulary: v, characters: map[rune]int32{}, index: map[string]int32{}}
	for _, c := range c.Characters {
		r.characters[c] = int32(len(r.characters) + 1)
	}
	r.tokens = []token{{word: words.Unknown}} // of a text without words
	return r
}

// read gives the tokens of a text, at least one.
func (r *reader) read(text string) []int32 {
	var all []int32
	for _, w := range first(text, r.Words) {
		i, ok := r.index[w]
		if !ok {
			i = int32(len(r.tokens))
			r.index[strings.Clone(w)] = i
			r.tokens = append(r.tokens, r.token(w))
		}
		all = append(all, i)
	}
	if len(all) == 0 {
		all = []int32{0}
	}
	return all
}

// first are the first words of a text.
func first(text string, n int) []string {
	all := words.Split(text)
	return all[:min(n, len(all))]
}

func (r *reader) token(w string) (t token) {
	for _, c := range w {
		if len(t.characters) == longestWord {
			break
		}
		t.characters = append(t.characters, r.characters[c])
	}
	for _, name := range names(w) {
		if _, found, _ := r.vocabulary.Encode(nil, []string{name}); found[0] != words.Unknown {
			t.word = found[0]
			break
		}
	}
	return t
}

// names are what a word is looked for as: without what it touches, as it is written and in small letters.
func names(w string) [2]string {
	w = words.Join([]string{w})
	return [2]string{w, strings.ToLower(w)}
}

// characters are those that texts have more than once, the most frequent first, so that there are others to learn from.
func characters(examples []classify.Example, most int) string {
	count := map[rune]int{}
	for _, e := range examples {
		for _, w := range first(e.Text, most) {
			for _, c := range w {
				count[c]++
			}
		}
	}
	maps.DeleteFunc(count, func(_ rune, n int) bool { return n < 2 })
	all := slices.SortedFunc(maps.Keys(count), func(a, b rune) int { return cmp.Or(count[b]-count[a], int(a-b)) })
	return string(all[:min(len(all), mostCharacters)])
}

// A batch is texts, laid out for a step. Texts lie in it longest first.
type batch struct {
	tensor.Packing
	order  []int   // the text of each sequence
	labels []int32 // by sequence; empty where nothing is learnt
	words  []int32 // by row
	// spelt is, by row, which of the different words of the batch it is. Those have their characters one after another, between bounds; near
	// are, for each place that a filter sees, the rows of its weights by character: −1 beyond the word.
	spelt  []int32
	bounds []int
	near   [][]int32
}

// newBatch lays out texts of a reader. With steps, the packing is a wide one.
func (r *reader) newBatch(texts [][]int32, labels []int32, steps int) *batch {
	b := &batch{order: make([]int, len(texts)), bounds: []int{0}, near: make([][]int32, r.Width)}
	for i := range b.order {
		b.order[i] = i
	}
	slices.SortStableFunc(b.order, func(i, j int) int { return len(texts[j]) - len(texts[i]) })
	lengths := make([]int, len(texts))
	for s, i := range b.order {
		lengths[s] = len(texts[i])
		if labels != nil {
			b.labels = append(b.labels, labels[i])
		}
	}
	if b.Packing = tensor.Pack(lengths); steps > 0 {
		b.Packing = tensor.PackWide(lengths, steps)
	}
	place := map[int32]int32{}
	for step := range b.Steps() {
		for s := range int(b.Starts[step+1] - b.Starts[step]) {
			at := int32(0)
			if s < b.Live(step) {
				at = texts[b.order[s]][step]
			}
			if _, known := place[at]; !known {
				place[at] = int32(len(place))
				r.spell(b, r.tokens[at].characters)
			}
			b.words, b.spelt = append(b.words, r.tokens[at].word), append(b.spelt, place[at])
		}
	}
	return b
}

// spell adds a word to those of a batch. A filter sees characters before and behind one, one more behind if its width is even.
func (r *reader) spell(b *batch, characters []int32) {
	for k := range b.near {
		for i := range characters {
			row := int32(-1)
			if at := i + k - (r.Width-1)/2; at >= 0 && at < len(characters) {
				row = int32(k*(1+len(r.characters))) + characters[at]
			}
			b.near[k] = append(b.near[k], row)
		}
	}
	b.bounds = append(b.bounds, b.bounds[len(b.bounds)-1]+len(characters))
}
