package run_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hed/corpus"
	"hed/corpus/input"
	"hed/generate"
	"hed/run"
)

// failing is a generator that has no headlines from some document on, and ends at another.
type failing struct{ from, end int }

func (g *failing) Signature() string { return "failing" }

func (g *failing) Generate(context.Context, *corpus.Document) (string, error) {
	return "", errors.New("it writes for many together")
}

func (g *failing) GenerateBatch(_ context.Context, docs []*corpus.Document, _ int) (all [][]generate.Candidate, err error) {
	for _, d := range docs {
		n := 0
		fmt.Sscan(d.ID, &n)
		switch {
		case n >= g.end:
			return nil, &generate.Error{Doc: d.ID, Err: errors.New("it refuses everything")}
		case n >= g.from || n == 1:
			all = append(all, []generate.Candidate{{Reason: "refused"}})
		default:
			all = append(all, []generate.Candidate{{Headline: "headline " + d.ID}})
		}
	}
	return all, nil
}

// Documents without a headline after which a run ended are asked for again; others stay as they are.
func TestResumeFailed(t *testing.T) {
	folder := t.TempDir()
	const documents = 5000
	var docs strings.Builder
	for i := range documents {
		fmt.Fprintf(&docs, "{\"id\":\"%d\",\"text\":\"Rain %d\"}\n", i, i)
	}
	if err := os.WriteFile(filepath.Join(folder, "docs.jsonl"), []byte(docs.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	do := func(g *failing, resume bool) (*run.Generated, error) {
		return run.Generate(t.Context(), run.GenerateOptions{
			Paths: &input.Paths{Docs: filepath.Join(folder, "docs.jsonl")}, Generator: generate.Named{Name: "failing", Generator: g},
			File: filepath.Join(folder, "out.jsonl"), Workers: 1, Resume: resume,
		})
	}
	if _, err := do(&failing{from: 3, end: documents - 1}, false); err == nil || !strings.Contains(err.Error(), "refuses everything") {
		t.Fatalf("got %v", err)
	}
	kept, err := os.ReadFile(filepath.Join(folder, ".out.jsonl.unfinished"))
	if err != nil || strings.Count(string(kept), "refused") < 2 {
		t.Skipf("nothing was written before it ended: %v", err)
	}
	done, err := do(&failing{from: documents, end: documents}, true)
	if err != nil || done.Headlines != documents || done.Failed != 1 || done.Empty != 1 {
		t.Errorf("got %+v, %v", done, err)
	}
}
