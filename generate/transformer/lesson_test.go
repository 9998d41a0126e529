package transformer_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"hed/corpus"
	"hed/generate/transformer"
	"hed/internal/race"
	"hed/neural/train"
	"hed/tensor"
)

// docs are articles of which the headline is a part.
type docs int

func (n docs) Documents(ctx context.Context) iter.Seq2[*corpus.Document, error] {
	return func(yield func(*corpus.Document, error) bool) {
		for i := range int(n) {
			if ctx.Err() != nil {
				yield(nil, ctx.Err())
				return
			}
			name := []string{"rain", "trade", "music", "votes"}[i%4]
			d := &corpus.Document{ID: fmt.Sprint(i), Body: fmt.Sprintf("There is news of %s in the town of %d today.", name, i%7), References: []string{fmt.Sprintf("news of %s", name)}}
			if !yield(d, nil) {
				return
			}
		}
	}
}

func lesson(t *testing.T, init, options string) *transformer.Lesson {
	t.Helper()
	l, err := begin(t, "transformer", init, options)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// begin makes a lesson of a kind. An error is that of its options.
func begin(t *testing.T, kind, init, options string) (*transformer.Lesson, error) {
	t.Helper()
	d := tensor.New(2)
	t.Cleanup(d.Close)
	l, err := transformer.NewLesson(kind, options)
	l.Init, l.Plan = init, train.Plan{Docs: docs(100), Epochs: 4, Batch: 16, Seed: 3, Device: d, Folder: t.TempDir(), Now: time.Now}
	t.Cleanup(func() { l.Close() })
	return &l, err
}

func teach(t *testing.T, l *transformer.Lesson) *transformer.Outcome {
	t.Helper()
	if err := l.Open(); err != nil {
		t.Fatal(err)
	}
	out, err := l.Teach(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// files writes those of what was taught into a folder.
func files(t *testing.T, l *transformer.Lesson, out *transformer.Outcome, half bool) string {
	t.Helper()
	all, err := l.Files(out, half)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, write := range all {
		f, err := os.Create(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(write(f), f.Close()); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// bare is a copy of a folder without weights.
func bare(t *testing.T, model string) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{"config.json", "generation_config.json", "tokenizer.json"} {
		data, err := os.ReadFile(filepath.Join(folder(model), name))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// vast is a folder without weights whose config.json asks for too many; they were allocated, which ended the program.
func vast(t *testing.T, field string) string {
	t.Helper()
	dir := bare(t, "t5")
	file := filepath.Join(dir, "config.json")
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	name, _, _ := strings.Cut(field, ":")
	lines := strings.Split(string(data), "\n")
	for i, line := range lines {
		if strings.HasPrefix(strings.TrimSpace(line), name+":") {
			lines[i] = field + ","
		}
	}
	if err := os.WriteFile(file, []byte(strings.Join(lines, "\n")), 0o666); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestTaught: every kind of model learns, from weights and from none, and what it learnt is a folder that writes.
func TestTaught(t *testing.T) {
	race.Skip(t, "networks learn some fifty times as slowly")
	for model, drawn := range map[string]bool{"bart": false, "mt5": false, "pegasus": true, "t5": true} {
		t.Run(model, func(t *testing.T) {
			init := folder(model)
			if drawn {
				init = bare(t, model)
			}
			l := lesson(t, init, "rate=0.01+schedule=linear")
			l.Epochs = 15
			out := teach(t, l)
			first, best := out.Curve[0].Valid, out.Curve[out.Best].Valid
			if l.Drawn != drawn || out.Read.Pairs != 98 || out.Read.Valid != 2 || !(best < 0.7*first) {
				t.Errorf("drawn %t, %+v, losses from %.3f to %.3f", l.Drawn, out.Read, first, best)
			}
			for half, most := range map[bool]float64{false: 1e-4, true: 0.05} {
				dir := files(t, l, out, half)
				g := must(t, dir, "", 1)
				got, err := g.Generate(t.Context(), &corpus.Document{Body: "There is news of music in the town of 3 today."})
				if err != nil {
					t.Fatal(err)
				}
				t.Logf("%q", got)
				if again := teach(t, still(lesson(t, dir, ""))); !(abs(again.Curve[0].Valid-best) < most) {
					t.Errorf("half precision %t: a loss of %.6f once written, %.6f before", half, again.Curve[0].Valid, best)
				}
			}
		})
	}
}

// still is a lesson that changes nothing.
func still(l *transformer.Lesson) *transformer.Lesson {
	l.Training.Rate, l.Steps = 1e-30, 1
	return l
}

func abs(x float64) float64 { return max(x, -x) }

// TestParts: a batch that is learnt in parts, or whose layers are computed again, comes to the same.
func TestParts(t *testing.T) {
	race.Skip(t, "networks learn some fifty times as slowly")
	init := bare(t, "bart")
	want := teach(t, lesson(t, init, "rate=0.003+dropout=0+smooth=0.1"))
	for _, options := range []string{"parts=3", "again=true", "parts=2+again=true"} {
		got := teach(t, lesson(t, init, "rate=0.003+dropout=0+smooth=0.1+"+options))
		for i, p := range got.Curve {
			if w := want.Curve[i]; !(abs(p.Valid-w.Valid) < 1e-3 && abs(p.Train-w.Train) < 1e-3) {
				t.Errorf("%s: step %d has losses of %.6f and %.6f, want %.6f and %.6f", options, p.Step, p.Train, p.Valid, w.Train, w.Valid)
			}
		}
	}
}

// TestAdapters: with adapters no weight of the model changes, and opening them adds what they learnt.
func TestAdapters(t *testing.T) {
	race.Skip(t, "networks learn some fifty times as slowly")
	for model, options := range map[string]string{"bart": "targets=q_proj/v_proj/fc1/out_proj", "t5": "alpha=16"} {
		l := lesson(t, folder(model), "rate=0.02+rank=4+"+options)
		l.Epochs = 10
		out := teach(t, l)
		if first, best := out.Curve[0].Valid, out.Curve[out.Best].Valid; !(best < 0.95*first) {
			t.Errorf("%s: losses from %.3f to %.3f", model, first, best)
		}
		dir := files(t, l, out, false)
		for _, name := range []string{"adapter_config.json", "adapter_model.safetensors"} {
			if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
				t.Error(err)
			}
		}
		if _, err := os.Stat(filepath.Join(dir, "model.safetensors")); err == nil {
			t.Errorf("%s: the weights are written, too", model)
		}
		again := teach(t, still(lesson(t, dir, "")))
		if best := out.Curve[out.Best].Valid; !(abs(again.Curve[0].Valid-best) < 1e-4) {
			t.Errorf("%s: a loss of %.6f with adapters once written, %.6f before", model, again.Curve[0].Valid, best)
		}
		more := lesson(t, dir, "rate=0.01+rank=2") // adapters to what has adapters
		most := teach(t, more)
		twice := teach(t, still(lesson(t, files(t, more, most, false), "")))
		if best := most.Curve[most.Best].Valid; !(abs(twice.Curve[0].Valid-best) < 1e-4) {
			t.Errorf("%s: a loss of %.6f with two adapters once written, %.6f before", model, twice.Curve[0].Valid, best)
		}
		a, b := must(t, dir, "", 1).Signature(), must(t, folder(model), "", 1).Signature()
		if strings.Split(a, "|")[1] == strings.Split(b, "|")[1] {
			t.Errorf("%s: %s with adapters and without", model, a)
		}
	}
}

// TestTeachResume: teaching that is stopped, again and again, comes to the same weights.
func TestTeachResume(t *testing.T) {
	race.Skip(t, "networks learn some fifty times as slowly")
	weights := func(l *transformer.Lesson, out *transformer.Outcome) string {
		data, err := os.ReadFile(filepath.Join(files(t, l, out, false), "model.safetensors"))
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	l := lesson(t, bare(t, "t5"), "rate=0.01+parts=2")
	want := weights(l, teach(t, l))
	dir := t.TempDir()
	rng := rand.New(rand.NewPCG(8, 8))
	for stops := 0; ; stops++ {
		l := lesson(t, bare(t, "t5"), "rate=0.01+parts=2")
		l.Folder = dir
		ctx, cancel := context.WithCancel(t.Context())
		left := 1 + rng.IntN(3)
		if stops > 5 {
			left = 1 << 30
		}
		l.Tell = func(m train.Progress) {
			if left--; !m.Reading && left <= 0 {
				cancel()
			}
		}
		if err := l.Open(); err != nil {
			t.Fatal(err)
		}
		out, err := l.Teach(ctx)
		cancel()
		if errors.Is(err, context.Canceled) {
			l.Close()
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		if weights(l, out) != want {
			t.Errorf("after %d stops the weights are others", stops)
		}
		return
	}
}

// TestUntaught: what cannot be learnt is said before any work.
func TestUntaught(t *testing.T) {
	for _, c := range []struct{ init, options, want string }{
		{folder("bart"), "rate=0", "a learning rate of 0"},
		{folder("bart"), "tokens=65", "tokens=65: the model reads 64 at most"},
		{folder("bart"), "alpha=3", "alpha and targets are for adapters"},
		{folder("bart"), "rank=2+targets=q_proj/nothing", `whose names end in "nothing", of which the model has none`},
		{folder("bart"), "rank=2+targets=embed_positions", "which is not a dense layer"},
		{bare(t, "t5"), "rank=2", "has no weights, beside which adapters could learn"},
		{bare(t, "t5"), "smooth=1", "smooth=1: want a share"},
		{vast(t, `"d_ff": 1073741824`), "", "weights or more, which are to be drawn"},
		{vast(t, `"d_model": 1073741824`), "", "1099511627776 weights or more, which are to be drawn"},
		{t.TempDir(), "", "a model folder has config.json"},
	} {
		l, err := begin(t, "transformer", c.init, c.options)
		if err == nil {
			err = l.Open()
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q", c.options, err, c.want)
		}
	}
	l := lesson(t, folder("bart"), "")
	l.Docs = docs(30)
	if err := l.Open(); err != nil {
		t.Fatal(err)
	}
	if _, err := l.Teach(t.Context()); err == nil || !strings.Contains(err.Error(), "fewer than 50 documents") {
		t.Errorf("got %v", err)
	}
	if left, err := os.ReadDir(l.Folder); err != nil || len(left) > 0 {
		t.Errorf("%v is left, %v", left, err)
	}
}

// scarce is a device of little memory.
type scarce struct {
	*tensor.CPU
	left int
}

func (s *scarce) New(rows, cols int) tensor.Matrix {
	if s.left < rows*cols {
		panic(&tensor.Failure{Err: errors.New("the card has no memory"), Memory: true})
	}
	s.left -= rows * cols
	return s.CPU.New(rows, cols)
}

func (s *scarce) Free(m tensor.Matrix) { s.left += m.Rows * m.Cols }

func (s *scarce) Available() int { return s.left }

// TestLittleMemory: a device without enough memory is an error that says what takes less, and all of it comes back.
func TestLittleMemory(t *testing.T) {
	for memory, want := range map[int]string{
		200_000: "takes 1.0 MB of the card's memory before the first step, and 800 kB are free; use a smaller model, rank=8",
		400_000: "the card has no memory; to need less, use parts=4",
	} {
		l := lesson(t, folder("bart"), "parts=2")
		d := &scarce{tensor.New(1), memory}
		t.Cleanup(d.CPU.Close)
		l.Device = d
		if err := l.Open(); err != nil {
			t.Fatal(err)
		}
		if _, err := l.Teach(t.Context()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
		if err := l.Close(); err != nil || d.left != memory {
			t.Errorf("%d numbers did not come back, error %v", memory-d.left, err)
		}
	}
}
