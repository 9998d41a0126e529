package pos_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"slices"
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

// own returns a file of headlines of this project.
func own(t testing.TB, file string) []pos.Sentence {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return read(t, string(data))
}

// headlines returns the English development set.
func headlines(t testing.TB) []pos.Sentence { return own(t, "testdata/headlines.conllu") }

// others returns a treebank that others made.
func others(t testing.TB, name string) []pos.Sentence {
	t.Helper()
	return read(t, shared.Gunzip(t, shared.File(t, "ud/"+name+".conllu.gz")))
}

// ewt returns the development part of the English Web Treebank.
func ewt(t testing.TB) []pos.Sentence { return others(t, "en_ewt-dev") }

func read(t testing.TB, data string) []pos.Sentence {
	t.Helper()
	sentences, err := pos.ReadCoNLLU(strings.NewReader(data), "test.conllu")
	if err != nil {
		t.Fatal(err)
	}
	return sentences
}

// The floors are what the taggers reached when they were trained, less a hair.

func TestAccuracyOnHeadlines(t *testing.T) {
	checkAccuracy(t, pos.English(), headlines(t), 0.9449)                     // 0.94498
	checkAccuracy(t, pos.Italian(), own(t, "testdata/italian.conllu"), 0.952) // 0.95292
}

func TestAccuracyOnTreebanks(t *testing.T) {
	for _, test := range []struct {
		tagger *pos.Tagger
		name   string
		floor  float64
	}{
		{pos.English(), "en_ewt-dev", 0.9524},
		{pos.Italian(), "it_isdt-dev", 0.95},
		{pos.Italian(), "it_partut-dev", 0.945},
		{pos.Italian(), "it_markit-dev", 0.951},
	} {
		t.Run(test.name, func(t *testing.T) { checkAccuracy(t, test.tagger, others(t, test.name), test.floor) })
	}
}

// TestAccuracyAsWritten is of tokens as hed cuts them: "della" is one, with the tag
// of its first word.
func TestAccuracyAsWritten(t *testing.T) {
	written := own(t, "testdata/italian.conllu")
	for i, s := range written {
		if len(s.Surface) > 0 {
			written[i].Words = s.Surface
		}
	}
	checkAccuracy(t, pos.Italian(), written, 0.947)
}

func checkAccuracy(t *testing.T, tagger *pos.Tagger, sentences []pos.Sentence, floor float64) {
	t.Helper()
	got, err := tagger.Compare(t.Context(), sentences)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%.5f of %d words", got.Accuracy, got.Tokens)
	if float64(got.Accuracy) < floor {
		t.Errorf("accuracy %.5f, want %v at least", got.Accuracy, floor)
	}
}

// A shipped tagger is a file beside its record.
var shipped = []struct {
	name   string
	tagger func() *pos.Tagger
	learnt string // headlines of this project
	beside []string
}{
	{"english", pos.English, "train.conllu", []string{"en_ewt-train.conllu.gz"}},
	{"italian", pos.Italian, "italian.conllu", []string{"it_pud.conllu.gz", "it_markit-train.conllu.gz"}},
}

func TestSize(t *testing.T) {
	for _, x := range shipped {
		info, err := os.Stat(x.name + ".model")
		if err != nil {
			t.Fatal(err)
		}
		if info.Size() > 3<<20 {
			t.Errorf("%s has %d bytes, want 3 MB at most: every build of hed carries it", info.Name(), info.Size())
		}
	}
}

// TestRecord checks that english.json says of english.model what its head
// does, and the same of other languages.
func TestRecord(t *testing.T) {
	for _, x := range shipped {
		data, err := os.ReadFile(x.name + ".json")
		if err != nil {
			t.Fatal(err)
		}
		dec := json.NewDecoder(bytes.NewReader(data))
		dec.DisallowUnknownFields()
		var about pos.About
		if err := dec.Decode(&about); err != nil {
			t.Fatalf("%s.json: %v", x.name, err)
		}
		if d := cmp.Diff(about, x.tagger().About); d != "" {
			t.Errorf("%s.json and its model differ; scripts/tagger makes both:\n%s", x.name, d)
		}
		if got, want := x.tagger().Signature(), about.Lang+"-"+about.SHA256[:8]; got != want {
			t.Errorf("signature %q, want %q", got, want)
		}
	}
}

func TestTrainedOnHeadlines(t *testing.T) {
	for _, x := range shipped {
		data, err := os.ReadFile("headlines/" + x.learnt)
		if err != nil {
			t.Fatal(err)
		}
		checkTreebank(t, x.tagger(), x.learnt, string(data))
	}
}

func TestTrainedOnTreebanks(t *testing.T) {
	for _, x := range shipped {
		for _, name := range x.beside {
			checkTreebank(t, x.tagger(), name, shared.Gunzip(t, shared.File(t, "ud/"+name)))
		}
	}
}

// checkTreebank checks that a tagger was trained on data.
func checkTreebank(t *testing.T, tagger *pos.Tagger, name, data string) {
	t.Helper()
	sentences := read(t, data)
	sum := sha256.Sum256([]byte(data))
	want := pos.Treebank{Name: name, SHA256: hex.EncodeToString(sum[:]), Sentences: len(sentences)}
	for _, words := range forms(sentences) {
		want.Words += len(words)
	}
	if have := tagger.About.Treebanks; !slices.Contains(have, want) {
		t.Errorf("the tagger was trained on %+v, not on %+v; scripts/tagger makes it again", have, want)
	}
}

// The development sets must not be learnt from.
func TestHeadlinesAreApart(t *testing.T) {
	for learnt, apart := range map[string]string{"train.conllu": "headlines.conllu", "italian.conllu": "italian.conllu"} {
		seen := map[string]bool{}
		for _, words := range forms(own(t, "headlines/"+learnt)) {
			seen[strings.ToLower(strings.Join(words, " "))] = true
		}
		for _, words := range forms(own(t, "testdata/"+apart)) {
			if s := strings.Join(words, " "); seen[strings.ToLower(s)] {
				t.Errorf("%q is in headlines/%s too", s, learnt)
			}
		}
	}
}
