package wmd

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"hed/corpus"
	"hed/metric/internal/transport"
	"hed/neural/tokenizer"
	"hed/score"
)

// A worker is the memory of one goroutine.
type worker struct {
	*Metric
	*tokenizer.Worker

	encoding   tokenizer.Encoding
	words      []int32
	headline   transport.Cloud
	references []*transport.Cloud
	solver     transport.Solver
}

func (w *worker) score(c *corpus.Case, out []float64) error {
	for len(w.references) < len(c.Doc.References) {
		w.references = append(w.references, new(transport.Cloud))
	}
	references := w.references[:len(c.Doc.References)]
	for i, s := range c.Doc.References {
		if err := w.fill(references[i], s); err != nil {
			return err
		}
	}
	for i, o := range c.Outputs {
		if err := w.fill(&w.headline, o.Text); err != nil {
			return err
		}
		out[i] = score.Absent
		for _, r := range references {
			v := 1 / (1 + w.solver.Distance(&w.headline, r)) // absent where one has no words
			if score.IsAbsent(out[i]) || v > out[i] {
				out[i] = v
			}
		}
	}
	return nil
}

// isWord reports whether a token comes from a part of s that has more than punctuation
// and blanks. A byte-level tokenizer may have cut a mark in pieces; each comes from all of it.
func isWord(s string, from tokenizer.Span) bool {
	for from.Start > 0 && !utf8.RuneStart(s[from.Start]) {
		from.Start--
	}
	for from.End < len(s) && !utf8.RuneStart(s[from.End]) {
		from.End++
	}
	return strings.ContainsFunc(s[from.Start:from.End], inWord)
}

// inWord reports whether r is neither a blank nor punctuation, as the tokenizer of BERT
// defines it: Unicode's category P, and the signs of ASCII.
func inWord(r rune) bool {
	return !unicode.IsSpace(r) && !unicode.IsPunct(r) && !(r < utf8.RuneSelf && unicode.IsSymbol(r))
}

// fill makes a point of each word of a text, weighing how often it comes.
func (w *worker) fill(c *transport.Cloud, s string) error {
	if err := w.Encode(&w.encoding, s); err != nil {
		return err
	}
	w.words = w.words[:0]
	config := w.model.Config()
	for i, id := range w.encoding.IDs {
		if err := config.Check(id); err != nil { // as other metrics refuse it
			return fmt.Errorf("look up words of the model %s: %w", w.model.Name, err)
		}
		if !w.encoding.Special[i] && !slices.Contains(w.unknown, id) && isWord(s, w.encoding.Offsets[i]) {
			w.words = append(w.words, id)
		}
	}
	slices.Sort(w.words)
	c.Reset(config.Hidden)
	for rest := w.words; len(rest) > 0; {
		n := 1
		for n < len(rest) && rest[n] == rest[0] {
			n++
		}
		point := c.Add(float64(n))
		for k, x := range w.vectors.Row(int(rest[0])) {
			point[k] = float64(x)
		}
		transport.Unit(point)
		rest = rest[n:]
	}
	return nil
}
