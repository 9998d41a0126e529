package near_test

import (
	"testing"

	"hed/internal/near"
)

func TestHint(t *testing.T) {
	metrics := []string{"rouge", "bleu", "chrf", "kl", "js", "lda", "lsi", "readability"}
	for word, want := range map[string]string{
		"ruoge":        `did you mean "rouge"?`, // swapped
		"rogue":        `did you mean "rouge"?`,
		"Rouge":        `did you mean "rouge"?`,
		"rouges":       `did you mean "rouge"?`,
		"blue":         `did you mean "bleu"?`,
		"lsa":          `did you mean "lda" or "lsi"?`, // one slip from both
		"readibilty":   `did you mean "readability"?`,
		"rouge":        "have rouge, bleu, chrf, kl, js, lda, lsi, readability",
		"ks":           "have rouge, bleu, chrf, kl, js, lda, lsi, readability",
		"xyz":          "have rouge, bleu, chrf, kl, js, lda, lsi, readability",
		"readableness": "have rouge, bleu, chrf, kl, js, lda, lsi, readability",
		"":             "have rouge, bleu, chrf, kl, js, lda, lsi, readability",
		"rœuge":        `did you mean "rouge"?`, // letters, not bytes
	} {
		if got := near.Hint(word, metrics); got != want {
			t.Errorf("%q: %s, want %s", word, got, want)
		}
	}
}
