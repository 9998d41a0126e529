package teach

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hed/corpus/input"
	"hed/run"
)

// Every corpus that a classifier learns from is read with its label and recorded, and its warnings are told.
func TestStylePapers(t *testing.T) {
	dir := t.TempDir()
	docs, refs := filepath.Join(dir, "b.txt"), filepath.Join(dir, "b.ref")
	for file, text := range map[string]string{docs: "{\"text\": \"Rain fell.\"}\n{\"text\": \"Snow fell.\"}\n", refs: "Rain\nSnow\n"} {
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	var told []string
	s := &Style{Label: "source", Lesson: Lesson{Place: Place{Tell: func(e run.Event) { told = append(told, e.Text) }}}}
	examples, record, err := s.more(t.Context(), &input.Paths{Docs: docs, Refs: []string{refs}}, "daily", &StyleOutcome{})
	if err != nil || len(examples) != 2 || examples[1].Label != "daily" || examples[1].Text != "Snow" || len(record) != 2 {
		t.Fatalf("%+v, %+v, %v", examples, record, err)
	}
	if len(told) != 1 || !strings.Contains(told[0], "b.txt is read as plain text") {
		t.Errorf("%q", told)
	}
}
