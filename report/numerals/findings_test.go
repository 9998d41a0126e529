package numerals_test

import (
	"strings"
	"testing"

	"hed"
	"hed/internal/golden"
	"hed/numeral/check"
	"hed/numeral/derive"
	"hed/numeral/lint"
	"hed/report/numerals"
)

// TestFindings compares the formats of a headline with a wrong number and a doubtful one, of a right
// one and of one without numbers.
func TestFindings(t *testing.T) {
	const headline = "Bank Loses £87.4 Billion in 3 Years"
	h := &lint.Headline{ID: "bank", System: "a", Text: headline, Numerals: make([]lint.Numeral, 2)}
	found := []lint.Finding{
		{ID: "bank", System: "a", Text: "£87.4 Billion", Level: check.Error, Verdict: check.Contradicted, Kind: "scale",
			Message: "The article says £87.4 million, not billion.", Evidence: "It lost £87.4 million in two years.", Suggestion: "£87.4 million",
			Headline: headline, Span: derive.Span{Start: 11, End: 25}, File: "a.txt", Line: 7, Column: new(12)},
		{ID: "bank", System: "a", Text: "3 Years", Level: check.Warning, Verdict: check.Doubtful, Kind: "swap",
			Message: "The article has three years, of something else.", Suggestion: "two years",
			Headline: headline, Span: derive.Span{Start: 29, End: 36}, File: "a.txt", Line: 7, Column: new(29),
			Derivations: []derive.Derivation{way(t, "Trans( three )", "three")}},
	}
	var b strings.Builder
	for _, format := range append(numerals.FindingFormats, "junit") {
		level := check.Error
		if strings.Contains(b.String(), "<testsuites") {
			level = check.Warning
		}
		b.WriteString("-- " + format + ", " + level.String() + " --\n")
		w := numerals.NewFindings(&b, format, level)
		if err := w.Add(h, found); err != nil {
			t.Fatal(err)
		}
		for _, right := range []*lint.Headline{{ID: "bank", System: "b", Numerals: h.Numerals[:1]}, {ID: "none", System: "b"}, {ID: "cat", System: "a", Numerals: h.Numerals}} {
			if err := w.Add(right, nil); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
	}
	golden.Check(t, "findings.txt", strings.Replace(b.String(), hed.Version, "VERSION", 1))
}
