package tokenizer

import "unicode/utf8"

// An addedToken is found in the text before the model sees it.
type addedToken struct {
	ID         int32  `json:"id"`
	Content    string `json:"content"`
	SingleWord bool   `json:"single_word"`
	LStrip     bool   `json:"lstrip"`
	RStrip     bool   `json:"rstrip"`
	Normalized bool   `json:"normalized"`
	Special    bool   `json:"special"`

	// decoded is how the token is written when ids become text: the form in
	// which it is looked for.
	decoded string
}

// addedSet finds added tokens: from the left, the longest first.
type addedSet struct {
	tokens []addedToken
	trie   *trie
	first  [256]bool // bytes that a token starts with
}

func (s *addedSet) add(t addedToken, form string) bool {
	if s.trie == nil {
		s.trie = newTrie(64)
	}
	s.first[form[0]] = true
	s.tokens = append(s.tokens, t)
	return s.trie.add(0, form, int32(len(s.tokens)-1))
}

// each calls fn for the parts of b in order: added tokens by their ids, and
// what lies between, with id -1.
func (s *addedSet) each(c *characters, b []byte, fn func(from, to int, id int32)) {
	done := 0
	for i := 0; i < len(b) && s.trie != nil; {
		if !s.first[b[i]] {
			i++
			continue
		}
		k, n := s.trie.longest(0, b[i:])
		if n == 0 {
			i++
			continue
		}
		t := &s.tokens[k]
		from, to := i, i+n
		i = to
		if t.SingleWord && (wordBefore(c, b[:from]) || wordAfter(c, b[to:])) {
			continue
		}
		if t.LStrip {
			for from > 0 {
				r, n := utf8.DecodeLastRune(b[:from])
				if !c.is(r, space) {
					break
				}
				from -= n
			}
			from = max(from, done) // a token before this one may have taken the space
		}
		if t.RStrip {
			to = stretch(c, b, to, space, len(b))
		}
		if done < from {
			fn(done, from, -1)
		}
		fn(from, to, t.ID)
		done = to
	}
	if done < len(b) {
		fn(done, len(b), -1)
	}
}

func wordBefore(c *characters, b []byte) bool {
	r, n := utf8.DecodeLastRune(b)
	return n > 0 && c.is(r, word)
}

func wordAfter(c *characters, b []byte) bool {
	r, n := utf8.DecodeRune(b)
	return n > 0 && c.is(r, word)
}
