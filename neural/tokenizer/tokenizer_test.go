package tokenizer_test

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"hed/internal/race"

	"github.com/google/go-cmp/cmp"

	"hed/neural/tokenizer"
)

func TestKind(t *testing.T) {
	for name, want := range map[string]string{"cased": "WordPiece", "roberta": "BPE", "t5": "Unigram"} {
		if got := open(t, name).Kind(); got != want {
			t.Errorf("%s is %q, want %s", name, got, want)
		}
	}
	// Old files do not say it.
	old, err := tokenizer.Read(strings.NewReader(`{"model":{"vocab":{"a":0},"unk_token":"a"}}`), "old.json")
	if err != nil || old.Kind() != "WordLevel" {
		t.Errorf("%v, %v", old, err)
	}
}

func TestVocabulary(t *testing.T) {
	tok := open(t, "cased")
	for token, want := range map[string]int32{"[PAD]": 0, "[MASK]": 4, "headline": 1500, "newsnews": 1501} {
		if id, ok := tok.TokenID(token); !ok || id != want {
			t.Errorf("TokenID(%q) is %d, %t", token, id, ok)
		}
		if s, ok := tok.Token(want); !ok || s != token {
			t.Errorf("Token(%d) is %q, %t", want, s, ok)
		}
	}
	if n := tok.Size(); n != 1502 {
		t.Errorf("Size is %d", n)
	}
	for _, id := range []int32{-1, 1502, 1 << 30} {
		if s, ok := tok.Token(id); ok {
			t.Errorf("Token(%d) is %q", id, s)
		}
	}
	if _, ok := tok.TokenID("no such token"); ok {
		t.Error("an unknown token has an id")
	}
}

// TestInvalid: Python would refuse bytes that are not UTF-8, or read them
// with errors="replace".
func TestInvalid(t *testing.T) {
	for bad, replaced := range map[string]string{
		"a\xffb":                   "a\ufffdb",
		"a\xe2\x82b":               "a\ufffdb",
		"\xe2\x82\xe2\x82\xac":     "\ufffd€",
		"\xf0\x9f\x98":             "\ufffd",
		"x\xc0\xafy":               "x\ufffd\ufffdy",
		"\xed\xa0\x80":             "\ufffd\ufffd\ufffd",
		"caf\xe9 \xf4\x90\x80\x80": "caf\ufffd \ufffd\ufffd\ufffd\ufffd",
	} {
		for _, name := range small {
			w := open(t, name).Worker()
			var a, b tokenizer.Encoding
			if err := w.Encode(&a, bad); err != nil {
				t.Fatal(err)
			}
			if err := w.Encode(&b, replaced); err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(b.IDs, a.IDs); d != "" {
				t.Errorf("%s: %q is not as %q:\n%s", name, bad, replaced, d)
			}
			for _, s := range a.Offsets {
				if s.Start < 0 || s.Start > s.End || s.End > len(bad) {
					t.Errorf("%s: %q: offsets %v", name, bad, s)
				}
			}
		}
	}
}

// TestWorkers: workers of one tokenizer do not disturb each other, and a
// worker gives the same the second time.
func TestWorkers(t *testing.T) {
	var texts []string
	for s := range made(t, 300) {
		texts = append(texts, s)
	}
	for _, name := range small {
		tok := open(t, name)
		var wg sync.WaitGroup
		rows := make([][]string, 4)
		for i := range rows {
			wg.Go(func() {
				w := tok.Worker()
				var e tokenizer.Encoding
				for k := range 2 * len(texts) {
					if err := w.Encode(&e, texts[k%len(texts)]); err != nil {
						t.Error(err)
					}
					rows[i] = append(rows[i], string(row(nil, &e)))
				}
			})
		}
		wg.Wait()
		for i := range rows {
			if d := cmp.Diff(rows[0], rows[i]); d != "" {
				t.Errorf("%s: worker %d differs:\n%s", name, i, d)
			}
			if d := cmp.Diff(rows[i][:len(texts)], rows[i][len(texts):]); d != "" {
				t.Errorf("%s: the second time differs:\n%s", name, d)
			}
		}
	}
}

// TestAllocations: a worker that has seen a text needs no more memory for it.
func TestAllocations(t *testing.T) {
	race.Skip(t, "it drops from pools at random, so that memory is asked for again")
	const text = "Two lifeboats took 19 passengers off, “within an hour”; the café stayed open."
	for _, name := range small {
		w := open(t, name).Worker()
		var e tokenizer.Encoding
		n := testing.AllocsPerRun(10, func() {
			if err := w.Encode(&e, text, text); err != nil {
				t.Fatal(err)
			}
		})
		if n > 0 && name != "level" { // which has a regular expression
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}

func TestTruncation(t *testing.T) {
	tok := open(t, "bert").WithTruncation(tokenizer.Truncation{Max: 2})
	var e tokenizer.Encoding
	if err := tok.Worker().Encode(&e, "some text"); err != nil || len(e.IDs) != 2 {
		t.Errorf("got %d tokens, %v", len(e.IDs), err)
	}
	err := tok.Worker().Encode(&e, "some text", "and more")
	if err == nil || !strings.Contains(err.Error(), "no room for the 3 special ones") {
		t.Errorf("got %v", err)
	}
}

// TestRefused: what is wrong with a file is said, with the part it is in.
func TestRefused(t *testing.T) {
	const model = `{"type":"WordLevel","vocab":{"a":0},"unk_token":"a"}`
	for _, c := range []struct{ file, want string }{
		{``, "not a tokenizer.json"},
		{`[]`, "[] is not an object"},
		{`{`, "not a tokenizer.json"},
		{`{}`, "model: there is none"},
		{`{"version":"2.0","model":` + model + `}`, `version "2.0" is not known`},
		{`{"model":{"type":"Neural","vocab":{}}}`, `the type "Neural" is not known; those known are BPE, Unigram, WordLevel, WordPiece`},
		{`{"model":{"type":"WordPiece"}}`, "there is no vocabulary"},
		{`{"model":{"type":"WordPiece","vocab":{"a":0},"unk_token":"b"}}`, "unk_token"},
		{`{"model":{"type":"WordLevel","vocab":[1]}}`, "is not an object"},
		{`{"model":{"type":"WordLevel","vocab":{"a":2000000000}}}`, "but there are only 1 tokens"},
		{`{"model":{"type":"WordLevel","vocab":{"a":-7,"b":0}}}`, `"a" has the id -7`},
		{`{"model":{"type":"WordLevel","vocab":{"a":"b"}}}`, `the id of "a" is "b"`},
		{`{"model":{"type":"BPE","vocab":{"a":0}}}`, "there are no merges"},
		{`{"model":{"type":"BPE","vocab":{"a":0},"merges":["a b"]}}`, `merge 0 makes or uses "b"`},
		{`{"model":{"type":"BPE","vocab":{"a":0},"merges":[["a"]]}}`, "merge 0 has 1 tokens"},
		{`{"model":{"type":"BPE","vocab":{"a":0},"merges":[],"dropout":0.1}}`, "dropout is 0.1"},
		{`{"model":{"type":"Unigram","vocab":[["a"]]}}`, "has 1 values"},
		{`{"model":{"type":"Unigram","vocab":[["a","b"]]}}`, "is not a number"},
		{`{"model":{"type":"Unigram","vocab":[["a",0]],"unk_id":1}}`, "unk_id is 1"},
		{`{"model":` + model + `,"normalizer":{"type":"Rot13"}}`, `normalizer: the type "Rot13" is not known; those known are BertNormalizer`},
		{`{"model":` + model + `,"normalizer":{"type":"Sequence","normalizers":[{"type":"NFC"},{"type":"Replace","pattern":{"Regex":"(?<=a)b"},"content":""}]}}`, "part 1: the pattern"},
		{`{"model":` + model + `,"normalizer":{"type":"Precompiled","precompiled_charsmap":"AAAA/w=="}}`, "precompiled_charsmap"},
		{`{"model":` + model + `,"pre_tokenizer":{"type":"Split","pattern":{"Regex":"\\w+"},"behavior":"Isolated"}}`, "not known here"},
		{`{"model":` + model + `,"pre_tokenizer":{"type":"Split","pattern":{"Regex":"[^a]."},"behavior":"Isolated"}}`, "anchor or a dot"},
		{`{"model":` + model + `,"pre_tokenizer":{"type":"Split","pattern":{"Regex":"a*"},"behavior":"Isolated"}}`, "matches nothing"},
		{`{"model":` + model + `,"pre_tokenizer":{"type":"Split","pattern":{"Regex":"a++"},"behavior":"Isolated"}}`, "possessive"},
		{`{"model":` + model + `,"pre_tokenizer":{"type":"Split","pattern":{"String":"a"},"behavior":"Eaten"}}`, "those known are Contiguous"},
		{`{"model":` + model + `,"pre_tokenizer":{"type":"Metaspace","replacement":"__"}}`, "not one character"},
		{`{"model":` + model + `,"pre_tokenizer":{"type":"Metaspace","replacement":"_","prepend_scheme":"last"}}`, "always, first, never"},
		{`{"model":` + model + `,"post_processor":{"type":"TemplateProcessing","single":[{"SpecialToken":{"id":"X","type_id":0}}],"pair":[],"special_tokens":{}}}`, `"X", which is not among`},
		{`{"model":` + model + `,"post_processor":{"type":"Glue"}}`, "BertProcessing"},
		{`{"model":` + model + `,"decoder":{"type":"CTC"}}`, "decoder: the type"},
		{`{"model":` + model + `,"truncation":{"max_length":0,"strategy":"LongestFirst"}}`, "max_length is 0"},
		{`{"model":` + model + `,"truncation":{"max_length":9,"strategy":"Shortest"}}`, "LongestFirst, OnlyFirst, OnlySecond"},
	} {
		_, err := tokenizer.Read(strings.NewReader(c.file), "some.json")
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), "some.json: ") {
			t.Errorf("%s:\n got %v\nwant %s", c.file, err, c.want)
		}
	}
	if _, err := tokenizer.Open("testdata/none.json"); err == nil {
		t.Error("a file that is not there was read")
	}
}

// A file of a few lines must not fill the memory: parts that double what parts before
// them made are stopped, in all places that have such.
func TestGrowth(t *testing.T) {
	list := func(name string, n int, part string) string {
		return `{"type":"Sequence","` + name + `":[` + strings.Repeat(part+",", n-1) + part + `]}`
	}
	double := `{"type":"Replace","pattern":{"String":"a"},"content":"aa"}`
	long := `{"type":"Replace","pattern":{"String":"a"},"content":"` + strings.Repeat("a", 3000) + `"}`
	// A table that makes 3000 characters of an a: the trie leads from its root to unit
	// 'a', and from there to the next one, which says where the replacement begins.
	units := make([]uint32, 'a'+2)
	units['a'] = 'a' | 1<<8 | ('a'^('a'+1))<<10
	table := binary.LittleEndian.AppendUint32(nil, uint32(4*len(units)))
	table, _ = binary.Append(table, binary.LittleEndian, units)
	table = append(table, strings.Repeat("a", 3000)...)
	for what, c := range map[string]struct{ part, text string }{
		"table":        {`"normalizer":{"type":"Precompiled","precompiled_charsmap":"` + base64.StdEncoding.EncodeToString(table) + `"}`, strings.Repeat("a", 2000)},
		"doubled":      {`"normalizer":` + list("normalizers", 20, double), "a"},
		"long content": {`"normalizer":` + list("normalizers", 2, long), "a"},
		"one step":     {`"normalizer":` + long, strings.Repeat("a", 1000)},
		"bytes":        {`"normalizer":` + list("normalizers", 24, `{"type":"ByteLevel"}`), "é"},
		"many pieces": {`"normalizer":{"type":"Prepend","prepend":"` + strings.Repeat("x", 3000) + `"},"added_tokens":[{"content":"b","normalized":false}]`,
			strings.Repeat("ab", 1000)},
		"splitters": {`"pre_tokenizer":` + list("pretokenizers", 24, `{"type":"ByteLevel","add_prefix_space":false,"use_regex":false}`), "é"},
	} {
		tok, err := tokenizer.Read(strings.NewReader(`{"model":{"type":"WordLevel","vocab":{"a":0},"unk_token":"a"},`+c.part+`}`), "some.json")
		if err != nil {
			t.Errorf("%s: %v", what, err)
			continue
		}
		var e tokenizer.Encoding
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		err = tok.Worker().Encode(&e, c.text)
		runtime.ReadMemStats(&after)
		if got := after.TotalAlloc - before.TotalAlloc; got > 32<<20 {
			t.Errorf("%s: %d MB were used", what, got>>20)
		}
		if err == nil || !strings.Contains(err.Error(), "some.json: encoding a text: the tokenizer makes more than 64 times its length") {
			t.Errorf("%s: %v", what, err)
		}
	}
	const model = `{"model":{"type":"WordLevel","vocab":{"a":0},"unk_token":"a"},`
	added := model + `"normalizer":` + list("normalizers", 20, double) + `,"added_tokens":[{"content":"aa","normalized":true}]}`
	if _, err := tokenizer.Read(strings.NewReader(added), "some.json"); err == nil || !strings.Contains(err.Error(), `the token "aa": the tokenizer makes more`) {
		t.Error(err)
	}
	for _, part := range []string{double, long, `{"type":"Metaspace","replacement":""}`} {
		tok, err := tokenizer.Read(strings.NewReader(model+`"decoder":`+list("decoders", 20, part)+`}`), "some.json")
		if err != nil {
			t.Fatal(err)
		}
		if got := len(tok.Decode([]int32{0, 0}, false)); got > 1<<20 {
			t.Errorf("%.60s: two tokens decode to %d bytes", part, got)
		}
	}
	// What published files do is far from it: U+FDFA becomes 18 characters.
	tok, err := tokenizer.Read(strings.NewReader(model+`"normalizer":`+list("normalizers", 1, `{"type":"NFKD"},{"type":"ByteLevel"}`)+`}`), "some.json")
	if err != nil {
		t.Fatal(err)
	}
	var e tokenizer.Encoding
	if err := tok.Worker().Encode(&e, strings.Repeat("\ufdfa", 10_000)); err != nil {
		t.Error(err)
	}
}

// TestPatterns: simple expressions run as they are.
func TestPatterns(t *testing.T) {
	for pattern, want := range map[string][]string{
		`[\r\n\t]`:   {"a.b", "-c", " 12"},
		`\.`:         {"a", "b\n-c\t 12"},
		`[^a-z]`:     {"a", "b", "c"},
		`(1|-c)2?`:   {"a.b\n", "\t "},
		`[0-9]{1,3}`: {"a.b\n-c\t "},
	} {
		raw, err := json.Marshal(pattern)
		if err != nil {
			t.Fatal(err)
		}
		tok, err := tokenizer.Read(strings.NewReader(`{"model":{"type":"WordLevel","vocab":{"a":0},"unk_token":"a"},
			"pre_tokenizer":{"type":"Split","behavior":"Removed","invert":false,"pattern":{"Regex":`+string(raw)+`}}}`), "pattern")
		if err != nil {
			t.Error(err)
			continue
		}
		const text = "a.b\n-c\t 12"
		var e tokenizer.Encoding
		if err := tok.Worker().Encode(&e, text); err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, s := range e.Offsets {
			got = append(got, text[s.Start:s.End])
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s:\n%s", pattern, d)
		}
	}
}

// FuzzEncode checks what must hold of any text.
func FuzzEncode(f *testing.F) {
	for s := range made(f, 50) {
		f.Add(s, "a pair")
	}
	f.Add("a\xff\xe2\x82", "")
	tokens := map[string]*tokenizer.Tokenizer{}
	for _, name := range small {
		tokens[name] = open(f, name)
	}
	f.Fuzz(func(t *testing.T, text, pair string) {
		for _, name := range small {
			tok := tokens[name]
			var e tokenizer.Encoding
			if err := tok.Worker().Encode(&e, text, pair); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			for i, id := range e.IDs {
				if _, ok := tok.Token(id); !ok {
					t.Fatalf("%s: no token %d", name, id)
				}
				s, source := e.Offsets[i], text
				if e.Texts[i] == 1 {
					source = pair
				}
				if s.Start < 0 || s.Start > s.End || s.End > len(source) {
					t.Fatalf("%s: token %d lies at %v of %d bytes", name, i, s, len(source))
				}
				if utf8.ValidString(source) && !utf8.ValidString(source[s.Start:s.End]) {
					t.Fatalf("%s: token %d cuts a character: %q", name, i, source[s.Start:s.End])
				}
				if e.Special[i] != (e.Texts[i] < 0) || e.Special[i] != (e.Words[i] < 0) {
					t.Fatalf("%s: token %d is special and is not", name, i)
				}
			}
			if name == "roberta" && utf8.ValidString(text) && !strings.Contains(text, "<") {
				if err := tok.Worker().Encode(&e, text); err != nil {
					t.Fatal(err)
				}
				if got := tok.Decode(e.IDs, true); got != text {
					t.Fatalf("%q came back as %q", text, got)
				}
			}
		}
	})
}

// FuzzRead reads hostile files.
func FuzzRead(f *testing.F) {
	for _, name := range small {
		data, err := os.ReadFile("testdata/" + name + ".json")
		if err != nil {
			f.Fatal(err)
		}
		var file map[string]any
		if err := json.Unmarshal(data, &file); err != nil {
			f.Fatal(err)
		}
		m := file["model"].(map[string]any)
		if name == "t5" || name == "fallback" {
			m["vocab"] = []any{[]any{"a", -1.5}, []any{"▁", -2}, []any{"<unk>", 0}}
		} else {
			m["vocab"] = map[string]any{"a": 0, "b": 1, "ab": 2, "<unk>": 3, "[UNK]": 4}
			m["merges"] = []any{[]any{"a", "b"}}
		}
		data, err = json.Marshal(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data, "ab <unk> [MASK] é\u0301 12")
	}
	f.Fuzz(func(t *testing.T, data []byte, text string) {
		tok, err := tokenizer.Read(strings.NewReader(string(data)), "fuzz")
		if err != nil {
			return
		}
		var e tokenizer.Encoding
		if tok.Worker().Encode(&e, text, text) == nil {
			tok.Decode(e.IDs, false)
		}
	})
}
