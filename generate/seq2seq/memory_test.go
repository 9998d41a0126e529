package seq2seq_test

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
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
		panic(&tensor.Failure{Err: fmt.Errorf("the device has no memory for %d numbers", n)})
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

// A card with too little memory said how much it lacked, and not what to do: a smaller batch, which then fits.
func TestWhichBatchFits(t *testing.T) {
	race.Skip(t, "networks learn some fifty times as slowly")
	all := someDocs(300)
	try := func(memory, batch int) (*scarce, error) {
		l := lesson(t, "pn", all, t.TempDir())
		d := newScarce(l.Device, memory)
		l.Device, l.Batch, l.Steps, l.Options.Hidden = d, batch, 3, 48 // so large that a step takes more than the least that is taken at once
		_, err := l.Teach(t.Context())
		return d, err
	}
	enough, err := try(1<<40, 256)
	if err != nil {
		t.Fatal(err)
	}
	_, err = try(enough.most*6/10, 256)
	failure, ok := errors.AsType[*tensor.Failure](err)
	if !ok {
		t.Fatalf("got %v", err)
	}
	found := regexp.MustCompile(`^` + regexp.QuoteMeta(failure.Error()) + `; a batch of (\d+) fits$`).FindStringSubmatch(err.Error())
	if found == nil {
		t.Fatalf("got %v", err)
	}
	batch, _ := strconv.Atoi(found[1])
	if _, err := try(enough.most*6/10, batch); err != nil || batch < 8 {
		t.Errorf("a batch of %d: %v", batch, err)
	}
	tight := enough.used * 3 / 2 // of the weights alone
	if _, err := try(tight, 64); err == nil || !regexp.MustCompile("; a batch of 1 does not fit either: make the network smaller").MatchString(err.Error()) {
		t.Errorf("got %v", err)
	}
}
