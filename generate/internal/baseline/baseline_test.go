package baseline_test

import (
	"strings"
	"testing"

	"hed/corpus"
	"hed/generate/internal/baseline"
)

func TestSettle(t *testing.T) {
	s, err := baseline.Options{}.Settle()
	if err != nil {
		t.Fatal(err)
	}
	if s.Words != 9 {
		t.Errorf("%d words by default", s.Words)
	}
	for tag, want := range map[string]string{"": "en", "en": "en", "en-GB": "en", "IT": "it", "it-CH": "it", "de": "en", "item": "en"} {
		if got := s.Packs[s.Pick(&corpus.Document{Lang: tag})].Code; got != want {
			t.Errorf("a document in %q is read as %s, want %s", tag, got, want)
		}
	}
	s, err = baseline.Options{Words: new(3), Lang: "it-CH"}.Settle()
	if err != nil {
		t.Fatal(err)
	}
	if got := s.Packs[s.Pick(&corpus.Document{Lang: "en"})].Code; got != "it" || s.Words != 3 {
		t.Errorf("got %d words of %s", s.Words, got)
	}
	if got, want := s.Signature("x", baseline.Tokenizer, baseline.Stop), "x|words:3|lang:it|tok:unicode2-elided|stop:stop-it"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	for want, o := range map[string]baseline.Options{
		"words=0: a headline has 1 to 1000000 words":       {Words: new(0)},
		"words=1000001: a headline has 1 to 1000000 words": {Words: new(1000001)},
		"no language": {Lang: "de-AT"},
	} {
		if _, err := o.Settle(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: got %v, want %q", o, err, want)
		}
	}
}

// The memory of a long article is not kept.
func TestPool(t *testing.T) {
	p := baseline.NewPool(func() *[]byte { return new([]byte) })
	large := p.Get()
	p.Put(large, strings.Repeat("x", 1<<20))
	if p.Get() == large {
		t.Error("it came back")
	}
}
