package hevas_test

import (
	"strings"
	"testing"

	"hed/corpus"
	"hed/corpus/corpustest"
	"hed/corpus/hevas"
)

const sample = `<?xml version="1.0"?>
<!-- two documents <doc> and > -->
<doc id="a&amp;1" date='2024-05-03' lang="en" source="The Bell" page="2">
<title> Ferry &amp; crew: 3 < 4 &amp;lt; 5 </title>
<title>AT&T said &#8220;no&#x201D; &unknown; &</title>
<text>The ferry <b>ran</b> aground.
a > b & c < d &#0; &quot;&apos;</text>
</doc><doc id="2"><title></title><text>x</text></doc>
<doc id="3"><text>Only text</text></doc>
`

func TestContract(t *testing.T) {
	corpustest.Run(t, corpustest.Sample{Format: hevas.Format, Data: []byte(sample), Want: []*corpus.Document{
		{
			ID: "a&1", Date: "2024-05-03", Lang: "en", Source: "The Bell", Meta: map[string]string{"page": "2"},
			References: []string{"Ferry & crew: 3 < 4 &lt; 5", "AT&T said “no” &unknown; &"},
			Body:       "The ferry <b>ran</b> aground.\na > b & c < d &#0; \"'",
		},
		{ID: "2", References: []string{""}, Body: "x"},
		{ID: "3", Body: "Only text"},
	}})
}

func read(data string) ([]*corpus.Document, error) {
	return corpustest.Collect(hevas.Format.Documents(corpus.Stream("in.xml", strings.NewReader(data)), corpus.Options{}))
}

func TestErrors(t *testing.T) {
	const good = `<doc id="z"><title>t</title></doc>`
	for _, c := range []struct{ data, want string }{
		{"\n<doc id=\"1\">\n<title>a</title>\n", "in.xml:2: this doc is not closed; expected </doc>"},
		{"<doc id=\"1\">\n<title>a</title>\n\n" + good, "in.xml:1: this doc is not closed; expected </doc> before the <doc> on line 4"},
		{"<doc id=\"1\">\n<title>a<text>b</text></doc>" + good, "in.xml:2: this <title> is not closed; expected </title>"},
		{"<doc id=\"1\">\n<text>b", "in.xml:2: this <text> is not closed; expected </text>"},
		{"<doc id=\"1\">\n\nstray</doc>" + good, `in.xml:3: expected <title>, <text> or </doc>, found "stray"`},
		{"<doc id=\"1\"><text>a</text>\n<text>b</text></doc>" + good, "in.xml:2: the doc has a second <text>"},
		{"<doc id=\"1\"></doc>" + good, "in.xml:1: the record has neither text nor a headline"},
		{"<doc id=1><text>a</text></doc>" + good, `in.xml:1: the attributes "id=1" are not name="value" pairs`},
		{"<doc id=\"1><text>a</text></doc>" + good, "in.xml:1: the value of id is not closed"},
		{"<doc id=\"1\" id=\"2\"><text>a</text></doc>" + good, "in.xml:1: the attribute id comes twice"},
		{"<doc id=\"\"><text>a</text></doc>" + good, "in.xml:1: the id is empty"},
		{"<doc><text>a</text></doc>\n" + good, "in.xml:2: the record has an id but the first has none"},
		{"\nhello\n" + good, `in.xml:2: expected <doc id="…">, found "hello"`},
		{"\n</doc>\n" + good, `in.xml:2: expected <doc id="…">, found </doc>`},
		{"<doc id=\"1\">\n<text>a\nb caf\xe9 </text></doc>" + good, "in.xml:3: byte 6 of the line is not valid UTF-8"},
		{"just text", `in.xml:1: expected <doc id="…">, found "just text"`},
		{" \n", "in.xml: has no documents"},
	} {
		docs, err := read(c.data)
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%q:\n got %v\nwant %s…", c.data, err, c.want)
		}
		if strings.HasSuffix(c.data, good) && !strings.HasPrefix(c.want, "in.xml:2: the record has an id") && (len(docs) != 1 || docs[0].ID != "z") {
			t.Errorf("%q: reading did not go on: %v, %v", c.data, docs, err)
		}
	}
}

func TestLines(t *testing.T) {
	docs, err := read("<doc id='1'>\n<title>a</title></doc> <doc id='2'><text>\n\n</text><title>\n</title></doc>\n\n<doc\nid='3'><title>c</title></doc>")
	if err != nil || docs[0].Line != 1 || docs[1].Line != 2 || docs[2].Line != 7 {
		t.Errorf("got %v %v %v, %v", docs[0], docs[1], docs[2], err)
	}
}

func FuzzDocuments(f *testing.F) {
	f.Add([]byte(sample))
	f.Add([]byte("<doc id=\"1\"><title>&#55296;&#x;&;</title><text>\xff</doc><doc><!--</doc>"))
	corpustest.Fuzz(f, hevas.Format)
}
