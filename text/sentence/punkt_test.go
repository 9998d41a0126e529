package sentence

import (
	"slices"
	"strings"
	"testing"

	"hed/text/texttest"
)

// A language of two rules.
func TestPunkt(t *testing.T) {
	sp := punkt{"test", func() *params {
		return &params{
			Abbreviations: map[string]bool{"abk": true},
			Collocations:  map[[2]string]bool{{"nr", "neun"}: true},
		}
	}}
	texttest.Splitter(t, sp)
	want := []string{"Eine Abk. Ist.", "Nr. neun.", "Ende."}
	if got := sp.Split(nil, strings.Join(want, " ")); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
