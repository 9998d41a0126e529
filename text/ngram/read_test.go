package ngram_test

import (
	"errors"
	"io"
	"math"
	"strings"
	"testing"
	"testing/iotest"

	"hed/corpus"
	"hed/text/ngram"
)

const sound = `Made for a test.

\data\
ngram 1=4
ngram 2=2

\1-grams:
-1.5	a	-0.25
-0.5	</s>
-99	<s>	-0.5
-2	<unk>

\2-grams:
-0.25	<s> a
-0.125	a </s>	0

\end\
`

func TestRead(t *testing.T) {
	for name, text := range map[string]string{
		"sound":  sound,
		"CRLF":   strings.ReplaceAll(sound, "\n", "\r\n"),
		"blanks": strings.ReplaceAll(sound, "\t", "  "),
		"<UNK>":  strings.ReplaceAll(sound, "<unk>", "<UNK>"),
		"no end": strings.TrimSuffix(sound, "\n"),
	} {
		m, err := ngram.Read(strings.NewReader(text), "m.arpa")
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		a := m.ID("a")
		for _, test := range []struct {
			context []int32
			word    int32
			want    float64
		}{
			{[]int32{ngram.Begin}, a, -0.25},
			{[]int32{ngram.Begin}, ngram.End, -0.5 - 0.5},
			{[]int32{a}, ngram.Unknown, -0.25 - 2},
			{[]int32{ngram.Unknown}, a, -1.5},
		} {
			if got := m.Log10(test.context, test.word); math.Abs(got-test.want) > 1e-6 {
				t.Errorf("%s: %d after %v is %v, want %v", name, test.word, test.context, got, test.want)
			}
		}
	}
}

func TestReadWithoutUnknown(t *testing.T) {
	text := strings.Replace(strings.Replace(sound, "-2\t<unk>\n", "", 1), "1=4", "1=3", 1)
	m, err := ngram.Read(strings.NewReader(text), "m.arpa")
	if err != nil {
		t.Fatal(err)
	}
	if got := m.Log10(nil, m.ID("zebra")); got != -100 {
		t.Errorf("<unk> is %v", got)
	}
}

func TestReadRefuses(t *testing.T) {
	for _, test := range []struct{ old, new, want string }{
		{`\data\`, `data`, `m.arpa:17: the file ends; expected \data\`},
		{"ngram 1=4\nngram 2=2\n", "", `m.arpa:5: found "\\1-grams:"; expected "ngram 1="`},
		{"ngram 1=4\n", "", `m.arpa:4: found "ngram 2=2"; expected "ngram 1="`},
		{"2=2", "2=two", `m.arpa:5: found "ngram 2=two"; expected "ngram 2="`},
		{"2=2", "2=-2", "m.arpa:5:"},
		{"2=2", "2=99999999999", "m.arpa:5:"},
		{"2=2", "2=3", "m.arpa:17: 2 2-grams end here; expected 3"},
		{"2=2", "2=2\nngram 3=0\nngram 4=0\nngram 5=0\nngram 6=0", "m.arpa:9: the model has order 6 or more; expected at most 5"},
		{"2=2", "2=2\nngram 3=0", `m.arpa:18: found "\\end\\"; expected \3-grams:`},
		{`\2-grams:`, `\3-grams:`, `m.arpa:13: found "\\3-grams:"; expected \2-grams:`},
		{"-1.5", "often", `m.arpa:8: probability "often"`},
		{"-1.5", "NaN", `m.arpa:8: probability "NaN"`},
		{"-1.5", "-inf", `m.arpa:8: probability "-inf"`},
		{"-1.5", "1.5", `m.arpa:8: probability "1.5": expected a logarithm to base 10, a number of at most 0`},
		{"-0.25\t<s> a", "-0.25", `m.arpa:14: found "-0.25"; expected a logarithm, 2 words`},
		{"<s> a", "<s> a b c", `m.arpa:14: found`},
		{"<s> a", "<s> b", `m.arpa:14: the word "b" is no unigram`},
		{"a </s>", "<s> a", `m.arpa:15: "<s> a" is there twice`},
		{"-0.5\t</s>", "-0.5\ta", `m.arpa:9: "a" is there twice`},
		{"-0.5\t</s>", "-0.5\t<s>", `m.arpa:10: "<s>" is there twice`},
		{"-0.5\t</s>", "-0.5\tb", "m.arpa:13: the unigrams lack <s> or </s>"},
		{"-99\t<s>\t-0.5", "-99\t<s>\t+Inf", `m.arpa:10: back-off weight "+Inf"`},
		{"a </s>\t0", "a </s>\t-0.5", "m.arpa:15: back-off weight -0.5: expected none"},
		{`\end\`, ``, `m.arpa:17: the file ends; expected \end\`},
		{`\end\`, "\\end\\\nmore", `m.arpa:18: "more" follows \end\`},
		{"<s> a", "<s> " + strings.Repeat("a", 1<<20), "m.arpa:14: the line is longer than"},
	} {
		text := strings.Replace(sound, test.old, test.new, 1)
		_, err := ngram.Read(strings.NewReader(text), "m.arpa")
		if err == nil || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%.40q for %q: got %v, want %s", test.new, test.old, err, test.want)
			continue
		}
		if _, ok := errors.AsType[*corpus.SyntaxError](err); !ok {
			t.Errorf("%q: %T", test.new, err)
		}
	}
}

func TestReadFails(t *testing.T) {
	broken := errors.New("the disk is on fire")
	for n := range sound {
		r := io.MultiReader(strings.NewReader(sound[:n]), iotest.ErrReader(broken))
		if _, err := ngram.Read(r, "m.arpa"); !errors.Is(err, broken) {
			t.Errorf("after %d bytes: %v", n, err)
		}
	}
}

// What is read can be written, and is the same when it is read again.
func FuzzRead(f *testing.F) {
	f.Add(sound)
	f.Add(`\data\` + "\nngram 1=2\n" + `\1-grams:` + "\n0 <s>\n0 </s>\n" + `\end\`)
	f.Fuzz(func(t *testing.T, text string) {
		m, err := ngram.Read(strings.NewReader(text), "m.arpa")
		if err != nil {
			if _, ok := errors.AsType[*corpus.SyntaxError](err); !ok {
				t.Fatalf("%T: %v", err, err)
			}
			return
		}
		written := arpa(t, m)
		again, err := ngram.Read(strings.NewReader(written), "again.arpa")
		if err != nil {
			t.Fatalf("%v in %q", err, written)
		}
		if arpa(t, again) != written {
			t.Fatalf("%q changed", written)
		}
	})
}

// Whatever the bytes are, a model or an error comes out, and the model works.
func FuzzDecode(f *testing.F) {
	data, _ := train(3, []string{"a b", "a c", "b"}).AppendBinary(nil)
	f.Add(data)
	f.Add([]byte{1, 0, 0})
	f.Fuzz(func(t *testing.T, data []byte) {
		m, _, err := ngram.Decode(data)
		if err != nil {
			return
		}
		for id := range int32(m.Size()) {
			if p := m.Log10([]int32{ngram.Begin, id}, id); math.IsNaN(p) || math.IsInf(p, 0) {
				t.Fatalf("P(%d) is %v", id, p)
			}
		}
	})
}
