package transformer

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"hed/neural/decoder"
	"hed/neural/tokenizer"
	"hed/neural/train"
	"hed/tensor"
	"hed/tensor/grad"
)

// A Salience is what SEASON learns beside writing (Wang et al. 2022): to which of three degrees a sentence matters, by its ROUGE-Lsum with the headline.
type Salience struct {
	Low  *float64 `opt:"low" json:"low,omitempty" doc:"ROUGE-Lsum below which a sentence has the lowest degree; default that of the lowest third of the sentences"`
	High *float64 `opt:"high" json:"high,omitempty" doc:"ROUGE-Lsum above which a sentence has the highest degree; default that of the highest third"`
}

// check refuses what makes no sense.
func (s *Salience) check() error {
	switch {
	case (s.Low == nil) != (s.High == nil):
		return errors.New("low and high go together; set both, or neither for thirds of the sentences")
	case s.Low != nil && !(0 <= *s.Low && *s.Low <= *s.High && *s.High <= 1):
		return fmt.Errorf("low=%g and high=%g: want low up to high, both from 0 to 1", *s.Low, *s.High)
	}
	return nil
}

// markers are tokens that models were trained with and articles do not have: those of BART, Pegasus and T5.
var markers = [...]string{"<mask>", "<mask_1>", "<extra_id_0>"}

// begin gives the Season of a model that is one or becomes one.
func (s *Salience) begin(c *decoder.Config, words *tokenizer.Tokenizer) (*decoder.Season, error) {
	if c.Season != nil {
		own := *c.Season
		return &own, nil
	}
	for _, m := range markers {
		if id, ok := words.TokenID(m); ok && c.Check(id) == nil {
			return &decoder.Season{Marker: id, Temperature: 0.5}, nil
		}
	}
	return nil, fmt.Errorf("the model has no token that could mark sentences: %s of BART, %s of Pegasus or %s of T5; begin with one that has, such as facebook/bart-large",
		markers[0], markers[1], markers[2])
}

// Degrees is what became of the sentences of a Salience.
type Degrees struct {
	Low    float64              `json:"low"`
	High   float64              `json:"high"`
	Counts [decoder.Degrees]int `json:"counts"` // of sentences that are learnt from, by degree
	// Of the sentences for validation: the share whose degree the head has right, and that of the commonest degree.
	Right float64 `json:"right"`
	Most  float64 `json:"most"`
}

// salience is the task of a Salience.
type salience struct {
	likelihood
	learn   *train.Pairs // whose sentences come first
	degrees []int32      // of all sentences
	starts  []int        // where those of each pair begin, and the end
}

// salience is the task, with the degrees of all sentences.
func (l *Lesson) salience(ctx context.Context, learn, valid *train.Pairs) (*salience, error) {
	s := &salience{likelihood: likelihood{float32(l.Training.Smooth)}, learn: learn}
	var scores []float64
	learnt := 0
	for _, from := range []*train.Pairs{learn, valid} {
		for i := range from.Len() {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			s.starts = append(s.starts, len(scores))
			p := from.At(i)
			reference := l.reader.words.Decode(p.Headline, true)
			for _, sentence := range l.sentences(p.Article) {
				_, _, long := l.Rouge(sentence, reference)
				scores = append(scores, long)
			}
		}
		if from == learn {
			learnt = len(scores)
		}
	}
	s.starts = append(s.starts, len(scores))
	switch o := l.Salience; {
	case o.Low != nil:
		l.season.Low, l.season.High = *o.Low, *o.High
	case l.folder.Config.Season == nil: // else the model has its own
		l.season.Low, l.season.High = thirds(scores[:learnt])
	}
	for _, v := range scores {
		s.degrees = append(s.degrees, l.season.Degree(v))
	}
	return s, nil
}

// sentences are the texts between markers.
func (l *Lesson) sentences(tokens []int32) (all []string) {
	for i, id := range tokens {
		if id == l.season.Marker {
			rest := tokens[i+1:]
			if end := slices.Index(rest, id); end >= 0 {
				rest = rest[:end]
			}
			all = append(all, l.reader.words.Decode(rest, true))
		}
	}
	return all
}

// thirds cut scores into three parts: those below low, those above high, and the others. The parts are of about the same size, but for equal scores, which are in one
// part: sentences without any word of the headline may be more than a third.
func thirds(scores []float64) (low, high float64) {
	scores = slices.Sorted(slices.Values(scores))
	each := slices.Compact(slices.Clone(scores))
	switch len(each) {
	case 0, 1:
		return 0, 1
	case 2:
		middle := (each[0] + each[1]) / 2
		return middle, middle
	}
	second, last := each[1], each[len(each)-2] // so that something is below and above
	low = min(max(scores[len(scores)/3], second), last)
	from, _ := slices.BinarySearch(scores, low)
	return low, min(scores[from+(len(scores)-from)/2], last)
}

// of are the degrees of the sentences of some pairs.
func (s *salience) of(from *train.Pairs, which []int) (all []int32) {
	for _, i := range which {
		if from != s.learn {
			i += s.learn.Len()
		}
		all = append(all, s.degrees[s.starts[i]:s.starts[i+1]]...)
	}
	return all
}

// loss is that of writing, for which degrees are given, and the mean of the head's over the sentences of the pairs, which counts as much as their tokens do. In
// validation writing goes by what the head predicts, as in use.
func (s *salience) loss(t *grad.Tape, n *decoder.Net, from *train.Pairs, which []int, weight float32, how decoder.Lesson, sums tensor.Matrix) error {
	degrees := s.of(from, which)
	if !t.Fixed {
		how.Degrees = degrees
	}
	head := s.pass(t, n, from, which, weight, how, sums).Head
	share := float64(weight) * float64(s.units(from, which)) / float64(len(degrees))
	add(t, sums, decoder.HeadLoss(t, head, degrees, share))
	t.Backward()
	return nil
}

// judge says what became of sentences, and how well the head knows the degrees of those for validation.
func (s *salience) judge(l *Lesson, valid *train.Pairs) *Degrees {
	d := &Degrees{Low: l.season.Low, High: l.season.High}
	for _, degree := range s.of(s.learn, s.learn.All()) {
		d.Counts[degree]++
	}
	t := &grad.Tape{Device: l.Device, Fixed: true}
	defer t.Close()
	var counts [decoder.Degrees]int
	right, all := 0, 0
	for which := range slices.Chunk(valid.All(), l.Batch) {
		t.Reset()
		var texts [][]int32
		for _, i := range which {
			texts = append(texts, valid.At(i).Article)
		}
		head := l.net.Read(t, texts, decoder.Lesson{}).Head
		x := make([]float32, head.Value.Rows*head.Value.Cols)
		l.Device.Read(x, head.Value)
		for i, degree := range s.of(valid, which) {
			row := x[i*decoder.Degrees : (i+1)*decoder.Degrees]
			if row[degree] == slices.Max(row) {
				right++
			}
			counts[degree]++
			all++
		}
	}
	d.Right, d.Most = float64(right)/float64(all), float64(slices.Max(counts[:]))/float64(all)
	return d
}
