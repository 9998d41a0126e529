package rerank

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"time"

	"hed/internal/modelfile"
	"hed/neural/encoder"
	"hed/neural/train"
	"hed/numeral/derive"
	"hed/tensor"
	"hed/tensor/grad"
)

// A Lesson is what an encoder is tuned on, and how.
type Lesson struct {
	Encoder string // the folder of the model to begin with
	// Made are questions that are learnt from first, such as those made of other headlines; there may be none. The answers to Questions, and
	// their chances, must come from a ranker that did not learn from them.
	Made, Questions []Question
	Passes          Passes
	Batch           int     // questions
	Rate            float32 // of learning, at its highest
	Seed            uint64
	Workers         int
	Device          tensor.Learner
	// Folder is for what is unfinished: a Lesson with the same settings continues from it.
	Folder string
	Now    func() time.Time
	Tell   func(Moment) // may be nil
}

// Passes are how often questions are learnt from.
type Passes struct {
	Made int `json:"made"`
	Half int `json:"half"` // of a half of Questions, for the weight
	All  int `json:"all"`
}

// What turned out well.
const (
	dropout = 0.1
	warm    = 0.1 // of the steps of a course
	limit   = 320 // tokens of a text
)

// A Moment is how far a Lesson is.
type Moment struct {
	train.Moment
	Course         string // what is learnt from
	Nth, Courses   int    // of the course, from 1
	Steps, PerStep int    // of the course; questions of a step
}

// An Outcome is what a Lesson came to.
type Outcome struct {
	Config
	Curves []Curve `json:"curves"`
	// The shares of Questions that are answered right, in cross-validation: by the ranker, by the encoder and by both.
	Ranker   float64 `json:"ranker"`
	Alone    float64 `json:"alone"`
	Together float64 `json:"together"`

	net    *net
	device tensor.Learner
	dir    string // of the encoder that it began with
}

// A Curve is that of one course.
type Curve struct {
	Course    string        `json:"course"`
	Questions int           `json:"questions"` // that were learnt from
	Points    []train.Point `json:"points"`
	Best      int           `json:"best"`
}

// teaching is a Lesson at work.
type teaching struct {
	*Lesson
	*Outcome
	begun [][]float32 // weights that the next course begins with
	nth   int
}

// Teach tunes the encoder: on Made, then from there three times on Questions: on all, and on each half of the articles, for the weight. It may be
// stopped at any time; a Lesson with the same settings then continues to the same weights on the same kind of device.
func (l *Lesson) Teach(ctx context.Context) (_ *Outcome, err error) {
	defer tensor.Recover(&err)
	if card, ok := l.Device.(interface{ SetTF32(bool) }); ok {
		card.SetTF32(true) // which is several times as fast, and precise enough to learn by
		defer card.SetTF32(false)
	}
	f, err := encoder.Read(l.Encoder)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	frame, err := openFrame(l.Encoder, min(limit, f.Config.Tokens))
	if err != nil {
		return nil, err
	}
	made, err := frame.read(ctx, l.Made, l.Workers, (*Question).learnt)
	if err != nil {
		return nil, err
	}
	own, err := frame.read(ctx, l.Questions, l.Workers, (*Question).learnt)
	if err != nil {
		return nil, err
	}
	if err := Enough(l.Questions, l.Batch, func(i int) bool { return own[i] != nil }); err != nil {
		return nil, err
	}
	t := &teaching{Lesson: l, Outcome: &Outcome{Config: Config{Tokens: frame.limit}, device: l.Device, dir: l.Encoder}}
	t.net = newNet(f.Learn(l.Device), frame, l.Device)
	defer func() {
		if err != nil {
			t.net.Free()
		}
	}()
	each := func(int) bool { return true }
	if t.begun = t.weights(); len(made) > 0 {
		if err := t.course(ctx, "made", l.Passes.Made, made, each); err != nil {
			return nil, err
		}
		t.begun = t.weights()
	}
	if err := t.course(ctx, "all", l.Passes.All, own, each); err != nil {
		return nil, err
	}
	learnt, scores := t.weights(), make([][]float32, len(own))
	for half := range 2 {
		if err := t.cross(ctx, half, own, scores); err != nil {
			return nil, err
		}
	}
	t.weigh(own, scores)
	t.set(learnt)
	return t.Outcome, nil
}

// learnt are the answers that are learnt from: all of a question whose right answer is among them.
func (q *Question) learnt() []derive.Answer {
	for _, a := range q.Answers {
		if a.Text == q.Gold && len(q.Answers) > 1 {
			return q.Answers
		}
	}
	return nil
}

// weights are those of the encoder as they are.
func (t *teaching) weights() (list [][]float32) {
	for _, p := range t.net.Params.Learning() {
		x := make([]float32, p.Value.Rows*p.Value.Cols)
		t.Device.Read(x, p.Value)
		list = append(list, x)
	}
	return list
}

// set sets the weights of the encoder.
func (t *teaching) set(list [][]float32) {
	for i, p := range t.net.Params.Learning() {
		t.Device.Write(p.Value, list[i])
	}
}

// cross scores the questions of one half of the articles by what is learnt from the other.
func (t *teaching) cross(ctx context.Context, half int, entries []*entry, scores [][]float32) error {
	name := fmt.Sprintf("half%d", half+1)
	var own []*entry
	var at []int
	for i, e := range entries {
		if e != nil && t.Questions[i].half() == half {
			own, at = append(own, e), append(at, i)
		}
	}
	file, identity := filepath.Join(t.Folder, name+".scores"), fmt.Appendf(nil, "%s of %d", name, len(own))
	var kept struct {
		Curve  Curve
		Scores [][]float32
	}
	if body, ok := modelfile.Kept(file, identity); ok && json.Unmarshal(body, &kept) == nil {
		t.nth++
		t.Curves = append(t.Curves, kept.Curve)
	} else {
		if err := t.course(ctx, name, t.Passes.Half, entries, func(i int) bool { return t.Questions[i].half() != half }); err != nil {
			return err
		}
		tape := &grad.Tape{Device: t.Device, Fixed: true}
		defer tape.Close()
		var err error
		if kept.Scores, err = t.net.rank(tape, own); err != nil {
			return err
		}
		kept.Curve = t.Curves[len(t.Curves)-1]
		body, err := json.Marshal(kept)
		if err == nil {
			err = modelfile.Keep(file, identity, body)
		}
		if err != nil {
			return fmt.Errorf("keep what was learnt: %w", err)
		}
		if err := os.RemoveAll(filepath.Join(t.Folder, name)); err != nil { // no more needed, and large
			return err
		}
	}
	for k, i := range at {
		scores[i] = kept.Scores[k]
	}
	return nil
}

// held is which of the questions say how well a course does instead of being learnt from: each fiftieth.
const held = 50

// Enough refuses questions that are too few for some course of a Lesson. found tells whether the right answer to one is found.
func Enough(questions []Question, batch int, found func(i int) bool) error {
	var learn, valid [3]int // by course: all, and the halves
	for i := range questions {
		if !found(i) {
			continue
		}
		count := &learn
		if i%held == held-1 {
			count = &valid
		}
		count[0]++
		count[1+questions[i].half()]++
	}
	for c := range learn {
		if err := enough(learn[c], valid[c], batch); err != nil {
			return err
		}
	}
	return nil
}

func enough(learn, valid, batch int) error {
	if valid == 0 || learn < batch {
		return fmt.Errorf("%d questions whose answer is found are too few to tune an encoder on; give at least %d", learn+valid, max(batch, held)*4)
	}
	return nil
}

// course teaches the encoder, from the weights that were kept, on those questions that learns accepts.
func (t *teaching) course(ctx context.Context, name string, passes int, entries []*entry, learns func(i int) bool) error {
	t.set(t.begun)
	t.nth++
	var learn, valid []*entry
	for i, e := range entries {
		switch {
		case e == nil || !learns(i):
		case i%held == held-1:
			valid = append(valid, e)
		default:
			learn = append(learn, e)
		}
	}
	if err := enough(len(learn), len(valid), t.Batch); err != nil {
		return err
	}
	folder := filepath.Join(t.Folder, name)
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	sampler := &train.Sampler{N: len(learn), Batch: t.Batch, Seed: t.Seed, Size: func(i int) int { return learn[i].size(t.net.frame) }}
	steps := passes * sampler.Steps()
	c := &train.Course{
		Device: t.Device, Params: t.net.Params.Learning(), Steps: steps, Every: max(1, sampler.Steps()/2),
		Method:   train.Method{Name: "adamw", Rate: t.Rate, Clip: 1, Decay: 0.01},
		Schedule: train.Schedule{Name: "linear", Warmup: max(1, int(warm*float64(steps)))},
		Folder:   folder, Save: time.Minute, Now: t.Now,
		Step: func(tape *grad.Tape, step int, sums tensor.Matrix) error {
			var batch []*entry
			for _, i := range sampler.At(step) {
				batch = append(batch, learn[i])
			}
			return t.step(ctx, tape, batch, step, sums)
		},
		Valid: func(_ context.Context, tape *grad.Tape) (float64, error) {
			scores, err := t.net.rank(tape, valid)
			sum := 0.0
			for i, s := range scores {
				one, _ := loss(valid[i:i+1], s, 0)
				sum += one
			}
			return sum / float64(len(valid)), err
		},
	}
	if t.Tell != nil {
		courses := 3
		if len(t.Made) > 0 {
			courses++
		}
		c.Tell = func(m train.Moment) {
			t.Tell(Moment{Moment: m, Course: name, Nth: t.nth, Courses: courses, Steps: steps, PerStep: t.Batch})
		}
	}
	result, err := c.Run(ctx)
	if err != nil {
		return err
	}
	t.Curves = append(t.Curves, Curve{Course: name, Questions: len(learn), Points: result.Curve, Best: result.Best})
	return nil
}

// step adds the loss of a batch, and its gradients, some questions at a time.
func (t *teaching) step(ctx context.Context, tape *grad.Tape, batch []*entry, step int, sums tensor.Matrix) error {
	total, by := 0.0, 1/float64(len(batch))
	for k, group := range t.net.groups(batch) {
		if k > 0 && ctx.Err() != nil { // a step of many groups takes a minute
			return context.Cause(ctx)
		}
		tape.Reset()
		seed := rand.NewPCG(t.Seed, uint64(step)<<16|uint64(k)).Uint64()
		s, err := t.net.scores(tape, group, encoder.Lesson{Dropout: dropout, Seed: seed})
		if err != nil {
			return err
		}
		x := make([]float32, s.Value.Rows)
		t.Device.Read(x, s.Value)
		one, gradient := loss(group, x, by)
		total += one * by
		t.Device.Write(s.Grad, gradient)
		tape.Backward()
	}
	t.Device.Write(sums.Part(0, 1, 0, 1), []float32{float32(total)})
	return nil
}

// weigh finds the weight and the heat with which the chances of right answers are the greatest, and measures.
func (t *teaching) weigh(entries []*entry, scores [][]float32) {
	loss := func(c Config) (sum float64) {
		for i, e := range entries {
			if e == nil {
				continue
			}
			for k, p := range c.shares(e, scores[i]) {
				if e.options[k].right {
					sum -= math.Log(max(p, 1e-12))
				}
			}
		}
		return sum
	}
	const steps = 20 // of 1
	least := math.Inf(1)
	for heat := steps / 2; heat <= 3*steps; heat++ {
		for weight := 0; weight <= 2*steps; weight++ {
			c := Config{Weight: float64(weight) / steps, Heat: float64(heat) / steps}
			if x := loss(c); x < least {
				least, t.Weight, t.Heat = x, c.Weight, c.Heat
			}
		}
	}
	of := func(a, b float64) float64 {
		right := 0
		for i := range t.Questions {
			switch e, q := entries[i], &t.Questions[i]; {
			case e != nil:
				best := 0
				p := shares(e, scores[i], a, b)
				for k := range p {
					if p[k] > p[best] {
						best = k
					}
				}
				if e.options[best].right {
					right++
				}
			case len(q.Answers) > 0 && q.Answers[0].Text == q.Gold:
				right++
			}
		}
		return float64(right) / float64(max(1, len(t.Questions)))
	}
	t.Ranker, t.Alone, t.Together = of(1, 0), of(0, 1), of(1, t.Weight)
}
