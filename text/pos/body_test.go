package pos

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/klauspost/compress/zstd"
)

// small is a tagger with a few weights.
func small() *Tagger {
	w := newWeights(3)
	w.add(key1(always, 0), row{NOUN: 9, VERB: -3})
	w.add(key1(always, 0)|again, row{NOUN: 9, X: 127})
	w.add(key1(theWord, hash("passes"))|again, row{VERB: 127, NOUN: -127})
	t := newTagger(About{Lang: "en"}, lexicon{"passes": 1<<VERB | 1<<NOUN, "é": 1 << X, "": 0}, w)
	t.About.SHA256 = checksum(t.body())
	return t
}

var encoder = sync.OnceValue(func() *zstd.Encoder {
	enc, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithEncoderLevel(zstd.SpeedFastest))
	if err != nil {
		panic(err)
	}
	return enc
})

// file makes a model file of any body, with the right hash.
func file(t testing.TB, body []byte) []byte {
	t.Helper()
	about, err := json.Marshal(About{SHA256: checksum(body)})
	if err != nil {
		t.Fatal(err)
	}
	return encoder().EncodeAll(body, slices.Concat([]byte(kind.Magic), about, []byte("\n")))
}

func TestBody(t *testing.T) {
	body := small().body()
	lex, w, err := parseBody(body)
	if err != nil {
		t.Fatal(err)
	}
	if again := newTagger(About{}, lex, w).body(); !bytes.Equal(again, body) {
		t.Errorf("read and written again the body is\n%x, not\n%x", again, body)
	}
	empty := newTagger(About{}, lexicon{}, newWeights(0))
	if lex, w, err = parseBody(empty.body()); err != nil || len(lex) != 0 || len(w.features) != 0 {
		t.Errorf("an empty body: got %v, %v, %v", lex, w, err)
	}
	if got := empty.Tag(nil, []string{"a", "b"}); !slices.Equal(got, []Tag{ADJ, ADJ}) {
		t.Errorf("without weights the tags are %v, want the first", got)
	}
}

// TestBadBody reads bodies that are wrong though their hash is right.
func TestBadBody(t *testing.T) {
	const (
		words   = "the tagger is damaged: its words are no words"
		weights = "the tagger is damaged: its weights are no weights"
		length  = "the tagger is damaged: it has another length"
	)
	number := func(n uint64) string { return string(binary.AppendUvarint(nil, n)) }
	for _, test := range []struct{ name, body, want string }{
		{"nothing", "", length},
		{"too many words", number(1 << 60), length},
		{"more words than there can be", number(9) + strings.Repeat("\x00\x00", 8), length},
		{"a number that does not end", strings.Repeat("\xff", 11), length},
		{"a word that is too long", "\x01" + number(1<<40) + "ab", words},
		{"a word that is cut", "\x01\x03abc", words},
		{"a class of too many tags", "\x01\x01a" + number(1<<Tags), words},
		{"no weights", "\x01\x01a\x01", length},
		{"too many weights", "\x00" + number(1<<60), length},
		{"more weights than there can be", "\x00\x02" + strings.Repeat("\x01", 4), length},
		{"a key that is too big", "\x00\x01" + number(1<<32) + "\x01\x01", weights},
		{"a weight for too many tags", "\x00\x01\x05" + number(1<<Tags) + "\x01", weights},
		{"weights that are cut", "\x00\x01\x05\x07\x01\x01", weights},
		{"a key that comes twice", "\x00\x02\x05\x01\x01\x00\x01\x01", weights},
		{"a feature without a weight", "\x00\x01\x05\x01\x00", weights},
		{"more behind", "\x00\x01\x05\x01\x01\x00", length},
	} {
		if _, err := read(file(t, []byte(test.body))); err == nil || err.Error() != test.want {
			t.Errorf("%s:\n got %v\nwant %s", test.name, err, test.want)
		}
	}
	if _, err := read(file(t, make([]byte, int(kind.Most)+1))); err == nil || !strings.HasPrefix(err.Error(), "the tagger is damaged: ") {
		t.Errorf("a body of more than %d bytes: got %v", int(kind.Most), err)
	}
}

// FuzzRead reads models, and bodies with a right hash.
func FuzzRead(f *testing.F) {
	body := small().body()
	f.Add(body)
	f.Add(file(f, body))
	f.Add([]byte(kind.Magic + "{}\n"))
	f.Add(englishFile[:1000])
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, data := range [][]byte{data, file(t, data)} {
			tagger, err := read(data)
			if err != nil {
				continue
			}
			words := []string{"Senate", "passes", "", "é", "\xff"}
			want := tagger.Tag(nil, words)
			lex, w, err := parseBody(tagger.body())
			if err != nil {
				t.Fatalf("what was read and written again: %v", err)
			}
			if got := newTagger(tagger.About, lex, w).Tag(nil, words); !slices.Equal(got, want) {
				t.Fatalf("the tags were %v and are now %v", want, got)
			}
		}
	})
}
