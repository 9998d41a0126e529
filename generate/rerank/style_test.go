package rerank_test

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hed/corpus"
	"hed/generate"
	"hed/internal/whole"
	"hed/style/classify"
	"hed/style/classify/all"
)

// classifier teaches one that tells questions from statements, and gives its folder.
func classifier(t *testing.T) string {
	t.Helper()
	var l classify.Lesson
	for i := range 60 {
		l.Learn = append(l.Learn,
			classify.Example{Text: fmt.Sprintf("Why the bridge of town %d closes?", i), Label: "asks"},
			classify.Example{Text: fmt.Sprintf("Council %d votes to close harbour bridge", i), Label: "says it"})
	}
	l.Workers = 1
	c, _, err := all.Train(t.Context(), "linear:bits=10", l)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	dir := t.TempDir()
	for name, write := range c.Files() {
		if err := whole.Write(filepath.Join(dir, name), write); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// several has the same headlines for all documents, but none for one without a text.
type several []string

func (several) Signature() string { return "several" }

func (s several) Generate(ctx context.Context, d *corpus.Document) (string, error) {
	return generate.One(ctx, s, d)
}

func (s several) GenerateBatch(_ context.Context, docs []*corpus.Document, n int) ([][]generate.Candidate, error) {
	all := make([][]generate.Candidate, len(docs))
	for i, d := range docs {
		if d.Body == "" {
			all[i] = []generate.Candidate{{Reason: "there is nothing to read"}}
			continue
		}
		for k, h := range s[:min(n, len(s))] {
			all[i] = append(all[i], generate.Candidate{Headline: h, Score: -float64(k)})
		}
	}
	return all, nil
}

// The headline most in the wanted style comes first, with its probability; what a generator could not write stays so.
func TestStyle(t *testing.T) {
	dir := classifier(t)
	from := several{"Council 7 votes to close harbour", "Why the harbour of town 9 closes?", "Harbour", ""}
	docs := []*corpus.Document{{ID: "1", Body: "The harbour closes."}, {ID: "2"}}
	for label, want := range map[string][]string{"asks": {from[1], from[2], from[0]}, "says it": {from[0], from[2], from[1]}} {
		g, err := reranked(t, from, "style:model="+dir+"+label="+label)
		if err != nil {
			t.Fatal(err)
		}
		found, err := generate.Candidates(t.Context(), g, docs, 8)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for i, c := range found[0] {
			if got = append(got, c.Headline); c.Score < 0 || c.Score > 1 || i > 0 && c.Score > found[0][i-1].Score {
				t.Errorf("%s has the score %v", c.Headline, c.Score)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", label, got, want)
		}
		if len(found[1]) != 1 || found[1][0].Reason != "there is nothing to read" {
			t.Errorf("a document without a text has %+v", found[1])
		}
		if s := g.Signature(); !strings.Contains(s, "|rerank:style|by:") || !strings.HasSuffix(s, "|label:"+strings.ReplaceAll(label, " ", "%20")+"|candidates:16") {
			t.Errorf("the signature is %s", s)
		}
	}
}

// What cannot be chosen by is refused with what to do.
func TestStyleRefused(t *testing.T) {
	dir := classifier(t)
	for list, want := range map[string]string{
		"style":                                      "style: model=DIR is missing: the folder of a classifier of style",
		"style:model=" + dir:                         "style: label=NAME is missing, one of asks, says it",
		"style:model=" + dir + "+label=Asks":         `no label "Asks"`,
		"style:model=bart+label=asks":                "not a classifier of style",
		"style:model=x+label=y+candidates=0":         "candidates=0: want a number from 1 to 256",
		"style:model=x+label=y+alpha=2":              `no option "alpha"; have model, label, candidates`,
		"style:model=" + dir + "+label=asks,brio":    "want brio or style",
		"styles:model=" + dir + "+label=asks":        "want brio or style",
		"style:model=" + dir + "+label=asks+as=mine": `no option "as"`,
	} {
		if _, err := reranked(t, several{"a"}, list); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", list, err, want)
		}
	}
}
