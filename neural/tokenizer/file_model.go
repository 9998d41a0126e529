package tokenizer

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"strconv"
	"strings"
	"unicode/utf8"
)

// modelPart is the model of a file, without its vocabulary and merges.
type modelPart struct {
	Type       string
	Unknown    *string  `json:"unk_token"`
	Prefix     *string  `json:"continuing_subword_prefix"`
	Suffix     *string  `json:"end_of_word_suffix"`
	Limit      *int     `json:"max_input_chars_per_word"`
	UnknownID  *int32   `json:"unk_id"`
	Dropout    *float64 `json:"dropout"`
	Fuse       bool     `json:"fuse_unk"`
	Fallback   bool     `json:"byte_fallback"`
	WholeWords bool     `json:"ignore_merges"`

	vocab, merges json.RawMessage
}

func readModelPart(raw json.RawMessage) (*modelPart, error) {
	values, err := fields(raw)
	if err != nil {
		return nil, err
	}
	p := &modelPart{vocab: values["vocab"], merges: values["merges"]}
	delete(values, "vocab")
	delete(values, "merges")
	rest, err := json.Marshal(values)
	if err != nil {
		return nil, err
	}
	return p, json.Unmarshal(rest, p)
}

// kind guesses the type where an old file does not name it.
func (p *modelPart) kind() string {
	switch {
	case p.Type != "":
		return p.Type
	case !absent(p.merges):
		return "BPE"
	case p.vocab[0] == '[':
		return "Unigram"
	case p.Prefix != nil || p.Limit != nil:
		return "WordPiece"
	}
	return "WordLevel"
}

func (t *Tokenizer) readModel(raw json.RawMessage) error {
	if absent(raw) {
		return errors.New("there is none")
	}
	p, err := readModelPart(raw)
	if err != nil {
		return err
	}
	if absent(p.vocab) {
		return errors.New("there is no vocabulary")
	}
	t.kind = p.kind()
	switch t.kind {
	case "Unigram":
		return t.readUnigram(p)
	case "BPE", "WordPiece", "WordLevel":
	default:
		return unknownKind[int](t.kind, nil, "BPE", "Unigram", "WordLevel", "WordPiece")
	}
	ids, err := readVocabulary(p.vocab)
	if err != nil {
		return fmt.Errorf("vocabulary: %w", err)
	}
	if t.vocabulary, err = newVocabulary(ids); err != nil {
		return err
	}
	unknown := int32(-1)
	if p.Unknown != nil {
		unknown = t.vocabulary.get([]byte(*p.Unknown))
	}
	if t.kind == "BPE" {
		return t.readBPE(p, unknown)
	}
	if unknown < 0 {
		return fmt.Errorf("the unk_token of %s is missing or not in the vocabulary", t.kind)
	}
	if t.kind == "WordLevel" {
		t.model = wordLevel{t.vocabulary, unknown}
		return nil
	}
	prefix, limit := "##", 100
	if p.Prefix != nil {
		prefix = *p.Prefix
	}
	if p.Limit != nil {
		limit = *p.Limit
	}
	t.model, err = newWordPiece(t.vocabulary, unknown, prefix, limit)
	return err
}

func (t *Tokenizer) readBPE(p *modelPart, unknown int32) error {
	if p.Dropout != nil && *p.Dropout != 0 {
		return fmt.Errorf("dropout is %g: it would make the tokens of a text random; set it to null", *p.Dropout)
	}
	m := &bpe{
		vocabulary: t.vocabulary, unknown: unknown, missing: p.Unknown != nil && unknown < 0,
		fuse: p.Fuse, whole: p.WholeWords,
	}
	if p.Prefix != nil {
		m.prefix = *p.Prefix
	}
	if p.Suffix != nil {
		m.suffix = *p.Suffix
	}
	if p.Fallback {
		m.bytes = t.vocabulary.bytes()
	}
	if m.prefix == "" && m.suffix == "" {
		m.ascii = new([utf8.RuneSelf]int32)
		for c := range m.ascii {
			m.ascii[c] = m.get([]byte{byte(c)})
		}
	}
	pairs, err := readMerges(p.merges)
	if err != nil {
		return err
	}
	m.merges, err = newMerges(t.vocabulary, pairs, m.prefix)
	t.model = m
	return err
}

// readMerges reads a list of pairs, or as old files write it, of lines.
func readMerges(raw json.RawMessage) (pairs [][2]string, err error) {
	if absent(raw) {
		return nil, errors.New("there are no merges")
	}
	s := scanner{b: raw}
	err = s.array(func() error {
		if s.next() == '"' {
			line, err := s.text()
			if err != nil || strings.HasPrefix(line, "#version") {
				return err
			}
			a, b, ok := strings.Cut(line, " ")
			if !ok || strings.Contains(b, " ") {
				return fmt.Errorf("merge %d is %q, not two tokens with a space between", len(pairs), line)
			}
			pairs = append(pairs, [2]string{a, b})
			return nil
		}
		n := 0
		var pair [2]string
		err := s.array(func() (err error) {
			if n < len(pair) {
				pair[n], err = s.text()
			} else {
				s.skip()
			}
			n++
			return err
		})
		if err == nil && n != 2 {
			err = fmt.Errorf("merge %d has %d tokens, not two", len(pairs), n)
		}
		pairs = append(pairs, pair)
		return err
	})
	return pairs, err
}

// readVocabulary reads a table of ids.
func readVocabulary(raw json.RawMessage) (map[string]int32, error) {
	ids := make(map[string]int32, bytes.Count(raw, []byte{','}))
	s := scanner{b: raw}
	err := s.object(func(token string) error {
		number := s.skip()
		id, err := strconv.ParseInt(string(number), 10, 32)
		if err != nil {
			return fmt.Errorf("the id of %q is %.40s", token, number)
		}
		ids[token] = int32(id)
		return nil
	})
	return ids, err
}

func (t *Tokenizer) readUnigram(p *modelPart) error {
	var tokens []string
	var scores []float64
	s := scanner{b: p.vocab}
	err := s.array(func() error {
		n := 0
		err := s.array(func() (err error) {
			switch n++; n {
			case 1:
				var token string
				token, err = s.text()
				tokens = append(tokens, token)
			case 2:
				var score float64
				score, err = approximate(string(s.skip()))
				scores = append(scores, score)
			default:
				s.skip()
			}
			return err
		})
		if err == nil && n != 2 {
			err = fmt.Errorf("token %d has %d values, not itself and its score", len(tokens), n)
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("vocabulary: %w", err)
	}
	unknown := int32(-1)
	if p.UnknownID != nil {
		unknown = *p.UnknownID
		if unknown < 0 || int(unknown) >= len(tokens) {
			return fmt.Errorf("unk_id is %d, but the vocabulary has %d tokens", unknown, len(tokens))
		}
	}
	m, err := newUnigram(tokens, scores, unknown, p.Fallback)
	if err != nil {
		return err
	}
	t.model, t.vocabulary = m, m.vocabulary
	return nil
}

// approximate reads a decimal as Rust's serde_json does: it scales the digits
// as an integer, and may so miss the nearest float by a bit. Sums of scores
// that are equal on paper are told apart by such bits.
func approximate(s string) (float64, error) {
	exact, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return 0, fmt.Errorf("the score %.40s is not a number", s)
	}
	var digits uint64
	exponent, fraction := 0, false
	for i, c := range []byte(s) {
		switch {
		case c == '.':
			fraction = true
		case '0' <= c && c <= '9':
			if hi, lo := bits.Mul64(digits, 10); hi != 0 || lo > math.MaxUint64-uint64(c-'0') {
				if !fraction {
					exponent++
				}
				continue // later digits are not read
			}
			digits = digits*10 + uint64(c-'0')
			if fraction {
				exponent--
			}
		case c == 'e' || c == 'E':
			n, err := strconv.Atoi(s[i+1:])
			return scale(digits, exponent+n, exact), err
		}
	}
	return scale(digits, exponent, exact), nil
}

func scale(digits uint64, exponent int, exact float64) float64 {
	if exponent < -300 || exponent > 300 { // no score is so small or large
		return exact
	}
	f := float64(digits)
	if exponent < 0 {
		f /= math.Pow10(-exponent)
	} else {
		f *= math.Pow10(exponent)
	}
	return math.Copysign(f, exact)
}
