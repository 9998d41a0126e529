package sentence

import (
	"strings"
	"unicode/utf8"

	"hed/internal/python"
	"hed/text"
)

// punkt is the PunktSentenceTokenizer of NLTK 3.8.1 for a language.
// It differs from NLTK in one thing: the blanks before the first
// sentence are left out, as a [text.Splitter] promises. It asks for its
// parameters only when a text needs them.
type punkt struct {
	name   string
	params func() *params
}

var _ text.Splitter = punkt{}

func (p punkt) Signature() string { return "punkt-" + p.name }

// marks are the characters that may end a sentence.
const marks = ".?!"

// Split appends parts of s. Text without a period, question or
// exclamation mark is one sentence, as most headlines are, and costs
// no more than finding that out.
func (p punkt) Split(dst []string, s string) []string {
	s = python.TrimRight(s)
	var buf [16]span
	spans := buf[:0]
	if strings.ContainsAny(s, marks) {
		spans = p.spans(spans, s)
	} else {
		spans = append(spans, span{0, len(s)})
	}
	for i := range spans {
		if i+1 < len(spans) {
			realign(s, &spans[i], &spans[i+1])
		}
		sent := s[spans[i].start:spans[i].end]
		if i == 0 {
			sent = python.TrimLeft(sent)
		}
		if sent != "" {
			dst = append(dst, sent)
		}
	}
	return dst
}

// A span is a sentence: s[start:end].
type span struct{ start, end int }

// spans appends the sentences as the marks cut them. Text that follows a
// mark without a blank begins a sentence here; realign repairs that.
func (p punkt) spans(dst []span, s string) []span {
	params := p.params()
	start := 0
	for c := range candidates(s) {
		if params.breaks(s[c.word:c.end]) {
			dst = append(dst, span{start, c.mark + 1})
			start = c.next
		}
	}
	return append(dst, span{start, len(s)})
}

// A candidate is a mark that may end a sentence, and its surroundings.
type candidate struct {
	word int // where the word before the mark begins
	mark int // the mark
	next int // where the next sentence would begin
	end  int // the end of the token after the mark
}

// candidates yields the marks that closing punctuation, or white space and
// another token, follow. Of several marks in one word the last counts.
//
// Note: NLTK looks for the start of a word among the characters since the
// mark before, and takes ASCII blanks only. If the sole blank there is
// the first character of the text it is overlooked and the "word" begins
// with it, which is harmless. All this has to be as it is, since the word
// decides what the rules see.
func candidates(s string) func(yield func(candidate) bool) {
	return func(yield func(candidate) bool) {
		var last candidate
		found := false
		for i := strings.IndexAny(s, marks); i < len(s); i++ {
			if strings.IndexByte(marks, s[i]) < 0 {
				continue
			}
			next, end := after(s, i+1)
			if end == 0 {
				continue
			}
			c := candidate{word: last.word, mark: i, next: next, end: end}
			if k := strings.LastIndexAny(s[last.mark:i], " \t\n\r\v\f"); k > 0 {
				c.word = last.mark + k + 1
			}
			if found && last.mark <= c.word && !yield(last) {
				return
			}
			last, found = c, true
		}
		if found {
			yield(last)
		}
	}
}

// after looks at what follows a mark: it returns where a new sentence would
// begin and the end of its first token, or 0, 0 where none can.
func after(s string, i int) (next, end int) {
	if i < len(s) && inside(s[i]) {
		return i, i + 1
	}
	next = len(s) - len(python.TrimLeft(s[i:]))
	if next == i || next == len(s) {
		return 0, 0
	}
	end = next
	for end < len(s) {
		r, n := utf8.DecodeRuneInString(s[end:])
		if python.IsSpace(r) {
			break
		}
		end += n
	}
	return next, end
}

// inside reports whether c is punctuation that no word of Punkt contains.
func inside(c byte) bool { return strings.IndexByte(`)";}]*:@'({[?!`, c) >= 0 }

// realign moves quotes and brackets that close the sentence a from the start
// of b to the end of a.
func realign(s string, a, b *span) {
	rest := s[b.start:b.end]
	n := 0
	for n < len(rest) && strings.IndexByte(`"')]}`, rest[n]) >= 0 {
		n++
		tail := python.TrimLeft(rest[n:])
		if len(tail) < len(rest)-n || tail == "" || strings.HasPrefix(tail, "--") {
			a.end = b.start + n
			b.start = b.end - len(tail)
			return
		}
	}
}
