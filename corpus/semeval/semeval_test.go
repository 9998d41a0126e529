package semeval_test

import (
	"io"
	"strings"
	"testing"

	"hed/corpus"
	"hed/corpus/corpustest"
	"hed/corpus/semeval"
	"hed/internal/shared"
)

const sample = `[
  {"news": "A ferry with 212 aboard ran aground.", "masked headline": "Ferry With ____ Aboard Runs Aground",
   "calculation": "Copy(212)", "ans": "212"},
  {"news": "The town counted 6,100 trees.", "masked headline": "Town Plants ____K Trees", "ans": 6.1, "topic": {"a": [1, 2]}},
  {"news": "(Jun 9, 2024  2:00 PM) Unknown.", "masked headline": "____ Unknown"},
  {"news": "Three hikers were found.", "headline": "Hikers \u201cFound\u201d", "ans": null}
]
`

func TestContract(t *testing.T) {
	corpustest.Run(t, corpustest.Sample{Format: semeval.Format, Data: []byte(sample), Want: []*corpus.Document{
		{
			ID: "1", Body: "A ferry with 212 aboard ran aground.", References: []string{"Ferry With 212 Aboard Runs Aground"},
			Cloze: &corpus.Cloze{Question: "Ferry With ____ Aboard Runs Aground", Answer: "212", Derivation: "Copy(212)"},
		},
		{
			ID: "2", Body: "The town counted 6,100 trees.", References: []string{"Town Plants 6.1K Trees"},
			Cloze: &corpus.Cloze{Question: "Town Plants ____K Trees", Answer: "6.1"},
			Meta:  map[string]string{"topic": `{"a":[1,2]}`},
		},
		{ID: "3", Dateline: "(Jun 9, 2024  2:00 PM) ", Date: "2024-06-09", Body: "Unknown.", Cloze: &corpus.Cloze{Question: "____ Unknown"}},
		{ID: "4", Body: "Three hikers were found.", References: []string{"Hikers “Found”"}},
	}})
}

func read(data string, opt corpus.Options) ([]*corpus.Document, error) {
	return corpustest.Collect(semeval.Format.Documents(corpus.Stream("in.json", strings.NewReader(data)), opt))
}

func TestErrors(t *testing.T) {
	for _, c := range []struct{ data, want string }{
		{`{"news":"a"}`, "in.json:1: expected a JSON list, which begins with [; a file with one object per line is the option format jsonl"},
		{"[]", "in.json: has no documents"},
		{"[\n{\"news\":\"a\",\"headline\":\"b\"}\n", "in.json:3: the JSON list ends in the middle"},
		{"[\n{\"news\":\"a\",\"headline\":\"b\"},\n\n {\"news\":\"a\",", "in.json:4: the JSON list ends in the middle"},
		{"[\n{\"news\":\"a\",\"headline\":\"b\"},\n\n {\"news\":\n]}", "in.json:4: the item that begins here is not valid JSON: invalid character ']'"},
		{"[\n{\"news\":\"a\",\"headline\":\"b\"}]\nx", "in.json:3: "},
		{"[\n{\"news\":\"a\",\"headline\":\"b\"}]\n[]", "in.json:3: text follows the closing bracket"},
		{"[\n\n{\"news\":\"a\"}]", `in.json:3: the item has neither "masked headline" nor "headline"`},
		{`[{"news":"a","headline":"b","ans":1}]`, `in.json:1: the item has "ans" or "calculation" but no "masked headline"`},
		{`[{"news":"a","masked headline":"b"}]`, `in.json:1: the masked headline "b" has no blank`},
		{"[\n4]", "in.json:2: expected a JSON object, found a number"},
		{"[{\"news\":\"a\",\n\n \"headline\":\"b\xff\"}]", "in.json:3: byte 15 of the line is not valid UTF-8"},
	} {
		if _, err := read(c.data, corpus.Options{}); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%q:\n got %v\nwant %s…", c.data, err, c.want)
		}
	}
	_, err := read(sample, corpus.Options{Columns: map[string]string{"text": "news"}})
	if err == nil || !strings.Contains(err.Error(), "fixed") {
		t.Errorf("got %v", err)
	}
}

func TestReadingGoesOn(t *testing.T) {
	docs, err := read("[{\"news\":1},\n{\"news\":\"a\xff\"},\n{\"news\":\"a\",\"headline\":\"b\"}]", corpus.Options{})
	if err == nil || strings.Count(err.Error(), "in.json:") != 2 || len(docs) != 1 || docs[0].ID != "3" || docs[0].Line != 3 {
		t.Errorf("got %v and %v", docs, err)
	}
}

func TestSharedData(t *testing.T) {
	path := shared.File(t, "numhg/semeval-sample.json")
	docs, err := corpustest.Collect(semeval.Format.Documents(corpus.File(path), corpus.Options{}))
	if err != nil || len(docs) != 3 || docs[1].References[0] != "Town Plants 6.1K Trees" || docs[2].Line != 4 {
		t.Errorf("got %v, %v", docs, err)
	}
}

func FuzzDocuments(f *testing.F) {
	f.Add([]byte(sample))
	f.Add([]byte(`[{"news":"a\ud800","headline":"b"},{},{"id":3,"masked headline":"____"}] x`))
	f.Add([]byte("1e999"))
	corpustest.Fuzz(f, semeval.Format)
}

// An item that never ends takes no more memory than a long article: a 65 KB file, made by
//
//	(printf '[{"news":"'; yes | tr -d '\n' | head -c 2G) | zstd > in.json.zst
//
// took 7 GB.
func TestEndlessItem(t *testing.T) {
	begin := "[{\"news\":\"a\",\"headline\":\"b\"},\n\n{\"news\":\""
	r := io.MultiReader(strings.NewReader(begin), endless("word "))
	docs, err := corpustest.Collect(semeval.Format.Documents(corpus.Stream("in.json", r), corpus.Options{}))
	if err == nil || !strings.HasPrefix(err.Error(), "in.json:3: the record is longer than 64 MB") || len(docs) != 1 {
		t.Errorf("got %d documents, %v", len(docs), err)
	}
}

// endless is a text that is repeated for ever.
type endless string

func (e endless) Read(p []byte) (n int, err error) {
	for n < len(p) {
		n += copy(p[n:], e)
	}
	return n, nil
}
