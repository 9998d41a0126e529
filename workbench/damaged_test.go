package workbench

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hed/neural/hub/hubtest"
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

// TestDamagedModel is the same for models that somebody brought: other numbers came out, and nobody knew why.
func TestDamagedModel(t *testing.T) {
	b := open(t, t.TempDir())
	defer b.Close()
	p, _, s := project(t, b)
	encoder, err := hubtest.Model(filepath.Join("..", "neural", "encoder", "testdata", "bert"))
	if err != nil {
		t.Fatal(err)
	}
	folder := map[string]string{}
	for name, text := range encoder {
		folder["bert/"+name] = text
	}
	for _, c := range []struct {
		metric string
		files  map[string]string
		file   string // that is harmed; "" where the model is one
	}{
		{"we:vectors=", map[string]string{"small.vec": "2 3\ncouncil 1 0 0\nthe 0 1 0\n"}, ""},
		{"sbert:model=", folder, "model.safetensors"},
	} {
		m := b.BringModel()
		for name, text := range c.files {
			if err := m.Add(t.Context(), name, strings.NewReader(text)); err != nil {
				t.Fatal(err)
			}
		}
		if err := m.Done(t.Context()); err != nil {
			t.Fatal(err)
		}
		model, err := b.AddModel(t.Context(), p.ID, Meta{Name: strings.Split(c.metric, ":")[0]}, m.File)
		if err != nil {
			t.Fatal(err)
		}
		s.Metrics = []string{c.metric + model.Ref()}
		do := func() (string, error) {
			r, err := b.Start(t.Context(), p.ID, Meta{Name: "r"}, s)
			if err != nil {
				return "", err
			}
			done := until(t, b, r.ID, (*Run).Over)
			return done.Error, nil
		}
		if failed, err := do(); failed != "" || err != nil {
			t.Fatal(failed, err)
		}
		at := filepath.Join(b.ModelPath(model), c.file)
		data, err := os.ReadFile(at)
		if err != nil {
			t.Fatal(err)
		}
		data[len(data)-2] ^= 1 // of a number
		if err := os.WriteFile(at, data, 0o600); err != nil {
			t.Fatal(err)
		}
		const want = "it is damaged: its bytes are not those that were kept"
		if failed, err := do(); err == nil && !strings.Contains(failed, want) || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %s, %v", c.metric, failed, err)
		}
	}
}
