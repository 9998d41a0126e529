package evaluate_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"hash/crc64"
	"io"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hed/corpus"
	"hed/corpus/jsonl"
	"hed/evaluate"
	"hed/metric"
	"hed/score"
	"hed/spec"
)

// pupil learns the sum of all ids and texts in their order.
type pupil struct {
	name string
	sum  *uint64
	fail error
}

func (p pupil) Columns() []score.Column { return []score.Column{{Name: p.name}} }

func (p pupil) Score(_ context.Context, c *corpus.Case, out []float64) error {
	for i, o := range c.Outputs {
		out[i] = float64(*p.sum%1000 + uint64(len(o.Text)))
	}
	return nil
}

func (p pupil) Fit(ctx context.Context, docs corpus.Reader, workers int) error {
	return p.Learn(ctx, metric.Extract(ctx, p.Extractor(), docs, workers), workers, "")
}

func (p pupil) Extractor() metric.Extractor { return texts{} }

func (p pupil) Learn(_ context.Context, from metric.Extracts, _ int, _ string) error {
	if p.fail != nil {
		return p.fail
	}
	var all []byte
	for some, err := range from {
		if err != nil {
			return err
		}
		all = append(all, some...)
	}
	*p.sum = crc64.Checksum(all, crc64.MakeTable(crc64.ECMA))
	return nil
}

func (p pupil) Save(w io.Writer) error { _, err := fmt.Fprint(w, *p.sum); return err }
func (p pupil) Load(r io.Reader) error { _, err := fmt.Fscan(r, p.sum); return err }

// texts makes ids and texts of documents.
type texts struct{}

func (texts) Name() string { return "texts" }

func (texts) Extract(docs []*corpus.Document) (all []byte) {
	for _, d := range docs {
		all = fmt.Appendf(all, "%s\n%s\n", d.ID, d.Body)
	}
	return all
}

func pupils(names ...string) (all []metric.Selected) {
	for _, n := range names {
		all = append(all, metric.Selected{Metric: pupil{name: n, sum: new(uint64)}, Info: metric.Info{Name: n}, Spec: spec.Spec{Name: n}})
	}
	return all
}

// lessonsJob has metrics that learn, one of them twice, beside one that does not.
func lessonsJob(t *testing.T) (*evaluate.Job, *reading) {
	j, e := partsJob(t, 950)
	j.Metrics = append(pupils("one", "two"), j.Metrics...)
	return j, e
}

// here are the documents of an engine, read on this machine.
type here struct{ parts [][]byte }

func (h here) Documents(context.Context) iter.Seq2[*corpus.Document, error] {
	return func(yield func(*corpus.Document, error) bool) {
		for c, err := range jsonl.Cases(corpus.Stream("here", bytes.NewReader(bytes.Join(h.parts, nil))), corpus.Options{}) {
			if !yield(c.Doc, err) {
				return
			}
		}
	}
}

func state(t *testing.T, j *evaluate.Job) string {
	t.Helper()
	s, err := j.Learn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := s.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// What metrics learn where an engine reads the documents is what they learn here, and scores as that does. The documents are read once.
func TestLessons(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	j, e := lessonsJob(t)
	want := state(t, &evaluate.Job{Plan: evaluate.Plan{Metrics: pupils("one", "two")}, Docs: here{e.parts}, Workers: 3})
	done := 0
	j.Progress = func(s evaluate.Stage, n int) {
		if s == evaluate.Reading {
			done = n
		}
	}
	if got := state(t, j); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if e.calls.Load() != 10 || done != 950 {
		t.Errorf("%d parts were answered, with %d documents", e.calls.Load(), done)
	}
	if left, _ := os.ReadDir(os.TempDir()); len(left) > 0 {
		t.Errorf("%s is left", left[0].Name())
	}
	local := engineJob(950, nil)
	local.Metrics = append(pupils("one", "two"), local.Metrics...)
	local.Docs, local.Sums = here{e.parts}, true
	rows, sum := values(t, local)
	got, gotSum := values(t, j)
	if got != rows || fmt.Sprint(*gotSum) != fmt.Sprint(*sum) {
		t.Errorf("got other rows, or %+v for %+v", *gotSum, *sum)
	}
	if e.calls.Load() != 30 {
		t.Errorf("%d parts were answered", e.calls.Load())
	}
}

// Parts that were read before a stop are not read again, nor is anything when all have learnt. Other documents are read anew.
func TestLessonsAfterStop(t *testing.T) {
	j, _ := lessonsJob(t)
	want := state(t, j)
	folder := t.TempDir()
	j, e := lessonsJob(t)
	j.Learnt = &evaluate.Learnt{Folder: folder, Fingerprint: "f"}
	e.broken = func(part int, rows []byte) ([]byte, error) {
		if part == 9 {
			return nil, errors.New("gone")
		}
		return rows, nil
	}
	_, err := j.Learn(t.Context())
	if _, ok := errors.AsType[*evaluate.EngineError](err); !ok || err.Error() != "fit metric one: gone" {
		t.Fatalf("got %v", err)
	}
	e.broken = nil
	e.calls.Store(0)
	if got := state(t, j); got != want || e.calls.Load() != 1 {
		t.Errorf("got %q, want %q, after %d parts", got, want, e.calls.Load())
	}
	if _, err := os.Stat(filepath.Join(folder, "extracts")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("what nobody needs is there: %v", err)
	}
	e.calls.Store(0)
	if got := state(t, j); got != want || e.calls.Load() != 0 {
		t.Errorf("%d parts are read for what is known", e.calls.Load())
	}
	e.parts = e.parts[:9]
	if got := state(t, j); got == want || e.calls.Load() != 9 {
		t.Errorf("other documents teach the same, after %d parts", e.calls.Load())
	}
	e.calls.Store(0)
	e.changed++ // their lengths are the same
	if state(t, j); e.calls.Load() != 9 {
		t.Errorf("%d parts of changed documents are read", e.calls.Load())
	}
}

// fickle is an engine whose documents change before it is started a second time.
type fickle struct {
	*reading
	started bool
}

func (f *fickle) Start(ctx context.Context, p *evaluate.Plan, state *evaluate.State, from *evaluate.Place) error {
	for i, part := range f.parts {
		if f.started {
			f.parts[i] = bytes.ReplaceAll(part, []byte(`"references":["`), []byte(`"references":["And `))
		}
	}
	f.started = true
	return f.reading.Start(ctx, p, state, from)
}

// Documents that change between learning and scoring are noticed.
func TestLessonsOfChanged(t *testing.T) {
	j, e := lessonsJob(t)
	j.Engine = &fickle{reading: e}
	_, err := j.Run(t.Context(), func(*evaluate.Row) error { return nil })
	if _, ok := errors.AsType[*corpus.SyntaxError](err); !ok || !strings.HasPrefix(err.Error(), "far: has changed since metrics learnt") {
		t.Errorf("got %v", err)
	}
}

// A metric that cannot learn is left out as on one machine, whoever reads the documents.
func TestLessonsOfUnable(t *testing.T) {
	unable := func(j *evaluate.Job) *evaluate.Job {
		bad := pupils("one", "bad", "two")
		bad[1].Metric = pupil{name: "bad", sum: new(uint64), fail: errors.New("too little")}
		j.Metrics = append(append(bad[:2:2], j.Metrics...), bad[2]) // pooled columns between
		return j
	}
	parts, e := partsJob(t, 950)
	local := unable(engineJob(950, nil))
	local.Docs, local.Sums = here{e.parts}, true
	want, wantSum := values(t, local)
	sent := unable(engineJob(950, new(elsewhere)))
	sent.Docs, sent.Sums = here{e.parts}, true
	for name, j := range map[string]*evaluate.Job{"parts": unable(parts), "cases": sent} {
		got, sum := values(t, j)
		if got != want || fmt.Sprint(*sum) != fmt.Sprint(*wantSum) {
			t.Errorf("%s: other rows, or %+v for %+v", name, *sum, *wantSum)
		}
		if sum.Unfit["bad"] == nil || sum.Absent["bad"] == 0 {
			t.Errorf("%s: left out are %v", name, sum.Unfit)
		}
	}
	if _, err := unable(parts).Learn(t.Context()); err == nil || err.Error() != "fit metric bad: too little" {
		t.Errorf("got %v", err)
	}
}

// An evaluation that was stopped while metrics learnt, or afterwards, continues.
func TestLessonsOfJournal(t *testing.T) {
	j, e := lessonsJob(t)
	want, _ := values(t, j)
	folder := t.TempDir()
	for _, most := range []int64{5, 15, 1000} {
		j, e = lessonsJob(t)
		e.broken = func(part int, rows []byte) ([]byte, error) {
			if e.calls.Load() > most {
				return nil, errors.New("gone")
			}
			return rows, nil
		}
		open(t, j, folder)
		var b strings.Builder
		_, err := j.Run(t.Context(), func(r *evaluate.Row) error {
			fmt.Fprintln(&b, r.Doc.ID, r.Values)
			return nil
		})
		if _, ok := errors.AsType[*evaluate.EngineError](err); ok != (most < 1000) {
			t.Fatalf("after %d parts: %v", most, err)
		}
		if most == 1000 && (b.String() != want || e.calls.Load() >= 10) {
			t.Errorf("other rows, or %d parts that had been answered", e.calls.Load())
		}
		j.Journal.Close()
	}
}

// What is wrong with documents or answers ends all learning, with its place; what a metric cannot learn is its own fault.
func TestLessonsThatAreWrong(t *testing.T) {
	for name, c := range map[string]struct {
		change func(j *evaluate.Job, e *reading)
		want   string
	}{
		"record": {func(_ *evaluate.Job, e *reading) { e.parts[3] = append(e.parts[3], "no\n"...) }, "far/part.jsonl: line 101 after byte 3000: "},
		"twice":  {func(_ *evaluate.Job, e *reading) { e.parts[9] = append(e.parts[9], e.parts[0]...) }, "far: document 951 in the order of its files has the id of document 1"},
		"none":   {func(_ *evaluate.Job, e *reading) { e.parts = nil }, "far: has no documents"},
		"cut": {func(_ *evaluate.Job, e *reading) {
			e.broken = func(_ int, rows []byte) ([]byte, error) { return rows[:len(rows)/2], nil }
		}, "far/part.jsonl: "},
		"fewer": {func(_ *evaluate.Job, e *reading) {
			e.broken = func(_ int, rows []byte) ([]byte, error) {
				return bytes.Replace(rows, []byte(`"documents":100`), []byte(`"documents":99`), 1), nil
			}
		}, "ended with"},
		"some": {func(_ *evaluate.Job, e *reading) { e.unread = 1 }, "far/part.jsonl: the engine answered 100 of 101 documents"},
		"no summary": {func(_ *evaluate.Job, e *reading) {
			e.broken = func(_ int, rows []byte) ([]byte, error) {
				return append(rows[:bytes.Index(rows, []byte(`{"summary"`))], `{"summary":null}`+"\n"...), nil
			}
		}, `ended with {"summary":null}`},
		"no extract": {func(_ *evaluate.Job, e *reading) {
			e.broken = func(part int, rows []byte) ([]byte, error) {
				if at := bytes.Index(rows, []byte("x\x05texts")); part == 3 && at >= 0 {
					return append(rows[:at], rows[bytes.Index(rows, []byte(`{"summary"`)):]...), nil
				}
				return rows, nil
			}
		}, "far/part.jsonl: the engine answered 100 documents, and made texts of 0"},
		"other": {func(j *evaluate.Job, _ *reading) { j.Metrics = append(j.Metrics, learners(nil, "learner")...) }, "metric learner learns "},
	} {
		j, e := lessonsJob(t)
		c.change(j, e)
		if _, err := j.Run(t.Context(), func(*evaluate.Row) error { return nil }); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %s", name, err, c.want)
		}
		if _, err := j.Learn(t.Context()); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: learning alone: got %v, want %s", name, err, c.want)
		}
	}
}
