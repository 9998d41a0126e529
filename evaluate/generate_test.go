package evaluate_test

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"

	"hed/corpus"
	"hed/evaluate"
	"hed/generate"
	"hed/metric"
	"hed/score"
)

// echo writes the id of the document, and for every tenth nothing.
type echo struct {
	fits *int
	fail error
}

func (e echo) Generate(_ context.Context, d *corpus.Document) (string, error) {
	switch {
	case e.fail != nil && d.ID == "d700":
		return "", e.fail
	case strings.HasSuffix(d.ID, "0"):
		return " ", nil
	}
	return d.ID, nil
}

func (e echo) Signature() string                        { return "echo" }
func (e echo) Fit(context.Context, corpus.Reader) error { *e.fits++; return nil }

func generators(e echo) []generate.Named {
	return []generate.Named{{Name: "echo", Generator: e}, {Name: "again", Generator: e}}
}

// Generators are systems like others, behind those of the files.
func TestGenerators(t *testing.T) {
	for _, workers := range []int{1, 4} {
		fits := 0
		docs := made{n: 1000}
		job := &evaluate.Job{
			Cases: corpus.Join(t.Context(), docs, "docs", []corpus.System{{Name: "file", Outputs: outputs(1000)}}),
			Docs:  docs, Workers: workers,
			Plan: evaluate.Plan{
				Systems: []string{"file"}, Generators: generators(echo{fits: &fits}),
				Metrics: []metric.Selected{{Metric: &length{scored: new(atomic.Int64)}}},
			},
		}
		n := 0
		sum, err := job.Run(t.Context(), func(row *evaluate.Row) error {
			if len(row.Headlines()) != 3 || len(row.Values) != 6 {
				t.Fatalf("%s has %d headlines and %d values", row.Doc.ID, len(row.Headlines()), len(row.Values))
			}
			if h := row.Headlines()[1]; h != row.Headlines()[2] || h != row.Doc.ID && h != " " {
				t.Errorf("%s: %q", row.Doc.ID, row.Headlines())
			}
			n++
			return nil
		})
		if err != nil || n != 1000 {
			t.Fatalf("%d rows, %v", n, err)
		}
		if fits != 2 {
			t.Errorf("fitted %d times, want once each", fits)
		}
		if sum.Empty["echo"] != 100 || sum.Empty["again"] != 100 || sum.Empty["file"] != 10 {
			t.Errorf("empty headlines: %v", sum.Empty)
		}
		if got := strings.Join(job.Names(), " "); got != "file echo again" {
			t.Errorf("the systems are %s", got)
		}
	}
}

func TestGenerateFails(t *testing.T) {
	why := errors.New("out of ideas")
	docs := made{n: 1000}
	job := &evaluate.Job{Cases: corpus.Join(t.Context(), docs, "docs", nil), Plan: evaluate.Plan{Generators: generators(echo{fits: new(int), fail: why})}, Docs: docs, Workers: 2}
	_, err := job.Run(t.Context(), func(*evaluate.Row) error { return nil })
	var failed *evaluate.GenerateError
	if !errors.As(err, &failed) || !errors.Is(err, why) {
		t.Fatalf("got %v", err)
	}
	if got, want := err.Error(), "write a headline for document d700 with echo: out of ideas"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// half has a value for every second document.
type half struct{}

func (half) Columns() []score.Column { return []score.Column{{Name: "always"}, {Name: "half"}} }

func (half) Score(_ context.Context, c *corpus.Case, out []float64) error {
	for i := range c.Outputs {
		out[2*i], out[2*i+1] = 1, 1
		if strings.ContainsAny(c.Doc.ID[len(c.Doc.ID)-1:], "13579") {
			out[2*i+1] = score.Absent
		}
	}
	return nil
}

func TestAbsent(t *testing.T) {
	docs := made{n: 10}
	job := &evaluate.Job{Cases: corpus.Join(t.Context(), docs, "docs", nil), Docs: docs, Workers: 1,
		Plan: evaluate.Plan{Generators: generators(echo{fits: new(int)}), Metrics: []metric.Selected{{Metric: half{}}}}}
	sum, err := job.Run(t.Context(), func(*evaluate.Row) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	if sum.Absent["always"] != 0 || sum.Absent["half"] != 10 {
		t.Errorf("got %v, want 10 values of half absent, of 5 documents and 2 systems", sum.Absent)
	}
}
