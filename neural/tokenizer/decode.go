package tokenizer

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A decoder changes tokens on the way back to text.
type decoder func(tokens []string) []string

// Decode returns the text of ids; where skip is set, special tokens are left
// out. An id without a token is passed over. Without a decoder in the file,
// tokens are joined by spaces. Decoders that make a text 64 times as long, which
// those of known files do not, are stopped.
func (t *Tokenizer) Decode(ids []int32, skip bool) string {
	var tokens []string
	for _, id := range ids {
		s, ok := t.Token(id)
		if a, added := t.added[id]; added {
			s = a.decoded
		}
		if ok && !(skip && t.special[s]) {
			tokens = append(tokens, s)
		}
	}
	if !t.joined {
		return strings.Join(tokens, " ")
	}
	limit := most(length(tokens))
	for _, d := range t.decoders {
		if tokens = d(tokens); length(tokens) > limit {
			break
		}
	}
	return strings.Join(tokens, "")
}

// length is how many bytes tokens have together.
func length(tokens []string) (n int) {
	for _, s := range tokens {
		n += len(s)
	}
	return n
}

func (t *Tokenizer) readDecoder(raw json.RawMessage, depth int) error {
	if absent(raw) {
		return nil
	}
	t.joined = true
	var p struct {
		Type        string
		Prefix      string
		Cleanup     bool
		Suffix      string
		Replacement string
		Scheme      string `json:"prepend_scheme"`
		Pattern     patternPart
		// Content is a string for Replace, a character for Strip.
		Content     string
		Start, Stop int
		Decoders    []json.RawMessage
	}
	if err := json.Unmarshal(raw, &p); err != nil {
		return err
	}
	if depth > depthLimit {
		return errDepth
	}
	var d decoder
	switch p.Type {
	case "Sequence":
		for i, raw := range p.Decoders {
			if err := t.readDecoder(raw, depth+1); err != nil {
				return fmt.Errorf("part %d: %w", i, err)
			}
		}
		return nil
	case "WordPiece":
		d = wordPieceDecoder(p.Prefix, p.Cleanup)
	case "ByteLevel":
		d = byteLevelDecoder
	case "ByteFallback":
		d = byteFallbackDecoder
	case "Fuse":
		d = func(tokens []string) []string { return []string{strings.Join(tokens, "")} }
	case "Metaspace":
		d = metaspaceDecoder(p.Replacement, p.Scheme != "never")
	case "BPEDecoder":
		d = suffixDecoder(p.Suffix)
	case "Strip":
		if p.Content == "" {
			return errors.New("there is nothing to strip")
		}
		d = perToken(func(s string) string { return stripEnds(s, p.Content, p.Start, p.Stop) })
	case "Replace":
		m, err := p.Pattern.matcher()
		if err != nil {
			return err
		}
		d = perToken(func(s string) string {
			var out aligned
			w := Worker{chars: chars(), most: most(len(s))}
			replace{m, p.Content}.apply(&w, &out, aligned{[]byte(s), make([]span, len(s))})
			return string(out.b)
		})
	default:
		return unknownKind[int](p.Type, nil, "BPEDecoder", "ByteFallback", "ByteLevel", "Fuse",
			"Metaspace", "Replace", "Sequence", "Strip", "WordPiece")
	}
	t.decoders = append(t.decoders, d)
	return nil
}

func perToken(fn func(string) string) decoder {
	return func(tokens []string) []string {
		for i, s := range tokens {
			tokens[i] = fn(s)
		}
		return tokens
	}
}

// tidy is what WordPiece's clean-up does, a rule after the other.
var tidy = [...][2]string{
	{" .", "."}, {" ?", "?"}, {" !", "!"}, {" ,", ","}, {" ' ", "'"}, {" n't", "n't"}, {" 'm", "'m"},
	{" do not", " don't"}, {" 's", "'s"}, {" 've", "'ve"}, {" 're", "'re"},
}

func wordPieceDecoder(prefix string, cleanup bool) decoder {
	return func(tokens []string) []string {
		for i, s := range tokens {
			if i > 0 {
				if rest, ok := strings.CutPrefix(s, prefix); ok {
					s = rest
				} else {
					s = " " + s
				}
			}
			if cleanup {
				for _, rule := range tidy {
					s = strings.ReplaceAll(s, rule[0], rule[1])
				}
			}
			tokens[i] = s
		}
		return tokens
	}
}

// byteLevelDecoder joins tokens, since a character may be spread over several.
func byteLevelDecoder(tokens []string) []string {
	var out []byte
	for _, s := range tokens {
		n := len(out)
		for _, r := range s {
			c, ok := charToByte(r)
			if !ok {
				out = append(out[:n], s...)
				break
			}
			out = append(out, c)
		}
	}
	return []string{valid(out)}
}

// valid replaces what is not UTF-8 by U+FFFD.
func valid(b []byte) string {
	var t aligned
	t.load(string(b))
	return string(t.b)
}

func byteFallbackDecoder(tokens []string) []string {
	var out []string
	var bytes []byte
	flush := func() {
		if utf8.Valid(bytes) {
			if len(bytes) > 0 {
				out = append(out, string(bytes))
			}
		} else {
			for range bytes {
				out = append(out, string(utf8.RuneError))
			}
		}
		bytes = bytes[:0]
	}
	for _, s := range tokens {
		if len(s) == 6 && strings.HasPrefix(s, "<0x") && s[5] == '>' {
			if c, err := strconv.ParseUint(s[3:5], 16, 8); err == nil {
				bytes = append(bytes, byte(c))
				continue
			}
		}
		flush()
		out = append(out, s)
	}
	flush()
	return out
}

func metaspaceDecoder(replacement string, prefixed bool) decoder {
	return func(tokens []string) []string {
		for i, s := range tokens {
			by := " "
			if i == 0 && prefixed {
				by = ""
			}
			tokens[i] = strings.ReplaceAll(s, replacement, by)
		}
		return tokens
	}
}

func suffixDecoder(suffix string) decoder {
	return func(tokens []string) []string {
		for i, s := range tokens {
			by := " "
			if i == len(tokens)-1 {
				by = ""
			}
			if suffix != "" {
				tokens[i] = strings.ReplaceAll(s, suffix, by)
			}
		}
		return tokens
	}
}

// stripEnds cuts at most start and stop times c off the ends of s.
func stripEnds(s, c string, start, stop int) string {
	for ; start > 0; start-- {
		rest, ok := strings.CutPrefix(s, c)
		if !ok {
			break
		}
		s = rest
	}
	for ; stop > 0; stop-- {
		rest, ok := strings.CutSuffix(s, c)
		if !ok {
			break
		}
		s = rest
	}
	return s
}
