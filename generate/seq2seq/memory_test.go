package seq2seq_test

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"hed/generate/seq2seq"
	"hed/internal/race"
	"hed/tensor"
)

// scarce is a device with so much memory of its own.
type scarce struct {
	tensor.Learner
	all, used, most int
	given           map[*float32]int
}

func newScarce(d tensor.Learner, all int) *scarce {
	return &scarce{Learner: d, all: all, given: map[*float32]int{}}
}

func (s *scarce) New(rows, cols int) tensor.Matrix {
	m := s.Learner.New(rows, cols)
	if len(m.Data) == 0 {
		return m
	}
	if n := rows * cols; s.used+n > s.all {
		panic(&tensor.Failure{Memory: true, Err: fmt.Errorf("the device has no memory for %d numbers", n)})
	}
	s.used += rows * cols
	s.most = max(s.most, s.used)
	s.given[&m.Data[0]] = rows * cols
	return m
}

func (s *scarce) Free(m tensor.Matrix) {
	if len(m.Data) == 0 {
		return
	}
	n, ok := s.given[&m.Data[0]]
	if !ok {
		panic("free of a matrix that is not in use")
	}
	delete(s.given, &m.Data[0])
	s.used -= n
}

func (s *scarce) Available() int { return s.all - s.used }

// After teaching, the optimiser, the best weights and the model that it began with held memory of the card until the end,
// those of each phase of PNC. What stays is the network.
func TestMemoryIsFreed(t *testing.T) {
	race.Skip(t, "networks learn some fifty times as slowly")
	first := lesson(t, "pn", someDocs(60), t.TempDir())
	first.Epochs = 0.3
	out, err := first.Teach(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write(t, dir, out.Model.Files(first.Device, false))

	l := lesson(t, "pnc", someDocs(60), t.TempDir())
	d := newScarce(l.Device, 1<<40)
	l.Device, l.Epochs = d, 0.3
	if l.Init, err = seq2seq.Open(dir, d); err != nil {
		t.Fatal(err)
	}
	opened := d.used
	if out, err = l.Teach(t.Context()); err != nil {
		t.Fatal(err)
	}
	weights := 0
	for _, p := range out.Model.Net.Params() {
		weights += p.Value.Rows * p.Value.Cols
	}
	if coverage := 2 * l.Options.Hidden; opened != weights-coverage {
		t.Errorf("a model that was opened takes %d numbers, not its %d weights", opened, weights-coverage)
	}
	if d.used != 2*weights {
		t.Errorf("%d numbers are in use, not %d weights with their gradients", d.used, weights)
	}
}

// A card with too little memory said how much it lacked, and not what to do: a smaller batch, which then fits. Later it
// named a batch that did not: it looked at the pairs with most words, and those with long headlines, which take
// most memory, may have short articles.
func TestWhichBatchFits(t *testing.T) {
	race.Skip(t, "networks learn some fifty times as slowly")
	mixed := someDocs(300)
	for i, d := range mixed {
		for k := range 20 {
			d.Body += fmt.Sprintf(" word%d", 20*i+k)
		}
		if i%2 == 1 {
			d.Body, d.References[0] = "Up", strings.Repeat(d.References[0]+" ", 7)
		}
	}
	for what, c := range map[string]struct {
		docs              docs
		batch, vocabulary int
		memory            float64 // as a share of what the batch takes
	}{"alike": {someDocs(300), 256, 120, 0.6}, "mixed": {mixed, 64, 3000, 0.62}} {
		t.Run(what, func(t *testing.T) {
			try := func(memory, batch int) (*scarce, error) {
				l := lesson(t, "pn", c.docs, t.TempDir())
				d := newScarce(l.Device, memory)
				l.Device, l.Batch, l.Steps, l.Options.Hidden = d, batch, 8, 48 // so large that a step takes more than the least that is taken at once
				l.Options.Vocabulary = c.vocabulary
				_, err := l.Teach(t.Context())
				return d, err
			}
			enough, err := try(1<<40, c.batch)
			if err != nil {
				t.Fatal(err)
			}
			scarce := int(float64(enough.most) * c.memory)
			_, err = try(scarce, c.batch)
			failure, ok := errors.AsType[*tensor.Failure](err)
			if !ok {
				t.Fatalf("got %v", err)
			}
			found := regexp.MustCompile(`^` + regexp.QuoteMeta(failure.Error()) + `; a batch of (\d+) fits$`).FindStringSubmatch(err.Error())
			if found == nil {
				t.Fatalf("got %v", err)
			}
			batch, _ := strconv.Atoi(found[1])
			if _, err := try(scarce, batch); err != nil || batch < 8 {
				t.Errorf("a batch of %d: %v", batch, err)
			}
			tight := enough.used * 3 / 2 // of the weights alone
			if _, err := try(tight, 64); err == nil || !regexp.MustCompile("; a batch of 1 does not fit either: make the network smaller").MatchString(err.Error()) {
				t.Errorf("got %v", err)
			}
		})
	}
}

// broken is a device that breaks down.
type broken struct{ *scarce }

func (broken) SumRows(tensor.Matrix, tensor.Matrix) {
	panic(&tensor.Failure{Err: errors.New("it broke down")})
}

// A card that broke down got the advice of one without memory.
func TestBrokenDevice(t *testing.T) {
	l := lesson(t, "pn", someDocs(60), t.TempDir())
	l.Device = broken{newScarce(l.Device, 1<<40)}
	if _, err := l.Teach(t.Context()); err == nil || err.Error() != "it broke down" {
		t.Errorf("got %v", err)
	}
}

// As many passes as no int can count were one step.
func TestEndless(t *testing.T) {
	race.Skip(t, "networks learn some fifty times as slowly")
	l := lesson(t, "s2s", someDocs(60), t.TempDir())
	l.Epochs, l.Steps = 1e300, 3
	out, err := l.Teach(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if last := out.Curve[len(out.Curve)-1].Step; last != 3 {
		t.Errorf("%d steps", last)
	}
}
