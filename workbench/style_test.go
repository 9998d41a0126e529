package workbench

import (
	"fmt"
	"path/filepath"
	"testing"

	"hed/draft"
	"hed/internal/whole"
	"hed/style/classify"
	styles "hed/style/classify/all"
)

// TestStyle lets the editor judge style by the classifier that a run of the project measures with.
func TestStyle(t *testing.T) {
	var examples []classify.Example
	for i := range 20 {
		examples = append(examples, classify.Example{Text: fmt.Sprintf("Mayor Wins Vote %d", i), Label: "courier"}, classify.Example{Text: fmt.Sprintf("mayor has won vote %d", i), Label: "herald"})
	}
	taught, _, err := styles.Train(t.Context(), "linear", classify.Lesson{Learn: examples, Seed: 1, Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	model := t.TempDir()
	for name, write := range taught.Files() {
		if err := whole.Write(filepath.Join(model, name), write); err != nil {
			t.Fatal(err)
		}
	}
	b := open(t, t.TempDir())
	defer b.Close()
	p, _, s := project(t, b)
	s.Metrics = append(s.Metrics, "style:model="+model+"+label=courier")
	if _, err := b.Start(t.Context(), p.ID, Meta{Name: "styled"}, s); err != nil {
		t.Fatal(err)
	}
	c, shut, err := b.Checker(t.Context(), p.ID)
	if err != nil {
		t.Fatal(err)
	}
	defer shut()
	r, err := c.Read(&draft.Draft{}).Check(t.Context(), "", "Council Wins Vote")
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Styles) != 2 || r.Styles[0].Label != "courier" {
		t.Errorf("%+v", r.Styles)
	}
}
