package workbench

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"hed/draft"
)

// papers adds two newspapers to a project.
func papers(t *testing.T, b *Bench, project string) (ids []string) {
	t.Helper()
	for _, name := range []string{"Courier", "Planet"} {
		var text strings.Builder
		for n := range 60 {
			if name == "Courier" {
				fmt.Fprintf(&text, `{"id":"c%d","text":"The council met.","headline":"Council wins vote number %d, mayor says"}`+"\n", n, n)
			} else {
				fmt.Fprintf(&text, `{"id":"p%d","text":"The council met.","headline":"You will not believe what happened at meeting %d!"}`+"\n", n, n)
			}
		}
		f, err := b.Keep(t.Context(), name+".jsonl", strings.NewReader(text.String()))
		if err != nil {
			t.Fatal(err)
		}
		c, err := b.AddCorpus(t.Context(), project, Meta{Name: name}, f, nil)
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, c.ID)
	}
	return ids
}

// learnt waits until a model is learnt.
func learnt(t *testing.T, b *Bench, id string) *Model {
	t.Helper()
	for end := time.Now().Add(time.Minute); ; time.Sleep(5 * time.Millisecond) {
		m, err := b.Model(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		if m.State != Waiting {
			return m
		}
		if time.Now().After(end) {
			t.Fatal("it is not learnt after a minute")
		}
	}
}

// A classifier that is taught from two corpora is a measure of runs and is asked in the editor.
func TestTeach(t *testing.T) {
	folder := t.TempDir()
	b := open(t, folder)
	p, _, s := project(t, b)
	ids := papers(t, b, p.ID)
	if _, err := b.Teach(t.Context(), p.ID, Meta{Name: "one"}, StyleLesson{Corpora: ids[:1]}); err == nil || !strings.Contains(err.Error(), "choose two corpora") {
		t.Errorf("one corpus without a field: %v", err)
	}
	m, err := b.Teach(t.Context(), p.ID, Meta{Name: "judge"}, StyleLesson{Corpora: ids, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.Teach(t.Context(), p.ID, Meta{Name: "Judge"}, StyleLesson{Corpora: ids}); err == nil || !strings.Contains(err.Error(), "another model") {
		t.Errorf("the name twice: %v", err)
	}
	if err := b.Close(); err != nil { // in the middle, or before it has begun
		t.Fatal(err)
	}
	b = open(t, folder)
	defer b.Close()
	m = learnt(t, b, m.ID)
	if m.State != Done || m.Card == nil || strings.Join(m.Card.Labels, " ") != "Courier Planet" || m.File.Size == 0 {
		t.Fatalf("%s %q %+v", m.State, m.Error, m.Card)
	}
	if card := b.StyleCard(m); card == nil || card.HeldOut.N != 24 || len(card.Inputs) != 2 {
		t.Errorf("%+v", card)
	}
	if all, err := b.Judge(t.Context(), m, "You will not believe this!"); err != nil || all[0].Label != "Planet" || all[0].Probability < 0.6 {
		t.Errorf("%+v, %v", all, err)
	}
	c, shut, err := b.Checker(t.Context(), p.ID)
	if err != nil {
		t.Fatal(err)
	}
	defer shut()
	if r, err := c.Read(&draft.Draft{}).Check(t.Context(), "", "Council wins vote, mayor says"); err != nil || len(r.Styles) != 2 || r.Styles[0].Label != "Courier" {
		t.Errorf("%+v, %v", r, err)
	}

	// Who may run may name it, though it is a file of the server, and no other file.
	s.Metrics = []string{"style:model=" + m.Ref() + "+label=Planet"}
	if err := b.confined(As(t.Context(), Viewer{Name: "", Scope: RunScope}), "metric", []string{"style:model=" + filepath.Join(folder, "workbench.db")}); err == nil {
		t.Error("any file can be named")
	}
	if _, err := b.resolve(t.Context(), "elsewhere", "metric", s.Metrics); err == nil || !strings.Contains(err.Error(), "no such model in this project") {
		t.Errorf("a model of another project can be named: %v", err)
	}
	if err := b.Describe(t.Context(), m.ID, Meta{Name: "x,first=y"}); err == nil {
		t.Error("a model can have a name that no system can have")
	}
	r, err := b.Start(t.Context(), p.ID, Meta{Name: "styled"}, s)
	if err != nil {
		t.Fatal(err)
	}
	if done := until(t, b, r.ID, (*Run).Over); done.State != Done {
		t.Fatal(done.Error)
	}
	if err := b.Remove(t.Context(), m.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(b.ModelPath(m)); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("its files are there: %v", err)
	}
}

// A lesson that cannot be learnt says why.
func TestTeachFails(t *testing.T) {
	b := open(t, t.TempDir())
	defer b.Close()
	p, c, _ := project(t, b)
	m, err := b.Teach(t.Context(), p.ID, Meta{Name: "judge"}, StyleLesson{Corpora: []string{c.ID}, Label: "colour", Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	if m = learnt(t, b, m.ID); m.State != Failed || !strings.Contains(m.Error, "no document has the label") {
		t.Errorf("%s %q", m.State, m.Error)
	}
	if err := b.Remove(t.Context(), m.ID); err != nil {
		t.Error(err)
	}
}

// A model is brought as a folder, checked, and forgotten if hed cannot use it.
func TestBringModel(t *testing.T) {
	b := open(t, t.TempDir())
	defer b.Close()
	p, _, _ := project(t, b)
	bring := func(files map[string]string) *Brought {
		t.Helper()
		m := b.BringModel()
		for name, text := range files {
			if err := m.Add(t.Context(), name, strings.NewReader(text)); err != nil {
				t.Fatal(err)
			}
		}
		if err := m.Done(t.Context()); err != nil {
			t.Fatal(err)
		}
		return m
	}
	vectors := bring(map[string]string{"small.vec": "2 3\nrain 1 0 0\nsnow 0 1 0\n"})
	m, err := b.AddModel(t.Context(), p.ID, Meta{Name: "vectors"}, vectors.File)
	if err != nil || strings.Join(m.Card.Serves, " ") != "we" || !strings.Contains(m.Card.Facts[0][1], "2 words") {
		t.Fatalf("%+v, %v", m, err)
	}
	broken := bring(map[string]string{"mine/config.json": `{"model_type":"gpt2"}`, "mine/.git/config": "x", "mine/sub/more.json": "{}"})
	if _, err := b.AddModel(t.Context(), p.ID, Meta{Name: "broken"}, broken.File); err == nil || !strings.Contains(err.Error(), "mine/config.json: it is a model of the type gpt2") {
		t.Errorf("what hed cannot run: %v", err)
	}
	broken.Forget()
	for name, taken := range map[string]bool{"m/../../../x": true, "m/a/b/c/d/e": false, "m/adapter_config.json": false} { // the first as one that is hidden
		if err := b.BringModel().Add(t.Context(), name, strings.NewReader("x")); (err == nil) != taken {
			t.Errorf("%s: %v", name, err)
		}
	}
	var left []string
	filepath.WalkDir(b.Folder, func(path string, _ os.DirEntry, _ error) error {
		if strings.HasSuffix(path, "more.json") || filepath.Base(path) == "x" {
			left = append(left, path)
		}
		return nil
	})
	if len(left) > 0 {
		t.Error(left)
	}
	// The folder models is for all, other files of the server for administrators.
	at := filepath.Join(b.Folder, "models", "other.vec")
	if err := os.WriteFile(at, []byte("1 2\nrain 1 0\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if list, err := b.ServerModels(); err != nil || len(list) != 1 || list[0].Name != "other.vec" {
		t.Errorf("%+v, %v", list, err)
	}
	if _, err := b.AddServerModel(t.Context(), p.ID, Meta{Name: "other"}, at); err != nil {
		t.Error(err)
	}
	if _, err := b.AddServerModel(As(t.Context(), Viewer{Name: "bob", Scope: RunScope}), p.ID, Meta{Name: "more"}, filepath.Join(b.Folder, ShelfFile)); !errors.Is(err, ErrRefused) {
		t.Errorf("a file that is not theirs: %v", err)
	}
}
