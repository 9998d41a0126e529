package train_test

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"hed/neural/train"
	"hed/tensor"
	"hed/tensor/grad"
)

// TestSampler: a pass takes every example once, batches are of like size, and a step's are the same however it is asked
// for.
func TestSampler(t *testing.T) {
	for _, n := range []int{1, 7, 100, 5003} {
		s := &train.Sampler{N: n, Batch: 16, Seed: 3, Size: func(i int) int { return i * 7919 % 101 }}
		var first []int
		for pass := range 2 {
			var all []int
			for step := range s.Steps() {
				b := s.At(pass*s.Steps() + step)
				all = append(all, b...)
				again := &train.Sampler{N: n, Batch: 16, Seed: 3, Size: s.Size}
				if step%37 == 0 && !slices.Equal(b, again.At(pass*s.Steps()+step)) {
					t.Fatalf("%d examples, step %d: other ones when asked alone", n, step)
				}
			}
			if pass == 1 && n > 100 && slices.Equal(first, all) {
				t.Errorf("%d examples: both passes have one order", n)
			}
			first = slices.Clone(all)
			slices.Sort(all)
			for i := range n {
				if len(all) != n || all[i] != i {
					t.Fatalf("%d examples: a pass has %d, and not each once", n, len(all))
				}
			}
		}
	}
}

// A fit learns y = w·x by steps that a course decides.
type fit struct {
	d      tensor.Learner
	w      *grad.Param
	course train.Course
	steps  int
}

func newFit(t *testing.T, folder string) *fit {
	d := tensor.New(1)
	t.Cleanup(d.Close)
	f := &fit{d: d, w: &grad.Param{Name: "w", Var: grad.Var{Value: d.New(2, 3), Grad: d.New(2, 3)}}}
	loss := func(tape *grad.Tape, step int, sums tensor.Matrix) {
		x := tape.Var(4, 2)
		d.Write(x.Value, []float32{1, float32(step % 3), 2, 1, 0, 1, float32(step%5) / 5, 1})
		y := tape.MatMul(x, &f.w.Var)
		squares := tape.New(1, 1)
		d.Clear(squares)
		want := tape.New(4, 3)
		d.Write(want, []float32{1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2, 3})
		d.Combine(want, 1, y.Value, -1, want)
		d.Squares(squares, want)
		d.Add(sums.Part(0, 1, 0, 1), sums.Part(0, 1, 0, 1), squares)
		if !tape.Fixed {
			d.Combine(y.Grad, 2, want, 0, want)
		}
		tape.Backward()
	}
	f.course = train.Course{
		Device: d, Params: []*grad.Param{f.w}, Method: train.Method{Name: "adam", Rate: 0.05, Clip: 5}, Schedule: train.Schedule{Name: "cosine", Warmup: 5},
		Steps: 200, Every: 20, Folder: folder, Save: time.Hour, Now: time.Now,
		Step: func(tape *grad.Tape, step int, sums tensor.Matrix) error {
			f.steps++
			loss(tape, step, sums)
			return nil
		},
		Valid: func(_ context.Context, tape *grad.Tape) (float64, error) {
			sums := d.New(1, 2)
			loss(tape, 7, sums)
			x := make([]float32, 2)
			d.Read(x, sums)
			return float64(x[0]), nil
		},
	}
	return f
}

func (f *fit) weights() []float32 {
	x := make([]float32, 6)
	f.d.Read(x, f.w.Value)
	return x
}

// TestResume: a course that is stopped again and again comes to the same bytes, checkpoint included.
func TestResume(t *testing.T) {
	one, two := t.TempDir(), t.TempDir()
	whole := newFit(t, one)
	want, err := whole.course.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if best := want.Curve[want.Best].Valid; !(best < want.Curve[0].Valid/2) {
		t.Errorf("it learnt nothing: a loss of %g after one of %g", best, want.Curve[0].Valid)
	}
	taken, validations := 0, 0
	for stop := 13; ; stop += 31 {
		f := newFit(t, two)
		ctx, cancel := context.WithCancel(t.Context())
		valid := f.course.Valid
		f.course.Valid = func(_ context.Context, tape *grad.Tape) (float64, error) {
			if validations++; validations%3 == 0 { // it may be stopped there, too
				cancel()
				return 0, ctx.Err()
			}
			return valid(ctx, tape)
		}
		step := f.course.Step
		f.course.Step = func(tape *grad.Tape, n int, sums tensor.Matrix) error {
			if n == stop {
				cancel()
			}
			return step(tape, n, sums)
		}
		got, err := f.course.Run(ctx)
		cancel()
		taken += f.steps
		if errors.Is(err, context.Canceled) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got.Curve, want.Curve) || got.Best != want.Best || !slices.Equal(f.weights(), whole.weights()) {
			t.Errorf("stopped and continued: %v, want %v", got, want)
		}
		break
	}
	if taken != 200 {
		t.Errorf("%d steps in all, want 200", taken)
	}
	var files [2][]byte
	for i, dir := range []string{one, two} {
		if files[i], err = os.ReadFile(filepath.Join(dir, train.CheckpointFile)); err != nil {
			t.Fatal(err)
		}
	}
	if string(files[0]) != string(files[1]) {
		t.Error("the checkpoints differ")
	}
}

// TestTurned: whatever bit of a checkpoint turns, and wherever it ends, the course comes to the same bytes.
func TestTurned(t *testing.T) {
	whole := newFit(t, t.TempDir())
	want, err := whole.course.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	f := newFit(t, dir)
	ctx, cancel := context.WithCancel(t.Context())
	step := f.course.Step
	f.course.Step = func(tape *grad.Tape, n int, sums tensor.Matrix) error {
		if n == 90 {
			cancel()
		}
		return step(tape, n, sums)
	}
	if _, err := f.course.Run(ctx); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	file := filepath.Join(dir, train.CheckpointFile)
	good, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for at := 0; at < 2*len(good); at += 7 {
		bad := slices.Clone(good[:at/2])
		if at%2 == 0 {
			bad = slices.Clone(good)
			bad[at/2] ^= 1 << (at % 8)
		}
		if err := os.WriteFile(file, bad, 0o666); err != nil {
			t.Fatal(err)
		}
		again := newFit(t, dir)
		got, err := again.course.Run(t.Context())
		if err != nil || !slices.Equal(got.Curve, want.Curve) || !slices.Equal(again.weights(), whole.weights()) {
			t.Fatalf("byte %d: %v, %v; want %v", at/2, err, got, want)
		}
	}
}

// TestNaN: a loss that is not a number ends the course with its step, and the checkpoint before it stays.
func TestNaN(t *testing.T) {
	dir := t.TempDir()
	f := newFit(t, dir)
	now := time.Time{}
	f.course.Now = func() time.Time { now = now.Add(time.Minute); return now } // each step is saved
	step := f.course.Step
	f.course.Step = func(tape *grad.Tape, n int, sums tensor.Matrix) error {
		if n == 33 {
			f.d.Write(f.w.Value, slices.Repeat([]float32{float32(math.NaN())}, 6))
		}
		return step(tape, n, sums)
	}
	f.course.Save = time.Minute
	_, err := f.course.Run(t.Context())
	if bad, ok := errors.AsType[*train.NaNError](err); !ok || bad.Step != 34 {
		t.Fatalf("error %v, want that of step 34", err)
	}
	again := newFit(t, dir)
	if _, err := again.course.Run(t.Context()); err != nil {
		t.Fatalf("it does not continue: %v", err)
	}
	if again.steps != 200-33 {
		t.Errorf("%d steps after step 33", again.steps)
	}
}

// A step whose loss was a number, but not its gradients, was saved, and what continued from there failed for ever.
func TestNaNWeights(t *testing.T) {
	dir := t.TempDir()
	f := newFit(t, dir)
	now := time.Time{}
	f.course.Now = func() time.Time { now = now.Add(time.Minute); return now } // each step is saved
	f.course.Save = time.Minute
	step := f.course.Step
	f.course.Step = func(tape *grad.Tape, n int, sums tensor.Matrix) error {
		err := step(tape, n, sums)
		if n == 33 {
			f.d.Write(f.w.Grad, slices.Repeat([]float32{float32(math.NaN())}, 6))
		}
		return err
	}
	_, err := f.course.Run(t.Context())
	bad, ok := errors.AsType[*train.NaNError](err)
	if file := filepath.Join(dir, train.CheckpointFile); !ok || bad.Step != 34 || bad.Checkpoint != file || !strings.Contains(err.Error(), file) {
		t.Fatalf("error %v, want that of step 34, with the last checkpoint", err)
	}
	again := newFit(t, dir)
	if _, err := again.course.Run(t.Context()); err != nil || again.steps != 200-33 {
		t.Errorf("%d steps after step 33, %v", again.steps, err)
	}
}

// TestPatience: a course ends when validations do not get better.
func TestPatience(t *testing.T) {
	f := newFit(t, t.TempDir())
	f.course.Patience = 2
	n := 0
	f.course.Valid = func(context.Context, *grad.Tape) (float64, error) {
		n++
		return []float64{5, 3, 4, 3.5, 1}[n-1], nil
	}
	r, err := f.course.Run(t.Context())
	if err != nil || r.Steps != 80 || r.Best != 1 {
		t.Errorf("%+v, %v; want it to end after step 80 with point 1", r, err)
	}
}

// TestRefused: what is no method or schedule is refused with what there is.
func TestRefused(t *testing.T) {
	for _, change := range []func(*train.Course){
		func(c *train.Course) { c.Method.Name = "sgd" }, func(c *train.Course) { c.Method.Rate = 0 },
		func(c *train.Course) { c.Schedule.Name = "stairs" }, func(c *train.Course) { c.Schedule.Warmup = -1 },
	} {
		f := newFit(t, t.TempDir())
		change(&f.course)
		if _, err := f.course.Run(t.Context()); err == nil {
			t.Error("it was not refused")
		}
	}
}

// TestRoot: the rate rises by the same amount at each step, then falls with the root of the steps: 2e-3·min(t^−½, t·w^−1.5).
func TestRoot(t *testing.T) {
	f := newFit(t, t.TempDir())
	f.course.Method.Rate, f.course.Schedule, f.course.Every = 2e-3, train.Schedule{Name: "root", Warmup: 50}, 25
	r, err := f.course.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range r.Curve {
		step := float64(p.Step)
		if want := 2e-3 * min(math.Pow(step, -0.5), step*math.Pow(50, -1.5)); !(math.Abs(p.Rate-want) < 1e-9) {
			t.Errorf("step %d: a rate of %g, want %g", p.Step, p.Rate, want)
		}
	}
}

// TestRelative: the first step of Adam is the rate, and with relative rates its share of the size of each matrix. A T5 that learnt from
// nothing at one rate for all weights was still at the frequencies of words after 7,000 steps.
func TestRelative(t *testing.T) {
	for _, name := range []string{"adam", "adagrad"} {
		d := tensor.New(1)
		t.Cleanup(d.Close)
		var params []*grad.Param
		for _, size := range []float32{1, 1. / 128, -1.1, 0} {
			p := &grad.Param{Var: grad.Var{Value: d.New(2, 3), Grad: d.New(2, 3)}}
			d.Write(p.Value, slices.Repeat([]float32{size}, 6))
			d.Write(p.Grad, slices.Repeat([]float32{4}, 6))
			params = append(params, p)
		}
		o, err := train.NewOptimiser(d, params, train.Method{Name: name, Rate: 1, Relative: true})
		if err != nil {
			t.Fatal(err)
		}
		o.Step(0.5)
		for i, want := range []float32{1 - 0.5, (1 - 0.5) / 128, -1.1 - 0.5, -0.5e-3} {
			if got := params[i].Value.Row(1)[2]; math.Abs(float64(got-want)) > 1e-6 {
				t.Errorf("%s: weight %d is %g after a step, want %g", name, i, got, want)
			}
			if g := params[i].Grad.Row(1)[2]; g != 0 {
				t.Errorf("%s: a gradient of %g is left", name, g)
			}
		}
	}
}
