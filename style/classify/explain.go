package classify

import (
	"context"
	"fmt"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A Weigher is a model that knows what each part of a text adds to its scores. Of others it is found out by leaving parts out.
type Weigher interface {
	Weigh(text string) []Feature
}

// A Feature is what a part of a text adds to the score of each label.
type Feature struct {
	Text       string // with the blanks at the ends of words
	Start, End int    // bytes
	Word       bool   // a part of words; otherwise of characters
	Scores     []float64
}

// An Explanation says how much the parts of a text speak for each label.
type Explanation struct {
	Text  string `json:"text"`
	Words []Part `json:"words"` // with the marks at their ends
	Chars []Part `json:"chars"` // all characters but blanks
}

// A Part of a text.
type Part struct {
	Start int `json:"start"` // bytes
	End   int `json:"end"`
	// For is by how much the logarithm of each label's probability is higher by this part than that of the labels on average.
	For []float64 `json:"for"`
}

// Explain says which words and characters of a text speak for which label: by what they add to the scores where the model
// knows that, or else by how scores change without them.
func (c *Classifier) Explain(ctx context.Context, text string) (*Explanation, error) {
	e := &Explanation{Text: text}
	for at := range fields(text) {
		e.Words = append(e.Words, Part{Start: at[0], End: at[1], For: make([]float64, len(c.Labels()))})
		for i := at[0]; i < at[1]; {
			_, size := utf8.DecodeRuneInString(text[i:])
			e.Chars = append(e.Chars, Part{Start: i, End: i + size, For: make([]float64, len(c.Labels()))})
			i += size
		}
	}
	if w, ok := c.Model.(Weigher); ok {
		for _, f := range w.Weigh(text) {
			c.share(f, e.Words)
			if !f.Word {
				c.share(f, e.Chars)
			}
		}
		return e, nil
	}
	return e, c.leaveOut(ctx, e)
}

// fields yields where the runs between blanks begin and end.
func fields(text string) func(yield func(at [2]int) bool) {
	return func(yield func(at [2]int) bool) {
		start := -1
		for i, r := range text {
			switch blank := unicode.IsSpace(r); {
			case blank && start >= 0:
				if !yield([2]int{start, i}) {
					return
				}
				start = -1
			case !blank && start < 0:
				start = i
			}
		}
		if start >= 0 {
			yield([2]int{start, len(text)})
		}
	}
}

// share divides what a feature adds between the parts that it covers.
func (c *Classifier) share(f Feature, parts []Part) {
	first := sort.Search(len(parts), func(i int) bool { return parts[i].End > f.Start })
	end := sort.Search(len(parts), func(i int) bool { return parts[i].Start >= f.End })
	if first >= end { // a blank alone
		return
	}
	centred := c.centre(f.Scores)
	for _, p := range parts[first:end] {
		for k, x := range centred {
			p.For[k] += x / float64(end-first)
		}
	}
}

// centre gives scores, as probabilities are made of them, beside their mean.
func (c *Classifier) centre(scores []float64) []float64 {
	mean := 0.0
	for _, x := range scores {
		mean += x / float64(len(scores))
	}
	row := make([]float64, len(scores))
	for k, x := range scores {
		row[k] = (x - mean) / c.Temperature
	}
	return row
}

// leaveOut compares the scores of a text with those without each of its parts.
func (c *Classifier) leaveOut(ctx context.Context, e *Explanation) error {
	texts := []string{e.Text}
	for _, parts := range [][]Part{e.Words, e.Chars} {
		for _, p := range parts {
			texts = append(texts, strings.Join(strings.Fields(e.Text[:p.Start]+e.Text[p.End:]), " "))
		}
	}
	rows, err := c.Model.Scores(ctx, texts)
	if err != nil {
		return fmt.Errorf("explain a judgement: %w", err)
	}
	whole := c.centre(rows[0])
	rows = rows[1:]
	for _, parts := range [][]Part{e.Words, e.Chars} {
		for i := range parts {
			for k, x := range c.centre(rows[i]) {
				parts[i].For[k] = whole[k] - x
			}
		}
		rows = rows[len(parts):]
	}
	return nil
}
