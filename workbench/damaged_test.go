package workbench

import (
	"os"
	"strings"
	"testing"
)

// TestDamagedUpload has a bit of a file turned that somebody brought: what is read of it says so, and no run is made of it.
func TestDamagedUpload(t *testing.T) {
	b := open(t, t.TempDir())
	defer b.Close()
	p, c, s := project(t, b)
	s.Metrics = []string{"readability"}
	data, err := os.ReadFile(b.path(c.Docs))
	if err != nil {
		t.Fatal(err)
	}
	at := strings.Index(string(data), "the") // a word, so that the file can be read all the same
	data[at] ^= 1
	if err := os.WriteFile(b.path(c.Docs), data, 0o600); err != nil {
		t.Fatal(err)
	}
	const want = "is damaged: its bytes are not those that were kept"
	if v := b.Preview(t.Context(), c); !strings.Contains(strings.Join(v.Problems, "\n"), want) {
		t.Errorf("the page of the corpus says %q", v.Problems)
	}
	r, err := b.Start(t.Context(), p.ID, Meta{Name: "r"}, s)
	if err != nil {
		t.Fatal(err)
	}
	if done := until(t, b, r.ID, (*Run).Over); done.State != Failed || !strings.Contains(done.Error, want) {
		t.Errorf("the run is %s: %s", done.State, done.Error)
	}
}
