package pos_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hed/internal/shared"
	"hed/text/pos"
)

// forms returns the words of each sentence.
func forms(sentences []pos.Sentence) [][]string {
	var all [][]string
	for _, s := range sentences {
		var words []string
		for _, w := range s.Words {
			words = append(words, w.Form)
		}
		all = append(all, words)
	}
	return all
}

// headlines returns the development set.
func headlines(t testing.TB) []pos.Sentence {
	t.Helper()
	data, err := os.ReadFile("testdata/headlines.conllu")
	if err != nil {
		t.Fatal(err)
	}
	return read(t, string(data))
}

// ewt returns the development part of the English Web Treebank.
func ewt(t testing.TB) []pos.Sentence {
	t.Helper()
	return read(t, shared.Gunzip(t, shared.File(t, "ud/en_ewt-dev.conllu.gz")))
}

func read(t testing.TB, data string) []pos.Sentence {
	t.Helper()
	sentences, err := pos.ReadCoNLLU(strings.NewReader(data), "test.conllu")
	if err != nil {
		t.Fatal(err)
	}
	return sentences
}

// The floors are what the tagger reached when it was trained, less a hair.

func TestAccuracyOnHeadlines(t *testing.T) { checkAccuracy(t, headlines(t), 0.9449) } // 0.94498

func TestAccuracyOnEWT(t *testing.T) { checkAccuracy(t, ewt(t), 0.9524) } // 0.95248

func checkAccuracy(t *testing.T, sentences []pos.Sentence, floor float64) {
	t.Helper()
	right, all := 0, 0
	for i, words := range forms(sentences) {
		for k, tag := range pos.English().Tag(nil, words) {
			if tag == sentences[i].Words[k].Tag {
				right++
			}
		}
		all += len(words)
	}
	got := float64(right) / float64(all)
	t.Logf("%.5f of %d words", got, all)
	if got < floor {
		t.Errorf("accuracy %.5f, want %v at least", got, floor)
	}
}

func TestSize(t *testing.T) {
	info, err := os.Stat("english.model")
	if err != nil {
		t.Fatal(err)
	}
	if info.Size() > 3<<20 {
		t.Errorf("english.model has %d bytes, want 3 MB at most: every build of hed carries it", info.Size())
	}
}

// TestRecord checks that english.json says of english.model what its head
// does.
func TestRecord(t *testing.T) {
	data, err := os.ReadFile("english.json")
	if err != nil {
		t.Fatal(err)
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	var about pos.About
	if err := dec.Decode(&about); err != nil {
		t.Fatalf("english.json: %v", err)
	}
	if d := cmp.Diff(about, pos.English().About); d != "" {
		t.Errorf("english.json and english.model differ; scripts/tagger makes both:\n%s", d)
	}
	if got, want := pos.English().Signature(), "en-"+about.SHA256[:8]; got != want {
		t.Errorf("signature %q, want %q", got, want)
	}
}

func TestTrainedOnHeadlines(t *testing.T) {
	data, err := os.ReadFile("headlines/train.conllu")
	if err != nil {
		t.Fatal(err)
	}
	checkTreebank(t, "train.conllu", string(data))
}

func TestTrainedOnEWT(t *testing.T) {
	checkTreebank(t, "en_ewt-train.conllu.gz", shared.Gunzip(t, shared.File(t, "ud/en_ewt-train.conllu.gz")))
}

// checkTreebank checks that the English tagger was trained on data.
func checkTreebank(t *testing.T, name, data string) {
	t.Helper()
	sentences := read(t, data)
	sum := sha256.Sum256([]byte(data))
	want := pos.Treebank{Name: name, SHA256: hex.EncodeToString(sum[:]), Sentences: len(sentences)}
	for _, words := range forms(sentences) {
		want.Words += len(words)
	}
	for _, got := range pos.English().About.Treebanks {
		if got == want {
			return
		}
	}
	t.Errorf("the tagger was trained on %+v, not on %+v; scripts/tagger makes it anew", pos.English().About.Treebanks, want)
}

// The development set must not be learnt from.
func TestHeadlinesAreApart(t *testing.T) {
	data, err := os.ReadFile("headlines/train.conllu")
	if err != nil {
		t.Fatal(err)
	}
	learnt := map[string]bool{}
	for _, words := range forms(read(t, string(data))) {
		learnt[strings.ToLower(strings.Join(words, " "))] = true
	}
	for _, words := range forms(headlines(t)) {
		if s := strings.Join(words, " "); learnt[strings.ToLower(s)] {
			t.Errorf("%q is in headlines/train.conllu too", s)
		}
	}
}
