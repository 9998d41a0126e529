package lang_test

import (
	"slices"
	"strings"
	"sync"
	"testing"

	"hed/internal/oracle"
	"hed/internal/python"
	"hed/text"
	"hed/text/lang"
	"hed/text/pos"
)

func TestOf(t *testing.T) {
	for tag, want := range map[string]string{
		"en": "en", "en-GB": "en", "EN-us": "en", "en_US": "en", "it": "it", "IT": "it", "it-CH": "it", "it_IT": "it", "": "en", "-": "en",
		"xx": "foreign", "zh": "foreign", "de-AT": "foreign", "ita": "foreign", "eng": "foreign",
	} {
		p := lang.Of(tag)
		got := p.Code
		if p.Foreign {
			got = "foreign"
			if p.Code != "en" || p.Tagger != nil {
				t.Errorf("%q: read as %s, tagger %t; want English without a tagger", tag, p.Code, p.Tagger != nil)
			}
		}
		if got != want {
			t.Errorf("%q: got %s, want %s", tag, got, want)
		}
	}
	if lang.Of("en").Tagger == nil {
		t.Error("English has no tagger")
	}
}

func TestTag(t *testing.T) {
	p := lang.Of("en")
	for _, test := range []struct{ in, want string }{
		{"", ""},
		{" \n\t ", ""},
		{"Senate passes budget bill", "Senate/PROPN passes/VERB budget/NOUN bill/NOUN"},
		{"It ends. It ends. It ends.", "It/PRON ends/VERB ./PUNCT It/PRON ends/VERB ./PUNCT It/PRON ends/VERB ./PUNCT"},
		{"  It ends.\n\n  It doesn't!  ", "It/PRON ends/VERB ./PUNCT It/PRON does/AUX n't/PART !/PUNCT"},
	} {
		tokens, tags := p.Tag(pos.English(), nil, nil, test.in)
		if got := show(tokens, tags); got != test.want {
			t.Errorf("%q:\n got %s\nwant %s", test.in, got, test.want)
		}
		checkTokens(t, test.in, tokens, tags)
	}
}

func show(tokens []text.Token, tags []pos.Tag) string {
	var b []string
	for i, tag := range tags {
		b = append(b, tokens[i].Text+"/"+tag.String())
	}
	return strings.Join(b, " ")
}

// checkTokens checks that there is a tag for each token, and that the tokens
// lie where they say.
func checkTokens(t *testing.T, s string, tokens []text.Token, tags []pos.Tag) {
	t.Helper()
	if len(tokens) != len(tags) {
		t.Errorf("%q: %d tags for %d tokens", s, len(tags), len(tokens))
	}
	end := 0
	for _, k := range tokens {
		if k.Start < end || k.End <= k.Start || k.End > len(s) {
			t.Errorf("%q: token %q at [%d:%d] after %d", s, k.Text, k.Start, k.End, end)
			return
		}
		if got := s[k.Start:k.End]; got != k.Text {
			t.Errorf("%q: token %q stands where %q is", s, k.Text, got)
		}
		if gap := s[end:k.Start]; strings.TrimFunc(gap, python.IsSpace) != "" {
			t.Errorf("%q: %q is lost", s, gap)
		}
		end = k.End
	}
}

func TestTagAppends(t *testing.T) {
	p := lang.Of("en")
	first, mark := text.Token{Text: "first", Start: 3, End: 8}, pos.SYM
	tokens, tags := p.Tag(pos.English(), nil, nil, "It ends. It ends.")
	moreTokens, moreTags := p.Tag(pos.English(), []text.Token{first}, []pos.Tag{mark}, "It ends. It ends.")
	if moreTokens[0] != first || moreTags[0] != mark || !slices.Equal(moreTokens[1:], tokens) || !slices.Equal(moreTags[1:], tags) {
		t.Errorf("appending gives %v, %v, want more of %v, %v", moreTokens, moreTags, tokens, tags)
	}
}

// TestTagTexts tags texts that are odd or long, from several goroutines.
func TestTagTexts(t *testing.T) {
	texts := oracle.Texts(t)
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			for _, x := range texts {
				for i := range lang.Packs {
					tokens, tags := lang.Packs[i].Tag(pos.English(), nil, nil, x.Input)
					checkTokens(t, x.Input, tokens, tags)
				}
			}
		})
	}
	wg.Wait()
}
