package jsonl_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hed/corpus"
	"hed/corpus/corpustest"
	"hed/corpus/jsonl"
	"hed/internal/shared"
)

const sample = `{"id": "a1", "text": "The ferry ran aground.\nNobody was hurt.", "headline": "Ferry runs aground", "source": "The Bell", "date": "2024-05-03", "lang": "en", "meta": {"url": "https://x.example/1", "pages": 2, "tags": ["sea", "ferry"], "old": null}}

{"id": 7, "text": "Trees \u00e9 \ud83c\udf33", "references": ["Town plants trees", "Trees \"planted\""], "topic": "town"}
{"id": "a3", "headline": "H", "references": ["R", "H"], "text": null, "date": "2024-05-03T10:00:00Z"}
`

var want = []*corpus.Document{
	{
		ID: "a1", Body: "The ferry ran aground.\nNobody was hurt.", References: []string{"Ferry runs aground"},
		Source: "The Bell", Date: "2024-05-03", Lang: "en",
		Meta: map[string]string{"url": "https://x.example/1", "pages": "2", "tags": `["sea","ferry"]`},
	},
	{ID: "7", Body: "Trees é 🌳", References: []string{"Town plants trees", `Trees "planted"`}, Meta: map[string]string{"topic": "town"}},
	{ID: "a3", References: []string{"H", "R"}, Date: "2024-05-03T10:00:00Z"},
}

func TestContract(t *testing.T) {
	corpustest.Run(t, corpustest.Sample{Format: jsonl.Format, Data: []byte(sample), Want: want})
}

// A list of the same objects, over lines as it likes, is read as well.
func TestList(t *testing.T) {
	lines := strings.Split(strings.TrimSpace(sample), "\n")
	lines = slices.DeleteFunc(lines, func(l string) bool { return strings.TrimSpace(l) == "" })
	read := func(data string) []*corpus.Document {
		docs, err := corpustest.Collect(jsonl.Format.Documents(stream(data), corpus.Options{}))
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range docs {
			d.Line = 0
		}
		return docs
	}
	got, want := read(" [\n"+strings.Join(lines, "\n,\n\n")+"\n]\n"), read(strings.Join(lines, "\n"))
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	var headlines []string
	for o, err := range jsonl.Format.Outputs(stream(`[{"id": 1, "headline": "a"}, {"id": 2, "headline": ""}]`), corpus.Options{}).Outputs(t.Context()) {
		headlines = append(headlines, o.Doc+o.Text+fmt.Sprint(err))
	}
	if got := strings.Join(headlines, " "); got != "1a<nil> 2<nil>" {
		t.Error(got)
	}
}

func stream(data string) *corpus.Source {
	return corpus.Stream("in.jsonl", strings.NewReader(data))
}

func TestErrors(t *testing.T) {
	for _, c := range []struct{ data, want string }{
		{`{"id":1,"text":"a"}` + "\n" + `{"text":"b"}`, `in.jsonl:2: the record has no id`},
		{`{"text":"a"}` + "\n" + `{"id":1,"text":"b"}`, `in.jsonl:2: the record has an id`},
		{`{"id":1,"text":"a"}` + "\n\n" + `{"id":"1","text":"b"}`, `in.jsonl:3: line 1 already has the id "1"`},
		{`{"id":1}`, `in.jsonl:1: the record has neither text nor a headline`},
		{`{"id":"","text":"a"}`, `in.jsonl:1: key "id": the id is empty`},
		{`{"id":true,"text":"a"}`, `in.jsonl:1: key "id": expected a string or a number, found a boolean`},
		{`{"text":3}`, `in.jsonl:1: key "text": expected a string, found a number`},
		{`{"headline":["a"]}`, `in.jsonl:1: key "headline": expected a string, found a list`},
		{`{"references":"a"}`, `in.jsonl:1: key "references": expected a JSON list of strings`},
		{`{"references":["a",null]}`, `in.jsonl:1: key "references": item 2: expected a string, found null`},
		{`{"text":"a","meta":[]}`, `in.jsonl:1: key "meta": expected an object, found a list`},
		{`{"text":"a","url":"x","meta":{"url":"y"}}`, `in.jsonl:1: key "meta": "url" is both in meta and beside it`},
		{`{"text":"a","text":"b"}`, `in.jsonl:1: the key "text" comes twice`},
		{`{"text":"a","date":"3 May 2024"}`, `in.jsonl:1: the date "3 May 2024" is not ISO 8601`},
		{`{"text":"a","date":"2024-02-30"}`, `in.jsonl:1: the date "2024-02-30" is not ISO 8601`},
		{`{"text":"a"`, `in.jsonl:1: is not valid JSON: unexpected end of JSON input`},
		{`["a"]`, `in.jsonl:1: expected a JSON object, found a string`},
		{"{}\n[]", `in.jsonl:1: the record has neither text nor a headline`},
		{"{\"text\":\"a\"}\n[]", `in.jsonl:2: expected a JSON object, found a list`},
		{"[{\"text\":\"a\"},\n{\"text\":3}]", `in.jsonl:2: key "text": expected a string, found a number`},
		{"[{\"text\":\"a\"},\n{\"text\"", `in.jsonl:2: the JSON list ends in the middle of the item that begins here`},
		{`[]`, `in.jsonl: has no documents`},
		{"{\"text\":\"a\"}\n{\"text\":\"caf\xe9\"}", `in.jsonl:2: byte 13 of the line is not valid UTF-8`},
		{`{"text":"half \ud800 pair"}`, `in.jsonl:1: key "text": half a surrogate pair`},
		{"", `in.jsonl: has no documents`},
		{"\xff\xfe{\x00", `in.jsonl:1: begins with the byte order mark of UTF-16`},
	} {
		_, err := corpustest.Collect(jsonl.Format.Documents(stream(c.data), corpus.Options{}))
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%q:\n got %v\nwant %s…", c.data, err, c.want)
		}
	}
}

// A malformed line takes its place in the numbering.
func TestReadingGoesOn(t *testing.T) {
	docs, err := corpustest.Collect(jsonl.Format.Documents(stream("{\"text\":\"a\"}\n{]\n{\"text\":\"c\"}"), corpus.Options{}))
	if err == nil || len(docs) != 2 || docs[1].ID != "3" || docs[1].Line != 3 {
		t.Errorf("got %v and %v", docs, err)
	}
}

func TestColumns(t *testing.T) {
	const data = `{"url":"u1","news":"Body","title":"Head","text":"kept"}`
	opt := corpus.Options{Columns: map[string]string{"id": "url", "text": "news", "headline": "title"}}
	docs, err := corpustest.Collect(jsonl.Format.Documents(stream(data), opt))
	if err != nil || docs[0].ID != "u1" || docs[0].Body != "Body" || docs[0].References[0] != "Head" || docs[0].Meta["text"] != "kept" {
		t.Errorf("got %+v, %v", docs, err)
	}
	for _, c := range []struct{ role, column, want string }{
		{"text", "body", `in.jsonl:1: there is no column "body" to read the text from; there are url, news, title, text`},
		{"body", "news", `no role is called "body"; the roles are id, text, headline, references, source, date, lang`},
	} {
		_, err := corpustest.Collect(jsonl.Format.Documents(stream(data), corpus.Options{Columns: map[string]string{c.role: c.column}}))
		if err == nil || err.Error() != c.want {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
}

func TestOutputs(t *testing.T) {
	for _, c := range []struct{ data, want string }{
		{`{"id":1,"headline":"a"}` + "\n" + `{"id":"x","headline":""}`, `["1 a" "x "] <nil>`},
		{`{"headline":"a"}`, `[" a"] <nil>`},
		{`{"id":1,"headline":"a"}` + "\n" + `{"headline":"b"}`, `["1 a"] in.jsonl:2: the record has no id but the first has one; give ids to all records or to none`},
		{`{"id":1,"headline":null}`, `[] in.jsonl:1: key "headline": expected a string, found null`},
		{`{"id":1,"text":"a"}`, `[] in.jsonl:1: the record has no headline; expected {"id": …, "headline": …}; rename the key that has it`},
	} {
		outs := []string{}
		var last error
		for out, err := range jsonl.Format.Outputs(stream(c.data), corpus.Options{}).Outputs(context.Background()) {
			if last = err; err == nil {
				outs = append(outs, out.Doc+" "+out.Text)
			}
		}
		if got := fmt.Sprintf("%q %v", outs, last); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.data, got, c.want)
		}
	}
}

// The counts are those of wc -l.
func TestSharedData(t *testing.T) {
	style := corpus.Options{Columns: map[string]string{"text": "body", "headline": "title", "source": "outlet"}}
	for _, c := range []struct {
		file string
		opt  corpus.Options
		want int
	}{
		{"wikinews/wikinews_2019.jsonl", corpus.Options{}, 171},
		{"style/cnn.jsonl.gz", style, 2901},
		{"style/washington_times.jsonl.gz", style, 2883},
		{"style/fox.jsonl.gz", style, 1489},
	} {
		path := shared.File(t, c.file)
		docs, err := corpustest.Collect(jsonl.Format.Documents(corpus.File(path), c.opt))
		if err != nil || len(docs) != c.want {
			t.Errorf("%s: %d documents, want %d; %v", c.file, len(docs), c.want, err)
		}
		for _, d := range docs {
			if d.ID == "" || d.Body == "" || len(d.References) != 1 || d.Date == "" {
				t.Fatalf("%s:%d: %+v lacks something", c.file, d.Line, d)
			}
		}
	}
}

func FuzzDocuments(f *testing.F) {
	f.Add([]byte(sample))
	f.Add([]byte(`{"a":{"b":[1,"\"]}"]},"text":"\\","references":[]}`))
	f.Add([]byte("{}\n[]\n\r\n{\"id\":1e5,\"headline\":\"\xff\"}"))
	corpustest.Fuzz(f, jsonl.Format)
}

func BenchmarkDocuments(b *testing.B) {
	var data strings.Builder
	for i := range 2000 {
		fmt.Fprintf(&data, `{"id":"doc-%d","headline":"Town plants %d trees","text":%q,"meta":{"url":"https://x.example/%d"}}`+"\n",
			i, i, strings.Repeat("The town planted trees again, and \"nobody\" minded at all. ", 50), i)
	}
	b.SetBytes(int64(data.Len()))
	n := 0
	for b.Loop() {
		for _, err := range jsonl.Format.Documents(stream(data.String()), corpus.Options{}).Documents(context.Background()) {
			if err != nil {
				b.Fatal(err)
			}
			n++
		}
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "docs/s")
}
