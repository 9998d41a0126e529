package train

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"time"

	"hed/tensor"
	"hed/tensor/grad"
)

// A Course is what a network is taught, and how.
type Course struct {
	Device   tensor.Learner
	Params   []*grad.Param
	Method   Method
	Schedule Schedule
	Steps    int // in all
	Every    int // steps from one validation to the next
	Patience int // validations without a better one after which it ends; 0 for never

	// Step adds the loss of a step, from 0, to the two numbers of sums, and its gradients to those of the weights.
	Step func(t *grad.Tape, step int, sums tensor.Matrix) error
	// Valid is the loss on data that is not learnt from.
	Valid func(ctx context.Context, t *grad.Tape) (float64, error)

	// Folder is where checkpoints are. One that is there is where the Course continues.
	Folder string
	// Save is the longest time from one checkpoint to the next. It is shorter where a checkpoint takes next to no time.
	Save time.Duration
	Now  func() time.Time
	// Tell is called with how far it is; it may be nil.
	Tell func(Moment)
}

// A Moment is how far a Course is.
type Moment struct {
	Step  int
	Loss  float64 // of the last steps
	Valid float64 // the last one; NaN before the first
}

// A Point is of the curve.
type Point struct {
	Step  int     `json:"step"`
	Train float64 `json:"train_loss"` // mean since the point before
	Valid float64 `json:"valid_loss"`
	Rate  float64 `json:"rate"`
}

// A Result is what a Course came to. The weights are the best ones when it ends.
type Result struct {
	Curve []Point `json:"curve"`
	Best  int     `json:"best"`  // the point of the curve whose weights they are
	Steps int     `json:"steps"` // that were taken
}

// ring is how many steps the card may be behind: their losses are read together.
const ring = 64

// state is a course at work.
type state struct {
	*Course
	kept
	optimiser *Optimiser
	best      []tensor.Matrix
	losses    tensor.Matrix // a row for each of the last steps
	read      int           // steps whose losses have been read
	saved     time.Time
	pause     time.Duration // from then to the next checkpoint
}

// kept is what a checkpoint has beside matrices.
type kept struct {
	Taken int     `json:"taken"` // steps
	Sum   float64 `json:"sum"`   // of the losses since the last point
	Count int     `json:"count"` // of these
	Curve []Point `json:"curve"`
	Best  int     `json:"best"`
	Wait  int     `json:"wait"` // validations since the best
}

// Run teaches. A context that ends it leaves a checkpoint from which another Run continues; any other error leaves the
// last one that was written.
func (c *Course) Run(ctx context.Context) (_ *Result, err error) {
	defer tensor.Recover(&err)
	if err := errors.Join(c.Method.Check(), c.Schedule.Check()); err != nil {
		return nil, err
	}
	o, err := NewOptimiser(c.Device, c.Params, c.Method)
	if err != nil {
		return nil, err
	}
	s := &state{Course: c, optimiser: o, saved: c.Now(), pause: min(c.Save, time.Second), kept: kept{Best: -1}}
	defer s.free()
	s.losses = c.Device.New(ring, 2)
	for _, p := range c.Params {
		s.best = append(s.best, c.Device.New(p.Value.Rows, p.Value.Cols))
	}
	if err := s.restore(filepath.Join(c.Folder, CheckpointFile)); err != nil {
		return nil, err
	}
	s.read = s.Taken
	if err := s.teach(ctx); err != nil {
		return nil, err
	}
	for i, p := range c.Params {
		c.Device.Combine(p.Value, 1, s.best[i], 0, s.best[i])
	}
	return &Result{Curve: s.Curve, Best: s.Best, Steps: s.Taken}, nil
}

// free gives back the memory of a device that has its own, which another course may need.
func (s *state) free() {
	d, own := s.Device.(tensor.Memory)
	if !own {
		return
	}
	for _, m := range slices.Concat(append(s.optimiser.moments, s.best, []tensor.Matrix{s.losses, s.optimiser.squares})...) {
		d.Free(m)
	}
}

func (s *state) teach(ctx context.Context) error {
	tape, fixed := &grad.Tape{Device: s.Device}, &grad.Tape{Device: s.Device, Fixed: true}
	defer tape.Close()
	defer fixed.Close()
	for {
		// First, since a course may have been stopped before the validation that its last step asks for.
		if s.due() {
			if err := s.look(); err != nil {
				return err
			}
			if err := s.validate(ctx, fixed); err != nil {
				return errors.Join(err, s.interrupted(ctx))
			}
		}
		if s.Taken >= s.Steps || s.over() {
			return s.save()
		}
		if err := ctx.Err(); err != nil {
			return errors.Join(err, s.stop())
		}
		tape.Reset()
		row := s.Taken % ring
		sums := s.losses.Part(row, row+1, 0, 2)
		s.Device.Clear(sums)
		if err := s.Step(tape, s.Taken, sums); err != nil {
			return err
		}
		s.optimiser.Step(float32(s.rate(s.Taken)))
		s.Taken++
		if s.Taken%ring == 0 {
			if err := s.look(); err != nil {
				return err
			}
		}
		if s.Now().Sub(s.saved) >= s.pause {
			if err := s.stop(); err != nil {
				return err
			}
		}
	}
}

// rate of a step.
func (s *state) rate(step int) float64 {
	return float64(s.Method.Rate) * s.Schedule.at(step, s.Steps)
}

// due tells whether the curve lacks a point behind the last step.
func (s *state) due() bool {
	if s.Taken == 0 || s.Taken%s.Every != 0 && s.Taken != s.Steps {
		return false
	}
	n := len(s.Curve)
	return n == 0 || s.Curve[n-1].Step < s.Taken
}

// over tells whether it has waited long enough for a better validation.
func (s *state) over() bool { return s.Patience > 0 && s.Wait >= s.Patience }

// interrupted leaves a checkpoint if it was the context that ended a validation, which comes first when the course
// continues.
func (s *state) interrupted(ctx context.Context) error {
	if ctx.Err() == nil {
		return nil
	}
	return s.save()
}

// An NaNError is a step whose loss is not a number, or after which weights are none.
type NaNError struct {
	Step       int    // from 1
	Checkpoint string // the last good one; "" if there is none
}

func (e *NaNError) Error() string {
	kept := ""
	if e.Checkpoint != "" {
		kept = "the weights of the last good checkpoint are in " + e.Checkpoint + "; "
	}
	return fmt.Sprintf("the loss or the weights of step %d are not numbers; %sstart again with a lower learning rate", e.Step, kept)
}

func (s *state) nan(step int) error {
	e := &NaNError{Step: step}
	if file := filepath.Join(s.Folder, CheckpointFile); exists(file) {
		e.Checkpoint = file
	}
	return e
}

func exists(file string) bool {
	_, err := os.Stat(file)
	return err == nil
}

// look reads the losses of the steps since the last look.
func (s *state) look() error {
	x := make([]float32, 2*ring)
	s.Device.Read(x, s.losses)
	loss := 0.0
	for ; s.read < s.Taken; s.read++ {
		row := s.read % ring
		loss = float64(x[2*row]) + float64(x[2*row+1])
		if math.IsNaN(loss) || math.IsInf(loss, 0) {
			return s.nan(s.read + 1)
		}
		s.Sum += loss
		s.Count++
	}
	s.tell(loss)
	return nil
}

func (s *state) tell(loss float64) {
	if s.Tell == nil {
		return
	}
	m := Moment{Step: s.Taken, Loss: loss, Valid: math.NaN()}
	if n := len(s.Curve); n > 0 {
		m.Valid = s.Curve[n-1].Valid
	}
	s.Tell(m)
}

// validate adds a point to the curve and keeps the weights if they are the best.
func (s *state) validate(ctx context.Context, t *grad.Tape) error {
	t.Reset()
	valid, err := s.Valid(ctx, t)
	if err != nil {
		return err
	}
	if math.IsNaN(valid) || math.IsInf(valid, 0) {
		return s.nan(s.Taken)
	}
	s.Curve = append(s.Curve, Point{Step: s.Taken, Train: s.Sum / float64(max(1, s.Count)), Valid: valid, Rate: s.rate(s.Taken - 1)})
	s.Sum, s.Count = 0, 0
	s.Wait++
	if s.Best < 0 || valid < s.Curve[s.Best].Valid {
		s.Best, s.Wait = len(s.Curve)-1, 0
		for i, p := range s.Params {
			s.Device.Combine(s.best[i], 1, p.Value, 0, p.Value)
		}
	}
	return nil
}

// stop looks at the losses before a checkpoint is written, which must be a good one.
func (s *state) stop() error {
	if err := s.look(); err != nil {
		return err
	}
	return s.save()
}
