package experiment_test

import (
	"errors"
	"strings"
	"testing"

	"hed/corpus"
	"hed/style/experiment"
)

// FuzzRead: whatever is in style.yaml, it is read, or refused with its name.
func FuzzRead(f *testing.F) {
	f.Add(experiment.Sample)
	f.Add(papers + "split: {strict: 0.4}\ngenerator: {a: first, b: random}\n")
	f.Add(papers + "a: &x [*x]\n")
	f.Fuzz(func(t *testing.T, text string) {
		c, err := experiment.Read("style.yaml", []byte(text))
		if err != nil && !strings.HasPrefix(err.Error(), "style.yaml") {
			t.Errorf("%q: %v", text, err)
		}
		if err == nil && (c.A.File == "" || c.B.File == "" || c.A.Name == c.B.Name) {
			t.Errorf("%q: %+v", text, c)
		}
	})
}

// FuzzGuesses: likewise for answers.jsonl of a study.
func FuzzGuesses(f *testing.F) {
	f.Add(`{"judge":"a","doc":"d","question":"source","value":"Post","systems":{"A":"setting1"}}` + "\n")
	f.Add("{\n")
	f.Fuzz(func(t *testing.T, text string) {
		all, err := experiment.ReadGuesses("answers.jsonl", strings.NewReader(text))
		if _, ok := errors.AsType[*corpus.SyntaxError](err); err != nil && !ok || err == nil && len(all) == 0 {
			t.Errorf("%q: %v, %v", text, all, err)
		}
	})
}
