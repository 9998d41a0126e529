package pos_test

import (
	"slices"
	"strings"
	"sync"
	"testing"

	"hed/text/pos"
)

// tagged tags words that blanks separate.
func tagged(t *pos.Tagger, sentence string) string {
	var b []string
	for _, tag := range t.Tag(nil, strings.Fields(sentence)) {
		b = append(b, tag.String())
	}
	return strings.Join(b, " ")
}

func TestEnglish(t *testing.T) {
	for _, test := range []struct{ in, want string }{
		{"Senate passes budget bill", "PROPN VERB NOUN NOUN"},
		{"Senate Passes Budget Bill", "PROPN VERB NOUN NOUN"},
		{"SENATE PASSES BUDGET BILL", "PROPN VERB NOUN NOUN"},
		{"Judge blocks new asylum rules", "NOUN VERB ADJ NOUN NOUN"},
		{"Court Blocks New Asylum Rules", "NOUN VERB ADJ NOUN NOUN"},
		{"COURT BLOCKS NEW ASYLUM RULES", "NOUN VERB ADJ NOUN NOUN"},
		{"Two killed as bus plunges into river near Lyon", "NUM VERB SCONJ NOUN VERB ADP NOUN ADP PROPN"},
		{"Mayor to quit in June after losing confidence vote", "NOUN PART VERB ADP PROPN SCONJ VERB NOUN NOUN"},
		{"Oil prices fall to $ 70 a barrel", "NOUN NOUN VERB ADP SYM NUM DET NOUN"},
		{"Can dogs help children read ?", "AUX NOUN VERB NOUN VERB PUNCT"},
		{"The Senate passed the bill on Tuesday .", "DET PROPN VERB DET NOUN ADP PROPN PUNCT"},
		{"The committee has not voted yet , and nobody knows why .", "DET NOUN AUX PART VERB ADV PUNCT CCONJ PRON VERB ADV PUNCT"},
		{"She does n't think that the new rules will help them .", "PRON AUX PART VERB SCONJ DET ADJ NOUN AUX VERB PRON PUNCT"},
		{"Wow !", "INTJ PUNCT"},
		{"Senate", "PROPN"},
		{"the", "DET"},
		{"", ""},
	} {
		if got := tagged(pos.English(), test.in); got != test.want {
			t.Errorf("%q:\n got %s\nwant %s", test.in, got, test.want)
		}
	}
}

// TestOdd tags what nobody calls a sentence.
func TestOdd(t *testing.T) {
	tagger := pos.English()
	for name, words := range map[string][]string{
		"nothing":              nil,
		"empty words":          {"", "", ""},
		"many words":           slices.Repeat(strings.Fields("Senate passes budget bill ,"), 20_000),
		"a long word":          {"The", strings.Repeat("long", 1<<18), "word"},
		"a long word of bytes": {"The", strings.Repeat("\xff", 1<<20), "word"},
		"invalid UTF-8":        {"\xff", "pass\xc3", "\xe2\x82", "bill\xf0\x9f"},
		"emoji":                {"🏳️‍🌈", "👩‍👩‍👧", "wins", "👍🏽"},
		"Chinese":              {"日本", "橋", "閉鎖"},
		"one letter":           {"a", "B", "é", "ß", "İ", "ǅ", "1", "."},
		"blanks and zeros":     {" ", "\t\n", "\x00", "a\x00b"},
	} {
		got := tagger.Tag(nil, words)
		if len(got) != len(words) {
			t.Errorf("%s: %d tags for %d words", name, len(got), len(words))
		}
		for i, tag := range got {
			if tag >= pos.Tags {
				t.Errorf("%s: word %d has the tag %d", name, i, uint8(tag))
			}
		}
		if again := tagger.Tag(nil, words); !slices.Equal(again, got) {
			t.Errorf("%s: the tags are others the second time", name)
		}
	}
}

func TestTagAppends(t *testing.T) {
	words := strings.Fields("Senate passes budget bill")
	want := pos.English().Tag(nil, words)
	buf := slices.Repeat([]pos.Tag{pos.SYM}, 10)
	got := pos.English().Tag(buf[:2], words)
	if &got[0] != &buf[0] {
		t.Error("Tag makes a slice of its own, though dst has room")
	}
	if !slices.Equal(got, slices.Concat([]pos.Tag{pos.SYM, pos.SYM}, want)) {
		t.Errorf("got %v, want two SYM and %v", got, want)
	}
	if rest := buf[len(got):]; !slices.Equal(rest, slices.Repeat([]pos.Tag{pos.SYM}, 4)) {
		t.Errorf("Tag writes %v behind the tags", rest)
	}
}

func TestTagNames(t *testing.T) {
	for tag := range pos.Tag(pos.Tags) {
		if got, ok := pos.ParseTag(tag.String()); got != tag || !ok {
			t.Errorf("%s: ParseTag gives %v, %v", tag, got, ok)
		}
	}
	for _, name := range []string{"", "noun", "VBZ", "_"} {
		if _, ok := pos.ParseTag(name); ok {
			t.Errorf("%q is a tag", name)
		}
	}
}

func TestConcurrent(t *testing.T) {
	all := forms(headlines(t))
	var want [][]pos.Tag
	for _, words := range all {
		want = append(want, pos.English().Tag(nil, words))
	}
	var wg sync.WaitGroup
	for g := range 4 {
		wg.Go(func() {
			for i := range all {
				i = (i + g*len(all)/4) % len(all)
				if got := pos.English().Tag(nil, all[i]); !slices.Equal(got, want[i]) {
					t.Errorf("%q: got %v, want %v", all[i], got, want[i])
				}
			}
		})
	}
	wg.Wait()
}
