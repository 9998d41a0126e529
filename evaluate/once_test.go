package evaluate_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hed/corpus"
	"hed/evaluate"
	"hed/generate"
	"hed/metric"
)

// counting writes the id of a document, alone or in batches, and counts how often
// it was asked for each.
type counting struct {
	mu     sync.Mutex
	calls  map[string]int
	batch  int // the largest so far
	closed int
}

func (g *counting) count(d *corpus.Document) string {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.calls[d.ID]++
	return "on " + d.ID
}

func (g *counting) Generate(_ context.Context, d *corpus.Document) (string, error) {
	return g.count(d), nil
}
func (g *counting) Signature() string { return "counting" }
func (g *counting) Close() error      { g.closed++; return nil }

// batched is counting as a Batcher.
type batched struct{ *counting }

func (g batched) GenerateBatch(_ context.Context, docs []*corpus.Document, n int) (all [][]generate.Candidate, _ error) {
	for _, d := range docs {
		all = append(all, []generate.Candidate{{Headline: g.count(d)}})
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.batch = max(g.batch, len(docs))
	return all, nil
}

// surveyor looks at all headlines first, as idf weights and language models do.
type surveyor struct {
	*length
	seen *[]string
}

func (s surveyor) Survey(_ context.Context, cases iter.Seq2[*corpus.Case, error]) error {
	for c, err := range cases {
		if err != nil {
			return err
		}
		*s.seen = append(*s.seen, c.Headlines()...)
	}
	return nil
}

func countingJob(n int, g generate.Generator, m metric.Metric) *evaluate.Job {
	docs := made{n: n}
	return &evaluate.Job{
		Cases: corpus.Join(context.Background(), docs, "docs", []corpus.System{{Name: "file", Outputs: outputs(n)}}),
		Docs:  docs, DocsFile: "docs", Workers: 3,
		Plan: evaluate.Plan{
			Systems: []string{"file"}, Generators: []generate.Named{{Name: "g", Generator: g}},
			Metrics: []metric.Selected{{Metric: m, Info: metric.Info{Name: "m"}}, {Metric: m, Info: metric.Info{Name: "again"}}},
		},
	}
}

// once reports whether every document was asked for exactly one time.
func once(t *testing.T, g *counting, n int) {
	t.Helper()
	if len(g.calls) != n || slices.Max(slices.Collect(maps.Values(g.calls))) != 1 {
		t.Errorf("%d documents were written for, one of them %d times; want %d, once each", len(g.calls), slices.Max(slices.Collect(maps.Values(g.calls))), n)
	}
}

// Whatever metrics look at first, a generator writes each document once.
func TestOnce(t *testing.T) {
	const n = 700
	for name, in := range map[string]struct{ surveys, batches, journal bool }{
		"plain":                 {},
		"surveyor":              {surveys: true},
		"surveyor, journal":     {surveys: true, journal: true},
		"batches":               {batches: true},
		"batches and surveyors": {surveys: true, batches: true, journal: true},
	} {
		t.Run(name, func(t *testing.T) {
			counts := &counting{calls: map[string]int{}}
			g, m := generate.Generator(counts), metric.Metric(&length{scored: new(atomic.Int64)})
			var seen []string
			if in.batches {
				g = batched{counts}
			}
			if in.surveys {
				m = surveyor{&length{scored: new(atomic.Int64)}, &seen}
			}
			job := countingJob(n, g, m)
			if in.journal {
				open(t, job, t.TempDir())
				defer job.Journal.Close()
			}
			got, _ := rows(t, job)
			once(t, counts, n)
			if want, _ := rows(t, countingJob(n, &counting{calls: map[string]int{}}, &length{scored: new(atomic.Int64)})); got != want {
				t.Error("the rows are others")
			}
			if in.surveys && (len(seen) != 2*2*n || seen[1] != "on d0" || seen[len(seen)-1] != fmt.Sprint("on d", n-1)) {
				t.Errorf("two surveyors saw %d headlines", len(seen))
			}
			if in.batches != (counts.batch > 1) || counts.batch > 32 {
				t.Errorf("batches of up to %d", counts.batch)
			}
			if in.journal {
				i := 0
				for h, err := range job.Journal.Headlines() {
					if want := (evaluate.Headlines{Doc: fmt.Sprint("d", i), Texts: []string{fmt.Sprint("on d", i)}}); err != nil || !cmp.Equal(h, want) {
						t.Fatalf("%+v, %v", h, err)
					}
					i++
				}
				if i != n {
					t.Errorf("the journal has headlines of %d documents", i)
				}
			}
			if err := job.Close(); err != nil || counts.closed != 1 {
				t.Errorf("closed %d times, %v", counts.closed, err)
			}
		})
	}
}

// A run that was stopped, while it wrote or while it scored, goes on without
// writing or scoring anything twice.
func TestOnceAfterStop(t *testing.T) {
	const n = 2000
	boom := errors.New("boom")
	for name, c := range map[string]struct {
		surveys bool
		stop    evaluate.Stage
	}{
		"scoring":                 {false, evaluate.Scoring},
		"writing, then surveying": {true, evaluate.Writing},
		"scoring, after a survey": {true, evaluate.Scoring},
	} {
		t.Run(name, func(t *testing.T) {
			counts, folder := &counting{calls: map[string]int{}}, t.TempDir()
			make := func() (*evaluate.Job, *length) {
				l := &length{scored: new(atomic.Int64)}
				m := metric.Metric(l)
				if c.surveys {
					m = surveyor{l, new([]string)}
				}
				job := countingJob(n, counts, m)
				open(t, job, folder)
				return job, l
			}
			job, _ := make()
			ctx, cancel := context.WithCancelCause(t.Context())
			job.Progress = func(stage evaluate.Stage, done int) {
				if stage == c.stop && done > 600 {
					cancel(boom)
				}
			}
			if _, err := job.Run(ctx, func(*evaluate.Row) error { return nil }); err != boom {
				t.Fatal(err)
			}
			if err := job.Journal.Close(); err != nil {
				t.Fatal(err)
			}
			before := maps.Clone(counts.calls)

			job, l := make()
			defer job.Journal.Close()
			written, scored := job.Journal.Written(), job.Journal.Rows()
			if written < 600 || (c.stop == evaluate.Scoring) != (scored > 0) || c.stop == evaluate.Scoring && c.surveys && written != n {
				t.Fatalf("the journal has %d documents with headlines and %d with values", written, scored)
			}
			got, sum := rows(t, job)
			if want, _ := rows(t, countingJob(n, &counting{calls: map[string]int{}}, &length{scored: new(atomic.Int64)})); got != want {
				t.Error("the rows are others")
			}
			if sum.Docs != n || sum.Empty["file"] != n/100 {
				t.Errorf("%+v", sum)
			}
			if got := int(l.scored.Load()); got != 2*2*(n-scored) {
				t.Errorf("%d headlines were scored, want %d", got, 2*2*(n-scored))
			}
			// What was in the works when it was stopped is not in the journal.
			for i := range n {
				id := fmt.Sprint("d", i)
				if want := 1 + min(before[id], 1); i < written && counts.calls[id] != 1 || i >= written && counts.calls[id] > want {
					t.Fatalf("%s was written %d times", id, counts.calls[id])
				}
			}
		})
	}
}

// Parts of a corpus, scored by themselves and put together in the order of the
// documents, make the whole: the same values, bit for bit, and the same summary.
func TestParts(t *testing.T) {
	whole, _ := newJob(500, 2)
	want, wantSum := rows(t, whole)
	j, _ := newJob(500, 1)
	scorer, err := j.Plan.Fit(t.Context(), j.Docs, nil, 1)
	if err != nil {
		t.Fatal(err)
	}
	var cases []*corpus.Case
	for c, err := range j.Cases {
		if err != nil {
			t.Fatal(err)
		}
		cases = append(cases, c)
	}
	got := ""
	for _, size := range []int{1, 7, 32, 460} {
		part := cases[:size]
		cases = cases[size:]
		out := make([]float64, size*scorer.Width())
		if failures, err := scorer.Score(t.Context(), part, out); err != nil || len(failures) > 0 {
			t.Fatal(err)
		}
		for i, c := range part {
			got += fmt.Sprintln(c.Doc.ID, c.Headlines(), out[i*scorer.Width():(i+1)*scorer.Width()])
		}
	}
	if got != want {
		t.Error("parts have other values")
	}
	var sum *evaluate.Summary
	for _, bounds := range [][2]int{{0, 1}, {1, 300}, {300, 500}} {
		j, _ := newJob(500, 1)
		j.Cases = func(all iter.Seq2[*corpus.Case, error]) iter.Seq2[*corpus.Case, error] {
			return func(yield func(*corpus.Case, error) bool) {
				i := 0
				for c, err := range all {
					if i >= bounds[0] && i < bounds[1] && !yield(c, err) {
						return
					}
					i++
				}
			}
		}(j.Cases)
		_, part := rows(t, j)
		if sum == nil {
			sum = part
		} else {
			sum.Merge(part)
		}
	}
	if d := cmp.Diff(wantSum, sum); d != "" {
		t.Error(d)
	}
	if _, err := scorer.Score(t.Context(), []*corpus.Case{corpus.NewCase(&corpus.Document{ID: "x"}, "one")}, nil); err == nil {
		t.Error("a case without all headlines was scored")
	}
}

// Metrics that look at all headlines first see those of generators too when a run goes
// on whose journal has rows and no headlines, as those of earlier versions, or too few.
func TestSurveyWithoutHeadlines(t *testing.T) {
	const n = 2000
	for _, left := range []int64{0, 5000} { // bytes of the headlines
		counts, folder := &counting{calls: map[string]int{}}, t.TempDir()
		var seen []string
		make := func() *evaluate.Job {
			job := countingJob(n, counts, surveyor{&length{scored: new(atomic.Int64)}, &seen})
			open(t, job, folder)
			return job
		}
		job := make()
		boom := errors.New("boom")
		ctx, cancel := context.WithCancelCause(t.Context())
		job.Progress = func(stage evaluate.Stage, done int) {
			if stage == evaluate.Scoring && done > 600 {
				cancel(boom)
			}
		}
		if _, err := job.Run(ctx, func(*evaluate.Row) error { return nil }); err != boom {
			t.Fatal(err)
		}
		if err := job.Journal.Close(); err != nil {
			t.Fatal(err)
		}
		if err := os.Truncate(filepath.Join(folder, "headlines"), left); err != nil {
			t.Fatal(err)
		}
		clear(counts.calls)
		seen = nil
		job = make()
		defer job.Journal.Close()
		known := job.Journal.Written()
		if job.Journal.Rows() != 0 || (left > 0) != (known > 0) {
			t.Fatalf("%d rows and %d headlines are known", job.Journal.Rows(), known)
		}
		got, _ := rows(t, job)
		if want, _ := rows(t, countingJob(n, &counting{calls: map[string]int{}}, &length{scored: new(atomic.Int64)})); got != want {
			t.Error("the rows are others")
		}
		if len(seen) != 2*2*n {
			t.Errorf("two surveyors saw %d headlines, want %d", len(seen), 2*2*n)
		}
		once(t, counts, n-known)
	}
}

// sized is batched with a wish.
type sized struct{ batched }

func (sized) BatchSize() int { return 100 }

// A generator that is best given many documents at once gets as many as it says. A card wrote for 32 of them in shapes for 256.
func TestBatchSize(t *testing.T) {
	counts := &counting{calls: map[string]int{}}
	rows(t, countingJob(250, sized{batched{counts}}, &length{scored: new(atomic.Int64)}))
	if counts.batch != 100 {
		t.Errorf("batches of up to %d, want 100", counts.batch)
	}
}

// paid is counting behind an endpoint, which refuses some documents.
type paid struct {
	batched
	refuses map[string]bool
}

func (paid) Count(*corpus.Document) {}

func (g paid) GenerateBatch(ctx context.Context, docs []*corpus.Document, n int) ([][]generate.Candidate, error) {
	all, err := g.batched.GenerateBatch(ctx, docs, n)
	for i, d := range docs {
		if g.refuses[d.ID] {
			all[i][0] = generate.Candidate{Reason: "no credit"}
		}
	}
	return all, err
}

// An endpoint whose credit was used up refused the last documents, and the run was stopped: the run that continued kept them without
// headlines. Those before a document with a headline stay as they are.
func TestRefusedAgain(t *testing.T) {
	const n = 8
	for name, surveys := range map[string]bool{"scored as written": false, "scored after all": true} {
		t.Run(name, func(t *testing.T) {
			counts, folder := &counting{calls: map[string]int{}}, t.TempDir()
			refuses := map[string]bool{"d1": true, "d6": true, "d7": true}
			make := func() *evaluate.Job {
				m := metric.Metric(&length{scored: new(atomic.Int64)})
				if surveys {
					m = surveyor{m.(*length), new([]string)}
				}
				job := countingJob(n, paid{batched{counts}, refuses}, m)
				open(t, job, folder)
				return job
			}
			job := make()
			stop := errors.New("stop")
			left := n
			if _, err := job.Run(t.Context(), func(*evaluate.Row) error {
				if left--; left == 0 {
					return stop
				}
				return nil
			}); !errors.Is(err, stop) {
				t.Fatal(err)
			}
			if err := job.Journal.Close(); err != nil {
				t.Fatal(err)
			}
			once(t, counts, n)
			clear(counts.calls)
			clear(refuses)
			job = make()
			defer job.Journal.Close()
			got, _ := rows(t, job)
			if want := map[string]int{"d6": 1, "d7": 1}; !cmp.Equal(counts.calls, want) {
				t.Errorf("%v were asked for again, want %v", counts.calls, want)
			}
			refuses["d1"] = true
			if want, _ := rows(t, countingJob(n, paid{batched{&counting{calls: map[string]int{}}}, refuses}, &length{scored: new(atomic.Int64)})); got != want {
				t.Errorf("the rows are\n%s\nwant\n%s", got, want)
			}
		})
	}
}

// A power cut lost headlines of documents whose rows were on disk. What a model behind an endpoint writes for them afterwards is
// something else, and the rows were still those of what it wrote first.
func TestHeadlinesLost(t *testing.T) {
	const n = 8
	for name, surveys := range map[string]bool{"scored as written": false, "scored after all": true} {
		t.Run(name, func(t *testing.T) {
			folder, said := t.TempDir(), "first"
			make := func() *evaluate.Job {
				m := metric.Metric(&length{scored: new(atomic.Int64)})
				if surveys {
					m = surveyor{m.(*length), new([]string)}
				}
				job := countingJob(n, saying{&said}, m)
				open(t, job, folder)
				return job
			}
			job := make()
			rows(t, job)
			if err := job.Journal.Close(); err != nil {
				t.Fatal(err)
			}
			file := filepath.Join(folder, "headlines")
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, data[:len(data)*3/4], 0o666); err != nil {
				t.Fatal(err)
			}
			said = "second, and longer"
			job = make()
			defer job.Journal.Close()
			kept := job.Journal.Written()
			if kept == 0 || kept == n {
				t.Fatalf("%d headlines are left", kept)
			}
			if _, err := job.Run(t.Context(), func(row *evaluate.Row) error {
				h := row.Headlines()
				if last := len(h) - 1; row.Values[len(row.Values)/2] != float64(len(h[last])+1000*last) { // of two metrics
					t.Errorf("document %s has the headline %q and its value is %v", row.Doc.ID, h[last], row.Values)
				}
				return nil
			}); err != nil {
				t.Fatal(err)
			}
		})
	}
}

// saying writes the same for every document.
type saying struct{ text *string }

func (s saying) Generate(context.Context, *corpus.Document) (string, error) { return *s.text, nil }
func (saying) Signature() string                                            { return "saying" }
