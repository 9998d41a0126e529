package tokenizer

import "bytes"

// A piece is a part of the normalised text, or an added token in it.
type piece struct {
	from, to int   // in Worker.text
	id       int32 // of an added token, or -1
}

// A splitter cuts the pieces of a worker that are no tokens into smaller
// ones. Some change the text on the way.
type splitter interface {
	split(w *Worker)
}

type behavior int

const (
	removed behavior = iota
	isolated
	mergedWithPrevious
	mergedWithNext
	contiguous
)

var behaviors = map[string]behavior{
	"Removed": removed, "Isolated": isolated, "MergedWithPrevious": mergedWithPrevious,
	"MergedWithNext": mergedWithNext, "Contiguous": contiguous,
}

// cut splits at the matches of a pattern; if inverted, at what lies between.
type cut struct {
	matcher
	behavior
	invert bool
}

func (s cut) split(w *Worker) {
	for _, p := range w.begin() {
		if p.id >= 0 {
			w.add(p)
			continue
		}
		s.cut(w, p.from, p.to)
	}
}

// A segment is a part of the text that matched a pattern or did not.
type segment struct {
	from, to int
	match    bool
}

func (s cut) cut(w *Worker, from, to int) {
	w.segments = w.segments[:0]
	b := w.text.b[from:to]
	for done := 0; done < len(b); {
		i, j := s.find(w.chars, b, done)
		if i > done {
			w.segments = append(w.segments, segment{from + done, from + i, s.invert})
		}
		if j > i {
			w.segments = append(w.segments, segment{from + i, from + j, !s.invert})
		}
		done = j
	}
	var last *segment // what a match may be joined to
	for i := range w.segments {
		g := &w.segments[i]
		switch s.behavior {
		case removed:
			if g.match {
				continue
			}
		case contiguous:
			if last != nil && last.match == g.match {
				last.to = g.to
				continue
			}
		case mergedWithPrevious:
			if last != nil && g.match && !last.match {
				last.to, last.match = g.to, true
				continue
			}
		case mergedWithNext:
			if last != nil && last.match && !g.match {
				last.to, last.match = g.to, false
				continue
			}
		}
		if last != nil {
			w.add(piece{last.from, last.to, -1})
		}
		last = g
	}
	if last != nil {
		w.add(piece{last.from, last.to, -1})
	}
}

// bertWords splits at white space and around punctuation.
type bertWords struct{}

func (bertWords) split(w *Worker) {
	for _, p := range w.begin() {
		if p.id >= 0 {
			w.add(p)
			continue
		}
		b := w.text.b[:p.to]
		start := p.from
		for i := p.from; i < len(b); {
			r, n := decode(b, i)
			if k := w.chars.of(r) & (space | punctuation); k != 0 {
				w.add(piece{start, i, -1})
				if k&space == 0 {
					w.add(piece{i, i + n, -1})
				}
				start = i + n
			}
			i += n
		}
		w.add(piece{start, p.to, -1})
	}
}

// byteLevel writes the bytes of a text as characters, word by word.
type byteLevel struct{ prefix, regex bool }

func (s byteLevel) split(w *Worker) {
	src := w.rewrite()
	for _, p := range w.begin() {
		if p.id >= 0 {
			w.copy(src, p)
			continue
		}
		text := src.slice(p.from, p.to)
		prefixed := w.take()
		if s.prefix && text.b[0] != ' ' {
			prepend(" ").apply(w, prefixed, text)
			text = *prefixed
		}
		for done := 0; done < len(text.b); {
			end := len(text.b)
			if s.regex {
				_, end = gpt2{}.find(w.chars, text.b, done)
			}
			from := len(w.text.b)
			byteChars{}.apply(w, w.text, text.slice(done, end))
			w.add(piece{from, len(w.text.b), -1})
			done = end
		}
		w.give(prefixed)
	}
	w.give(src)
}

// metaspace writes spaces as a visible character and splits before it.
type metaspace struct {
	replacement   string
	always, first bool // put one before each piece, or before the text
	replace       replace
	cut           *cut // nil: do not split
}

func newMetaspace(replacement, scheme string, split bool) metaspace {
	s := metaspace{
		replacement: replacement, always: scheme == "always", first: scheme == "first",
		replace: replace{literal(" "), replacement},
	}
	if split {
		s.cut = &cut{literal(replacement), mergedWithNext, false}
	}
	return s
}

func (s metaspace) split(w *Worker) {
	src := w.rewrite()
	for _, p := range w.begin() {
		if p.id >= 0 {
			w.copy(src, p)
			continue
		}
		text := src.slice(p.from, p.to)
		from := len(w.text.b)
		starts := text.b[0] == ' ' || bytes.HasPrefix(text.b, []byte(s.replacement))
		if !starts && (s.always || s.first && text.at[0].start == 0) {
			w.text.addString(s.replacement, text.at[0])
		}
		s.replace.apply(w, w.text, text)
		if s.cut != nil {
			s.cut.cut(w, from, len(w.text.b))
		} else {
			w.add(piece{from, len(w.text.b), -1})
		}
	}
	w.give(src)
}
