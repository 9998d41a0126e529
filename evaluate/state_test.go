package evaluate_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"testing"

	"hed"
	"hed/corpus"
	"hed/evaluate"
	"hed/metric"
	"hed/score"
	"hed/spec"
)

// learner remembers how many documents there were.
type learner struct {
	name string
	docs *int
	bad  error
}

func (l learner) Columns() []score.Column { return []score.Column{{Name: l.name}} }

func (l learner) Score(_ context.Context, c *corpus.Case, out []float64) error {
	for i := range c.Outputs {
		out[i] = float64(*l.docs)
	}
	return nil
}

func (l learner) Fit(ctx context.Context, docs corpus.Reader, _ int) error {
	for _, err := range docs.Documents(ctx) {
		if err != nil {
			return err
		}
		*l.docs++
	}
	return nil
}

func (l learner) Save(w io.Writer) error { _, err := fmt.Fprint(w, *l.docs); return err }

func (l learner) Load(r io.Reader) error {
	if l.bad != nil {
		return l.bad
	}
	_, err := fmt.Fscan(r, l.docs)
	return err
}

func learners(bad error, names ...string) []metric.Selected {
	var out []metric.Selected
	for _, n := range names {
		out = append(out, metric.Selected{Metric: learner{n, new(int), bad}, Info: metric.Info{Name: n}, Spec: spec.Spec{Name: n}})
	}
	return out
}

func fitted(t *testing.T, names ...string) []byte {
	t.Helper()
	s, err := (&evaluate.Job{Plan: evaluate.Plan{Metrics: learners(nil, names...)}, Docs: made{n: 12}}).Learn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := s.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// What was learnt from twelve documents scores another corpus.
func TestState(t *testing.T) {
	state, err := evaluate.ReadState(fitted(t, "a", "b"))
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(state.Specs(), " "); got != "a b" {
		t.Errorf("the state is of %s", got)
	}
	docs := made{n: 3}
	job := &evaluate.Job{Cases: corpus.Join(t.Context(), docs, "docs", []corpus.System{{Name: "s", Outputs: outputs(3)}}), Docs: docs, Workers: 1, State: state,
		Plan: evaluate.Plan{Systems: []string{"s"}, Metrics: learners(nil, "b")}}
	_, err = job.Run(t.Context(), func(row *evaluate.Row) error {
		if row.Values[0] != 12 {
			t.Errorf("got %v, want what 12 documents taught", row.Values)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	job.Metrics = learners(nil, "c")
	_, err = job.Run(t.Context(), func(*evaluate.Row) error { return nil })
	if other := new(evaluate.StateError); !errors.As(err, &other) || err.Error() != "the state is not for metric c; it is for a, b" {
		t.Errorf("got %v", err)
	}
	job.Metrics = learners(errors.New("no such topics"), "a")
	_, err = job.Run(t.Context(), func(*evaluate.Row) error { return nil })
	if err == nil || err.Error() != "load the state of metric a: no such topics" {
		t.Errorf("got %v", err)
	}
}

func TestDamagedState(t *testing.T) {
	good := fitted(t, "a")
	for name, data := range map[string][]byte{
		"not a state":                           []byte("hello"),
		"beginning of the state cannot be read": good[:20],
		"damaged at metric":                     append(bytes.Clone(good[:len(good)-1]), 'x'),
		"damaged at metric ":                    good[:len(good)-1],
		"something after its end":               append(bytes.Clone(good), 'x'),
		"is from hed 0.0.1":                     bytes.Replace(good, []byte(`"hed":"0.2.0"`), []byte(`"hed":"0.0.1"`), 1),
	} {
		if _, err := evaluate.ReadState(data); err == nil || !strings.Contains(err.Error(), strings.TrimSpace(name)) {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

// A turned bit makes another state of none: it is found, or changes nothing.
func TestTurnedState(t *testing.T) {
	good := fitted(t, "a", "b")
	docs := made{n: 1}
	for bit := range 8 * len(good) {
		data := bytes.Clone(good)
		data[bit/8] ^= 1 << (bit % 8)
		state, err := evaluate.ReadState(data)
		if err != nil {
			continue
		}
		job := &evaluate.Job{Cases: corpus.Join(t.Context(), docs, "docs", []corpus.System{{Name: "s", Outputs: outputs(1)}}), Docs: docs, Workers: 1, State: state,
			Plan: evaluate.Plan{Systems: []string{"s"}, Metrics: learners(nil, "a", "b")}}
		_, err = job.Run(t.Context(), func(row *evaluate.Row) error {
			if row.Values[0] != 12 || row.Values[1] != 12 {
				t.Errorf("bit %d: got %v", bit, row.Values)
			}
			return nil
		})
		if other := new(evaluate.StateError); err != nil && !errors.As(err, &other) {
			t.Errorf("bit %d: %v", bit, err)
		}
	}
}

// FuzzReadState: a state is refused, or is the same when it is written and read again. Of what begins it VERSION, SIZE and SUM become those
// that fit, so that not all is refused for them.
func FuzzReadState(f *testing.F) {
	f.Add("hed state 1\n", "")
	f.Add("hed state 1\n{}\n", "")
	f.Add("hed state 1\n"+`{"hed":"0.2.0","metrics":[{"metric":"a","size":-1}]}`+"\n", "learnt")
	f.Add("hed state 1\n"+`{"hed":"VERSION","metrics":[{"metric":"a","size":0},{"metric":"b","columns":["b","c"],"size":SIZE,"sha256":"SUM"}]}`+"\n", "learnt")
	f.Fuzz(func(t *testing.T, head, body string) {
		sum := sha256.Sum256([]byte(body))
		head = strings.NewReplacer("VERSION", hed.Version, "SIZE", strconv.Itoa(len(body)), "SUM", hex.EncodeToString(sum[:])).Replace(head)
		s, err := evaluate.ReadState([]byte(head + body))
		if err != nil {
			return
		}
		var b bytes.Buffer
		if err := s.Write(&b); err != nil {
			t.Fatal(err)
		}
		again, err := evaluate.ReadState(b.Bytes())
		if err != nil || !slices.Equal(again.Specs(), s.Specs()) {
			t.Errorf("%q becomes %q: %v", s.Specs(), b.Bytes(), err)
		}
	})
}
