package learnt_test

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"hed/metric/internal/learnt"
)

const magic = "a test 1\n"

func open(t *testing.T, data string) *learnt.Reader {
	t.Helper()
	r, err := learnt.Open(strings.NewReader(magic+data), magic)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestReader(t *testing.T) {
	numbers := []float64{1, -0.5, 1e300}
	r := open(t, "\x81\x01ab"+string(learnt.AppendFloats(nil, numbers...))+"\x01\x01\x01x\x01")
	two := make([]byte, 2)
	n := r.Number(200)
	r.Bytes(two)
	if got := r.Floats(3); n != 129 || string(two) != "ab" || !slices.Equal(got, numbers) || r.Vocabulary().Size() != 1 {
		t.Errorf("got %d, %q and %v", n, two, got)
	}
	if err := r.Close(); err != nil || r.Bad() {
		t.Error(err)
	}
}

func TestDamage(t *testing.T) {
	if _, err := learnt.Open(strings.NewReader("a test 2\n"), magic); err == nil || !strings.Contains(err.Error(), `not a "a test 1"`) {
		t.Errorf("another version: %v", err)
	}
	for name, test := range map[string]struct {
		data string
		read func(r *learnt.Reader)
	}{
		"no number":       {"", func(r *learnt.Reader) { r.Number(9) }},
		"too high":        {"\x0a", func(r *learnt.Reader) { r.Number(9) }},
		"too few bytes":   {"a", func(r *learnt.Reader) { r.Bytes(make([]byte, 2)) }},
		"too few numbers": {"12345678", func(r *learnt.Reader) { r.Floats(math.MaxInt) }},
		"not a number":    {string(learnt.AppendFloats(nil, math.NaN())), func(r *learnt.Reader) { r.Floats(1) }},
		"infinite":        {string(learnt.AppendFloats(nil, math.Inf(-1))), func(r *learnt.Reader) { r.Floats(1) }},
		"no vocabulary":   {"\x01", func(r *learnt.Reader) { r.Vocabulary() }},
		"something left":  {"a", func(r *learnt.Reader) {}},
	} {
		r := open(t, test.data)
		test.read(r)
		if err := r.Close(); !errors.Is(err, learnt.ErrDamaged) {
			t.Errorf("%s: got %v", name, err)
		}
	}
}
