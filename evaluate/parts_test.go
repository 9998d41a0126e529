package evaluate_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"hed/corpus"
	"hed/corpus/jsonl"
	"hed/evaluate"
)

// reading is an engine that has the documents, in parts of some lines.
type reading struct {
	elsewhere
	parts   [][]byte
	changed int64 // when they were
	place   *evaluate.Place
	broken  func(part int, rows []byte) ([]byte, error)
	unread  int // lines of each part that are not answered
	calls   atomic.Int64
}

func (r *reading) Start(ctx context.Context, p *evaluate.Plan, state *evaluate.State, from *evaluate.Place) error {
	if err := r.elsewhere.Start(ctx, p, state, from); err != nil {
		return err
	}
	r.place = from
	r.worker.Systems, r.worker.Columns, r.worker.Summary = from.Systems, from.Columns, true
	return nil
}

func (r *reading) Parts() (all []evaluate.Part) {
	for i, lines := range r.parts {
		all = append(all, evaluate.Part{File: "far/part.jsonl", Start: int64(i * 1000), Length: int64(len(lines)), Changed: r.changed, Number: i})
	}
	return all
}

func (r *reading) Records(_ context.Context, part int) ([]byte, error) { return r.parts[part], nil }

func (r *reading) AnswerPart(ctx context.Context, part int) (*evaluate.PartAnswer, error) {
	r.calls.Add(1)
	var out bytes.Buffer
	if _, err := r.worker.Run(ctx, bytes.NewReader(append(slices.Clone(r.parts[part]), '\n')), &out); err != nil {
		return nil, err
	}
	rows, err := unblock(out.Bytes())
	if err == nil && r.broken != nil {
		rows, err = r.broken(part, rows)
	}
	lines := 0
	for line := range bytes.Lines(r.parts[part]) {
		if len(bytes.TrimSpace(line)) > 0 {
			lines++
		}
	}
	return &evaluate.PartAnswer{Lines: lines + r.unread, Rows: rows}, err
}

// partsJob is that of engineJob, whose cases the engine has.
func partsJob(t *testing.T, n int) (*evaluate.Job, *reading) {
	e := new(reading)
	j := engineJob(n, e)
	var lines bytes.Buffer
	i := 0
	for c, err := range j.Cases {
		if err != nil {
			t.Fatal(err)
		}
		if err := jsonl.NewWriter(&lines).WriteCase(c); err != nil {
			t.Fatal(err)
		}
		if i++; i%100 == 0 || i == n {
			e.parts = append(e.parts, bytes.Clone(lines.Bytes()))
			lines.Reset()
		}
	}
	j.Place = &evaluate.Place{URI: "far", Format: "jsonl", Systems: j.Systems}
	j.DocsFile = "far"
	return j, e
}

// values are rows without headlines, which stay where the documents are.
func values(t *testing.T, j *evaluate.Job) (string, *evaluate.Summary) {
	t.Helper()
	var b strings.Builder
	sum, err := j.Run(t.Context(), func(r *evaluate.Row) error {
		fmt.Fprintln(&b, r.Doc.ID, r.Values)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String(), sum
}

// Rows, counts and sums are those of one machine that reads the same documents.
func TestPartsElsewhere(t *testing.T) {
	local := engineJob(950, nil)
	local.Sums = true
	want, wantSum := values(t, local)
	j, e := partsJob(t, 950)
	got, sum := values(t, j)
	if got != want {
		t.Error("parts give other rows")
	}
	if fmt.Sprint(*sum) != fmt.Sprint(*wantSum) || len(sum.SHA256) != 64 {
		t.Errorf("got %+v, want %+v", *sum, *wantSum)
	}
	if e.calls.Load() != 10 {
		t.Errorf("%d parts were answered", e.calls.Load())
	}
	n := 0
	for c, err := range j.PartCases(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		if n++; len(c.Outputs) != len(j.Systems) {
			t.Fatalf("%s has %d headlines", c.Doc.ID, len(c.Outputs))
		}
	}
	if n != 950 {
		t.Errorf("%d cases for the page", n)
	}
}

// Parts that were answered before a stop are not read again, and those of other files are of another run.
func TestPartsAfterStop(t *testing.T) {
	want, _ := values(t, engineJob(950, nil))
	folder := t.TempDir()
	j, e := partsJob(t, 950)
	e.broken = func(part int, rows []byte) ([]byte, error) {
		if part == 7 {
			return nil, errors.New("gone")
		}
		return rows, nil
	}
	open(t, j, folder)
	if _, err := j.Run(t.Context(), func(*evaluate.Row) error { return nil }); err == nil || err.Error() != "gone" {
		t.Fatalf("got %v", err)
	}
	j.Journal.Close()
	j, e = partsJob(t, 950)
	open(t, j, folder)
	if got, _ := values(t, j); got != want {
		t.Error("a run that continued gives other rows")
	}
	if n := e.calls.Load(); n < 3 || n > 9 {
		t.Errorf("%d of 10 parts were answered again", n)
	}
	written := 0
	for range j.Journal.Headlines() {
		written++
	}
	if written != 950 {
		t.Errorf("%d documents have headlines in the journal", written)
	}
	j.Journal.Close()
	j, e = partsJob(t, 950)
	e.parts = e.parts[:5]
	open(t, j, folder)
	defer j.Journal.Close()
	if _, err := j.Run(t.Context(), func(*evaluate.Row) error { return nil }); !errors.Is(err, evaluate.ErrOtherRun) {
		t.Errorf("got %v", err)
	}
}

// What is wrong with documents that others read is said with the file and, as far as it is known, the place.
func TestPartsThatAreWrong(t *testing.T) {
	for name, c := range map[string]struct {
		change func(e *reading)
		want   string
	}{
		"first": {func(e *reading) { e.parts[0] = append([]byte("{\n"), e.parts[0]...) }, "far/part.jsonl:1: "},
		"later": {func(e *reading) { e.parts[3] = append(e.parts[3], "no\n"...) }, "far/part.jsonl: line 101 after byte 3000: "},
		"date": {func(e *reading) {
			e.parts[0] = append([]byte(`{"id":"x","date":"3 May 2024","text":"t","outputs":{"a":"b","b":"c"}}`+"\n"), e.parts[0]...)
		}, `far/part.jsonl:1: the date "3 May 2024" is not ISO 8601`},
		"lacks": {func(e *reading) { e.parts[1] = append(e.parts[1], `{"id":"x","text":"t","headline":"h"}`+"\n"...) }, "document x has no headline of system a"},
		"twice": {func(e *reading) { e.parts[9] = append(e.parts[9], e.parts[0]...) }, "far: document 951 in the order of its files has the id of document 1"},
		"empty": {func(e *reading) { e.parts = nil }, "far: has no documents"},
		"cut": {func(e *reading) {
			e.broken = func(_ int, rows []byte) ([]byte, error) { return rows[:len(rows)/2], nil }
		}, "far/part.jsonl: "},
		"some": {func(e *reading) { e.unread = 1 }, "far/part.jsonl: the engine answered 100 of 101 documents"},
		"unfinished": {func(e *reading) {
			e.broken = func(_ int, rows []byte) ([]byte, error) {
				return rows[:bytes.Index(rows, []byte(`{"summary"`))], nil
			}
		}, "did not end its answer"},
		"fewer": {func(e *reading) {
			e.broken = func(_ int, rows []byte) ([]byte, error) {
				return bytes.Replace(rows, []byte(`"documents":100`), []byte(`"documents":99`), 1), nil
			}
		}, "ended with"},
	} {
		j, e := partsJob(t, 950)
		c.change(e)
		if _, err := j.Run(t.Context(), func(*evaluate.Row) error { return nil }); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %s", name, err, c.want)
		}
	}
	for name, columns := range map[string]map[string]string{"there is no column \"body\" to read the text from": {"text": "body"}, "": {"id": "id"}} {
		j, _ := partsJob(t, 10)
		j.Place.Columns.Columns = columns
		if _, err := j.Run(t.Context(), func(*evaluate.Row) error { return nil }); fmt.Sprint(err) != "<nil>" && name == "" || name != "" && !strings.Contains(fmt.Sprint(err), "far/part.jsonl:1: "+name) {
			t.Errorf("%v: got %v", columns, err)
		}
	}
	j, _ := partsJob(t, 10)
	j.Metrics = learners(nil, "learner")
	if _, err := j.Run(t.Context(), func(*evaluate.Row) error { return nil }); err == nil || !strings.Contains(err.Error(), "learns from all documents before it scores") {
		t.Errorf("got %v", err)
	}
	j, _ = partsJob(t, 10)
	j.Engine = new(elsewhere)
	if _, err := j.Run(t.Context(), func(*evaluate.Row) error { return nil }); err == nil || !strings.Contains(err.Error(), "cannot read") {
		t.Errorf("got %v", err)
	}
}

// A record may have headlines in fields of its own, and keys with other names.
func TestWorkerOfRecords(t *testing.T) {
	w, err := engineJob(1, nil).Plan.Worker(t.Context(), nil, 1)
	if err != nil {
		t.Fatal(err)
	}
	w.Systems, w.Columns = []string{"b", "a"}, corpus.Options{Columns: map[string]string{"text": "body", "id": "nr"}}
	var out bytes.Buffer
	if _, err := w.Run(t.Context(), strings.NewReader(`{"nr":7,"body":"t","headline":"h","b":"B","outputs":{"a":"A"}}`+"\n"), &out); err != nil {
		t.Fatal(err)
	}
	if first, second := strings.Index(out.String(), `{"id":"7","system":"b",`), strings.Index(out.String(), `{"id":"7","system":"a",`); first < 0 || second < first {
		t.Errorf("got %s", out.String())
	}
}
