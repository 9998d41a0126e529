package transformer_test

import (
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"hed/corpus"
	"hed/generate"
	"hed/generate/generatetest"
	"hed/generate/transformer"
	"hed/tensor"
)

func folder(model string) string {
	return filepath.Join("..", "..", "neural", "decoder", "testdata", model)
}

// build makes a generator of options such as "beams=2+max=9".
func build(t *testing.T, dir, options string, seed uint64) (generate.Generator, error) {
	t.Helper()
	d := tensor.New(2)
	t.Cleanup(d.Close)
	info := transformer.Info(func() (tensor.Device, error) { return d, nil }, func(name string) (string, error) { return name, nil })
	all := map[string]string{"model": dir}
	for o := range strings.SplitSeq(options, "+") {
		if k, v, ok := strings.Cut(o, "="); ok {
			all[k] = v
		}
	}
	g, err := info.New(all, seed)
	if err == nil {
		t.Cleanup(func() { g.(io.Closer).Close() })
	}
	return g, err
}

func must(t *testing.T, dir, options string, seed uint64) generate.Generator {
	t.Helper()
	g, err := build(t, dir, options, seed)
	if err != nil {
		t.Fatalf("%s: %v", options, err)
	}
	return g
}

// TestContract: each kind of search keeps the contract of generators.
func TestContract(t *testing.T) {
	for model, options := range map[string]string{
		"bart":    "",
		"pegasus": "beams=1",
		"t5":      `prefix=summarize: +beams=2+max=12+numerals=strict`,
		"mt5":     "sample=true+beams=3+topk=20+topp=0.9+temperature=0.8+max=12",
	} {
		t.Run(model, func(t *testing.T) { generatetest.Run(t, must(t, folder(model), options, 1), 60) })
	}
}

// A shortener counts what it packs in bfloat16.
type shortener struct {
	*tensor.CPU
	packed int
}

func (s *shortener) PackShort(b tensor.Matrix) *tensor.Weights {
	s.packed++
	return s.Pack(b)
}

// TestPrecision: in bfloat16 all weights of products are, and the signature says so.
func TestPrecision(t *testing.T) {
	d := &shortener{CPU: tensor.New(1)}
	defer d.Close()
	info := transformer.Info(func() (tensor.Device, error) { return d, nil }, func(name string) (string, error) { return name, nil })
	for precision, want := range map[string]int{"float32": 0, "bfloat16": 1 + 2*5 + 2*8} { // the head, and layers of both halves
		d.packed = 0
		g, err := info.New(map[string]string{"model": folder("bart"), "precision": precision}, 1)
		if err != nil {
			t.Fatal(err)
		}
		if named := strings.Contains(g.Signature(), "|precision:bfloat16"); d.packed != want || named != (want > 0) {
			t.Errorf("%s: %d weights are in bfloat16, want %d; the signature is %s", precision, d.packed, want, g.Signature())
		}
		g.(io.Closer).Close()
	}
}

// TestSignature: whatever is chosen is in the signature; the seed is where it matters alone.
func TestSignature(t *testing.T) {
	seen := map[string]string{}
	for _, options := range []string{
		"", "beams=2", "max=5", "min=3", "norepeat=2", "penalty=2", "groups=2+beams=4+diversity=1", "groups=2+beams=4+diversity=2", "prefix=a", "prefix=a ",
		"numerals=strict", "numerals=prefer", "lang=it", "sample=true", "sample=true+beams=3", "sample=true+temperature=0.5", "sample=true+topk=3", "sample=true+topp=0.5",
	} {
		g := must(t, folder("bart"), options, 1)
		if other, ok := seen[g.Signature()]; ok {
			t.Errorf("%q and %q have the signature %s", options, other, g.Signature())
		}
		seen[g.Signature()] = options
		same := must(t, folder("bart"), options, 2).Signature() == g.Signature()
		if strings.Contains(options, "sample") == same {
			t.Errorf("%q: does the seed matter? %s", options, g.Signature())
		}
	}
	if a, b := must(t, folder("bart"), "", 1).Signature(), must(t, folder("t5"), "beams=4+norepeat=3", 1).Signature(); a == b {
		t.Errorf("two models have the signature %s", a)
	}
}

// TestSeeds: another seed draws other headlines, each text has numbers of its own, and the same seed draws the same.
func TestSeeds(t *testing.T) {
	docs := generatetest.Documents()
	write := func(seed uint64) (all []string) {
		written, err := generate.Candidates(t.Context(), must(t, folder("bart"), "sample=true", seed), docs, 1)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range written {
			all = append(all, c[0].Headline)
		}
		return all
	}
	one, again, other := write(1), write(1), write(2)
	differ := 0
	for i := range docs {
		if one[i] != again[i] {
			t.Errorf("%s: %q, then %q", docs[i].ID, one[i], again[i])
		}
		if one[i] != other[i] {
			differ++
		}
	}
	if differ < len(docs)/2 {
		t.Errorf("another seed changes %d of %d headlines", differ, len(docs))
	}
}

// TestCandidates: as many as there are beams, best first.
func TestCandidates(t *testing.T) {
	g := must(t, folder("bart"), "beams=3", 1).(generate.Batcher)
	d := &corpus.Document{ID: "1", Body: "A bridge over the river closes on Monday."}
	all, err := g.GenerateBatch(t.Context(), []*corpus.Document{d}, 9)
	if err != nil || len(all) != 1 || len(all[0]) != 3 {
		t.Fatalf("%v %v", all, err)
	}
}

// TestRefused: what does not fit is said in words before weights are loaded.
func TestRefused(t *testing.T) {
	swap := func(model, other string) string {
		dir := t.TempDir()
		if err := os.CopyFS(dir, os.DirFS(folder(model))); err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(dir, "tokenizer.json")
		if err := os.Remove(file); err != nil {
			t.Fatal(err)
		}
		if other != "" {
			data, err := os.ReadFile(filepath.Join(folder(other), "tokenizer.json"))
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, data, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		return dir
	}
	for _, c := range []struct{ dir, options, want string }{
		{"", "", "model=DIR is missing"},
		{swap("bart", ""), "", "tokenizer.json is missing"},
		{swap("bart", "t5"), "", "does not end a text with token [2]"},
		{swap("t5", "bart"), "", "does not end a text with token [1]"},
		{folder("bart"), "beams=0", "0 beams: want a number from 1 to 256"},
		{folder("bart"), "beams=3+groups=2+diversity=1", "3 beams cannot be shared by 2 groups"},
		{folder("bart"), "groups=2", "want a number above 0"},
		{folder("bart"), "max=100", "the model has positions for 64"},
		{folder("bart"), "sample=true+temperature=0", "a temperature of 0"},
		{folder("bart"), "diversity=1", "diversity needs several groups of beams"},
		{folder("bart"), "numerals=sometimes", "numerals=sometimes: want strict"},
		{folder("bart"), "numerals=strict+sample=true", "numerals=strict needs a beam search"},
		{folder("bart"), "numerals=prefer+beams=1", "numerals=prefer chooses among several headlines"},
		{folder("mt5"), "beams=3+diversity=1", "diversity needs several groups of beams"},
		{folder("mt5"), "diversity=Inf", "want a number above 0"},
		{folder("bart"), "temperature=0.5", "topp are for drawing at random"},
		{folder("bart"), "topk=5", "topp are for drawing at random"},
		{folder("bart"), "sample=false+topp=0.5", "topp are for drawing at random"},
		{folder("bart"), "sample=true+topp=2", "with 2 of the probability"},
		{folder("bart"), "words=3", `no option "words"`},
		{folder("bart"), "precision=float16", "precision=float16: want float32 or bfloat16"},
		{folder("bart"), "precision=bfloat16", "weights in bfloat16 need an NVIDIA card; leave that precision out"},
	} {
		if _, err := build(t, c.dir, c.options, 1); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q", c.options, err, c.want)
		}
	}
}

// TestLeast: a model for summaries has a least length, which a greatest length for headlines leaves out.
func TestLeast(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(folder("bart"))); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "generation_config.json")
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(strings.Replace(string(data), `"max_length": 18`, `"max_length": 60, "min_length": 30`, 1)), 0o644); err != nil {
		t.Fatal(err)
	}
	for options, want := range map[string]string{"": "|min:29|max:59|", "max=20": "|min:0|max:20|", "max=40": "|min:29|max:40|", "max=40+min=10": "|min:10|max:40|"} {
		if g := must(t, dir, options, 1); !strings.Contains(g.Signature(), want) {
			t.Errorf("%q: the signature is %s, want %s in it", options, g.Signature(), want)
		}
	}
}

// TestGroups: the groups of the model stay where the beams can be shared by them.
func TestGroups(t *testing.T) {
	for options, want := range map[string]string{"": "|groups:2|", "beams=6": "|beams:6|", "beams=2": "|groups:2|", "beams=3": "|beams:3|", "beams=1": "|beams:1|"} {
		g := must(t, folder("mt5"), options, 1)
		if grouped := strings.Contains(g.Signature(), "|groups:2|"); !strings.Contains(g.Signature(), want) || grouped != (options != "beams=3" && options != "beams=1") {
			t.Errorf("%q: the signature is %s", options, g.Signature())
		}
	}
}

// TestMask: bart-large-cnn has 50,264 tokens, its tokenizer 50,265: <mask> has no vector. Such a folder writes, and a text with <mask> is
// read without it. Any other token that the model does not know is said with the document.
func TestMask(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(folder("bart"))); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "tokenizer.json")
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	added := `{"id": 300, "content": "<hidden>", "single_word": false, "lstrip": false, "rstrip": false, "normalized": false, "special": true},
		{"id": 301, "content": "<shown>", "single_word": false, "lstrip": false, "rstrip": false, "normalized": false, "special": false}, `
	changed := regexp.MustCompile(`"added_tokens":\s*\[`).ReplaceAll(data, []byte("$0"+added))
	if err := os.WriteFile(file, changed, 0o644); err != nil {
		t.Fatal(err)
	}
	g := must(t, dir, "", 1)
	write := func(body string) (string, error) {
		return g.Generate(t.Context(), &corpus.Document{ID: "7", Body: body})
	}
	want, err := write("A bridge over the river closes.")
	if err != nil {
		t.Fatal(err)
	}
	if got, err := write("A bridge over<hidden> the river closes."); err != nil || got != want {
		t.Errorf("%q with a token that the model does not know, %q without; error %v", got, want, err)
	}
	if _, err := write("A bridge over<shown> the river."); err == nil || !strings.Contains(err.Error(), "document 7: token 301 is not one of the model's 300") {
		t.Errorf("error %v", err)
	}
}

// TestDigest: what is not read of a folder does not change the signature; the settings do.
func TestDigest(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(folder("bart"))); err != nil {
		t.Fatal(err)
	}
	before := must(t, dir, "", 1).Signature()
	if err := os.WriteFile(filepath.Join(dir, "trainer_state.json"), []byte("{}"), 0o644); err != nil {
		t.Fatal(err)
	}
	if got := must(t, dir, "", 1).Signature(); got != before {
		t.Errorf("%s, then %s with a file that is not read", before, got)
	}
	file := filepath.Join(dir, "tokenizer.json")
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, append(data, '\n'), 0o644); err != nil {
		t.Fatal(err)
	}
	if got := must(t, dir, "", 1).Signature(); got == before {
		t.Errorf("%s with another tokenizer.json too", got)
	}
}

// TestFront: white space in front of a long text does not take the place of the text.
func TestFront(t *testing.T) {
	g := must(t, folder("t5"), "min=5", 1)
	write := func(body string) string {
		h, err := g.Generate(t.Context(), &corpus.Document{ID: "1", Body: body})
		if err != nil {
			t.Fatal(err)
		}
		return h
	}
	body := "A bridge over the river closes on Monday."
	if got, want := write(strings.Repeat(" ", 100_000)+body), write(body); got != want {
		t.Errorf("%q behind white space, else %q", got, want)
	}
}
