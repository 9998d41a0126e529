package evaluate_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"hed/corpus"
	"hed/evaluate"
	"hed/internal/crash"
	"hed/metric"
)

// A picky metric is length, but does as its map says with headlines.
type picky struct {
	*length
	does map[string]func(context.Context) error // by document and system, as "d7 a"
}

func (p picky) Score(ctx context.Context, c *corpus.Case, out []float64) error {
	for _, o := range c.Outputs {
		if do := p.does[c.Doc.ID+" "+o.System]; do != nil {
			if err := do(ctx); err != nil {
				return err
			}
		}
	}
	return p.length.Score(ctx, c, out)
}

// Fit is not length's, which needs documents.
func (p picky) Fit(context.Context, corpus.Reader, int) error { return nil }

// batching is a picky metric that scores many cases together, and fails with one of them.
type batching struct{ picky }

func (b batching) ScoreBatch(ctx context.Context, cases []*corpus.Case, out []float64) error {
	size := len(out) / len(cases)
	for i, c := range cases {
		if err := b.Score(ctx, c, out[i*size:(i+1)*size]); err != nil {
			return err
		}
	}
	return nil
}

func failing(text string) func(context.Context) error {
	return func(context.Context) error { return errors.New(text) }
}

// pickyJob has n documents, which two metrics score: one that is picky and one that is not.
func pickyJob(n, workers int, does map[string]func(context.Context) error) *evaluate.Job {
	j, m := newJob(n, workers)
	j.Metrics = append(j.Metrics, metric.Selected{Metric: picky{m, does}, Info: metric.Info{Name: "picky"}})
	return j
}

// One text that was too long for ROUGE ended a run of a million. The values of a headline
// that cannot be scored are absent, with a reason, and all others are as they were: alone
// and in batches, with any number of workers.
func TestFailures(t *testing.T) {
	does := map[string]func(context.Context) error{
		"d3 a": failing("too long"), "d700 a": failing("too long"), "d700 b": failing("too odd"), "d701 b": failing("too long"),
	}
	clean, _ := rows(t, pickyJob(900, 1, nil))
	want := strings.Split(clean, "\n")
	for at, row := range map[int]string{ // the headline of d3 by b is alone and the first then, for which length gives another value
		3: "d3 [3 3] [1 3 NaN NaN 1001 3 1 3]", 700: "d700 [700 700] [3 700 NaN NaN 1003 700 NaN NaN]", 701: "d701 [701 701] [3 701 3 701 1003 701 NaN NaN]",
	} {
		want[at] = row
	}
	for _, workers := range []int{1, 4} {
		for _, batches := range []bool{false, true} {
			j := pickyJob(900, workers, does)
			if batches {
				j.Metrics[1].Metric = batching{j.Metrics[1].Metric.(picky)}
			}
			got, sum := rows(t, j)
			if d := cmp.Diff(strings.Join(want, "\n"), got); d != "" {
				t.Errorf("%d workers, batches %v:\n%s", workers, batches, d)
			}
			reasons := []evaluate.Failures{
				{Failure: evaluate.Failure{Metric: "picky", System: "a", Document: "d3", Reason: "too long"}, Headlines: 3},
				{Failure: evaluate.Failure{Metric: "picky", System: "b", Document: "d700", Reason: "too odd"}, Headlines: 1},
			}
			if d := cmp.Diff(reasons, sum.Failures); d != "" {
				t.Errorf("%d workers, batches %v:\n%s", workers, batches, d)
			}
		}
	}
}

// Reasons that are all different do not make a list of a million.
func TestManyReasons(t *testing.T) {
	does := map[string]func(context.Context) error{}
	for i := range 500 {
		does[fmt.Sprintf("d%d a", i)] = failing(fmt.Sprint("reason ", i))
	}
	_, sum := rows(t, pickyJob(500, 2, does))
	if n := len(sum.Failures); n != 11 || sum.Failures[10].Headlines != 490 || !sum.Failures[10].OtherReason {
		t.Errorf("%d reasons, %+v", n, sum.Failures)
	}
}

// What is not the document's fault ends the run, and everything does if the plan is strict.
func TestFatal(t *testing.T) {
	for want, c := range map[string]struct {
		does   func(context.Context) error
		strict bool
	}{
		"score document d5 with metric picky: internal error: boom": {does: func(context.Context) error { panic("boom") }},
		"score document d5 with metric picky: open x: file does":    {does: func(context.Context) error { return &fs.PathError{Op: "open", Path: "x", Err: fs.ErrNotExist} }},
		"score document d5 with metric picky: too long":             {does: failing("too long"), strict: true},
	} {
		j := pickyJob(10, 2, map[string]func(context.Context) error{"d5 a": c.does})
		j.Strict = c.strict
		_, err := j.Run(t.Context(), func(*evaluate.Row) error { return nil })
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
		if _, ok := errors.AsType[*crash.Error](err); ok != strings.Contains(want, "boom") {
			t.Errorf("%v is a panic: %v", err, ok)
		}
	}
}

// A run that continues says of what an earlier one could not score what that would have said,
// and fails if it is strict.
func TestFailuresAfterStop(t *testing.T) {
	does := map[string]func(context.Context) error{"d3 a": failing("too long"), "d1500 b": failing("too long"), "d1100 b": failing("too odd")}
	want, wantSum := rows(t, pickyJob(2000, 2, does))
	folder, stop, n := t.TempDir(), errors.New("stop"), 0
	j := pickyJob(2000, 2, does)
	open(t, j, folder)
	if _, err := j.Run(t.Context(), func(*evaluate.Row) error {
		if n++; n == 1200 {
			return stop
		}
		return nil
	}); err != stop {
		t.Fatal(err)
	}
	j.Journal.Close()

	strict := pickyJob(2000, 2, nil)
	strict.Strict = true
	open(t, strict, folder)
	if _, err := strict.Run(t.Context(), func(*evaluate.Row) error { return nil }); err == nil || err.Error() != "score document d3 with metric picky: too long" {
		t.Errorf("strict: %v", err)
	}
	strict.Journal.Close()

	j = pickyJob(2000, 2, does)
	open(t, j, folder)
	got, sum := rows(t, j)
	j.Journal.Close()
	if got != want {
		t.Error("it has other rows")
	}
	if d := cmp.Diff(wantSum, sum); d != "" {
		t.Error(d)
	}
}

// A document that takes for ever, 40 s of a headline with 400 numbers, is given up: where
// the metric looks at its context, where it does not, and in batches.
func TestLate(t *testing.T) {
	obeys := func(ctx context.Context) error {
		<-ctx.Done()
		return ctx.Err()
	}
	release := make(chan struct{})
	defer close(release)
	hangs := func(context.Context) error {
		<-release
		return nil
	}
	for name, do := range map[string]func(context.Context) error{"obeys": obeys, "hangs": hangs} {
		for _, batches := range []bool{false, true} {
			// Long enough for the others on a busy machine.
			j := pickyJob(10, 2, map[string]func(context.Context) error{"d5 a": do, "d8 b": do})
			j.Limit = 500 * time.Millisecond
			if batches {
				j.Metrics[1].Metric = batching{j.Metrics[1].Metric.(picky)}
				j.Limit = 150 * time.Millisecond // of each document, and a batch has 10
			}
			got, sum := rows(t, j)
			for _, want := range []string{"d5 [5 5] [1 5 NaN NaN 1001 5 NaN NaN]\n", "d6 [6 6] [1 6 1 6 1001 6 1001 6]\n", "d8 [8 8] [1 8 NaN NaN 1001 8 NaN NaN]\n"} {
				if !strings.Contains(got, want) {
					t.Errorf("%s, batches %v: no row %s in\n%s", name, batches, want, got)
				}
			}
			if n := len(sum.Failures); n != 1 || sum.Failures[0].Headlines != 4 || !strings.HasPrefix(sum.Failures[0].Reason, "it took longer than ") {
				t.Errorf("%s, batches %v: %+v", name, batches, sum.Failures)
			}
		}
	}
}
