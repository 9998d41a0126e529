package pos_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"strings"
	"testing"

	"hed/corpus"
	"hed/text/pos"
)

// A word a line, with a tag that the tagger will not give to the last one.
const treebank = "1\tThe\tthe\tDET\t_\t_\t_\t_\t_\t_\n2\tsenate\tsenate\tNOUN\t_\t_\t_\t_\t_\t_\n3\t.\t.\tSYM\t_\t_\t_\t_\t_\t_\n\n"

func TestCompare(t *testing.T) {
	sentences, about, err := pos.ReadTreebank(corpus.Stream("in", strings.NewReader(treebank)))
	sum := sha256.Sum256([]byte(treebank))
	if want := (pos.Treebank{Name: "in", SHA256: hex.EncodeToString(sum[:]), Sentences: 1, Words: 3}); err != nil || about != want {
		t.Fatalf("got %+v, %v; want %+v", about, err, want)
	}
	got, err := pos.English().Compare(t.Context(), sentences)
	if err != nil {
		t.Fatal(err)
	}
	if got.Tokens != 3 || got.Accuracy < 0.66 || got.Accuracy > 0.67 || len(got.PerTag) != 4 {
		t.Errorf("got %+v", got)
	}
	if det := got.PerTag["DET"]; det != (pos.TagAccuracy{Tokens: 1, Precision: 1, Recall: 1, F1: 1}) {
		t.Errorf("DET: %+v", det)
	}
	// The treebank has no PUNCT, so that none can be found again.
	if punct := got.PerTag["PUNCT"]; punct.Tokens != 0 || punct.Precision != 0 || punct.Recall == punct.Recall || punct.F1 != 0 {
		t.Errorf("PUNCT: %+v", punct)
	}
	stopped, cancel := context.WithCancelCause(t.Context())
	enough := errors.New("enough")
	cancel(enough)
	if _, err := pos.English().Compare(stopped, sentences); !errors.Is(err, enough) {
		t.Errorf("got %v", err)
	}
}
