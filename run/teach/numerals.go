package teach

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"time"

	"hed/chart"
	"hed/corpus"
	"hed/corpus/input"
	"hed/internal/staging"
	"hed/numeral/cloze"
	"hed/numeral/derive"
	"hed/numeral/rerank"
	"hed/report"
	"hed/score"
	"hed/tensor"
)

// A Numerals is the ranker of numeral questions to be trained, and perhaps an encoder that ranks its answers again.
type Numerals struct {
	Questions []derive.Question
	Held      []*corpus.Document // that are measured on; there may be none
	Inputs    []input.Record     // of both
	Seed      uint64
	Workers   int
	// Encoder is the folder of the encoder, "" for none. Device is for it alone. Made are questions that it learns from first; nil for none.
	Encoder string
	Device  tensor.Learner
	Made    *input.Paths
	// Progress hears what is being done, in a line, and the share of it that is done, 0 where nobody knows.
	Progress func(line string, share float64)
	Now      func() time.Time

	encoder *EncoderCard // what Open gave
	free    func()       // gives back the encoder that was tuned
}

// numeralCardFile is the name of a NumeralCard in the folder of its model.
const numeralCardFile = "numerals.json"

// A NumeralCard is numerals.json: what a model was made from and how, and what it came to.
type NumeralCard struct {
	derive.About
	Inputs  []input.Record   `json:"inputs"`
	HeldOut *derive.Accuracy `json:"held_out,omitempty"` // right on the articles that were left out
	Encoder *EncoderCard     `json:"encoder,omitempty"`

	Score cloze.Score `json:"-"` // of what was left out, with the encoder
}

// An EncoderCard is what an encoder was tuned from and how, and what it came to.
type EncoderCard struct {
	Init   Origin         `json:"init"`
	Made   []input.Record `json:"made,omitempty"`
	Batch  int            `json:"batch"`
	Passes rerank.Passes  `json:"passes"`
	Rate   float32        `json:"rate"`
	Device string         `json:"device"`

	*rerank.Outcome
	// HeldOut is what the ranker has right alone on the articles that were left out.
	HeldOut *derive.Accuracy `json:"held_out_without,omitempty"`
}

// How encoders are tuned.
const batch, rate = 32, 7e-5

var passes = rerank.Passes{Made: 2, Half: 2, All: 4}

// Open looks at the encoder, before anything takes long, and gives all that its tuning depends on beside the questions; nil without
// an encoder.
func (n *Numerals) Open(ctx context.Context) (*EncoderCard, error) {
	if n.Encoder == "" {
		return nil, nil
	}
	sum, err := rerank.Check(n.Encoder)
	if err != nil {
		return nil, err
	}
	if err := rerank.Enough(n.asked(), batch, func(int) bool { return true }); err != nil {
		return nil, err
	}
	c := &EncoderCard{Init: Origin{filepath.Base(n.Encoder), hex.EncodeToString(sum[:])[:12]}, Batch: batch, Passes: passes, Rate: rate, Device: nameOf(n.Device)}
	if n.encoder = c; n.Made == nil {
		c.Passes.Made = 0
		return c, nil
	}
	c.Made, err = n.Made.Record(ctx)
	return c, err
}

// Close gives back what Teach holds for the files to be written.
func (n *Numerals) Close() {
	if n.free != nil {
		n.free()
	}
}

// asked are the questions for an encoder, without answers.
func (n *Numerals) asked() []rerank.Question {
	asked := make([]rerank.Question, len(n.Questions))
	for i, q := range n.Questions {
		asked[i] = rerank.Question{Article: q.Article, Headline: q.Cloze.Question, Gold: q.Answer}
	}
	return asked
}

// Complete tells whether a folder has the model that is asked for, with all files as they were written.
func (n *Numerals) Complete(folder string) bool {
	data, err := os.ReadFile(filepath.Join(folder, numeralCardFile))
	if err != nil {
		return false
	}
	var there, asked NumeralCard
	if json.Unmarshal(data, &there) != nil || (there.HeldOut != nil) != (len(n.Held) > 0) {
		return false
	}
	data, err = json.Marshal(NumeralCard{About: derive.Learns(n.Questions, n.Seed), Inputs: n.Inputs, Encoder: n.encoder}) // so that both have gone through JSON
	if err != nil || json.Unmarshal(data, &asked) != nil {
		return false
	}
	for _, c := range []*NumeralCard{&there, &asked} { // without what the model came to
		c.About, c.HeldOut = derive.About{Version: c.Version, Questions: c.Questions, SHA256: c.SHA256, Seed: c.Seed}, nil
		if c.Encoder != nil {
			c.Encoder.Outcome, c.Encoder.HeldOut = nil, nil
		}
	}
	if !reflect.DeepEqual(there, asked) {
		return false
	}
	list, err := staging.ListWith(folder, numeralCardFile)
	return err == nil && list != nil && list.CheckAll(folder) == nil
}

// nameOf is what a device is called in cards.
func nameOf(d tensor.Device) string {
	if named, ok := d.(interface{ Name() string }); ok {
		return named.Name()
	}
	return "cpu"
}

// Teach trains after Open, and gives the files of the model's folder by name, which can be written until Close. What is unfinished is kept in the folder unfinished.
func (n *Numerals) Teach(ctx context.Context, unfinished string) (*NumeralCard, Files, error) {
	card := &NumeralCard{Inputs: n.Inputs, Encoder: n.encoder}
	training := derive.Training{
		Seed: n.Seed, Workers: n.Workers, Folder: unfinished,
		Progress: func(doing string, done, all int) {
			n.Progress(fmt.Sprintf("training: %s, %d of %d", doing, done, all), 0)
		},
	}
	var asked []rerank.Question
	if card.Encoder != nil {
		asked = n.asked()
		training.Held = func(i int, answers []derive.Answer) { asked[i].Answers = answers }
	}
	m, err := derive.Train(ctx, n.Questions, training)
	if err != nil {
		return nil, nil, err
	}
	card.About = m.About
	files := Files{derive.FileName: m.Write, numeralCardFile: func(w io.Writer) error { return report.JSON(w, card) }}
	solver := cloze.Solver{Model: m}
	if len(n.Held) > 0 {
		if card.HeldOut, err = n.measure(ctx, solver, &card.Score); err != nil {
			return nil, nil, err
		}
	}
	if card.Encoder == nil {
		return card, files, nil
	}
	if err := n.tune(ctx, m, asked, unfinished, card.Encoder, files); err != nil {
		return nil, nil, err
	}
	if len(n.Held) == 0 {
		return card, files, nil
	}
	solver.Again = card.Encoder.Model()
	card.Encoder.HeldOut, card.Score = card.HeldOut, cloze.Score{}
	card.HeldOut, err = n.measure(ctx, solver, &card.Score)
	return card, files, err
}

func (n *Numerals) measure(ctx context.Context, s cloze.Solver, score *cloze.Score) (_ *derive.Accuracy, err error) {
	*score, err = cloze.Measure(ctx, s, n.Held, n.Workers, func(done, all int) {
		n.Progress(fmt.Sprintf("measuring: %d of %d", done, all), float64(done)/float64(all))
	})
	return new(score.Accuracy()), err
}

// tune tunes the encoder, and adds its files.
func (n *Numerals) tune(ctx context.Context, m *derive.Model, questions []rerank.Question, unfinished string, c *EncoderCard, files Files) error {
	l := &rerank.Lesson{
		Encoder: n.Encoder, Questions: questions, Passes: c.Passes, Batch: c.Batch, Rate: c.Rate, Seed: n.Seed, Workers: n.Workers,
		Device: n.Device, Folder: unfinished, Now: n.Now,
	}
	if n.Made != nil {
		docs, err := n.Made.Open(ctx, true)
		if err != nil {
			return err
		}
		for a, err := range cloze.Answer(ctx, m, docs.Reader.Documents(ctx), n.Workers) {
			if err != nil {
				return err
			}
			if l.Made = append(l.Made, a.Question); len(l.Made)%256 == 0 {
				n.Progress(fmt.Sprintf("training: answers to questions that were made, %d", len(l.Made)), 0)
			}
		}
	}
	var start time.Time
	course, first := 0, 0
	l.Tell = func(m rerank.Moment) {
		if m.Nth != course {
			course, first, start = m.Nth, m.Step, n.Now()
		}
		line := fmt.Sprintf("training: encoder on %s, %d of %d, step %d of %d, loss %.3f", m.Course, m.Nth, m.Courses, m.Step, m.Steps, m.Loss)
		if !math.IsNaN(m.Valid) {
			line += fmt.Sprintf(", valid %.3f", m.Valid)
		}
		if m.Step == first {
			n.Progress(line, 0)
			return
		}
		line += fmt.Sprintf(", %.0f questions/s", float64((m.Step-first)*m.PerStep)/n.Now().Sub(start).Seconds())
		n.Progress(line, float64(m.Step-first)/float64(m.Steps-first))
	}
	var err error
	if c.Outcome, err = l.Teach(ctx); err != nil {
		return err
	}
	n.free = c.Outcome.Free
	for name, write := range c.Outcome.Files() {
		files[name] = write
	}
	table := report.NewTable("course", "step", "train_loss", "valid_loss", "rate")
	line := chart.Line{Title: "Loss of a question, by steps", XAxis: "steps", YAxis: "loss", Better: score.Lower}
	for i, curve := range c.Curves {
		shown := chart.Curve{Series: chart.Series{Name: curve.Course, Colour: i}}
		for _, p := range curve.Points {
			table.Add(curve.Course, fmt.Sprint(p.Step), score.Value(p.Train), score.Value(p.Valid), score.Value(p.Rate))
			shown.X, shown.Y = append(shown.X, float64(p.Step)), append(shown.Y, p.Valid)
		}
		line.Curves = append(line.Curves, shown)
	}
	files["curve.csv"] = func(w io.Writer) error { return report.CSV(w, table, report.Style{}) }
	files["curve.svg"] = func(w io.Writer) error { return chart.Write(w, chart.SVG, line) }
	return nil
}
