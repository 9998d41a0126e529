package draft

import (
	"math"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestWidth has the widths of Arial and of Times New Roman Bold, in 2048ths of their size, as Monotype's own files (hmtx
// and kern of arial.ttf and timesbd.ttf) have them; Liberation's are made to equal them.
func TestWidth(t *testing.T) {
	for _, c := range []struct {
		font, text string
		units      int
	}{
		{"sans", "", 0},
		{"sans", "i", 455},
		{"sans", "W", 1933},
		{"sans", "m", 1706},
		{"sans", "0123456789", 10 * 1139},
		{"sans", "Hello", 1479 + 1139 + 455 + 455 + 1139},
		{"sans", "AV", 1366 + 1366 - 152}, // kerned
		{"sans", "é", 1139},
		{"sans", "e\u0301", 1139}, // the accent takes no room of its own
		{"sans bold", "W", 1933},
		{"serif bold", "W", 2048},
		{"serif bold", "n", 1139},
		{"sans", "日本", 2 * 2048}, // not in the font
		{"sans", "👩‍👩‍👧", 2048},  // one picture
	} {
		m := ruler{face: fonts[c.font](), size: 2048}
		if got := m.width(c.text); math.Abs(got-float64(c.units)) > 1 {
			t.Errorf("%s %q: %v units, want %d", c.font, c.text, got, c.units)
		}
	}
}

func TestMeasure(t *testing.T) {
	targets := map[string]*Target{}
	for _, target := range Targets() {
		targets[target.Name] = &target
		if target.Source == "" || target.Note == "" {
			t.Errorf("target %s has no source or no note", target.Name)
		}
	}
	long := strings.Repeat("Council votes ", 8)
	for _, c := range []struct {
		target, text string
		lines        int
		fits         bool
		shown        string
	}{
		{"search", "", 0, true, ""},
		{"search", "Council Votes to Build 90 Flats by the Canal", 1, true, ""},
		{"search", long, 1, false, "Council votes Council votes Council votes Council votes Council …"},
		{"search", strings.Repeat("W", 40), 1, false, strings.Repeat("W", 30) + "…"},
		{"push", strings.Repeat("a", 50), 0, true, ""},
		{"push", strings.Repeat("a", 51), 0, false, strings.Repeat("a", 49) + "…"},
		{"push", "  Council   votes ", 0, true, ""},
		{"print-2-36-2", "Council Votes to Build 90 Flats", 2, true, ""},
		{"print-2-36-2", "Council Votes to Build 90 Flats by the Canal", 3, false, "Council Votes to Build 90 Flats …"},
		{"print-1-24-3", "Ferry runs aground", 2, true, ""},
	} {
		l := targets[c.target].Measure(c.text)
		if l.Lines != c.lines || l.Fits() != c.fits || l.Shown != c.shown {
			t.Errorf("%s %q: %d lines, fits %v, shown %q, %v px; want %d, %v, %q", c.target, c.text, l.Lines, l.Fits(), l.Shown, l.Pixels, c.lines, c.fits, c.shown)
		}
		if l.Fits() != (l.Used <= 1) {
			t.Errorf("%s %q: fits %v, but %v of the room is used", c.target, c.text, l.Fits(), l.Used)
		}
	}
}

// TestReadTargets refuses lists that nothing can be measured by.
func TestReadTargets(t *testing.T) {
	for _, bad := range []string{
		`{}`, `[{}]`, `[{"name":"a","title":"A"}]`, `[{"name":"a","title":"A","characters":5,"width":3}]`,
		`[{"name":"a","title":"A","font":"comic","size":1,"width":1,"lines":1}]`, `[{"name":"a","title":"A","font":"sans","size":-1,"width":1,"lines":1}]`,
		`[{"name":"a","title":"A","characters":5},{"name":"a","title":"B","characters":6}]`,
	} {
		if _, err := ReadTargets([]byte(bad)); err == nil {
			t.Errorf("%s: no error", bad)
		}
	}
}

// FuzzMeasure cuts any text for any target: what is shown fits, and is its beginning.
func FuzzMeasure(f *testing.F) {
	for _, s := range hostile {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if !utf8.ValidString(text) || len(text) > MaxHeadline {
			return
		}
		for _, target := range Targets() {
			l := target.Measure(text)
			if l.Fits() {
				continue
			}
			shown := target.Measure(l.Shown)
			if l.Shown != "…" && !shown.Fits() {
				t.Errorf("%s: %q is shown as %q, which is too long", target.Name, text, l.Shown)
			}
			begin := strings.TrimSuffix(strings.TrimSuffix(l.Shown, "…"), " ")
			if !strings.HasPrefix(strings.Join(strings.Fields(text), " "), begin) {
				t.Errorf("%s: %q is shown as %q", target.Name, text, l.Shown)
			}
		}
	})
}
