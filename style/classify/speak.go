package classify

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"
)

// Spoken is what speaks for a label.
type Spoken struct {
	Label string `json:"label"`
	Words []Said `json:"words"`
	Chars []Said `json:"chars"` // n-grams of characters where the model knows what they add, otherwise single ones
}

// Said is a word or some characters.
type Said struct {
	Text string  `json:"text"`
	For  float64 `json:"for"` // as Part has it, on average
	N    int     `json:"n"`   // how many headlines have it
}

// How many headlines are looked at: of models that must be asked about each part, fewer.
const (
	mostWeighed = 5000
	mostLeftOut = 100
)

// Speaking says what speaks for each label over some headlines: so many words, and so many characters, which at least three
// headlines have, those first that speak most in all.
func (c *Classifier) Speaking(ctx context.Context, texts []string, most int) ([]Spoken, error) {
	weigher, weighs := c.Model.(Weigher)
	limit := mostLeftOut
	if weighs {
		limit = mostWeighed
	}
	words, chars := sums{}, sums{}
	for _, text := range spread(texts, limit) {
		if err := context.Cause(ctx); err != nil {
			return nil, err
		}
		e, err := c.Explain(ctx, text)
		if err != nil {
			return nil, err
		}
		seen := map[string]bool{}
		for _, p := range e.Words {
			word := strings.TrimFunc(text[p.Start:p.End], func(r rune) bool { return !letter(r) })
			words.add(word, p.For, !seen["w"+word])
			seen["w"+word] = true
		}
		add := func(piece string, by []float64) {
			chars.add(piece, by, !seen["c"+piece])
			seen["c"+piece] = true
		}
		if !weighs {
			for _, p := range e.Chars {
				add(text[p.Start:p.End], p.For)
			}
			continue
		}
		for _, f := range weigher.Weigh(text) {
			if !f.Word && (len(f.Text) > 1 || !letter(rune(f.Text[0]))) { // a letter alone says nothing
				add(f.Text, c.centre(f.Scores))
			}
		}
	}
	var all []Spoken
	for k, label := range c.Labels() {
		all = append(all, Spoken{label, words.best(k, most), chars.best(k, most)})
	}
	return all, nil
}

// spread chooses so many texts, from all of them.
func spread(texts []string, most int) []string {
	if len(texts) <= most {
		return texts
	}
	some := make([]string, most)
	for i := range some {
		some[i] = texts[i*len(texts)/most]
	}
	return some
}

// sums are what parts speak for, in all.
type sums map[string]*sum

type sum struct {
	total []float64
	n     int
}

func (s sums) add(text string, by []float64, first bool) {
	if strings.TrimSpace(text) == "" {
		return
	}
	if s[text] == nil {
		s[text] = &sum{total: make([]float64, len(by))}
	}
	for k, x := range by {
		s[text].total[k] += x
	}
	if first {
		s[text].n++
	}
}

// best are the texts that speak most for a label.
func (s sums) best(k, most int) (all []Said) {
	const fewest = 3
	texts := slices.DeleteFunc(slices.Collect(maps.Keys(s)), func(t string) bool { return s[t].n < fewest || s[t].total[k] <= 0 })
	slices.SortFunc(texts, func(a, b string) int {
		return cmp.Or(cmp.Compare(s[b].total[k], s[a].total[k]), strings.Compare(a, b))
	})
	for _, t := range texts[:min(most, len(texts))] {
		all = append(all, Said{t, s[t].total[k] / float64(s[t].n), s[t].n})
	}
	return all
}
