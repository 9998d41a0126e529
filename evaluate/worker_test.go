package evaluate_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"hed/corpus"
	"hed/corpus/jsonl"
	"hed/evaluate"
	"hed/generate"
	"hed/metric"
	"hed/score"
)

// letters is a metric that learns nothing. It cannot score the headline "bad".
type letters struct{}

func (letters) Columns() []score.Column { return []score.Column{{Name: "letters"}} }

func (letters) Score(_ context.Context, c *corpus.Case, out []float64) error {
	for i, o := range c.Outputs {
		if o.Text == "bad" {
			return errors.New("no such word")
		}
		out[i] = float64(len(o.Text))
	}
	return nil
}

var byLetters = []metric.Selected{{Metric: letters{}, Info: metric.Info{Name: "letters"}}}

func newWorker(t *testing.T, p evaluate.Plan, workers int) *evaluate.Worker {
	t.Helper()
	w, err := p.Worker(t.Context(), nil, workers)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func answer(t *testing.T, w *evaluate.Worker, in string) (string, evaluate.Done) {
	t.Helper()
	var out bytes.Buffer
	done, err := w.Run(t.Context(), strings.NewReader(in), &out)
	if err != nil {
		t.Fatal(err)
	}
	return out.String(), done
}

// Whatever is sent, there is an answer in its place.
func TestWorker(t *testing.T) {
	w := newWorker(t, evaluate.Plan{Metrics: byLetters}, 2)
	got, done := answer(t, w, `{"id":"a","headline":"r","outputs":{"x":"1234","y":"12"}}
nonsense
{"id":"b","headline":"r"}
{"headline":"r","outputs":{"x":"1"}}

{"id":"c","headline":"r","outputs":{"z":"123"}}`)
	want := `{"id":"a","system":"x","scores":{"letters":4}}
{"id":"a","system":"y","scores":{"letters":2}}
{"line":2,"error":"is not valid JSON: invalid character 'o' in literal null (expecting 'u'), after 2 bytes"}
{"line":3,"error":"document b has no headlines; put them in \"outputs\", as {SYSTEM: HEADLINE}"}
{"line":4,"error":"the case has no \"id\""}

{"id":"c","system":"z","scores":{"letters":3}}
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if done != (evaluate.Done{Cases: 2, Bad: 3}) {
		t.Errorf("%+v", done)
	}
}

// The rows are those of a run on one machine, however the cases are cut and sent.
func TestWorkerEqualsRun(t *testing.T) {
	const n = 1500
	job, _ := newJob(n, 1)
	job.Metrics = []metric.Selected{{Metric: half{}}}
	wire := job.Plan.Wire()
	var want, cases []byte
	var sent bytes.Buffer
	to := jsonl.NewWriter(&sent)
	if _, err := job.Run(t.Context(), func(r *evaluate.Row) error {
		want = wire.AppendRow(want, r)
		return to.WriteCase(r.Case)
	}); err != nil {
		t.Fatal(err)
	}
	cases = sent.Bytes()
	for _, workers := range []int{1, 3} {
		w := newWorker(t, evaluate.Plan{Metrics: job.Metrics}, workers)
		if got, _ := answer(t, w, string(cases)); got != string(want) {
			t.Errorf("%d workers give other rows", workers)
		}
		half := bytes.Index(cases[len(cases)/2:], []byte("\n")) + len(cases)/2 + 1
		first, _ := answer(t, w, string(cases[:half]))
		rest, _ := answer(t, w, string(cases[half:]))
		if first+rest != string(want) {
			t.Errorf("%d workers give other rows for two parts", workers)
		}
	}
}

// A program that waits for an answer gets one without ending its stream.
func TestWorkerAnswers(t *testing.T) {
	w := newWorker(t, evaluate.Plan{Metrics: byLetters}, 2)
	in, send := io.Pipe()
	receive, out := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		_, err := w.Run(t.Context(), in, out)
		ended <- err
	}()
	// Also to nothing, of which nobody can say yet what it is: the first part that Spark reads may be empty.
	fmt.Fprint(send, "\n")
	none := make([]byte, 1)
	if _, err := io.ReadFull(receive, none); err != nil || string(none) != "\n" {
		t.Fatalf("%v, got %q", err, none)
	}
	for i := range 3 {
		fmt.Fprintf(send, "{\"id\":\"%d\",\"headline\":\"r\",\"outputs\":{\"x\":\"h\"}}\n\n", i)
		want := fmt.Sprintf("{\"id\":\"%d\",\"system\":\"x\",\"scores\":{\"letters\":1}}\n\n", i)
		got := make([]byte, len(want))
		if _, err := io.ReadFull(receive, got); err != nil || string(got) != want {
			t.Fatalf("%v, got %s, want %s", err, got, want)
		}
	}
	// Whoever no longer listens ends it, though the input is open.
	receive.CloseWithError(errors.New("gone"))
	fmt.Fprint(send, "\n")
	if err := <-ended; err == nil || err.Error() != "gone" {
		t.Errorf("got %v", err)
	}
}

func TestWorkerWrites(t *testing.T) {
	g := []generate.Named{{Name: "e", Generator: &counting{calls: map[string]int{}}}}
	w := newWorker(t, evaluate.Plan{Generators: g}, 1)
	got, _ := answer(t, w, `{"id":"a","headline":"r"}`)
	if want := `{"id":"a","system":"e","headline":"on a"}` + "\n"; got != want {
		t.Errorf("got %s want %s", got, want)
	}
	w = newWorker(t, evaluate.Plan{Generators: g, Metrics: byLetters}, 1)
	got, _ = answer(t, w, `{"id":"a","headline":"r","outputs":{"x":"123"}}`)
	if want := `{"id":"a","system":"e","headline":"on a"}
{"id":"a","system":"x","scores":{"letters":3}}
{"id":"a","system":"e","scores":{"letters":4}}
`; got != want {
		t.Errorf("got %s want %s", got, want)
	}
}

// A metric that gives no value says why, before the rows.
func TestWorkerFailures(t *testing.T) {
	w := newWorker(t, evaluate.Plan{Metrics: byLetters}, 1)
	got, _ := answer(t, w, `{"id":"a","headline":"r","outputs":{"x":"bad","y":"12"}}`)
	if want := `{"metric":"letters","system":"x","document":"a","reason":"no such word"}
{"id":"a","system":"x","scores":{"letters":null}}
{"id":"a","system":"y","scores":{"letters":2}}
`; got != want {
		t.Errorf("got %s want %s", got, want)
	}
}

func TestWorkerRefuses(t *testing.T) {
	for _, c := range []struct {
		plan evaluate.Plan
		want string
	}{
		{evaluate.Plan{Metrics: []metric.Selected{{Metric: unfit{letters{}}, Info: metric.Info{Name: "m"}}}}, "learns from all documents before it scores"},
		{evaluate.Plan{Metrics: []metric.Selected{{Metric: surveyor{length: new(length)}}}}, "looks at all headlines"},
		{evaluate.Plan{Generators: generators(echo{})}, "learns from all documents before it writes"},
	} {
		if _, err := c.plan.Worker(t.Context(), nil, 1); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
	// What cannot be read ends it, after the answers to what came before.
	w := newWorker(t, evaluate.Plan{Metrics: byLetters}, 1)
	var out bytes.Buffer
	broken := io.MultiReader(strings.NewReader(`{"id":"a","headline":"r","outputs":{"x":"1"}}`+"\n"), iotest.ErrReader(errors.New("torn")))
	if _, err := w.Run(t.Context(), broken, &out); err == nil || !strings.Contains(err.Error(), "torn") || !strings.Contains(out.String(), `"letters":1`) {
		t.Errorf("%v after %s", err, &out)
	}
}
