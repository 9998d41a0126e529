package formula_test

import (
	"testing"

	"hed/internal/formula"
)

func TestDefuse(t *testing.T) {
	for in, want := range map[string]string{
		`=HYPERLINK("http://x","y")`: `'=HYPERLINK("http://x","y")`,
		"+cmd|' /C calc'!A0":         "'+cmd|' /C calc'!A0",
		"@SUM(A1)":                   "'@SUM(A1)",
		"-5 degrees in Rome":         "'-5 degrees in Rome",
		"-1+1|x":                     "'-1+1|x",
		"\t=1":                       "'\t=1",
		"\r=1":                       "'\r=1",
		"'=1":                        "''=1",
		"''@x":                       "'''@x",
		"'@Midnight' ends":           "''@Midnight' ends",
		// What is no formula.
		"-0.5": "-0.5", "+3": "+3", "-1.5e-07": "-1.5e-07", "-": "-", "": "", "'": "'", "''": "''", "'80s are back": "'80s are back", "a=b": "a=b", "é": "é",
	} {
		got := formula.Defuse(in)
		if got != want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
		if back := formula.Restore(got); back != in {
			t.Errorf("%q became %q and %q", in, got, back)
		}
	}
}

func FuzzRestore(f *testing.F) {
	f.Add("'=")
	f.Fuzz(func(t *testing.T, s string) {
		if back := formula.Restore(formula.Defuse(s)); back != s {
			t.Errorf("%q became %q", s, back)
		}
	})
}
