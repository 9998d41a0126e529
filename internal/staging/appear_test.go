package staging_test

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hed/internal/staging"
)

// tree are the files of a folder with what is in them.
func tree(t *testing.T, folder string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := fs.WalkDir(os.DirFS(folder), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(filepath.Join(folder, name))
		files[name] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// fill makes files of a folder appear, each with the text of its name and a mark, run.json
// last.
func fill(t *testing.T, path, mark string, names ...string) error {
	t.Helper()
	f, err := staging.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	for _, name := range append(names, "run.json") {
		if err := f.Add(name, text(name+mark)); err != nil {
			t.Fatal(err)
		}
	}
	return f.Appear(nil)
}

func put(t *testing.T, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// Foreign files in scores/ and charts/ vanished when a run was repeated over a leftover
// .unfinished. Only what is listed is replaced.
func TestOnlyOwnFiles(t *testing.T) {
	path := t.TempDir()
	if err := fill(t, path, "1", "scores/a.csv", "scores/b.csv", "charts/old.svg"); err != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(path, "scores", "mine.csv"), "mine")
	put(t, filepath.Join(path, "notes.txt"), "mine")
	put(t, filepath.Join(path, ".unfinished", "rows"), "") // which was left behind
	if err := fill(t, path, "2", "scores/a.csv", "other/c.csv"); err != nil {
		t.Fatal(err)
	}
	got := tree(t, path)
	delete(got, staging.ListFile)
	want := map[string]string{"scores/a.csv": "scores/a.csv2", "other/c.csv": "other/c.csv2", "run.json": "run.json2", "scores/mine.csv": "mine", "notes.txt": "mine"}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if _, err := os.Stat(filepath.Join(path, "charts")); err == nil {
		t.Error("an empty folder stays")
	}
	err := fill(t, path, "3", "scores/mine.csv")
	if err == nil || !strings.Contains(err.Error(), "there is "+filepath.Join("scores", "mine.csv")+", which hed did not write and would overwrite") {
		t.Errorf("got %v", err)
	}
	after := tree(t, path)
	delete(after, staging.ListFile)
	if d := cmp.Diff(want, after); d != "" {
		t.Errorf("what was refused has changed something:\n%s", d)
	}
	// Another work in the same folder leaves these alone.
	f := open(t, path)
	if err := f.Write("the model", nil, map[string]func(io.Writer) error{"model": text("model")}); err != nil {
		t.Fatal(err)
	}
	want["model"] = "model"
	f.Close()
	after = tree(t, path)
	delete(after, staging.ListFile)
	if d := cmp.Diff(want, after); d != "" {
		t.Errorf("another work:\n%s", d)
	}
}

// A link at .unfinished had the contents of its target removed.
func TestLinks(t *testing.T) {
	path, theirs := t.TempDir(), t.TempDir()
	put(t, filepath.Join(theirs, "a.csv"), "theirs")
	link := func(name string) {
		t.Helper()
		if err := os.Symlink(theirs, filepath.Join(path, name)); err != nil {
			t.Skipf("skipped: links cannot be made here: %v", err)
		}
	}
	link(".unfinished")
	if err := fill(t, path, "", "scores/a.csv"); err == nil || !strings.Contains(err.Error(), "but here it is a link or a file") {
		t.Errorf("got %v", err)
	}
	if err := os.Remove(filepath.Join(path, ".unfinished")); err != nil {
		t.Fatal(err)
	}
	link("scores")
	if err := fill(t, path, "", "scores/a.csv"); err == nil || !strings.Contains(err.Error(), "there is scores, which hed did not write") {
		t.Errorf("got %v", err)
	}
	if d := cmp.Diff(map[string]string{"a.csv": "theirs"}, tree(t, theirs)); d != "" {
		t.Errorf("what the link leads to has changed:\n%s", d)
	}
	// A list that somebody has changed leads nowhere else.
	if err := os.Remove(filepath.Join(path, "scores")); err != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(path, staging.ListFile), `{"run.json": [{"name": "../`+filepath.Base(theirs)+`/a.csv"}]}`)
	if err := fill(t, path, "", "scores/a.csv"); err == nil || !strings.Contains(err.Error(), "leads out of the folder") {
		t.Errorf("got %v", err)
	}
}

// Wherever a process ends while files appear, the folder has either all of the old ones,
// or the next to open it completes the new ones.
func TestRecover(t *testing.T) {
	before, after := t.TempDir(), t.TempDir()
	for _, path := range []string{before, after} {
		if err := fill(t, path, "1", "a", "gone/b"); err != nil {
			t.Fatal(err)
		}
	}
	if err := fill(t, after, "2", "a", "new/c"); err != nil {
		t.Fatal(err)
	}
	old, want := tree(t, before), tree(t, after)
	place, remove := []string{"files.json", "a", "new/c", "run.json"}, []string{"gone/b"}
	plan, err := json.Marshal(map[string][]string{"place": place, "remove": remove})
	if err != nil {
		t.Fatal(err)
	}
	for steps := range len(place) + 3 {
		path := t.TempDir()
		for name, text := range old {
			put(t, filepath.Join(path, name), text)
		}
		for _, name := range place {
			put(t, filepath.Join(path, ".unfinished", "results", name), want[name])
		}
		put(t, filepath.Join(path, ".unfinished", "rows"), "")
		if steps > 0 { // else it ended before there was a plan
			put(t, filepath.Join(path, ".unfinished", "plan"), fmt.Sprintf("%s\n%x\n", plan, sha256.Sum256(plan)))
		}
		done := []func() error{func() error { return os.Remove(filepath.Join(path, "run.json")) }}
		for _, name := range place {
			done = append(done, func() error {
				return errors.Join(os.MkdirAll(filepath.Dir(filepath.Join(path, name)), 0o777),
					os.Rename(filepath.Join(path, ".unfinished", "results", name), filepath.Join(path, name)))
			})
		}
		last := len(done) - 1
		done = slices.Insert(done, last, func() error { return os.Remove(filepath.Join(path, "gone", "b")) })
		for _, do := range done[:max(steps-1, 0)] {
			if err := do(); err != nil {
				t.Fatal(err)
			}
		}
		if err := staging.Recover(path); err != nil {
			t.Fatal(err)
		}
		got, has := tree(t, path), want
		if steps == 0 {
			has = map[string]string{".unfinished/rows": ""}
			for name, text := range old {
				has[name] = text
			}
			for _, name := range place {
				has[".unfinished/results/"+name] = want[name]
			}
		}
		if d := cmp.Diff(has, got); d != "" {
			t.Errorf("after %d steps:\n%s", steps, d)
		}
	}
}

// A plan whose bit the disk has turned is carried out by nobody: a file of another name stayed away, and one of the user's could be removed.
func TestTurnedPlan(t *testing.T) {
	path := t.TempDir()
	plan := []byte(`{"place":["files.json","a","run.json"],"remove":["gone"]}`)
	for _, name := range []string{"files.json", "a", "run.json"} {
		put(t, filepath.Join(path, ".unfinished", "results", name), "new")
	}
	put(t, filepath.Join(path, "fone"), "theirs")
	put(t, filepath.Join(path, "gone"), "old")
	file := filepath.Join(path, ".unfinished", "plan")
	sealed := fmt.Appendf(nil, "%s\n%x\n", plan, sha256.Sum256(plan))
	before := tree(t, path)
	for bit := range 8 * len(sealed) {
		turned := slices.Clone(sealed)
		turned[bit/8] ^= 1 << (bit % 8)
		put(t, file, string(turned))
		if err := staging.Recover(path); err == nil || !strings.Contains(err.Error(), file+": it says what was about to appear, and is damaged") {
			t.Fatalf("bit %d: %v", bit, err)
		}
		if err := os.Remove(file); err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(before, tree(t, path)); d != "" {
			t.Fatalf("bit %d:\n%s", bit, d)
		}
	}
	put(t, file, string(plan)+"\n") // of an earlier version
	if err := staging.Recover(path); err != nil {
		t.Error(err)
	}
	if d := cmp.Diff(map[string]string{"files.json": "new", "a": "new", "run.json": "new", "fone": "theirs"}, tree(t, path)); d != "" {
		t.Error(d)
	}
}

// A bit that the disk has turned is found, in the files and in their list.
func TestCheck(t *testing.T) {
	path := t.TempDir()
	if err := fill(t, path, "", "scores/a.csv"); err != nil {
		t.Fatal(err)
	}
	check := func() error {
		list, err := staging.ReadList(path, "run.json")
		return errors.Join(err, list.CheckAll(path), list.Check(path, "run.json"), list.Check(path, "scores/a.csv"))
	}
	if err := check(); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"scores/a.csv", "run.json", staging.ListFile} {
		file := filepath.Join(path, name)
		whole, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for bit := range 8 * len(whole) {
			flipped := slices.Clone(whole)
			flipped[bit/8] ^= 1 << (bit % 8)
			put(t, file, string(flipped))
			if err := check(); err == nil && name != staging.ListFile {
				t.Errorf("%s: a change of bit %d is not found", name, bit)
			}
		}
		put(t, file, string(whole))
	}
	if list, err := staging.ReadList(path, "other.json"); list != nil || err != nil {
		t.Errorf("got %v, %v", list, err)
	}
}

// Files are added to a work, and take the place of its own, without a change to anything else: the list has them, so
// that nothing looks changed.
func TestAmend(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out")
	amend := func(names ...string) error {
		f, err := staging.Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		for _, name := range names {
			if err := f.Add(name, text(name+" again")); err != nil {
				t.Fatal(err)
			}
		}
		return f.Amend("run.json", []string{"charts/a"})
	}
	if err := fill(t, dir, " once", "charts/a", "charts/b"); err != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(dir, "charts", "mine"), "mine")
	if err := amend("charts/a", "charts/c"); err != nil {
		t.Fatal(err)
	}
	if err := amend("charts/b", "charts/mine"); err == nil || !strings.Contains(err.Error(), "which hed did not write") {
		t.Errorf("got %v", err)
	}
	got := tree(t, dir)
	delete(got, staging.ListFile)
	want := map[string]string{"charts/a": "charts/a again", "charts/b": "charts/b once", "charts/c": "charts/c again", "charts/mine": "mine", "run.json": "run.json once"}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	list, err := staging.ReadList(dir, "run.json")
	if err != nil || len(list) != 4 || list[3].Name != "run.json" {
		t.Errorf("the list is %v, %v", list, err)
	}
	if err := list.CheckAll(dir); err != nil {
		t.Error(err)
	}
	// A folder without a list gets none: it would say of everything else that it is not of hed.
	if err := os.Remove(filepath.Join(dir, staging.ListFile)); err != nil {
		t.Fatal(err)
	}
	if err := amend("charts/a", "charts/d"); err != nil {
		t.Fatal(err)
	}
	if err := amend("charts/b"); err == nil {
		t.Error("what an earlier version did not write is replaced")
	}
	if _, err := os.Lstat(filepath.Join(dir, staging.ListFile)); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("there is a list, %v", err)
	}
	if got := tree(t, dir); got["charts/d"] != "charts/d again" || len(got) != 6 {
		t.Errorf("got %v", got)
	}
}
