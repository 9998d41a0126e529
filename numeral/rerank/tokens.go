package rerank

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"hed/corpus"
	"hed/neural/tokenizer"
	"hed/numeral/derive"
)

// An entry is a question as tokens: what all its options share, and the options.
type entry struct {
	article []int32
	options []option
}

// An option is an answer as tokens.
type option struct {
	headline []int32  // with the answer filled in and marked, and its derivation
	answer   int      // the token of headline that the marked answer begins with, a mark
	operands [][2]int // tokens of the article, from the first up to the one behind the last; sorted, apart from each other
	prior    float64  // the logarithm of the chance that the ranker gives to the answer
	right    bool
}

// A reader makes tokens of questions. It is for one goroutine.
type reader struct {
	worker *tokenizer.Worker
	frame  *frame
	enc    tokenizer.Encoding
}

// A frame is what goes around a headline and its article.
type frame struct {
	tokenizer              *tokenizer.Tokenizer
	mark                   []int32 // stands before and behind what is marked
	before, between, after []special
	types                  [2]int32 // of headline and article
	limit                  int      // tokens
}

// A special is a token that the tokenizer puts in.
type special struct{ id, kind int32 }

// marker is what is put around the answer in the headline and its operands in the article: headlines hardly ever have it, and vocabularies do.
const marker = "*"

// newFrame finds out what a tokenizer puts around a pair of texts.
func newFrame(t *tokenizer.Tokenizer, limit int) (*frame, error) {
	t = t.WithTruncation(tokenizer.Truncation{})
	f := &frame{tokenizer: t, limit: limit}
	var e tokenizer.Encoding
	if err := t.Worker().Encode(&e, "a "+marker, "a"); err != nil {
		return nil, err
	}
	texts := 0
	for i, id := range e.IDs {
		switch s := (special{id, e.Types[i]}); e.Texts[i] {
		case 0:
			if f.types[0] = s.kind; e.Offsets[i].Start >= 1 {
				f.mark = append(f.mark, id)
			}
			texts = 1
		case 1:
			f.types[1], texts = s.kind, 2
		default:
			part := []*[]special{&f.before, &f.between, &f.after}[texts]
			*part = append(*part, s)
		}
	}
	if len(f.mark) == 0 || texts < 2 {
		return nil, fmt.Errorf("the tokenizer makes nothing of the mark %q or of the second of two texts, so that answers cannot be marked; choose another encoder", marker)
	}
	return f, nil
}

func (f *frame) reader() *reader { return &reader{worker: f.tokenizer.Worker(), frame: f} }

// read makes tokens of a question. gold is the right answer, "" where nobody knows it.
func (r *reader) read(article, question string, answers []derive.Answer, gold string) (*entry, error) {
	left, right, ok := strings.Cut(question, corpus.Blank)
	if !ok {
		return nil, fmt.Errorf("the question %q has no blank; write it as %s", question, corpus.Blank)
	}
	e := &entry{}
	for _, a := range answers {
		o := option{prior: math.Log(max(a.Confidence, 1e-9)), right: a.Text == gold && gold != ""}
		if err := r.encode(left + a.Text + right + " = " + a.Expr.String()); err != nil {
			return nil, err
		}
		at := r.tokens(len(left), len(left)+len(a.Text))
		o.headline, o.answer = r.frame.marked(nil, r.enc.IDs, 0, [][2]int{at}), at[0]
		e.options = append(e.options, o)
	}
	if err := r.encode(article); err != nil {
		return nil, err
	}
	e.article = slices.Clone(r.enc.IDs)
	for i, a := range answers {
		var all [][2]int
		for _, o := range a.Derivations[0].Operands {
			if t := r.tokens(o.Start, o.End); t[0] < t[1] {
				all = append(all, t)
			}
		}
		slices.SortFunc(all, func(a, b [2]int) int { return a[0] - b[0] })
		for _, t := range all {
			if own := &e.options[i].operands; len(*own) == 0 || (*own)[len(*own)-1][1] <= t[0] {
				*own = append(*own, t)
			}
		}
	}
	return e, nil
}

// encode makes tokens of a text, without special ones.
func (r *reader) encode(text string) error {
	if err := r.worker.Encode(&r.enc, text); err != nil {
		return err
	}
	n := 0
	for i, special := range r.enc.Special {
		if !special {
			r.enc.IDs[n], r.enc.Offsets[n] = r.enc.IDs[i], r.enc.Offsets[i]
			n++
		}
	}
	r.enc.IDs, r.enc.Offsets = r.enc.IDs[:n], r.enc.Offsets[:n]
	return nil
}

// tokens are those that have bytes from start up to end.
func (r *reader) tokens(start, end int) [2]int {
	t := [2]int{}
	for i, at := range r.enc.Offsets {
		if at.Start < end && at.End > start {
			if t[1] == 0 {
				t[0] = i
			}
			t[1] = i + 1
		}
	}
	return t
}

// marked appends tokens, the first of which is number from of its text, with marks around ranges of that text.
func (f *frame) marked(to, ids []int32, from int, ranges [][2]int) []int32 {
	at := from
	upTo := func(n int) {
		n = min(max(n, at), from+len(ids))
		to = append(to, ids[at-from:n-from]...)
		at = n
	}
	for _, r := range ranges {
		if r[0] < from || r[1] > from+len(ids) || r[0] == r[1] {
			continue
		}
		upTo(r[0])
		to = append(to, f.mark...)
		upTo(r[1])
		to = append(to, f.mark...)
	}
	upTo(from + len(ids))
	return to
}

// near is how many tokens are kept behind the operand that an article is cut for.
const near = 32

// A text is what the encoder reads of an option, and the places in it whose states say how good the answer is: the first token, and the
// marks before the answer and before its first operand, -1 where there is none.
type text struct {
	tokenizer.Encoding
	places [places]int
}

const places = 3

// text puts headline and article beside each other. A long article is cut: its beginning stays and, where an operand is further behind, a piece
// that ends soon after the first such.
func (f *frame) text(e *entry, o *option) *text {
	t := &text{}
	put := func(list []special) {
		for _, s := range list {
			t.IDs, t.Types = append(t.IDs, s.id), append(t.Types, s.kind)
		}
	}
	fill := func(kind int32) {
		for len(t.Types) < len(t.IDs) {
			t.Types = append(t.Types, kind)
		}
	}
	put(f.before)
	headline := o.headline[:min(len(o.headline), f.limit/2)]
	t.places = [places]int{0, len(t.IDs) + min(o.answer, len(headline)-1), -1}
	t.IDs = append(t.IDs, headline...)
	fill(f.types[0])
	put(f.between)
	room := max(0, f.limit-len(t.IDs)-len(f.after)-2*len(f.mark)*len(o.operands))
	head, tail := min(room, len(e.article)), [2]int{}
	for _, r := range o.operands {
		if r[1] > room {
			head = room / 3
			end := min(len(e.article), r[1]+min(near, (room-head)/2))
			tail = [2]int{max(head, end-(room-head)), end}
			break
		}
	}
	begin := len(t.IDs)
	t.IDs = f.marked(t.IDs, e.article[:head], 0, o.operands)
	t.IDs = f.marked(t.IDs, e.article[tail[0]:tail[1]], tail[0], o.operands)
	if len(o.operands) > 0 {
		switch first := o.operands[0]; {
		case first[1] <= head:
			t.places[2] = begin + first[0]
		case first[0] >= tail[0] && first[1] <= tail[1]:
			t.places[2] = begin + head + first[0] - tail[0]
		}
	}
	fill(f.types[1])
	put(f.after)
	return t
}
