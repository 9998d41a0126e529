package jsonl_test

import (
	"bytes"
	"testing"
	"unicode/utf8"

	gocmp "github.com/google/go-cmp/cmp"

	"hed/corpus"
	"hed/corpus/corpustest"
	"hed/corpus/jsonl"
)

func documents() []*corpus.Document {
	return []*corpus.Document{
		{ID: "a", Body: "A ferry with 212 people, \"it\" says.\nFine.", References: []string{"Ferry With 212 Aboard"}, Meta: map[string]string{"page": "3"},
			Cloze: &corpus.Cloze{Question: "Ferry With ____ Aboard", Answer: "212", Derivation: "Copy( 212 )", Reasoning: new(false)}},
		{ID: "b", Body: "It <sank>.", References: []string{"9 Lost"},
			Cloze: &corpus.Cloze{Question: "____ Lost", Answer: "9", Derivation: "the article has no such number"}},
		{ID: "c", Body: "x", References: []string{"one", ""}, Source: "The Bell", Date: "2024-05-03", Lang: "en", Meta: map[string]string{"tags": `["a"]`, "b": "<&>"}},
		{ID: "d", References: []string{""}},
		{ID: "e", Body: "only a text"},
		{ID: "f", Dateline: "(May 3, 2024 10:12 AM CDT)  ", Date: "2024-05-03", Body: "A ferry sank.", References: []string{"Ferry Sinks"}},
	}
}

// Everything comes back, the question too.
func TestWrite(t *testing.T) {
	want := documents()
	var file bytes.Buffer
	w := jsonl.NewWriter(&file)
	for _, d := range want {
		if err := w.Write(d); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Contains(file.Bytes(), []byte(`{"id":"d","headline":""}`+"\n")) {
		t.Errorf("a single reference is no headline:\n%s", &file)
	}
	if !bytes.Contains(file.Bytes(), []byte(`"text":"(May 3, 2024 10:12 AM CDT)  A ferry sank."`)) {
		t.Errorf("the dateline is not in the text:\n%s", &file)
	}
	got, err := corpustest.Collect(jsonl.Format.Documents(corpus.Stream("out", &file), corpus.Options{}))
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range got {
		question(d)
		d.Line = 0
	}
	if d := gocmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

// question takes the question out of Meta.
func question(d *corpus.Document) {
	if d.Cloze = corpus.ClozeOf(d.Meta); d.Cloze == nil {
		return
	}
	for _, field := range d.Cloze.Fields() {
		delete(d.Meta, field[0])
	}
	if len(d.Meta) == 0 {
		d.Meta = nil
	}
}

func TestCase(t *testing.T) {
	for _, d := range documents() {
		want := &corpus.Case{Doc: d, Outputs: []corpus.Output{{System: "z", Doc: d.ID, Text: "<Zeta> & \"co\""}, {System: "a", Doc: d.ID}}}
		if d.ID == "e" {
			want.Outputs = nil
		}
		var line bytes.Buffer
		if err := jsonl.NewWriter(&line).WriteCase(want); err != nil {
			t.Fatal(err)
		}
		got, err := jsonl.ParseCase(line.Bytes())
		if err != nil {
			t.Fatalf("%v\n%s", err, &line)
		}
		question(got.Doc)
		if diff := gocmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
		if d.ID == "d" && line.String() != `{"id":"d","references":[""],"outputs":{"z":"<Zeta> & \"co\"","a":""}}`+"\n" {
			t.Errorf("got %s", &line)
		}
	}
}

// A dateline that was not set apart where the document was read is not set apart where the case is.
func TestCaseDateline(t *testing.T) {
	want := &corpus.Case{Doc: &corpus.Document{ID: "a", Body: "(Oban) A ferry sank.", Meta: map[string]string{"dateline": "(Oban) ", "page": "3"}}}
	var line bytes.Buffer
	if err := jsonl.NewWriter(&line).WriteCase(want); err != nil {
		t.Fatal(err)
	}
	got, err := jsonl.ParseCase(line.Bytes())
	if err != nil || got.Doc.Body != want.Doc.Body || got.Doc.Dateline != "" || got.Doc.Meta["page"] != "3" {
		t.Errorf("got %+v, %v from %s", got.Doc, err, &line)
	}
	if want.Doc.Meta["dateline"] == "" {
		t.Error("the document has changed")
	}
}

func TestCaseRefused(t *testing.T) {
	for text, want := range map[string]string{
		`{"id":"a","outputs":["x"]}`:            `key "outputs": expected an object, found a list`,
		`{"id":"a","outputs":{"x":3}}`:          `key "outputs": "x": expected a string, found a number`,
		`{"id":"a","outputs":{"x":"","x":"b"}}`: `the key "x" comes twice; keep one`,
		`{"id":"a","text":3}`:                   `key "text": expected a string, found a number`,
		`{"id":"a"`:                             `is not valid JSON: unexpected end of JSON input, after 9 bytes`,
	} {
		_, err := jsonl.ParseCase([]byte(text))
		if err == nil || err.Error() != want {
			t.Errorf("%s: got %v, want %s", text, err, want)
		}
	}
}

// FuzzCase: a case that was read is the same when it is written and read again.
func FuzzCase(f *testing.F) {
	for _, d := range documents() {
		var line bytes.Buffer
		if err := jsonl.NewWriter(&line).WriteCase(&corpus.Case{Doc: d, Outputs: []corpus.Output{{System: "z", Text: "<Zeta> & \"co\""}}}); err != nil {
			f.Fatal(err)
		}
		f.Add(line.Bytes())
	}
	f.Add([]byte(`{"headline":["a",""],"id":7,"dateline":"(Oban) ","text":"(Oban) A ferry sank.","outputs":{"":"","é":"\ud83c\udf33"},"page":[1,{"b":null}]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		if !utf8.Valid(text) { // which Cases refuses before
			return
		}
		c, err := jsonl.ParseCase(text)
		if err != nil || c.Doc.ID == "" { // which Cases refuses, too
			return
		}
		write := func(c *corpus.Case) string {
			var line bytes.Buffer
			if err := jsonl.NewWriter(&line).WriteCase(c); err != nil {
				t.Fatal(err)
			}
			return line.String()
		}
		first := write(c)
		again, err := jsonl.ParseCase([]byte(first))
		if err != nil {
			t.Fatalf("%s: %v", first, err)
		}
		if second := write(again); second != first {
			t.Errorf("%s becomes %s", first, second)
		}
	})
}
