package run

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hed/corpus"
)

// FuzzHeadlines: whatever the records of the unfinished file of headlines say, writing continues after those that are
// headlines, and the file that appears has a line for each of them.
func FuzzHeadlines(f *testing.F) {
	f.Add([]byte(`{"id":"a","headline":"b"}`), []byte(`{"id":"a","headline":"","reason":"r"}`))
	f.Add([]byte(`{"id":"a","headline":"","reason":"r"}`), []byte(`{"id":"a","headline":"b"}`))
	f.Add([]byte("{"), []byte(`{"headline":"\n"}`))
	f.Fuzz(func(t *testing.T, first, second []byte) {
		h := &headlines{name: filepath.Join(t.TempDir(), "out.txt"), style: ".txt"}
		if err := h.start("", true); err != nil {
			t.Fatal(err)
		}
		for _, payload := range [][]byte{first, second} {
			if err := h.begun.Append(headlineRecord, payload); err != nil {
				t.Fatal(err)
			}
		}
		h.keep = true
		h.close()
		h = &headlines{name: h.name, style: h.style}
		defer h.close()
		if err := h.start("", true); err != nil {
			t.Fatal(err)
		}
		known := h.known
		if err := h.write(corpus.Output{Doc: "last", Text: "the last"}); err != nil {
			t.Fatal(err)
		}
		if err := h.commit(); err != nil {
			t.Fatalf("%d known: %v", known, err)
		}
		out, err := os.ReadFile(h.name)
		if err != nil || strings.Count(string(out), "\n") != known+1 || !strings.HasSuffix(string(out), "the last\n") {
			t.Fatalf("%d known, and then %q, %v", known, out, err)
		}
	})
}
