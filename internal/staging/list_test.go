package staging_test

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hed/internal/staging"
)

// FuzzParseList: a list from elsewhere names files of its folder alone.
func FuzzParseList(f *testing.F) {
	f.Add([]byte(`{"run.json":[{"name":"a/b.csv","size":1,"sha256":"00"},{"name":"run.json","size":2,"sha256":"00"}]}`))
	f.Add([]byte(`{"run.json":[{"name":"../run.json"}]}`))
	f.Add([]byte(`{"run.json":[{"name":"C:\\x"},{"name":"run.json"}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		list, err := staging.ParseList(data, "run.json")
		if err != nil {
			return
		}
		for _, file := range list {
			if !filepath.IsLocal(filepath.FromSlash(file.Name)) || strings.HasPrefix(file.Name, ".unfinished") {
				t.Errorf("%q is in the list", file.Name)
			}
		}
		if list[len(list)-1].Name != "run.json" {
			t.Errorf("it ends with %q", list[len(list)-1].Name)
		}
	})
}

// TestUnchanged: a file that hed listed and the disk has changed is refused by name; files of others are not.
func TestUnchanged(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "model")
	f, err := staging.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	text := func(s string) func(io.Writer) error {
		return func(w io.Writer) error {
			_, err := io.WriteString(w, s)
			return err
		}
	}
	if err := f.Write("the model", nil, map[string]func(io.Writer) error{"weights": text("1 2 3"), "card.json": text("{}")}); err != nil {
		t.Fatal(err)
	}
	f.Close()
	for _, c := range []struct {
		name, text string
		ok         bool
	}{{"weights", "1 2 3", true}, {"other", "mine", true}, {"weights", "1 2 7", false}, {"weights", "", false}} {
		file := filepath.Join(dir, c.name)
		if err := os.WriteFile(file, []byte(c.text), 0o666); err != nil {
			t.Fatal(err)
		}
		if err := staging.UnchangedFile(file); (err == nil) != c.ok || err != nil && (!errors.Is(err, staging.ErrChanged) || !strings.HasPrefix(err.Error(), file)) {
			t.Errorf("%s %q: %v", c.name, c.text, err)
		}
	}
	if err := staging.UnchangedFile(filepath.Join(dir, "card.json")); err != nil {
		t.Error(err)
	}
	// Its process ended while it appeared: who opens it next completes it.
	put(t, filepath.Join(dir, ".unfinished", "plan"), `{"place":["weights","card.json"]}`)
	put(t, filepath.Join(dir, ".unfinished", "results", "weights"), "1 2 3")
	put(t, filepath.Join(dir, ".unfinished", "results", "card.json"), "{}")
	if err := os.Remove(filepath.Join(dir, "card.json")); err != nil {
		t.Fatal(err)
	}
	if err := staging.Unchanged(dir, func(string) bool { return true }); err != nil {
		t.Error(err)
	}
}
