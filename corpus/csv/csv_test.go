package csv_test

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"hed/corpus"
	"hed/corpus/corpustest"
	"hed/corpus/csv"
	"hed/internal/formula"
)

const sample = `id,text,headline,references,date,topic
a1,"The ferry ran aground,
and nobody was ""hurt"".",Ferry runs aground,,2024-05-03,sea

a2,Trees,,"[""Town plants trees"", ""Trees é""]",,
a3,,H,"[""R"",""H""]",,town
`

var want = []*corpus.Document{
	{
		ID: "a1", Body: "The ferry ran aground,\nand nobody was \"hurt\".", References: []string{"Ferry runs aground"},
		Date: "2024-05-03", Meta: map[string]string{"topic": "sea"},
	},
	{ID: "a2", Body: "Trees", References: []string{"Town plants trees", "Trees é"}},
	{ID: "a3", References: []string{"H", "R"}, Meta: map[string]string{"topic": "town"}},
}

func TestContract(t *testing.T) {
	corpustest.Run(t, corpustest.Sample{Format: csv.Format, Data: []byte(sample), Want: want})
}

func TestContractTSV(t *testing.T) {
	corpustest.Run(t, corpustest.Sample{
		Format: csv.TSV,
		Data:   []byte("text\theadline\nOne, two\tA \nThree\t\"B \"\"b\"\"\"\n"),
		Want: []*corpus.Document{
			{ID: "1", Body: "One, two", References: []string{"A "}},
			{ID: "2", Body: "Three", References: []string{`B "b"`}},
		},
	})
}

func stream(data string) *corpus.Source {
	return corpus.Stream("in.csv", strings.NewReader(data))
}

func TestErrors(t *testing.T) {
	for _, c := range []struct{ data, want string }{
		{"id,text\na,b,c\n", "in.csv:2: this row has 3 columns, the header has 2"},
		{"id,text\na,b\nc\n", "in.csv:3: this row has 1 column, the header has 2"},
		{"id,text\na,\"b\nb\"\nc,d\"e\n", "in.csv:4: there is a quote in the middle of an unquoted field, at byte 4"},
		{"id,text\na,\"b\nc\n", "in.csv:2: a quoted field of this row is not closed"},
		{"id,text\na,b\na,c\n", `in.csv:3: line 2 already has the id "a"`},
		{"id,text\n,b\n", "in.csv:2: the id is empty"},
		{"id,text\na,\n", "in.csv:2: the record has neither text nor a headline"},
		{"id,text,text\na,b,c\n", `in.csv:1: the column "text" comes twice`},
		{"url,body\na,b\n", "in.csv:1: there is no column text, headline or references, only url, body"},
		{"id,references\na,b\n", "in.csv:2: reading references: expected a JSON list of strings"},
		{"id,text\na,\"b\n\ncaf\xe9\"\n", "in.csv:4: byte 4 of the line is not valid UTF-8"},
		{"id,te\xe9xt\na,b\n", "in.csv:1: byte 6 of the line is not valid UTF-8"},
		{"id,text\n", "in.csv: has no documents"},
		{"", "in.csv: has no documents"},
	} {
		_, err := corpustest.Collect(csv.Format.Documents(stream(c.data), corpus.Options{}))
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%q:\n got %v\nwant %s…", c.data, err, c.want)
		}
	}
}

// Every malformed row is reported and every other row is read.
func TestReadingGoesOn(t *testing.T) {
	const data = "text,lang\na,en\nb\n\"c\" c,en\nd,en\n\xff,en\nf,en\n"
	var got []string
	for doc, err := range csv.Format.Documents(stream(data), corpus.Options{}).Documents(context.Background()) {
		if err != nil {
			got = append(got, strings.SplitN(err.Error(), " ", 2)[0])
			continue
		}
		got = append(got, fmt.Sprintf("%s:%d:%s", doc.ID, doc.Line, doc.Body))
	}
	want := []string{"1:2:a", "in.csv:3:", "in.csv:4:", "4:5:d", "in.csv:6:", "6:7:f"}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestColumns(t *testing.T) {
	const data = "url,news,title,date\nu1,Body,Head,yesterday\n"
	opt := corpus.Options{Columns: map[string]string{"id": "url", "text": "news", "headline": "title", "date": ""}}
	docs, err := corpustest.Collect(csv.Format.Documents(stream(data), opt))
	want := []*corpus.Document{{ID: "u1", Body: "Body", References: []string{"Head"}, Meta: map[string]string{"date": "yesterday"}, Line: 2}}
	if err != nil || !reflect.DeepEqual(docs, want) {
		t.Errorf("got %+v, %v", docs, err)
	}
	opt = corpus.Options{Columns: map[string]string{"text": "body"}}
	_, err = corpustest.Collect(csv.Format.Documents(stream(data), opt))
	if err == nil || err.Error() != `in.csv:1: there is no column "body" to read the text from; there are url, news, title, date` {
		t.Errorf("got %v", err)
	}
}

func TestOutputs(t *testing.T) {
	var got []corpus.Output
	for out, err := range csv.Format.Outputs(stream("headline,id\nA,x\n,y\n"), corpus.Options{}).Outputs(context.Background()) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, out)
	}
	if want := []corpus.Output{{Doc: "x", Text: "A", Line: 2}, {Doc: "y", Line: 3}}; !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func FuzzDocuments(f *testing.F) {
	f.Add([]byte(sample))
	f.Add([]byte("text,headline\n\"a\nb\",\xff\n\"c\"c,d\r\n,\n"))
	corpustest.Fuzz(f, csv.Format)
}

func FuzzTSV(f *testing.F) {
	f.Add([]byte("id\theadline\n1\tA\n\"2\"\t\"B\n"))
	corpustest.Fuzz(f, csv.TSV)
}

func BenchmarkDocuments(b *testing.B) {
	var data strings.Builder
	data.WriteString("id,headline,text\n")
	for i := range 2000 {
		fmt.Fprintf(&data, "doc-%d,Town plants %d trees,\"%s\"\n", i, i, strings.Repeat("The town planted trees again, and \"\"nobody\"\" minded at all. ", 50))
	}
	b.SetBytes(int64(data.Len()))
	n := 0
	for b.Loop() {
		for _, err := range csv.Format.Documents(stream(data.String()), corpus.Options{}).Documents(context.Background()) {
			if err != nil {
				b.Fatal(err)
			}
			n++
		}
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "docs/s")
}

// Headlines that hed wrote with apostrophes, since spreadsheets would run them, are read as they
// were; in the files of others an apostrophe is one.
func TestDefused(t *testing.T) {
	for head, want := range map[string]string{
		formula.Head: "[@1: =A1+B1 rises] [2: '@Midnight' ends] [3: 'Tis so] ", "id,headline\n": "['@1: '=A1+B1 rises] [2: ''@Midnight' ends] [3: 'Tis so] ",
	} {
		got := ""
		text := head + "'@1,'=A1+B1 rises\n2,''@Midnight' ends\n3,'Tis so\n"
		for out, err := range csv.Format.Outputs(stream(text), corpus.Options{}).Outputs(t.Context()) {
			if err != nil {
				t.Fatal(err)
			}
			got += fmt.Sprintf("[%s: %s] ", out.Doc, out.Text)
		}
		if got != want {
			t.Errorf("%q: got %s, want %s", head, got, want)
		}
	}
}
