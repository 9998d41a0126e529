package evaluate_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hed/corpus"
	"hed/evaluate"
	"hed/metric"
	"hed/score"
)

// made is a corpus of n documents, some of them malformed.
type made struct {
	n   int
	bad map[int]bool
}

func (m made) Documents(ctx context.Context) iter.Seq2[*corpus.Document, error] {
	return func(yield func(*corpus.Document, error) bool) {
		for i := range m.n {
			if err := ctx.Err(); err != nil {
				yield(nil, err)
				return
			}
			d := &corpus.Document{ID: fmt.Sprint("d", i), References: make([]string, 1+i%3), Line: i + 1}
			var err error
			if m.bad[i] {
				d, err = nil, &corpus.SyntaxError{File: "docs", Line: i + 1, Msg: "bad"}
			}
			if !yield(d, err) {
				return
			}
		}
	}
}

// listed is a corpus of some documents.
type listed []*corpus.Document

func (l listed) Documents(context.Context) iter.Seq2[*corpus.Document, error] {
	return func(yield func(*corpus.Document, error) bool) {
		for _, d := range l {
			if !yield(d, nil) {
				return
			}
		}
	}
}

// job scores no system on the documents.
func (l listed) job() *evaluate.Job {
	return &evaluate.Job{Docs: l, DocsFile: "docs", Workers: 1, Cases: corpus.Join(context.Background(), l, "docs", nil)}
}

// The least number of references need not be the first, and languages that hed
// does not know are counted.
func TestSummaryOfDocuments(t *testing.T) {
	_, sum := rows(t, listed{
		{ID: "1", References: []string{"a", "b", "c"}, Lang: "de"}, {ID: "2", References: []string{"a"}, Lang: "en-GB"},
		{ID: "3", References: []string{"a", "b"}, Lang: "de-AT"}, {ID: "4", References: []string{"a", "b"}},
	}.job())
	if sum.MinRefs != 1 || sum.MaxRefs != 3 {
		t.Errorf("%d to %d references", sum.MinRefs, sum.MaxRefs)
	}
	if d := cmp.Diff(map[string]int{"de": 2}, sum.Foreign); d != "" {
		t.Error(d)
	}
}

// Long documents are handed over few at a time, so that memory stays small.
func TestBatchesOfLongDocuments(t *testing.T) {
	var docs listed
	for i := range 6 {
		docs = append(docs, &corpus.Document{ID: fmt.Sprint(i), Body: strings.Repeat("x", 600<<10)})
	}
	j, done := docs.job(), []int(nil)
	j.Progress = func(_ evaluate.Stage, n int) { done = append(done, n) }
	rows(t, j)
	// The last batch is whatever is left, here nothing.
	if d := cmp.Diff([]int{2, 4, 6, 6}, done); d != "" {
		t.Error(d)
	}
}

// outputs are one headline a document, some of them empty.
type outputs int

func (n outputs) Outputs(context.Context) iter.Seq2[corpus.Output, error] {
	return func(yield func(corpus.Output, error) bool) {
		for i := range int(n) {
			text := fmt.Sprint(i)
			if i%100 == 7 {
				text = ""
			}
			if !yield(corpus.Output{Text: text, Line: i + 1}, nil) {
				return
			}
		}
	}
}

// length is a metric of two columns that counts how often it is used.
type length struct {
	scored *atomic.Int64
	fitted int
	fail   error
}

func (l *length) Columns() []score.Column {
	return []score.Column{{Name: "len"}, {Name: "id"}}
}

func (l *length) Score(_ context.Context, it *corpus.Case, out []float64) error {
	if l.fail != nil && it.Doc.ID == "d700" {
		return l.fail
	}
	for i, h := range it.Headlines() {
		l.scored.Add(1)
		out[2*i] = float64(len(h) + 1000*i)
		fmt.Sscanf(it.Doc.ID, "d%g", &out[2*i+1])
	}
	return nil
}

func (l *length) Fit(ctx context.Context, docs corpus.Reader, _ int) error {
	for _, err := range docs.Documents(ctx) {
		if err != nil {
			return err
		}
		l.fitted++
	}
	return nil
}

func newJob(n, workers int) (*evaluate.Job, *length) {
	m := &length{scored: new(atomic.Int64)}
	docs := made{n: n}
	return &evaluate.Job{
		Docs: docs, DocsFile: "docs", Workers: workers, Cases: join(docs),
		Plan: evaluate.Plan{
			Systems: []string{"a", "b"},
			Metrics: []metric.Selected{{Metric: m, Info: metric.Info{Name: "length", Needs: metric.References}}},
		},
	}, m
}

// join has two systems that write the same.
func join(docs made) iter.Seq2[*corpus.Case, error] {
	return corpus.Join(context.Background(), docs, "docs", []corpus.System{
		{Name: "a", File: "a", Outputs: outputs(docs.n)},
		{Name: "b", File: "b", Outputs: outputs(docs.n)},
	})
}

// rows runs the job and prints every row.
func rows(t *testing.T, j *evaluate.Job) (string, *evaluate.Summary) {
	t.Helper()
	var b strings.Builder
	sum, err := j.Run(t.Context(), func(r *evaluate.Row) error {
		fmt.Fprintln(&b, r.Doc.ID, r.Headlines(), r.Values)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String(), sum
}

func TestWorkersChangeNothing(t *testing.T) {
	j, _ := newJob(3000, 1)
	want, _ := rows(t, j)
	if n := strings.Count(want, "\n"); n != 3000 {
		t.Fatalf("%d rows", n)
	}
	if !strings.HasPrefix(want, "d0 [0 0] [1 0 1001 0]\nd1 [1 1] [1 1 1001 1]\n") {
		t.Errorf("rows begin with %.60s", want)
	}
	for _, workers := range []int{0, 2, 7, 64} {
		j, _ := newJob(3000, workers)
		if got, _ := rows(t, j); got != want {
			t.Errorf("%d workers give other rows", workers)
		}
	}
}

func TestSummary(t *testing.T) {
	j, m := newJob(300, 2)
	j.Progress = func(stage evaluate.Stage, done int) {
		if stage != evaluate.Scoring || done < 1 || done > 300 {
			t.Errorf("%s %d", stage, done)
		}
	}
	_, sum := rows(t, j)
	want := &evaluate.Summary{Docs: 300, MinRefs: 1, MaxRefs: 3, EmptyRefs: 300, Empty: map[string]int{"a": 3, "b": 3}, Absent: map[string]int{}, Unfit: map[string]error{}, Unseen: map[string]int{}, Foreign: map[string]int{}, Langs: map[string]int{"en": 300}}
	if d := cmp.Diff(want, sum); d != "" {
		t.Error(d)
	}
	if m.fitted != 300 {
		t.Errorf("fitted on %d documents", m.fitted)
	}
	cols := sum.Sign(j.Metrics, score.Setting{Key: "seed", Value: "1"})
	if got := cols[0].String(); !strings.HasPrefix(got, "len|nrefs:1-3|seed:1|version:") {
		t.Errorf("signature %s", got)
	}
}

func TestTable(t *testing.T) {
	j, _ := newJob(1000, 2)
	tab := score.NewTable(j.Names(), j.Columns())
	_, err := j.Run(t.Context(), func(row *evaluate.Row) error {
		tab.Append(row.Doc.ID, row.Values)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(tab.Docs()) != 1000 || tab.Docs()[999] != "d999" {
		t.Errorf("%d documents", len(tab.Docs()))
	}
	for d, v := range tab.Values(0, 0) {
		if got := tab.Values(1, 0)[d] - v; got != 1000 {
			t.Errorf("document %d: the systems are %v apart", d, got)
		}
	}
}

func TestMalformedRecords(t *testing.T) {
	for _, c := range []struct {
		bad  []int
		want string
	}{
		{[]int{700}, "docs:701: bad"},
		{[]int{3, 999}, "docs:4: bad\ndocs:1000: bad"},
		{[]int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, "docs:9: bad\ndocs:10: bad\nstopped after 10 errors; there may be more"},
	} {
		j, _ := newJob(1000, 2)
		bad := map[int]bool{}
		for _, i := range c.bad {
			bad[i] = true
		}
		j.Cases = join(made{1000, bad})
		j.Metrics[0].Metric = struct{ metric.Metric }{j.Metrics[0].Metric} // no Fitter
		_, err := j.Run(t.Context(), func(*evaluate.Row) error { return nil })
		if err == nil || !strings.HasSuffix(err.Error(), c.want) {
			t.Errorf("%v: got %v, want %s", c.bad, err, c.want)
		}
		var syntax *corpus.SyntaxError
		if !errors.As(err, &syntax) {
			t.Errorf("%v: %T is no SyntaxError", c.bad, err)
		}
	}
}

func TestNeeds(t *testing.T) {
	j, _ := newJob(10, 1)
	j.Metrics[0].Info.Needs = metric.Body
	_, err := j.Run(t.Context(), func(*evaluate.Row) error { return nil })
	if want := "docs:1: document d0 has no text, which metric length needs; add it or leave the metric out"; err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestErrorsEndTheRun(t *testing.T) {
	boom := errors.New("boom")
	j, m := newJob(5000, 4)
	m.fail, j.Strict = boom, true
	if _, err := j.Run(t.Context(), func(*evaluate.Row) error { return nil }); !errors.Is(err, boom) || !strings.Contains(err.Error(), "document d700 with metric length") {
		t.Errorf("an error of a metric became %v", err)
	}
	j, _ = newJob(5000, 4)
	n := 0
	_, err := j.Run(t.Context(), func(*evaluate.Row) error {
		if n++; n == 300 {
			return boom
		}
		return nil
	})
	if !errors.Is(err, boom) || n != 300 {
		t.Errorf("an error of the sink became %v after %d rows", err, n)
	}
}

// unfit is a metric that cannot learn.
type unfit struct{ metric.Metric }

func (unfit) Fit(context.Context, corpus.Reader, int) error { return errors.New("too little") }

func (unfit) Score(context.Context, *corpus.Case, []float64) error { return errors.New("not fitted") }

// A metric that cannot learn is left out where others are left, for which "--metric hevas"
// ended when one of its 17 could not. If the plan is strict, it ends the run, unless it
// came with a group such as all.
func TestUnfit(t *testing.T) {
	j, m := newJob(2, 2)
	other := metric.Selected{Metric: unfit{m}, Info: metric.Info{Name: "other"}}
	alone, _ := newJob(2, 2)
	alone.Metrics = []metric.Selected{other}
	strict, _ := newJob(2, 2)
	strict.Metrics, strict.Strict = append(strict.Metrics, other), true
	for name, j := range map[string]*evaluate.Job{"alone": alone, "strict": strict} {
		if _, err := j.Run(t.Context(), func(*evaluate.Row) error { return nil }); err == nil || err.Error() != "fit metric other: too little" {
			t.Errorf("%s: %v", name, err)
		}
	}
	strict.Metrics[1].Spec.Optional = true
	if _, err := strict.Run(t.Context(), func(*evaluate.Row) error { return nil }); err != nil {
		t.Errorf("an optional one: %v", err)
	}
	j.Metrics = append(j.Metrics, other)
	got, sum := rows(t, j)
	if want := "d0 [0 0] [1 0 NaN NaN 1001 0 NaN NaN]\nd1 [1 1] [1 1 NaN NaN 1001 1 NaN NaN]\n"; got != want {
		t.Errorf("got %s", got)
	}
	if err := sum.Unfit["other"]; len(sum.Unfit) != 1 || err == nil || err.Error() != "too little" {
		t.Errorf("left out are %v", sum.Unfit)
	}
}

func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	stop := errors.New("stop")
	j, _ := newJob(1_000_000, 4)
	j.Metrics[0].Metric = struct{ metric.Metric }{j.Metrics[0].Metric}
	n := 0
	_, err := j.Run(ctx, func(*evaluate.Row) error {
		if n++; n == 1000 {
			cancel(stop)
		}
		return nil
	})
	if !errors.Is(err, stop) {
		t.Errorf("got %v", err)
	}
	if n > 20_000 {
		t.Errorf("went on for %d rows", n)
	}
}

func TestJournal(t *testing.T) {
	folder := t.TempDir()
	want, _ := rows(t, first(newJob(2000, 2)))

	// Stop in the middle.
	j, _ := newJob(2000, 2)
	open(t, j, folder)
	stop := errors.New("stop")
	n := 0
	_, err := j.Run(t.Context(), func(*evaluate.Row) error {
		if n++; n == 1200 {
			return stop
		}
		return nil
	})
	if !errors.Is(err, stop) {
		t.Fatal(err)
	}
	if err := j.Journal.Close(); err != nil {
		t.Fatal(err)
	}

	// Go on: the same rows, and only the rest is scored.
	j, m := newJob(2000, 3)
	open(t, j, folder)
	if j.Journal.Rows() != 1200 {
		t.Errorf("the journal has %d rows", j.Journal.Rows())
	}
	got, _ := rows(t, j)
	if got != want {
		t.Error("a resumed run gives other rows")
	}
	if scored := m.scored.Load(); scored != 2*800 {
		t.Errorf("%d headlines were scored", scored)
	}
	j.Journal.Close()
	if _, err := evaluate.OpenJournal(folder, "other", &j.Plan); !errors.Is(err, evaluate.ErrOtherRun) {
		t.Errorf("the journal of another run: %v", err)
	}
}

func first[A, B any](a A, _ B) A { return a }

func open(t *testing.T, j *evaluate.Job, folder string) {
	t.Helper()
	var err error
	if j.Journal, err = evaluate.OpenJournal(folder, "run", &j.Plan); err != nil {
		t.Fatal(err)
	}
}
