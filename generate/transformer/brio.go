package transformer

import (
	"cmp"
	"context"
	"path/filepath"
	"slices"

	"hed/neural/decoder"
	"hed/neural/tokenizer"
	"hed/neural/train"
	"hed/tensor"
	"hed/tensor/grad"
)

// An Order is what BRIO learns (Liu et al. 2022): that of candidates, which the model writes before it learns, by ROUGE.
type Order struct {
	Candidates int  `opt:"candidates" json:"candidates" doc:"number of headlines that the model writes for each article before it learns to order them; default 16"`
	Diverse    bool `opt:"diverse" json:"diverse" doc:"write them by diverse beam search (groups of one beam, penalty 1) instead of beam search"`
}

// check refuses what the model cannot write.
func (o *Order) check(f *decoder.Folder) error {
	s := o.settings(f.Settings)
	return s.Check(&f.Config)
}

// settings are how candidates are written.
func (o *Order) settings(s decoder.Settings) decoder.Settings {
	s.Beams, s.Groups, s.Diversity, s.Sample = o.Candidates, 1, 0, false
	if o.Diverse {
		s.Groups, s.Diversity = o.Candidates, 1
	}
	return s
}

// ordering is the task of an Order.
type ordering struct {
	*candidates
	learn   *train.Pairs // whose candidates come first
	ranking decoder.Ranking
}

// units are documents.
func (o *ordering) units(_ *train.Pairs, which []int) int { return len(which) }

func (o *ordering) loss(t *grad.Tape, n *decoder.Net, from *train.Pairs, which []int, weight float32, how decoder.Lesson, sums tensor.Matrix) error {
	var texts []decoder.Ranked
	for _, i := range which {
		p, at := from.At(i), i
		if from != o.learn {
			at += o.learn.Len()
		}
		list, err := o.at(at)
		if err != nil {
			return err
		}
		texts = append(texts, decoder.Ranked{Text: p.Article, Reference: p.Headline, Candidates: list})
	}
	add(t, sums, o.ranking.Loss(t, n, texts, float64(weight), how))
	return nil
}

// add adds a loss to the first number of sums.
func add(t *grad.Tape, sums tensor.Matrix, loss float64) {
	first, own := sums.Part(0, 1, 0, 1), t.New(1, 1)
	t.Device.Write(own, []float32{float32(loss)})
	t.Device.Add(first, first, own)
}

// ordering is the task, once the candidates are there that were not.
func (l *Lesson) ordering(ctx context.Context, learn, valid *train.Pairs) (_ *ordering, err error) {
	c, err := openCandidates(filepath.Join(l.Folder, candidatesFile))
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			c.close() // the reason is another
		}
	}()
	o := &ordering{c, learn, decoder.Brio}
	o.ranking.Smoothing = l.Training.Smooth
	all := learn.Len() + valid.Len()
	if c.len() == all {
		return o, nil
	}
	m, err := decoder.Open(l.Init, l.Device)
	if err != nil {
		return nil, err
	}
	defer m.Close()
	s := l.Order.settings(m.Settings)
	for c.len() < all {
		const each = 64
		var pairs []train.Pair
		var texts []decoder.Text
		for at := c.len(); at < min(all, c.len()+each); at++ {
			p := train.Pair{}
			if at < learn.Len() {
				p = learn.At(at)
			} else {
				p = valid.At(at - learn.Len())
			}
			pairs, texts = append(pairs, p), append(texts, decoder.Text{Tokens: p.Article})
		}
		found, err := m.Write(ctx, texts, s)
		if err != nil {
			return nil, err
		}
		ordered := make([][][]int32, len(found))
		for i, list := range found {
			if ordered[i], err = l.order(list, pairs[i].Headline); err != nil {
				return nil, err
			}
		}
		if err := c.add(ordered); err != nil {
			return nil, err
		}
		l.Plan.Wrote(c.len(), all)
	}
	return o, nil
}

// order gives the tokens of what was written for a headline, the best first by the mean of ROUGE-1, ROUGE-2 and ROUGE-Lsum. A headline that comes twice is
// there once.
func (l *Lesson) order(found []decoder.Written, headline []int32) ([][]int32, error) {
	type candidate struct {
		tokens []int32
		score  float64
	}
	var all []candidate
	seen := map[string]bool{}
	reference := line(l.reader.words.Decode(headline, true))
	for _, w := range found {
		text := line(l.reader.words.Decode(w.Tokens, true))
		if seen[text] {
			continue
		}
		seen[text] = true
		var e tokenizer.Encoding
		if err := l.short.Encode(&e, text); err != nil {
			return nil, err
		}
		one, two, long := l.Rouge(text, reference)
		all = append(all, candidate{l.reader.known(e.IDs), (one + two + long) / 3})
	}
	slices.SortStableFunc(all, func(a, b candidate) int { return cmp.Compare(b.score, a.score) })
	tokens := make([][]int32, 0, len(all))
	for _, c := range all {
		tokens = append(tokens, c.tokens)
	}
	return tokens, nil
}
