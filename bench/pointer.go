package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"time"

	"hed/bench/course"
	"hed/neural/recurrent"
	"hed/tensor"
	"hed/tensor/cuda"
	"hed/tensor/grad"
)

// pointer compares teaching a pointer-generator, and writing with it, with torch on the processor.
func pointer(b *bench) ([]row, error) {
	open := func() (tensor.Learner, error) { return tensor.New(threads), nil }
	return b.pointer(pointerSizes{
		Config: recurrent.Config{Vocabulary: 20_000, Embedding: 128, Hidden: 128, Bridge: true, Copy: true, Tied: true},
		batch:  32, steps: 12, articles: 64, together: 64, device: "cpu", precision: "float32", open: open, goals: [2]float64{1, 2},
	})
}

// pointerCard is pointer on an NVIDIA card, with the default sizes.
func pointerCard(precision string) func(*bench) ([]row, error) {
	open := func() (tensor.Learner, error) {
		d, err := cuda.Open()
		if err != nil {
			return nil, absence{err.Error()}
		}
		card := any(d).(interface { // which builds with a card have
			tensor.Learner
			SetTF32(bool)
		})
		card.SetTF32(precision == "tf32")
		return card, nil
	}
	return func(b *bench) ([]row, error) {
		return b.pointer(pointerSizes{
			Config: recurrent.Config{Vocabulary: 50_000, Embedding: 128, Hidden: 256, Bridge: true, Copy: true, Tied: true},
			batch:  256, steps: 60, articles: 2048, together: 256, device: "cuda", precision: precision, open: open, goals: [2]float64{2, 2},
		})
	}
}

// pointerSizes are those of a comparison.
type pointerSizes struct {
	recurrent.Config
	batch, steps, articles int
	together               int // articles that torch reads at once, as hed does on a card
	device, precision      string
	open                   func() (tensor.Learner, error)
	goals                  [2]float64 // of teaching and of writing
}

// The words of headlines that are written: so many on both sides, since weights that were taught nothing seldom end one.
const pointerWords = 10

func (b *bench) pointer(s pointerSizes) ([]row, error) {
	if b.pairs < fullSizes.pairs { // a try
		s.steps, s.articles, s.together = 3, 64, 64
	}
	how := fmt.Sprintf("%s words, states of %d, on %s in %s", group(s.Vocabulary), s.Hidden, s.device, s.precision)
	teaching := row{what: fmt.Sprintf("PN learns from %d batches of %d, %s", s.steps, s.batch, how), peer: "torch", goal: s.goals[0], unit: seconds, most: pointerRuns}
	writing := row{what: fmt.Sprintf("PN writes %s headlines, 5 beams, %s", group(s.articles), how), peer: "torch", goal: s.goals[1], unit: seconds, most: pointerRuns}
	err := b.racePointer(s, &teaching, &writing)
	all := []row{teaching, writing}
	if s.device == "cuda" && err == nil {
		all = append(all, b.sketch(&teaching, s.precision))
	}
	var rows []row
	for _, r := range all {
		done, err := r.finish(err)
		if err != nil {
			return nil, err
		}
		rows = append(rows, done...)
	}
	return rows, nil
}

// sketch compares teaching with the program that the goal was set by, which is not part of the repository. It runs once, for several passes.
func (b *bench) sketch(teaching *row, precision string) row {
	r := *teaching
	r.peer, r.hedValues, r.peerValues = "the sketch in torch", nil, nil
	program := filepath.Join(b.scripts, "..", "..", "shared", "prototypes", "pointer", "pn.py")
	python, err := b.environment(filepath.Join(b.scripts, "torch"))
	var theirs struct{ Seconds float64 }
	if err == nil {
		var e execution
		if e, err = b.execute(python, filepath.Join(b.scripts, "torch", "sketch.py"), program, filepath.Join(b.dir, "pointer"), precision); err == nil {
			err = json.Unmarshal(e.Stdout, &theirs)
		}
	}
	if err != nil {
		r.absent = err.Error()
	}
	r.add(median(teaching.hedValues), theirs.Seconds)
	return r
}

// pointerRuns is how often both sides run, since torch's start takes long.
const pointerRuns = 3

func (b *bench) racePointer(s pointerSizes, teaching, writing *row) error {
	python, err := b.environment(filepath.Join(b.scripts, "torch"))
	if err != nil {
		return err
	}
	c := s.course()
	folder := filepath.Join(b.dir, "pointer")
	if err := s.with(func(d tensor.Learner, n *recurrent.Net) error { return c.Write(folder, d, n.Params()) }); err != nil {
		return err
	}
	within := 1e-3
	if s.precision == "tf32" { // which has three digits
		within = 1e-2
	}
	for range min(b.repeats, pointerRuns) {
		var mine, theirs pointerRun
		if err := s.with(func(d tensor.Learner, n *recurrent.Net) error { return mine.run(d, n, c) }); err != nil {
			return err
		}
		e, err := b.execute(python, filepath.Join(b.scripts, "torch", "pointer.py"), "both", folder, s.device, s.precision)
		if err != nil {
			return absence{err.Error()}
		}
		if err := json.Unmarshal(e.Stdout, &theirs); err != nil {
			return err
		}
		if err := errors.Join(
			alike("loss", mine.Train.Losses, theirs.Train.Losses, within), alike("score", mine.Find.Scores, theirs.Find.Scores, within),
		); err != nil {
			return err
		}
		teaching.add(mine.Train.Seconds, theirs.Train.Seconds)
		writing.add(mine.Find.Seconds, theirs.Find.Seconds)
	}
	return nil
}

// alike says whether both sides had the same losses or scores, on the average: beam search may turn another way
// where two words have almost the same chance.
func alike(what string, mine, theirs []float64, within float64) error {
	if len(mine) != len(theirs) {
		return fmt.Errorf("%d of %s, with torch %d", len(mine), what, len(theirs))
	}
	sum := 0.0
	for i, x := range mine {
		sum += math.Abs(x - theirs[i])
	}
	if mean := sum / float64(len(mine)); !(mean < within) {
		return fmt.Errorf("the %s is off torch's by %g on the average", what, mean)
	}
	return nil
}

// with gives a network, the same one each time.
func (s *pointerSizes) with(do func(tensor.Learner, *recurrent.Net) error) error {
	d, err := s.open()
	if err != nil {
		return err
	}
	defer d.Close()
	n, err := recurrent.New(d, s.Config, rand.New(rand.NewPCG(dataSeed, 0)))
	if err != nil {
		return err
	}
	return do(d, n)
}

// course makes pairs as Reuters has them: articles of 70 to 120 words, of which some are not in the vocabulary, and headlines of
// 6 to 14, half of them from the article. The headlines of a batch are of one length, as training sorts them.
func (s *pointerSizes) course() *course.Course {
	r := rand.New(rand.NewPCG(dataSeed, 1))
	zipf := rand.NewZipf(r, 1.05, 10, uint64(s.Vocabulary-recurrent.FirstWord-1))
	word := func() int32 { return recurrent.FirstWord + int32(zipf.Uint64()) }
	c := &course.Course{
		Config: s.Config, Optimiser: "adam", Rate: 0.001, Clip: 2, Schedule: "constant",
		Search: course.Search{Beams: 5, Min: pointerWords, Max: pointerWords, NoRepeat: 3, Penalty: 1, Articles: s.articles, Together: s.together},
	}
	pair := func(words int) int {
		article, headline := make([]int32, 70+r.IntN(51)), make([]int32, words)
		for i := range article {
			if article[i] = word(); r.IntN(30) == 0 {
				article[i] = int32(s.Vocabulary + r.IntN(5))
			}
		}
		for i := range headline {
			if headline[i] = word(); r.IntN(2) == 0 {
				headline[i] = article[r.IntN(len(article))]
			}
		}
		c.Pairs = append(c.Pairs, [2][]int32{article, headline})
		return len(c.Pairs) - 1
	}
	for range s.steps + 1 {
		words := 6 + r.IntN(9)
		var batch []int
		for range s.batch {
			batch = append(batch, pair(words))
		}
		c.Batches = append(c.Batches, batch)
	}
	for len(c.Pairs) < s.articles {
		pair(10)
	}
	c.Steps = len(c.Batches)
	return c
}

// A pointerRun is what a side did; pointer.py prints it too.
type pointerRun struct {
	Find struct {
		Seconds float64
		Scores  []float64
	}
	Train struct {
		Seconds float64
		Losses  []float64
	}
}

// run writes with the weights as they are, and then teaches.
func (p *pointerRun) run(d tensor.Learner, n *recurrent.Net, c *course.Course) error {
	err := p.write(d, n, c)
	if err == nil {
		p.Train.Losses, p.Train.Seconds, err = c.Teach(d, n)
	}
	return err
}

// write writes a headline for each article.
func (p *pointerRun) write(d tensor.Learner, n *recurrent.Net, c *course.Course) error {
	tape := &grad.Tape{Device: d, Fixed: true}
	defer tape.Close()
	var articles [][]int32
	for _, pair := range c.Pairs[:c.Search.Articles] {
		articles = append(articles, pair[0])
	}
	s := recurrent.Search{Beams: c.Search.Beams, Min: c.Search.Min, Max: c.Search.Max, NoRepeat: c.Search.NoRepeat, Penalty: c.Search.Penalty}
	if _, err := n.Find(context.Background(), tape, articles[:c.Search.Together], s); err != nil {
		return err
	}
	start := time.Now()
	found, err := n.Find(context.Background(), tape, articles, s)
	p.Find.Seconds = time.Since(start).Seconds()
	if err != nil {
		return err
	}
	for _, f := range found {
		p.Find.Scores = append(p.Find.Scores, f[0].Score)
	}
	return nil
}
