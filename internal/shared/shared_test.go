package shared_test

import (
	"testing"

	"hed/internal/shared"
)

func TestNumHG(t *testing.T) {
	articles := shared.NumHG(t)
	if len(articles) != 10495 {
		t.Errorf("%d articles", len(articles))
	}
	for i, a := range articles {
		if a.Text == "" || a.Headline == "" {
			t.Fatalf("article %d lacks something", i)
		}
	}
}
