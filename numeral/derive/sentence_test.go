package derive_test

import (
	"slices"
	"testing"

	"hed/numeral"
	"hed/numeral/derive"
)

func TestFullStops(t *testing.T) {
	for text, want := range map[string][]int32{
		`Mr. J. Smith paid $5 on Aug. 9. "Two came," he said. None of 12 left! By Dec. 3 it was over.`: {0, 0, 1, 2, 3},
		"(Mar 3, 2011) It rose 1.5 points to 3.5. Sen. Poe, 61, voted no.":                             {0, 0, 0, 1},
		"": {},
		"No. 10.\n\n\"Six,\" he said.) 7 of ½. É. 8": {0, 1, 2, 2, 4},
	} {
		mentions := numeral.Find(nil, text)
		got := []int32{}
		for i, n := range derive.FullStops(text, mentions) {
			if mentions[i].Depth == 0 {
				got = append(got, n)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}
