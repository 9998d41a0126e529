package tokenizer

import (
	"encoding/json"
	"errors"
	"fmt"
	"unicode/utf8"
)

// patternPart is a string or a regular expression.
type patternPart struct {
	String *string
	Regex  *string
}

func (p patternPart) matcher() (matcher, error) {
	switch {
	case p.Regex != nil:
		return newPattern(*p.Regex)
	case p.String == nil || *p.String == "":
		return nil, errors.New("the pattern is empty")
	}
	return literal(*p.String), nil
}

func (t *Tokenizer) readNormalizer(raw json.RawMessage, depth int) error {
	if absent(raw) {
		return nil
	}
	var p struct {
		Type               string
		CleanText          bool  `json:"clean_text"`
		HandleChineseChars bool  `json:"handle_chinese_chars"`
		StripAccents       *bool `json:"strip_accents"`
		Lowercase          bool
		StripLeft          bool `json:"strip_left"`
		StripRight         bool `json:"strip_right"`
		Prepend            string
		Pattern            patternPart
		Content            string
		Charsmap           string `json:"precompiled_charsmap"`
		Normalizers        []json.RawMessage
	}
	if err := json.Unmarshal(raw, &p); err != nil {
		return err
	}
	if depth > depthLimit {
		return errDepth
	}
	var n normalizer
	switch p.Type {
	case "Sequence":
		for i, raw := range p.Normalizers {
			if err := t.readNormalizer(raw, depth+1); err != nil {
				return fmt.Errorf("part %d: %w", i, err)
			}
		}
		return nil
	case "BertNormalizer":
		accents := p.Lowercase
		if p.StripAccents != nil {
			accents = *p.StripAccents
		}
		n = newBert(p.CleanText, p.HandleChineseChars, accents, p.Lowercase)
	case "Lowercase":
		n = lowercase{}
	case "StripAccents":
		n = each(stripAccents)
	case "Nmt":
		n = each(nmt)
	case "Strip":
		n = strip{p.StripLeft, p.StripRight}
	case "Prepend":
		n = prepend(p.Prepend)
	case "ByteLevel":
		n = byteChars{}
	case "Replace":
		m, err := p.Pattern.matcher()
		if err != nil {
			return err
		}
		n = replace{m, p.Content}
	case "Precompiled":
		table, err := newPrecompiled(p.Charsmap)
		if err != nil {
			return err
		}
		n = table
	default:
		f, ok := forms[p.Type]
		if !ok {
			return unknownKind(p.Type, forms, "BertNormalizer", "ByteLevel", "Lowercase", "Nmt",
				"Precompiled", "Prepend", "Replace", "Sequence", "Strip", "StripAccents")
		}
		n = f
	}
	t.normalizer = append(t.normalizer, n)
	return nil
}

// plainSplitters are those without settings.
var plainSplitters = map[string]splitter{
	"BertPreTokenizer": bertWords{},
	"Whitespace":       cut{words{}, removed, true},
	"WhitespaceSplit":  cut{one(space), removed, false},
}

func (t *Tokenizer) readSplitter(raw json.RawMessage, depth int) error {
	if absent(raw) {
		return nil
	}
	var p struct {
		Type             string
		AddPrefixSpace   *bool  `json:"add_prefix_space"`
		UseRegex         *bool  `json:"use_regex"`
		IndividualDigits bool   `json:"individual_digits"`
		PrependScheme    string `json:"prepend_scheme"`
		Replacement      string
		Split            *bool
		Delimiter        string
		Pattern          patternPart
		Behavior         string
		Invert           bool
		Pretokenizers    []json.RawMessage
	}
	if err := json.Unmarshal(raw, &p); err != nil {
		return err
	}
	if depth > depthLimit {
		return errDepth
	}
	on := func(b *bool, fallback bool) bool { return b == nil && fallback || b != nil && *b }
	var s splitter
	switch p.Type {
	case "Sequence":
		for i, raw := range p.Pretokenizers {
			if err := t.readSplitter(raw, depth+1); err != nil {
				return fmt.Errorf("part %d: %w", i, err)
			}
		}
		return nil
	case "ByteLevel":
		s = byteLevel{on(p.AddPrefixSpace, true), on(p.UseRegex, true)}
	case "Metaspace":
		if utf8.RuneCountInString(p.Replacement) != 1 {
			return fmt.Errorf("the replacement %q is not one character", p.Replacement)
		}
		scheme := p.PrependScheme
		if scheme == "" {
			scheme = "always"
		}
		if !on(p.AddPrefixSpace, true) && scheme != "never" {
			return fmt.Errorf("add_prefix_space is false, but prepend_scheme is %q and not never", scheme)
		}
		if scheme != "always" && scheme != "first" && scheme != "never" {
			return fmt.Errorf("the prepend_scheme %q is not known; those known are always, first, never", scheme)
		}
		s = newMetaspace(p.Replacement, scheme, on(p.Split, true))
	case "Digits":
		how := contiguous
		if p.IndividualDigits {
			how = isolated
		}
		s = cut{one(digit), how, false}
	case "CharDelimiterSplit":
		if p.Delimiter == "" {
			return errors.New("there is no delimiter")
		}
		s = cut{literal(p.Delimiter), removed, false}
	case "Punctuation", "Split":
		if p.Behavior == "" && p.Type == "Punctuation" {
			p.Behavior = "Isolated"
		}
		how, err := lookup("behavior", p.Behavior, behaviors)
		if err != nil {
			return err
		}
		if p.Type == "Punctuation" {
			s = cut{one(punctuation), how, false}
			break
		}
		m, err := p.Pattern.matcher()
		if err != nil {
			return err
		}
		s = cut{m, how, p.Invert}
	default:
		plain, ok := plainSplitters[p.Type]
		if !ok {
			return unknownKind(p.Type, plainSplitters, "ByteLevel", "CharDelimiterSplit", "Digits",
				"Metaspace", "Punctuation", "Sequence", "Split")
		}
		s = plain
	}
	t.splitters = append(t.splitters, s)
	return nil
}

// slotPart is a slot of a template in a file.
type slotPart struct {
	Sequence *struct {
		ID   string
		Type int32 `json:"type_id"`
	}
	SpecialToken *struct {
		ID   string
		Type int32 `json:"type_id"`
	}
}

// special is a token and its id, written as a pair.
type special struct{ id int32 }

func (s *special) UnmarshalJSON(data []byte) error {
	var name string
	return json.Unmarshal(data, &[]any{&name, &s.id})
}

func (t *Tokenizer) readPost(raw json.RawMessage, depth int) error {
	if absent(raw) {
		return nil
	}
	var p struct {
		Type           string
		Sep, Cls       special
		TrimOffsets    *bool `json:"trim_offsets"`
		AddPrefixSpace *bool `json:"add_prefix_space"`
		Single, Pair   []slotPart
		SpecialTokens  map[string]struct{ IDs []int32 } `json:"special_tokens"`
		Processors     []json.RawMessage
	}
	if err := json.Unmarshal(raw, &p); err != nil {
		return err
	}
	if depth > depthLimit {
		return errDepth
	}
	on := func(b *bool) bool { return b == nil || *b }
	around := func(second int32, doubled bool) {
		cls, sep := slot{-1, 0, []int32{p.Cls.id}}, slot{-1, 0, []int32{p.Sep.id}}
		end := slot{-1, second, sep.ids}
		t.post.single = []slot{cls, {text: 0}, sep}
		t.post.pair = []slot{cls, {text: 0}, sep, {text: 1, kind: second}, end}
		if doubled {
			t.post.pair = []slot{cls, {text: 0}, sep, sep, {text: 1}, sep}
		}
	}
	if t.post.single != nil && p.Type != "ByteLevel" {
		return fmt.Errorf("%s comes after another part that puts in special tokens", p.Type)
	}
	switch p.Type {
	case "Sequence":
		for i, raw := range p.Processors {
			if err := t.readPost(raw, depth+1); err != nil {
				return fmt.Errorf("part %d: %w", i, err)
			}
		}
	case "ByteLevel":
		if on(p.TrimOffsets) {
			t.post.trims = append(t.post.trims, on(p.AddPrefixSpace))
		}
	case "BertProcessing":
		around(1, false)
	case "RobertaProcessing":
		around(0, true)
		if on(p.TrimOffsets) {
			t.post.trims = append(t.post.trims, on(p.AddPrefixSpace))
		}
	case "TemplateProcessing":
		read := func(parts []slotPart) ([]slot, error) {
			slots := []slot{}
			for _, part := range parts {
				switch {
				case part.Sequence != nil && part.Sequence.ID == "A":
					slots = append(slots, slot{text: 0, kind: part.Sequence.Type})
				case part.Sequence != nil && part.Sequence.ID == "B":
					slots = append(slots, slot{text: 1, kind: part.Sequence.Type})
				case part.SpecialToken != nil:
					s, ok := p.SpecialTokens[part.SpecialToken.ID]
					if !ok {
						return nil, fmt.Errorf("the template uses %q, which is not among its special tokens", part.SpecialToken.ID)
					}
					slots = append(slots, slot{-1, part.SpecialToken.Type, s.IDs})
				default:
					return nil, errors.New("the template has a part that is neither text A, text B nor a special token")
				}
			}
			return slots, nil
		}
		var err error
		if t.post.single, err = read(p.Single); err != nil {
			return err
		}
		if t.post.pair, err = read(p.Pair); err != nil {
			return err
		}
	default:
		return unknownKind[int](p.Type, nil, "BertProcessing", "ByteLevel", "RobertaProcessing",
			"Sequence", "TemplateProcessing")
	}
	return nil
}
