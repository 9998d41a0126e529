package pos_test

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"hed"
	"hed/text/pos"
)

// words reads "form/TAG" or, for a verb in the past, "form/TAG/lemma".
func words(s string) []pos.Word {
	var all []pos.Word
	for _, f := range strings.Fields(s) {
		p := strings.Split(f, "/")
		tag, ok := pos.ParseTag(p[1])
		if !ok {
			panic(f)
		}
		w := pos.Word{Form: p[0], Lemma: p[0], Tag: tag, Features: "_"}
		if len(p) > 2 {
			w.Lemma, w.Features = p[2], "Tense=Past|VerbForm=Fin"
		}
		all = append(all, w)
	}
	return all
}

// tiny is a treebank. Two of its sentences are written otherwise than in
// words.
func tiny() []pos.Sentence {
	var all []pos.Sentence
	for _, s := range []string{
		"The/DET Senate/PROPN passed/VERB/pass the/DET bill/NOUN on/ADP Tuesday/PROPN ./PUNCT",
		"A/DET judge/NOUN blocked/VERB/block the/DET plan/NOUN ./PUNCT",
		"The/DET judge/NOUN is/AUX angry/ADJ and/CCONJ tired/ADJ ./PUNCT",
		"She/PRON will/AUX sign/VERB the/DET new/ADJ bill/NOUN ./PUNCT",
		"Mayor/NOUN signs/VERB plan/NOUN",
		"Senate/PROPN Blocks/VERB New/ADJ Plan/NOUN",
		"He/PRON quickly/ADV walked/VERB/walk to/ADP Rome/PROPN !/PUNCT",
		"Why/ADV Rome/PROPN walks/VERB",
		"They/PRON blocked/VERB/block 3/NUM roads/NOUN in/ADP Rome/PROPN ./PUNCT",
		"Oh/INTJ ,/PUNCT no/INTJ !/PUNCT",
		"It/PRON was/AUX n't/PART passed/VERB on/ADP Monday/PROPN ./PUNCT",
		"Do/AUX n't/PART sign/VERB it/PRON ./PUNCT",
	} {
		all = append(all, pos.Sentence{Words: words(s)})
	}
	all[10].Surface = words("It/PRON wasn't/AUX passed/VERB on/ADP Monday/PROPN ./PUNCT")
	all[11].Surface = words("Don't/AUX sign/VERB it/PRON ./PUNCT")
	return all
}

func train(t *testing.T, opt pos.Options) *pos.Tagger {
	t.Helper()
	tagger, err := pos.Train(t.Context(), pos.About{Lang: "en"}, tiny(), opt)
	if err != nil {
		t.Fatal(err)
	}
	return tagger
}

func bytesOf(t *testing.T, tagger *pos.Tagger) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := tagger.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestTrain(t *testing.T) {
	tagger := train(t, pos.Options{Seed: 1})
	for in, want := range map[string]string{
		"The judge blocked the bill .": "DET NOUN VERB DET NOUN PUNCT",
		"Senate blocks plan":           "PROPN VERB NOUN",
		"Do n't sign it .":             "AUX PART VERB PRON PUNCT",
		"It wasn't passed":             "PRON AUX VERB",
	} {
		if got := tagged(tagger, in); got != want {
			t.Errorf("%s:\n got %s\nwant %s", in, got, want)
		}
	}
	about := tagger.About
	if about.Version != hed.Version || about.Lang != "en" || about.Seed != 1 || about.Runs != 8 || about.Epochs != 6 {
		t.Errorf("About is %+v", about)
	}
	if got, want := tagger.Signature(), "en-"+about.SHA256[:8]; got != want {
		t.Errorf("signature %q, want %q", got, want)
	}
}

// TestSame pins what training comes to, on every machine. If it changes, then
// scripts/tagger must make english.model anew.
func TestSame(t *testing.T) {
	const want = "86ae10652f0c3c980994c7df8562e3c40f425a06d8160f1f03f308b7c984c520"
	if got := train(t, pos.Options{Seed: 1}).About.SHA256; got != want {
		t.Errorf("the hash of the weights is %s, want %s", got, want)
	}
}

func TestWorkers(t *testing.T) {
	want := bytesOf(t, train(t, pos.Options{Seed: 7}))
	for _, workers := range []int{-1, 1, 2, 9} {
		if got := bytesOf(t, train(t, pos.Options{Seed: 7, Workers: workers})); !bytes.Equal(got, want) {
			t.Errorf("%d workers make another tagger", workers)
		}
	}
	if other := train(t, pos.Options{Seed: 8}); bytes.Equal(bytesOf(t, other), want) || other.About.SHA256 == train(t, pos.Options{Seed: 7}).About.SHA256 {
		t.Error("another seed makes the same tagger")
	}
}

func TestTrainLanguages(t *testing.T) {
	english := train(t, pos.Options{})
	other, err := pos.Train(t.Context(), pos.About{Lang: "it"}, tiny(), pos.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if english.About.SHA256 == other.About.SHA256 {
		t.Error("English is not learnt from headlines")
	}
}

func TestTrainFails(t *testing.T) {
	if _, err := pos.Train(t.Context(), pos.About{Lang: "en"}, nil, pos.Options{}); err == nil || err.Error() != "train a tagger: there are no sentences" {
		t.Errorf("no sentences: got %v", err)
	}
	why := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(why)
	if _, err := pos.Train(ctx, pos.About{Lang: "en"}, tiny(), pos.Options{Workers: 2}); !errors.Is(err, why) {
		t.Errorf("cancelled: got %v, want %v", err, why)
	}
	epochs := 0
	_, err := pos.Train(t.Context(), pos.About{Lang: "en"}, tiny(), pos.Options{
		Folder: filepath.Join(t.TempDir(), "none"), Progress: func(done, _ int) { epochs = done },
	})
	if !errors.Is(err, fs.ErrNotExist) || !strings.HasPrefix(err.Error(), "train a tagger: ") {
		t.Errorf("no folder: got %v", err)
	}
	if epochs > 6 {
		t.Errorf("no folder: training goes on for %d epochs", epochs)
	}
}

// Empty words and sentences are odd but no reason to stop.
func TestTrainOdd(t *testing.T) {
	odd := []pos.Sentence{{}, {Words: []pos.Word{{}}}, {Words: []pos.Word{{Form: "\xff", Tag: pos.X}, {Form: "walked", Tag: pos.VERB, Features: "Tense=Past|VerbForm=Fin"}, {}}}}
	tagger, err := pos.Train(t.Context(), pos.About{Lang: "en"}, odd, pos.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got := tagger.Tag(nil, []string{"\xff", ""}); len(got) != 2 {
		t.Errorf("got %v", got)
	}
}
