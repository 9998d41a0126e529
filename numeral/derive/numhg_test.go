package derive_test

import (
	"context"
	"encoding/json"
	"os"
	"testing"

	"hed/internal/race"

	"github.com/google/go-cmp/cmp"

	"hed/corpus"
	"hed/corpus/numhg"
	"hed/internal/shared"
	"hed/numeral/derive"
)

// held returns questions of NumHG that the English model never saw, every
// nth of them.
func held(t *testing.T, nth int) (all []derive.Question) {
	n := 0
	for doc, err := range numhg.Format.Documents(corpus.File(shared.File(t, "numhg/annotated.csv.gz")), corpus.Options{}).Documents(context.Background()) {
		if err != nil {
			t.Fatal(err)
		}
		if derive.Test(doc.Text()) {
			if n%nth == 0 {
				all = append(all, derive.Question{Article: doc.Text(), Cloze: *doc.Cloze})
			}
			n++
		}
	}
	return all
}

// TestNumHG measures a fifth of the test part, which is harder than the rest;
// TestFigures takes all of it. The race detector makes all ten times slower;
// a few questions tell it as much as many.
func TestNumHG(t *testing.T) {
	few := race.Less(t)
	every := 5
	if few {
		every = 100
	}
	got := shares(measure(t, derive.English(), held(t, every)))
	if few {
		return // too few to judge
	}
	for _, least := range []struct {
		name  string
		floor float64
	}{
		{"reached", 0.98}, {"overall", 0.85}, {"copy", 0.88}, {"reasoning", 0.76}, {"operator", 0.96}, {"operands", 0.96},
		{"caught_foreign", 0.95}, {"caught_fifth", 0.93}, {"caught_swap", 0.83},
	} {
		t.Logf("%s: %v", least.name, got[least.name])
		if got[least.name] < least.floor {
			t.Errorf("%s: %v, want at least %v", least.name, got[least.name], least.floor)
		}
	}
	if got["false_alarms"] > 0.05 {
		t.Errorf("false alarms: %v", got["false_alarms"])
	}
}

// TestRecord checks that english.json tells of english.model.
func TestRecord(t *testing.T) {
	data, err := os.ReadFile("english.json")
	if err != nil {
		t.Fatal(err)
	}
	var record struct {
		About derive.About `json:"about"`
	}
	if err := json.Unmarshal(data, &record); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(record.About, derive.English().About); d != "" {
		t.Error(d)
	}
}

func BenchmarkSolve(b *testing.B) {
	m := derive.English()
	for b.Loop() {
		if _, err := m.Solve(derive.Read(fire), "____ Killed in Lyon Hotel Fire", 3); err != nil {
			b.Fatal(err)
		}
	}
}
