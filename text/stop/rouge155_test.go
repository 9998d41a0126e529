package stop_test

import (
	"testing"

	"hed/text/stop"
)

func TestROUGE155(t *testing.T) {
	f := stop.ROUGE155()
	for _, drop := range []string{"the", "a", "t", "reuters", "jan", "zero", "says"} {
		if got := f.Filter(drop); got != "" {
			t.Errorf("%s stays as %s", drop, got)
		}
	}
	// Matching is of whole tokens in lower case.
	for _, keep := range []string{"", "don", "mr", "monday", "The", "thes", "mr.", "don't", "#"} {
		if got := f.Filter(keep); got != keep {
			t.Errorf("%q becomes %q", keep, got)
		}
	}
}
