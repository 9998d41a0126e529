package words

import "hed/text"

// A Cutter finds words and remembers nothing but its memory, so that
// cutting the next text allocates little. It is not safe for concurrent use.
type Cutter struct {
	tokens []text.Token
	words  []Word
	out    []byte
}

// Head returns the first n words of s as they stand there, with what is
// between them but not what is before and after, on one line: runs of blanks
// and line breaks become one space. s must be valid UTF-8.
func (c *Cutter) Head(tok text.Tokenizer, s string, n int) string {
	// Most texts are far longer than their first words.
	for size := 16 * (min(n, 1<<20) + 4); ; size *= 2 {
		end := blankAfter(s, size)
		c.find(tok, s[:end])
		if len(c.words) >= n || end == len(s) {
			break
		}
	}
	c.words = c.words[:min(n, len(c.words))]
	c.out = c.out[:0]
	for i, w := range c.words {
		if i > 0 {
			c.out = appendClean(c.out, s[c.words[i-1].End:w.Start], false)
		}
		c.out = appendClean(c.out, s[w.Start:w.End], true)
	}
	return string(c.out)
}

// Count returns the number of words of s.
func (c *Cutter) Count(tok text.Tokenizer, s string) int {
	c.find(tok, s)
	return len(c.words)
}

func (c *Cutter) find(tok text.Tokenizer, s string) {
	c.tokens = tok.Tokenize(c.tokens[:0], s)
	c.words = Append(c.words[:0], s, c.tokens)
}

// blankAfter returns the end of the shortest beginning of s which is no
// shorter than size and ends so that no word goes on behind it.
func blankAfter(s string, size int) int {
	if size >= len(s) {
		return len(s)
	}
	for i := size; i < len(s); i++ {
		// After a space a combining mark may follow, which is never ASCII;
		// after a line break it begins something new.
		if s[i] == '\n' || s[i] == ' ' && i+1 < len(s) && s[i+1] < 0x80 {
			return i + 1
		}
	}
	return len(s)
}

// Parts yields s in parts of some size, cut where no word goes on, with the
// place where each begins. The tokens of the parts are those of s.
func Parts(s string, size int) func(yield func(int, string) bool) {
	return func(yield func(int, string) bool) {
		for at := 0; at < len(s); {
			n := blankAfter(s[at:], size)
			if !yield(at, s[at:at+n]) {
				return
			}
			at += n
		}
	}
}
