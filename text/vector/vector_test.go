package vector_test

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hed/corpus"
	"hed/text/vector"
)

func write(t testing.TB, name, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

func open(t testing.TB, path, cache string) *vector.Table {
	t.Helper()
	table, err := vector.Open(path, cache)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// rows shows a table as "word:value,value ...".
func rows(table *vector.Table) string {
	var out []string
	for i := range table.Len() {
		s := table.Word(i) + ":"
		for j, v := range table.Row(i) {
			if j > 0 {
				s += ","
			}
			s += fmt.Sprint(v)
		}
		out = append(out, s)
	}
	return strings.Join(out, " ")
}

func floats(v ...float32) string {
	var b bytes.Buffer
	binary.Write(&b, binary.LittleEndian, v)
	return b.String()
}

func zipped(s string) string {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	z.Write([]byte(s))
	z.Close()
	return b.String()
}

// Each format says the same.
func TestFormats(t *testing.T) {
	const want = "king:0.1,-2,3e-05 Queen:4,5,6 l’été:0,0.25,1"
	text := "king 0.1 -2 3e-5\nQueen 4 5 6\nl’été 0 .25 1.\n"
	hash := [32]byte{}
	for name, file := range map[string]struct{ name, content string }{
		"GloVe":           {"a.txt", text},
		"no last newline": {"a.txt", strings.TrimSuffix(text, "\n")},
		"word2vec":        {"a.txt", "3 3\n" + text},
		"fastText":        {"a.vec", "3 3\n" + strings.ReplaceAll(text, "\n", " \n")},
		"tabs and CRLF":   {"a.txt", strings.NewReplacer(" ", "\t", "\n", "\r\n").Replace("3 3\n" + text)},
		"gzip":            {"a.txt.gz", zipped("3 3\n" + text)},
		"blank lines":     {"a.txt", text + "\n\n"},
		"again":           {"a.txt", "5 3\n" + text + "king 7 7 7\nQueen 1 1 1\n"},
		"word2vec.c":      {"a.bin", "3 3\nking " + floats(0.1, -2, 3e-5) + "\nQueen " + floats(4, 5, 6) + "\nl’été " + floats(0, .25, 1) + "\n"},
		"gensim":          {"a.bin", "3 3\nking " + floats(0.1, -2, 3e-5) + "Queen " + floats(4, 5, 6) + "l’été " + floats(0, .25, 1)},
		"gensim, gzip":    {"a.bin.gz", zipped("3 3\nking " + floats(0.1, -2, 3e-5) + "Queen " + floats(4, 5, 6) + "l’été " + floats(0, .25, 1))},
		"wink": {"a.json", `{"precision":8,"dimensions":3, "words":["king",["a",{"b":null}],true,false,"\"]"],
			"vectors":{"king":[0.1,-2,3E-5,9.5,0],"Queen":[4, 5 ,6,1,1],"l\u2019\u00e9t\u00e9":[0,0.25,1,1,2]},"unkVector":[0,0,0,-1]}`},
	} {
		table := open(t, write(t, file.name, file.content), "")
		if got := rows(table); got != want {
			t.Errorf("%s: got %s", name, got)
		}
		if hash == [32]byte{} {
			hash = table.Hash()
		}
		if table.Hash() != hash || table.Dim() != 3 || !table.Cased() || table.Duplicates() != map[string]int{"again": 2}[name] {
			t.Errorf("%s: hash %x, dim %d, cased %v, duplicates %d", name, table.Hash(), table.Dim(), table.Cased(), table.Duplicates())
		}
		if row, ok := table.Find("Queen"); !ok || row != 1 {
			t.Errorf("%s: Queen is %v, %v", name, row, ok)
		}
		if _, ok := table.Find("queen"); ok {
			t.Errorf("%s: there is a queen", name)
		}
	}
}

// GloVe 840B has such words.
func TestBlanksInWords(t *testing.T) {
	got := rows(open(t, write(t, "a.txt", "at name@domain.com 1 2\n. . . 3 4\n5 6 7\n"), ""))
	if want := "at name@domain.com:1,2 . . .:3,4 5:6,7"; got != want {
		t.Errorf("got %s", got)
	}
}

func TestErrors(t *testing.T) {
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	for want, content := range map[string]string{
		"the file is empty":                   "",
		":1: \"hello\" is not a word with":    "hello\n",
		":3: 1 values; expected 2":            "a 1 2\nb 1 2\nc 1\nd 1 2\n",
		":2: 3 values; expected 2":            "a 1 2\nb 1 2 3\n",
		":2: value 2 is \"x\"":                "a 1 2\nb 1 x\n",
		":2: value 1 of \"b\" is NaN":         "a 1 2\nb nan 2\n",
		":2: value 2 of \"b\" is +Inf":        "a 1 2\nb 1 1e39\n",
		":2: the line begins with a blank":    "a 1 2\n 1 2\n",
		":4: more words than the 2":           "2 2\na 1 2\nb 1 2\nc 1 2\n",
		":3: the file ends after 2 words":     "3 2\na 1 2\nb 1 2\n",
		":1: the file ends after 0 words":     "999999999 300\n",
		":1: 0 dimensions":                    "5 0\n",
		":1: 99999999 dimensions":             "5 99999999\na 1\n",
		":2: value 2 is \"0x1p\"":             "a 1 2\nb 1 0x1p\n",
		": the file ends inside word 2":       "2 2\na " + floats(1, 2) + "b " + floats(1),
		": the file ends inside word 3":       "900000000 2\na " + floats(1, 2) + "\nb " + floats(.1, .2) + "\n",
		": more than the 1 words":             "1 2\na " + floats(1, 2) + "\nb " + floats(1, 2),
		": value 2 of word 1, \"a\", is NaN":  "1 2\na " + floats(1, nan),
		": value 1 of word 1, \"a\", is +Inf": "1 2\na " + floats(inf, 1),
		": word 1: an empty word":             "1 2\n " + floats(1, 2),
		`no "vectors"`:                        `{"dimensions":3}`,
		`expected "dimensions" before`:        `{"vectors":{}}`,
		`"a": 1 values; expected 2`:           `{"dimensions":2,"vectors":{"a":[1]}}`,
		"expected a number":                   `{"dimensions":2,"vectors":{"a":[1,null]}}`,
		"the file ends; expected '}'":         `{"dimensions":2,"vectors":{"a":[1,2]`,
		"there are no words":                  `{"dimensions":2,"vectors":{}}`,
		`'x' behind the end`:                  `{"dimensions":2,"vectors":{"a":[1,2]}}x`,
		"dimensions is 1e+09; expected 1 to":  `{"dimensions":1000000000,"vectors":{}}`,
		"value 1 is 1e+99; expected a finite": `{"dimensions":1,"vectors":{"a":[1e99]}}`,
		`an empty word`:                       `{"dimensions":1,"vectors":{"":[1]}}`,
	} {
		path := write(t, "file", content)
		_, err := vector.Open(path, "")
		syntax, ok := errors.AsType[*corpus.SyntaxError](err)
		if !ok || !strings.Contains(err.Error(), want) || syntax.File != path {
			t.Errorf("%.40q: got %v, want %s", content, err, want)
		}
	}
	if _, err := vector.Open(filepath.Join(t.TempDir(), "none"), ""); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("got %v", err)
	}
	if _, err := vector.Open(t.TempDir(), ""); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("got %v", err)
	}
}

// random has n words with numbers of all sizes.
func random(t testing.TB, n, dim int) *vector.Table {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 2))
	var b bytes.Buffer
	fmt.Fprintf(&b, "%d %d\n", n, dim)
	for i := range n {
		fmt.Fprintf(&b, "w%d ", i)
		for range dim {
			v := math.Float32frombits(rng.Uint32())
			for v-v != 0 {
				v = math.Float32frombits(rng.Uint32())
			}
			b.WriteString(floats(v))
		}
	}
	table, err := vector.ReadBinary(&b, "random")
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// Of many blocks, so that their order counts.
func TestRoundTrip(t *testing.T) {
	table := random(t, 10_000, 20)
	for name, write := range map[string]func(*vector.Table, *bytes.Buffer) error{
		"text":   func(t *vector.Table, b *bytes.Buffer) error { return t.WriteText(b) },
		"binary": func(t *vector.Table, b *bytes.Buffer) error { return t.WriteBinary(b) },
		"wink": func(t *vector.Table, b *bytes.Buffer) error {
			fmt.Fprintf(b, `{"dimensions":%d,"vectors":{`, t.Dim())
			for i := range t.Len() {
				row, _ := json.Marshal(t.Row(i))
				fmt.Fprintf(b, "%q:%s,", t.Word(i), row)
			}
			b.Truncate(b.Len() - 1)
			b.WriteString("}}")
			return nil
		},
	} {
		var b bytes.Buffer
		if err := write(table, &b); err != nil {
			t.Fatal(err)
		}
		again, err := vector.Read(corpus.Stream(name, &b))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if again.Hash() != table.Hash() || rows(again) != rows(table) {
			t.Errorf("%s: another table came back", name)
		}
	}
	for i := range table.Len() {
		if row, ok := table.Find(table.Word(i)); !ok || row != i {
			t.Fatalf("%s is %d, %v", table.Word(i), row, ok)
		}
	}
}

func TestWriteRefusesBlanks(t *testing.T) {
	table := open(t, write(t, "a.txt", "a b 1 2\n"), "")
	if err := table.WriteText(new(bytes.Buffer)); err == nil || !strings.Contains(err.Error(), `"a b" has a blank`) {
		t.Errorf("got %v", err)
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte("2 2\na 1 2\nb -3e4 .5\n"))
	f.Add([]byte("a 1 2\n. . . 1 2\n"))
	f.Add([]byte("2 1\na " + floats(1) + "\nb " + floats(2)))
	f.Add([]byte(`{"dimensions":2,"x":[{}],"vectors":{"a":[1,2,3],"\u00e9":[1,2]}}`))
	f.Add([]byte("999999999999 65536\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		table, err := vector.Read(corpus.Stream("fuzz", bytes.NewReader(data)))
		if err != nil {
			return
		}
		for i := range table.Len() {
			if row, ok := table.Find(table.Word(i)); !ok || row != i {
				t.Fatalf("%q is %d, %v", table.Word(i), row, ok)
			}
			for _, v := range table.Row(i) {
				if v-v != 0 {
					t.Fatalf("%q has %v", table.Word(i), v)
				}
			}
		}
	})
}
