package token

import "hed/text"

// universal cuts text into the tokens of a Universal Dependencies treebank.
// It goes over the string once and allocates nothing but what dst needs.
//
// Whether a mark is inside a token depends on what stands around it, so the
// scanner looks ahead, but never again and again over one long stretch: see
// tried of cutter.
type universal struct{ *language }

var _ text.Tokenizer = universal{}

// A language is what the treebanks of one language do with marks inside words.
type language struct {
	signature string
	// abbreviations keep their period. One that is also a word is listed with
	// a capital and does not match in small letters.
	abbreviations wordSet
	// endings end the name of a host or a file, after its last period.
	endings wordSet
	// heads are what may follow an apostrophe that begins a token.
	heads wordSet
	// hyphen and slash tell whether the mark at i is inside the token that
	// has s[start:i] before and goes on at next.
	hyphen, slash func(s string, start, i, next int) bool
	// apostrophe tells the same of an apostrophe. In quoted text it may be
	// the mark that closes.
	apostrophe func(s string, start, i, next int, quoted bool) cut
	// halves returns where a word is cut in two, or 0.
	halves func(word string) int
}

// A cut says how a word goes on at an apostrophe.
type cut struct {
	joins bool // the apostrophe is inside the token
	mid   int  // if not, where the token ends
	end   int  // if after mid, the end of another token that begins there
}

func (u universal) Signature() string { return u.signature }

func (u universal) Tokenize(dst []text.Token, s string) []text.Token {
	c := cutter{language: u.language, s: s, dst: dst, quote: -quoteReach}
	for i := 0; i < len(s); {
		kind, n := kindAt(s, i)
		switch kind {
		case kindBlank, kindFormat:
			i += n
		case kindLetter, kindDigit:
			i = c.word(i, i+n)
		case kindIdeograph:
			i = c.ideographs(i)
		case kindApostrophe:
			i = c.single(i, i+n)
		default:
			i = c.mark(i, n)
		}
	}
	return c.dst
}

// A cutter is the state of one call.
type cutter struct {
	*language
	s   string
	dst []text.Token
	// quote is where a single quote opened that none closed since.
	quote int
	// tried ends the stretch that was searched for a name of a host in vain,
	// so that "ab.cd.ef" without end takes linear time.
	tried int
}

// quoteReach is how many bytes after an opening quote one may close it.
// Without a limit one stray quote would change the rest of a long text.
const quoteReach = 200

func (c *cutter) quoted(i int) bool { return i-c.quote < quoteReach }

// emit appends the token from start to end and returns end.
func (c *cutter) emit(start, end int) int {
	c.dst = append(c.dst, text.Token{Text: c.s[start:end], Start: start, End: end})
	return end
}

// ideographs appends the run of Chinese or Japanese at i, which has no blanks
// to cut it at.
func (c *cutter) ideographs(i int) int {
	end := i
	for end < len(c.s) {
		kind, n := kindAt(c.s, end)
		if kind != kindIdeograph {
			break
		}
		end += n
	}
	return c.emit(i, end)
}

// word appends the token or the tokens of the word that begins at start, of
// which s[start:i] is known already, and returns its end.
func (c *cutter) word(start, i int) int {
	if end := c.address(start); end > 0 {
		return c.emit(start, end)
	}
	s := c.s
	for i < len(s) {
		for i < len(s) && ascii[s[i]] <= kindDigit {
			i++
		}
		if i == len(s) || s[i] == ' ' {
			break
		}
		kind, n := kindAt(s, i)
		if kind <= kindDigit || kind == kindFormat {
			i += n
			continue
		}
		if kind == kindApostrophe {
			cut := c.apostrophe(s, start, i, i+n, c.quoted(i))
			if cut.joins {
				i += n
				continue
			}
			c.emit(start, cut.mid)
			if cut.end > cut.mid {
				return c.emit(cut.mid, cut.end)
			}
			return cut.mid
		}
		end := c.joined(start, i, i+n)
		if end == 0 {
			break
		}
		i = end
		if s[i-1] == '$' { // US$5
			break
		}
	}
	if i < len(s) && s[i] == '.' && c.abbreviated(start, i) {
		return c.emit(start, i+1)
	}
	if mid := c.halves(s[start:i]); mid > 0 {
		start = c.emit(start, start+mid)
	}
	return c.emit(start, i)
}
