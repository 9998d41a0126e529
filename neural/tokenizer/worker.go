package tokenizer

import (
	"errors"
	"fmt"
	"math"
	"slices"
)

// An Encoding is a text, or a pair of texts, as tokens. All slices have one
// element for each token.
type Encoding struct {
	IDs     []int32
	Types   []int32 // which segment of the input a token belongs to, as the model was trained
	Offsets []Span  // where a token comes from; empty for a special token
	Texts   []int8  // the text that Offsets refer to: 0, 1 for the pair, -1 for a special token
	Words   []int32 // tokens of one word have the same number; -1 for a special token
	Special []bool  // whether the tokenizer put the token in
}

// A Span is a range of bytes of a text, end excluded.
type Span struct{ Start, End int }

// A Worker encodes one text at a time and keeps its memory for the next one.
type Worker struct {
	t     *Tokenizer
	chars *characters

	text     *aligned // normalised; pieces refer to it
	most     int      // bytes that may become of it
	spare    []*aligned
	pieces   []piece
	old      []piece
	segments []segment
	tokens   []token
	changes  []change
	parts    []part

	symbols []symbol
	heap    []candidate
	key     []byte
	joined  []byte
	steps   []step
	cuts    []int32
	words   map[string][]token // what the model made of a word
}

// The words that a worker remembers, and how long they may be.
const (
	wordLimit  = 1 << 15
	wordLength = 64
)

// Worker returns a worker of its own for a goroutine.
func (t *Tokenizer) Worker() *Worker {
	return &Worker{t: t, chars: chars(), text: new(aligned), words: map[string][]token{}}
}

// Encode writes the tokens of a text, or of a text and its pair, to out. An
// empty text has no tokens but special ones. What out held is lost, its
// memory is used again. Where a text is not UTF-8 it is
// read as Python does with errors="replace"; offsets are those of its bytes.
func (w *Worker) Encode(out *Encoding, text string, pair ...string) error {
	if len(pair) > 1 {
		panic("tokenizer: more than two texts")
	}
	w.tokens = w.tokens[:0]
	limit := w.t.truncation.limit(len(pair) > 0)
	if err := w.encode(text, limit); err != nil {
		return w.t.errorf("encoding a text: %w", err)
	}
	n := len(w.tokens)
	second := ""
	if len(pair) > 0 {
		second = pair[0]
		if err := w.encode(second, limit); err != nil {
			return w.t.errorf("encoding a text: %w", err)
		}
	}
	a, b, err := w.t.truncation.cut(w.tokens[:n], w.tokens[n:], len(pair) > 0, w.t.post.added(len(pair) > 0))
	if err != nil {
		return w.t.errorf("truncating a text: %w", err)
	}
	for _, prefix := range w.t.post.trims {
		trim(a, text, prefix)
		trim(b, second, prefix)
	}
	w.t.post.write(out, a, b, len(pair) > 0)
	return nil
}

// encode appends the tokens of a text to w.tokens, limit of them at least.
func (w *Worker) encode(text string, limit int) error {
	if len(text) > math.MaxInt32/4 {
		return fmt.Errorf("it has %d bytes, which is too long", len(text))
	}
	w.pieces = w.pieces[:0]
	w.text.reset()
	raw := w.take()
	raw.load(text)
	w.most = most(len(raw.b))
	w.t.literal.each(w.chars, raw.b, func(from, to int, id int32) {
		start := len(w.text.b)
		if id >= 0 {
			w.text.append(raw.slice(from, to))
			w.add(piece{start, len(w.text.b), id})
			return
		}
		if w.grown() {
			return
		}
		w.t.normalizer.apply(w, w.text, raw.slice(from, to))
		w.t.normalized.each(w.chars, w.text.b[start:], func(from, to int, id int32) {
			w.add(piece{start + from, start + to, id})
		})
	})
	w.give(raw)
	for _, s := range w.t.splitters {
		if w.grown() {
			break
		}
		s.split(w)
	}
	if w.grown() {
		return errGrown
	}
	return w.tokenize(limit)
}

// most is how long a text of n bytes may become. Parts of a file work on what parts
// before them made, so a few lines, each of which doubles it, could fill the memory.
// Known tokenizers stay far below: of no character does NFKD make more than eleven
// times its bytes, and writing these as characters doubles them.
func most(n int) int { return 64*min(n, math.MaxInt/128) + 1<<16 }

var errGrown = errors.New("the tokenizer makes more than 64 times its length of it, which no known one does")

// grown reports whether the text has become too long to go on with.
func (w *Worker) grown() bool { return len(w.text.b) > w.most }

// tokenize runs the model over the pieces until it has limit tokens, from the
// side that truncation keeps.
func (w *Worker) tokenize(limit int) error {
	begin := len(w.tokens)
	left := w.t.truncation.Left && limit < math.MaxInt
	for k := range w.pieces {
		if left {
			k = len(w.pieces) - 1 - k
		}
		n := len(w.tokens)
		p := w.pieces[k]
		if err := w.piece(p, int32(k)); err != nil {
			return err
		}
		if left {
			slices.Reverse(w.tokens[n:])
		}
		if len(w.tokens)-begin >= limit {
			break
		}
	}
	if left {
		slices.Reverse(w.tokens[begin:])
	}
	return nil
}

// piece appends the tokens of a piece, with offsets into the original text.
func (w *Worker) piece(p piece, number int32) error {
	n := len(w.tokens)
	b, at := w.text.b[p.from:p.to], w.text.at[p.from:p.to]
	if p.id >= 0 {
		w.token(p.id, 0, len(b))
		w.spelled(b)
	} else if err := w.t.model.tokens(w, b); err != nil {
		return err
	}
	made := w.tokens[n:]
	for i := range made {
		t := &made[i]
		t.word = number
		switch {
		case t.from == t.to:
			t.from, t.to = t.from+at[0].start, t.to+at[0].start
		case int(t.to) <= len(at):
			t.from, t.to = at[t.from].start, at[t.to-1].end
		}
	}
	return nil
}

// token appends a token.
func (w *Worker) token(id int32, from, to int) {
	t := token{id: id, from: int32(from), to: int32(to)}
	if w.t.blank != nil {
		n := w.t.blank[id]
		t.lead, t.trail = n[0], n[1]
	}
	w.tokens = append(w.tokens, t)
}

// spelled says how the last token is written, where that is not as in the
// vocabulary.
func (w *Worker) spelled(b []byte) {
	if w.t.blank != nil {
		t := &w.tokens[len(w.tokens)-1]
		t.lead, t.trail = spaces(w.chars, b)
	}
}

// recall appends the tokens of a word seen before.
func (w *Worker) recall(b []byte) bool {
	made, ok := w.words[string(b)]
	w.tokens = append(w.tokens, made...)
	return ok
}

// remember keeps the tokens that were made of a word.
func (w *Worker) remember(b []byte, begin int) {
	if len(b) <= wordLength && len(w.words) < wordLimit {
		w.words[string(b)] = slices.Clone(w.tokens[begin:])
	}
}

// begin returns the pieces and makes room for those that replace them.
func (w *Worker) begin() []piece {
	w.old, w.pieces = w.pieces, w.old[:0]
	return w.old
}

func (w *Worker) add(p piece) {
	if p.from < p.to {
		w.pieces = append(w.pieces, p)
	}
}

// rewrite starts a new text and returns the old one, which must be given back.
func (w *Worker) rewrite() *aligned {
	old := w.text
	w.text = w.take()
	return old
}

// copy takes an added token over into a new text.
func (w *Worker) copy(src *aligned, p piece) {
	from := len(w.text.b)
	w.text.append(src.slice(p.from, p.to))
	w.add(piece{from, len(w.text.b), p.id})
}

// take returns an empty text to write to, until it is given back.
func (w *Worker) take() *aligned {
	n := len(w.spare)
	if n == 0 {
		return new(aligned)
	}
	t := w.spare[n-1]
	w.spare = w.spare[:n-1]
	t.reset()
	return t
}

func (w *Worker) give(t *aligned) { w.spare = append(w.spare, t) }
