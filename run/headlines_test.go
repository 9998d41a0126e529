package run

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hed/corpus"
)

// FuzzHeadlines: whatever is in the unfinished file of headlines, writing continues after its whole lines or is refused, and
// the file that appears has a line for each of them.
func FuzzHeadlines(f *testing.F) {
	head := "hed headlines e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855\n"
	f.Add(head + `{"id":"a","headline":"b"}` + "\n")
	f.Add(head + `{"id":"a","headline":"b"}` + "\tffffffff\n")
	f.Add(head + `{"id":"a","headline":"","reason":"r"}` + "\n{")
	f.Add("hed")
	f.Fuzz(func(t *testing.T, data string) {
		h := &headlines{name: filepath.Join(t.TempDir(), "out.txt"), style: ".txt"}
		if err := os.WriteFile(h.unfinished(), []byte(data), 0o666); err != nil {
			t.Fatal(err)
		}
		defer h.close()
		if h.start("", true) != nil {
			return
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
