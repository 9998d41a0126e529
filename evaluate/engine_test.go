package evaluate_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"hed/evaluate"
	"hed/generate"
	"hed/metric"
	"hed/score"
	"hed/spec"
)

// elsewhere is an engine whose workers are here.
type elsewhere struct {
	plan   *evaluate.Plan
	worker *evaluate.Worker
	state  *evaluate.State
	asked  atomic.Int64
	broken func(answer []byte) ([]byte, error)
}

func (e *elsewhere) Start(ctx context.Context, p *evaluate.Plan, state *evaluate.State, _ *evaluate.Place) (err error) {
	e.plan, e.state = p, state
	e.worker, err = (&evaluate.Plan{Metrics: p.Metrics, Generators: p.Generators, Extract: p.Extract}).Worker(ctx, state, 1)
	if err == nil {
		e.worker.Blocks = true
	}
	return err
}

func (e *elsewhere) Slots() int { return 3 }

func (e *elsewhere) Answer(ctx context.Context, lines []byte) ([]byte, error) {
	var out bytes.Buffer
	_, err := e.worker.Run(ctx, bytes.NewReader(lines), &out)
	e.asked.Add(1)
	if err != nil {
		return nil, err
	}
	answer, err := unblock(out.Bytes())
	if err == nil && e.broken != nil {
		return e.broken(answer)
	}
	return answer, err
}

// unblock takes the length off a block that is whole.
func unblock(block []byte) ([]byte, error) {
	if len(block) < 8 || binary.BigEndian.Uint64(block) != uint64(len(block)-8) {
		return nil, fmt.Errorf("%d bytes are not one block", len(block))
	}
	return block[8:], nil
}

// engineJob has metrics that learn nothing, one of them pooled, and cases that one cannot score.
func engineJob(n int, engine evaluate.Engine) *evaluate.Job {
	j, _ := newJob(n, 2)
	j.Metrics = []metric.Selected{
		{Metric: half{}, Info: metric.Info{Name: "half"}}, {Metric: pooling{}, Info: metric.Info{Name: "pooling"}},
		{Metric: letters{}, Info: metric.Info{Name: "letters"}},
	}
	j.Generators = []generate.Named{{Name: "g", Generator: &counting{calls: map[string]int{}}}}
	j.Engine = engine
	return j
}

// Rows, headlines and counts are those of one machine.
func TestEngine(t *testing.T) {
	const n = 9000
	want, wantSum := rows(t, engineJob(n, nil))
	e := new(elsewhere)
	got, sum := rows(t, engineJob(n, e))
	if got != want {
		t.Error("an engine gives other rows")
	}
	if e.asked.Load() < 2 || e.state != nil {
		t.Errorf("the engine was asked %d times, with the state %v", e.asked.Load(), e.state)
	}
	if sum.Docs != wantSum.Docs || sum.Absent["half"] != wantSum.Absent["half"] || sum.Empty["a"] != wantSum.Empty["a"] {
		t.Errorf("got %+v, want %+v", sum, wantSum)
	}
}

// What was scored before a stop is not sent again.
func TestEngineAfterStop(t *testing.T) {
	const n = 9000
	want, _ := rows(t, engineJob(n, nil))
	folder := t.TempDir()
	e := &elsewhere{broken: func(answer []byte) ([]byte, error) {
		if bytes.Contains(answer, []byte("r\x05d8999")) {
			return nil, errors.New("gone")
		}
		return answer, nil
	}}
	j := engineJob(n, e)
	open(t, j, folder)
	_, err := j.Run(t.Context(), func(*evaluate.Row) error { return nil })
	if _, ok := errors.AsType[*evaluate.EngineError](err); !ok || err.Error() != "gone" {
		t.Fatalf("got %v", err)
	}
	j.Journal.Close()
	again := new(elsewhere)
	j = engineJob(n, again)
	open(t, j, folder)
	defer j.Journal.Close()
	if j.Journal.Rows() == 0 {
		t.Error("nothing was kept")
	}
	if got, _ := rows(t, j); got != want {
		t.Error("a run that continued gives other rows")
	}
	if n := again.asked.Load(); n != 1 {
		t.Errorf("the engine was asked %d times for what was left of a batch", n)
	}
}

// A process that is killed may leave rows whose headlines were not written yet. They are scored again, with the headlines.
func TestEngineAfterKill(t *testing.T) {
	const n = 9000
	folder := t.TempDir()
	j := engineJob(n, new(elsewhere))
	open(t, j, folder)
	want, _ := rows(t, j)
	if err := j.Journal.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(filepath.Join(folder, "headlines"), 50_000); err != nil {
		t.Fatal(err)
	}
	j = engineJob(n, new(elsewhere))
	open(t, j, folder)
	defer j.Journal.Close()
	if j.Journal.Written() == 0 || j.Journal.Written() >= n || j.Journal.Rows() != j.Journal.Written() {
		t.Fatalf("%d headlines and %d rows were kept", j.Journal.Written(), j.Journal.Rows())
	}
	if got, _ := rows(t, j); got != want {
		t.Error("a run that continued gives other rows")
	}
}

// A metric that learns is sent what it learnt here.
func TestEngineLearns(t *testing.T) {
	learned := func(engine evaluate.Engine) *evaluate.Job {
		j, _ := newJob(50, 1)
		j.Metrics = learners(nil, "learner")
		j.Engine = engine
		return j
	}
	want, _ := rows(t, learned(nil))
	e := new(elsewhere)
	if got, _ := rows(t, learned(e)); got != want || e.state == nil {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// An answer that is not what was asked for is an error, and never a row.
func TestEngineLies(t *testing.T) {
	for name, lie := range map[string]func([]byte) []byte{
		"cut":     func(b []byte) []byte { return b[:len(b)-20] },
		"less":    func(b []byte) []byte { return b[bytes.Index(b, []byte("r\x02d2")):] },
		"nothing": func(b []byte) []byte { return nil },
		"more":    func(b []byte) []byte { return append(b, b...) },
		"other":   func(b []byte) []byte { return bytes.Replace(b, []byte("r\x02d7"), []byte("r\x02d8"), 1) },
		"long": func(b []byte) []byte {
			return bytes.Replace(b, []byte("r\x02d7"), []byte("r\xff\xff\xff\xff\xff\xff\xff\xff\x7fd7"), 1)
		},
		"values": func(b []byte) []byte {
			b[len("r\x02d1")]--
			return append(b[:len("r\x02d1")+1], b[len("r\x02d1")+9:]...)
		},
		"line":    func(b []byte) []byte { return append([]byte("{\n"), b...) },
		"refused": func(b []byte) []byte { return []byte(`{"line":1,"error":"no"}` + "\n") },
	} {
		j := engineJob(20, &elsewhere{broken: func(b []byte) ([]byte, error) { return lie(b), nil }})
		j.Generators = nil
		if _, err := j.Run(t.Context(), func(*evaluate.Row) error { return nil }); err == nil {
			t.Errorf("%s: it was believed", name)
		}
	}
	j, _ := newJob(20, 1)
	j.Engine = new(elsewhere)
	j.Generators = generators(echo{fits: new(int)})
	if _, err := j.Run(t.Context(), func(*evaluate.Row) error { return nil }); err == nil || !strings.Contains(err.Error(), "learns from all documents before it writes") {
		t.Errorf("got %v", err)
	}
}

// Workers know a metric by its spec alone, also one of a group, some of whose columns have the group's name because others
// have theirs.
func TestEngineOfGroup(t *testing.T) {
	set := metric.NewSet([]metric.Info{
		{Name: "half", New: func(map[string]string) (metric.Metric, error) { return half{}, nil }},
		{Name: "other", New: func(map[string]string) (metric.Metric, error) { return half{}, nil }},
	}, []metric.Group{{Name: "both", Specs: "half,other"}})
	grouped := func(engine evaluate.Engine) *evaluate.Job {
		j := engineJob(100, engine)
		specs, err := spec.Parse("half,both")
		if err != nil {
			t.Fatal(err)
		}
		if j.Metrics, _, err = set.Build(specs); err != nil {
			t.Fatal(err)
		}
		return j
	}
	want, _ := rows(t, grouped(nil))
	e := new(elsewhere)
	if got, _ := rows(t, grouped(e)); got != want {
		t.Error("an engine gives other rows")
	}
	if names := score.Names(e.plan.Columns()); !slices.Contains(names, "metric2.always") {
		t.Errorf("workers have columns %q", names)
	}
	var all []spec.Spec
	for _, m := range e.plan.Metrics {
		one, err := spec.Parse(m.Spec.String())
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, one...)
	}
	again, _, err := set.Build(all)
	if err != nil || !slices.Equal(score.Names((&evaluate.Plan{Metrics: again}).Columns()), score.Names(e.plan.Columns())) {
		t.Errorf("a worker cannot build %v: %v", all, err)
	}
}
