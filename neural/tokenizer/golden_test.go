package tokenizer_test

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hed/internal/race"
	"hed/internal/shared"
	"hed/neural/tokenizer"
)

// The tokenizers of testdata: what golden.py made.
var small = []string{"bert", "cased", "roberta", "prefixed", "gpt4", "gpt4o", "t5", "fallback", "llama", "clip", "level"}

func open(t testing.TB, name string) *tokenizer.Tokenizer {
	t.Helper()
	tok, err := tokenizer.Open(filepath.Join("testdata", name+".json"))
	if err != nil {
		t.Fatal(err)
	}
	return tok
}

// TestCases compares some texts in full with Hugging Face's library.
func TestCases(t *testing.T) {
	data, err := os.ReadFile("testdata/cases.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases struct {
		Texts []string
		Rows  map[string][]string
	}
	if err := json.Unmarshal(data, &cases); err != nil {
		t.Fatal(err)
	}
	for _, name := range small {
		w := open(t, name).Worker()
		var e tokenizer.Encoding
		for i, text := range cases.Texts {
			if err := w.Encode(&e, text); err != nil {
				t.Errorf("%s: %q: %v", name, text, err)
				continue
			}
			want := strings.ReplaceAll(cases.Rows[name][i], " ", "\n")
			if d := cmp.Diff(want, strings.ReplaceAll(string(row(nil, &e)), " ", "\n")); d != "" {
				t.Errorf("%s: %q:\n%s", name, text, d)
			}
		}
	}
}

// TestMade compares texts put together from pieces that tokenizers have rules
// for, and all characters.
func TestMade(t *testing.T) {
	race.Skip(t, "each is one goroutine; TestWorkers has several")
	for _, name := range small {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tok := open(t, name)
			compare(t, name, "made", tok, made(t, 10000))
			compare(t, name, "characters", tok, codePoints())
		})
	}
}

// TestPairs compares pairs of texts under limits of all kinds.
func TestPairs(t *testing.T) {
	var texts []string
	for s := range made(t, 3001) {
		texts = append(texts, s)
	}
	for _, name := range small {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tok := open(t, name)
			d := newDigests(t, name, "pairs")
			var e tokenizer.Encoding
			for i := range 3000 {
				w := tok.WithTruncation(tokenizer.Truncation{
					Max: 5 + i%40, Strategy: tokenizer.Strategy(i % 3), Left: i/3%2 == 1,
				}).Worker()
				if err := w.Encode(&e, texts[i], texts[i+1:i+1+i%2]...); err != nil {
					d.add([]byte("-"))
				} else {
					d.add(row(nil, &e))
				}
			}
			d.done()
		})
	}
}

func TestDecode(t *testing.T) {
	for _, name := range small {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tok := open(t, name)
			w := tok.Worker()
			d := newDigests(t, name, "decoded")
			var e tokenizer.Encoding
			i := 0
			for text := range made(t, 3000) {
				if err := w.Encode(&e, text); err != nil {
					t.Fatal(err)
				}
				d.add([]byte(tok.Decode(e.IDs[min(i%3, len(e.IDs)):], i%2 == 0)))
				i++
			}
			d.done()
		})
	}
}

// TestCorpora compares real texts, where there are some.
func TestCorpora(t *testing.T) {
	race.Skip(t, "it takes too long")
	news, sentences := numhg(t), treebanks(t)
	for _, name := range []string{"bert", "roberta", "t5", "llama"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tok := open(t, name)
			if name != "llama" { // which takes a text for one word, so that it is slow
				compare(t, name, "numhg", tok, news)
			}
			compare(t, name, "ud", tok, sentences)
		})
	}
}

// TestModels compares the tokenizers of the folder HED_TEST_MODELS, which are
// too large to keep: NAME/tokenizer.json for each name in digests.txt.
func TestModels(t *testing.T) {
	dir := os.Getenv("HED_TEST_MODELS")
	if dir == "" {
		t.Skip("skipped: HED_TEST_MODELS does not name a folder with models")
	}
	news, sentences := numhg(t), treebanks(t)
	for _, name := range []string{"minilm", "xlmr"} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(dir, name, "tokenizer.json")
			data, err := os.ReadFile(file)
			if err != nil {
				t.Skipf("skipped: there is no %s in HED_TEST_MODELS", name)
			}
			sum := sha256.Sum256(data)
			if hex.EncodeToString(sum[:8]) != newDigests(t, name, "file").want[0] {
				t.Skipf("skipped: %s is not the file that digests.txt was made with; run golden.py", name)
			}
			tok, err := tokenizer.Read(bytes.NewReader(data), file)
			if err != nil {
				t.Fatal(err)
			}
			tok = tok.WithTruncation(tokenizer.Truncation{})
			compare(t, name, "made", tok, made(t, 10000))
			compare(t, name, "characters", tok, codePoints())
			compare(t, name, "numhg", tok, news)
			compare(t, name, "ud", tok, sentences)
		})
	}
}

// numhg yields the articles and headlines of NumHG.
func numhg(t *testing.T) iter.Seq[string] {
	articles := shared.NumHG(t)
	return func(yield func(string) bool) {
		for _, a := range articles {
			if !yield(a.Text) || !yield(a.Headline) {
				return
			}
		}
	}
}

// treebanks yields Italian and English sentences of Universal Dependencies.
func treebanks(t *testing.T) iter.Seq[string] {
	var all []string
	for _, part := range []string{"it_isdt-dev", "it_partut-dev", "it_partut-train", "en_ewt-train", "en_ewt-dev"} {
		for line := range strings.Lines(shared.Gunzip(t, shared.File(t, "ud/"+part+".conllu.gz"))) {
			if text, ok := strings.CutPrefix(line, "# text = "); ok {
				all = append(all, strings.TrimSuffix(text, "\n"))
			}
		}
	}
	return slices.Values(all)
}

// row writes an encoding as golden.py does.
func row(b []byte, e *tokenizer.Encoding) []byte {
	for i, id := range e.IDs {
		if i > 0 {
			b = append(b, ' ')
		}
		special := int64(0)
		if e.Special[i] {
			special = 1
		}
		b = strconv.AppendInt(b, int64(id), 10)
		for _, n := range [...]int64{
			int64(e.Offsets[i].Start), int64(e.Offsets[i].End), int64(e.Types[i]), int64(e.Words[i]), special, int64(e.Texts[i]),
		} {
			b = strconv.AppendInt(append(b, ','), n, 10)
		}
	}
	return b
}

func compare(t *testing.T, name, series string, tok *tokenizer.Tokenizer, texts iter.Seq[string]) {
	t.Helper()
	w := tok.Worker()
	d := newDigests(t, name, series)
	var e tokenizer.Encoding
	var b []byte
	for text := range texts {
		if err := w.Encode(&e, text); err != nil {
			t.Fatal(err)
		}
		b = row(b[:0], &e)
		d.add(b)
	}
	d.done()
}

// digests compares rows with a series of digests.txt, a block at a time.
type digests struct {
	t            *testing.T
	name, series string
	want         []string
	hash         hash.Hash
	n            int
}

const block = 1000

func newDigests(t *testing.T, name, series string) *digests {
	t.Helper()
	f, err := os.Open("testdata/digests.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	d := &digests{t: t, name: name, series: series, hash: sha256.New()}
	for sc := bufio.NewScanner(f); sc.Scan(); {
		var n, s, sum string
		var i int
		if _, err := fmt.Sscan(sc.Text(), &n, &s, &i, &sum); err == nil && n == name && s == series {
			d.want = append(d.want, sum)
		}
	}
	if d.want == nil {
		t.Fatalf("digests.txt has no series %s %s", name, series)
	}
	return d
}

func (d *digests) add(row []byte) {
	d.hash.Write(row)
	d.hash.Write([]byte{'\n'})
	if d.n++; d.n%block == 0 {
		d.flush()
	}
}

func (d *digests) flush() {
	d.t.Helper()
	i := (d.n - 1) / block
	if i >= len(d.want) {
		d.t.Fatalf("%s %s: more than the %d blocks known", d.name, d.series, len(d.want))
	}
	if got := hex.EncodeToString(d.hash.Sum(nil)[:8]); got != d.want[i] {
		d.t.Errorf("%s %s: texts %d to %d differ from the library", d.name, d.series, i*block, d.n-1)
	}
	d.hash.Reset()
}

func (d *digests) done() {
	d.t.Helper()
	if d.n%block != 0 {
		d.flush()
	}
	if blocks := (d.n + block - 1) / block; blocks != len(d.want) {
		d.t.Errorf("%s %s: %d blocks of %d", d.name, d.series, blocks, len(d.want))
	}
	d.t.Logf("%s %s: %d texts", d.name, d.series, d.n)
}

// random is the generator of golden.py.
type random uint64

func (r *random) intn(n int) int {
	*r = *r*6364136223846793005 + 1442695040888963407
	return int(uint64(*r)>>33) % n
}

func made(t testing.TB, n int) iter.Seq[string] {
	t.Helper()
	data, err := os.ReadFile("testdata/pieces.json")
	if err != nil {
		t.Fatal(err)
	}
	var pieces []string
	if err := json.Unmarshal(data, &pieces); err != nil {
		t.Fatal(err)
	}
	return func(yield func(string) bool) {
		r := random(1)
		for range n {
			blanks := r.intn(4)
			var s strings.Builder
			for range 1 + r.intn(14) {
				s.WriteString(pieces[r.intn(len(pieces))])
				if r.intn(10) < 3*blanks {
					s.WriteByte(' ')
				}
			}
			if !yield(s.String()) {
				return
			}
		}
	}
}

func codePoints() iter.Seq[string] {
	return func(yield func(string) bool) {
		s := ""
		for _, r := range [...][2]rune{{0, 0xd7ff}, {0xe000, 0x323af}, {0xe0000, 0xe01ef}, {0xffff0, 0x10000f}} {
			for c := r[0]; c <= r[1]; c++ {
				s += "a" + string(c)
				if c%16 == 15 {
					if !yield(s) {
						return
					}
					s = ""
				}
			}
		}
	}
}
