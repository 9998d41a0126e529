package tokenizer

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

type truncationPart struct {
	Max       int    `json:"max_length"`
	Strategy  string `json:"strategy"`
	Direction string `json:"direction"`
}

func parse(data []byte, name string) (*Tokenizer, error) {
	t := &Tokenizer{name: name, added: map[int32]addedToken{}, addedIDs: map[string]int32{}, special: map[string]bool{}}
	if !json.Valid(data) {
		var v any
		return nil, fmt.Errorf("%s: this is not a tokenizer.json: %w", name, json.Unmarshal(data, &v))
	}
	f, err := fields(data)
	if err != nil {
		return nil, fmt.Errorf("%s: this is not a tokenizer.json: %w", name, err)
	}
	if v := string(f["version"]); v != `"1.0"` && v != "" {
		return nil, fmt.Errorf("%s: version %s is not known, only 1.0 is", name, v)
	}
	for _, part := range []struct {
		name string
		read func(json.RawMessage) error
	}{
		{"model", t.readModel},
		{"normalizer", func(raw json.RawMessage) error { return t.readNormalizer(raw, 0) }},
		{"pre_tokenizer", func(raw json.RawMessage) error { return t.readSplitter(raw, 0) }},
		{"post_processor", func(raw json.RawMessage) error { return t.readPost(raw, 0) }},
		{"decoder", func(raw json.RawMessage) error { return t.readDecoder(raw, 0) }},
		{"truncation", t.readTruncation},
		{"added_tokens", t.readAdded},
	} {
		if err := part.read(f[part.name]); err != nil {
			return nil, fmt.Errorf("%s: %s: %w", name, part.name, err)
		}
	}
	if t.post.single == nil {
		t.post.single = plainPair[:1]
		t.post.pair = plainPair
	}
	if len(t.post.trims) > 0 {
		t.blank = map[int32][2]int32{}
		for id, s := range t.vocabulary.token {
			if lead, trail := spaces(chars(), s); lead+trail > 0 {
				t.blank[int32(id)] = [2]int32{lead, trail}
			}
		}
	}
	return t, nil
}

// absent reports whether a part is left out.
func absent(raw json.RawMessage) bool {
	return len(raw) == 0 || bytes.Equal(bytes.TrimSpace(raw), []byte("null"))
}

// depthLimit is how deep sequences of parts may lie in one another.
const depthLimit = 16

var errDepth = errors.New("sequences are nested too deeply")

// unknownKind says what types there are.
func unknownKind[V any](kind string, known map[string]V, more ...string) error {
	names := slices.Sorted(slices.Values(append(more, slices.Collect(maps.Keys(known))...)))
	return fmt.Errorf("the type %q is not known; those known are %s", kind, strings.Join(names, ", "))
}

// lookup finds a name in a table, and else lists the names.
func lookup[V any](what, name string, known map[string]V) (V, error) {
	v, ok := known[name]
	if !ok {
		return v, fmt.Errorf("the %s %q is not known; those known are %s", what, name,
			strings.Join(slices.Sorted(maps.Keys(known)), ", "))
	}
	return v, nil
}

func (t *Tokenizer) readTruncation(raw json.RawMessage) (err error) {
	if absent(raw) {
		return nil
	}
	var p truncationPart
	if err := json.Unmarshal(raw, &p); err != nil {
		return err
	}
	if p.Max <= 0 {
		return fmt.Errorf("max_length is %d, which leaves nothing", p.Max)
	}
	t.truncation.Max = p.Max
	t.truncation.Left = p.Direction == "Left"
	t.truncation.Strategy, err = lookup("strategy", p.Strategy, strategies)
	return err
}

// readAdded gives added tokens their ids. Those that the model has keep them,
// the others are numbered from its size on: the ids in the file are not read,
// as the library does not read them.
func (t *Tokenizer) readAdded(raw json.RawMessage) error {
	if absent(raw) {
		return nil
	}
	var tokens []addedToken
	if err := json.Unmarshal(raw, &tokens); err != nil {
		return err
	}
	next := int32(t.Size())
	w := t.Worker()
	for _, a := range tokens {
		if a.Content == "" {
			continue
		}
		id, ok := t.TokenID(a.Content)
		if !ok {
			id = next
			next++
		}
		a.ID, a.decoded = id, a.Content
		if a.Normalized {
			w.text.reset()
			raw := w.take()
			raw.load(a.Content)
			w.most = most(len(raw.b))
			t.normalizer.apply(w, w.text, *raw)
			w.give(raw)
			if w.grown() {
				return fmt.Errorf("the token %.40q: %w", a.Content, errGrown)
			}
			a.decoded = string(w.text.b)
		}
		t.added[id] = a
		t.addedIDs[a.Content] = id
		if a.Special {
			t.special[a.Content] = true
		}
	}
	for _, id := range slices.Sorted(maps.Keys(t.added)) {
		a := t.added[id]
		set := &t.literal
		if a.Normalized {
			set = &t.normalized
		}
		if a.decoded == "" {
			return fmt.Errorf("nothing is left of the token %q once it is normalised", a.Content)
		}
		if !set.add(a, a.decoded) {
			return errors.New("there are too many")
		}
	}
	return nil
}
