package parquet_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	pq "github.com/parquet-go/parquet-go"

	"hed/corpus"
	"hed/corpus/corpustest"
	"hed/corpus/parquet"
)

type author struct {
	Name string `parquet:"name"`
	Born *int32 `parquet:"born"`
}

type row struct {
	ID         int64     `parquet:"id"`
	Text       string    `parquet:"text,zstd"`
	Headline   *string   `parquet:"headline"`
	References []string  `parquet:"references,list"`
	Date       time.Time `parquet:"date,timestamp"`
	Tags       []int32   `parquet:"tags"`
	Author     author    `parquet:"author"`
	Score      float64   `parquet:"score"`
}

func file[T any](t testing.TB, rows []T) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := pq.Write(&b, rows); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func sample(t testing.TB) []byte {
	day := time.Date(2024, 5, 3, 10, 0, 0, 0, time.UTC)
	rows := []row{
		{7, "The ferry ran aground.", new("Ferry runs aground"), nil, day, []int32{1, 2}, author{"Ann", new(int32(1970))}, 0.5},
		{8, "Trees é", nil, []string{"Town plants trees", "Trees"}, day, nil, author{Name: "Bo"}, 2},
	}
	return file(t, rows)
}

func TestContract(t *testing.T) {
	corpustest.Run(t, corpustest.Sample{Format: parquet.Format, Data: sample(t), Binary: true, Want: []*corpus.Document{
		{
			ID: "7", Body: "The ferry ran aground.", References: []string{"Ferry runs aground"}, Date: "2024-05-03T10:00:00Z",
			Meta: map[string]string{"tags": `["1","2"]`, "author.name": "Ann", "author.born": "1970", "score": "0.5"},
		},
		{
			ID: "8", Body: "Trees é", References: []string{"Town plants trees", "Trees"}, Date: "2024-05-03T10:00:00Z",
			Meta: map[string]string{"author.name": "Bo", "score": "2"},
		},
	}})
}

type mapped struct {
	URL   string `parquet:"url"`
	Title string `parquet:"title"`
	Day   int32  `parquet:"day,date"`
}

func TestColumns(t *testing.T) {
	rows := []mapped{{"u1", "Head", 19846}, {"u2", "caf\xe9", 19846}, {"u1", "Third", 19846}}
	data := file(t, rows)
	read := func(columns map[string]string) ([]*corpus.Document, error) {
		return corpustest.Collect(parquet.Format.Documents(corpus.Stream("in.parquet", bytes.NewReader(data)), corpus.Options{Columns: columns}))
	}
	docs, err := read(map[string]string{"id": "url", "headline": "title", "date": "day"})
	want := []*corpus.Document{{ID: "u1", References: []string{"Head"}, Date: "2024-05-03", Line: 1}}
	if !reflect.DeepEqual(docs, want) || err == nil ||
		err.Error() != "in.parquet:2: the column title is not valid UTF-8; expected text\nin.parquet:3: line 1 already has the id \"u1\"; every document needs its own" {
		t.Errorf("got %+v, %v", docs, err)
	}
	_, err = read(nil)
	if err == nil || !strings.HasPrefix(err.Error(), "in.parquet: there is no column text, headline or references, only url, title, day") {
		t.Errorf("got %v", err)
	}
	_, err = read(map[string]string{"text": "body"})
	if err == nil || !strings.HasPrefix(err.Error(), `in.parquet: there is no column "body"`) {
		t.Errorf("got %v", err)
	}
}

func TestOutputs(t *testing.T) {
	rows := []mapped{{"u1", "Head", 0}}
	data := file(t, rows)
	opt := corpus.Options{Columns: map[string]string{"id": "url", "headline": "title"}}
	for out, err := range parquet.Format.Outputs(corpus.Stream("in.parquet", bytes.NewReader(data)), opt).Outputs(context.Background()) {
		if want := (corpus.Output{Doc: "u1", Text: "Head", Line: 1}); err != nil || !reflect.DeepEqual(out, want) {
			t.Errorf("got %v, %v", out, err)
		}
	}
}

func TestDamaged(t *testing.T) {
	data := sample(t)
	for n := 0; n < len(data); n += 5 {
		damaged := bytes.Clone(data)
		damaged[n] ^= 0x55
		corpustest.Collect(parquet.Format.Documents(corpus.Stream("in.parquet", bytes.NewReader(damaged)), corpus.Options{}))
	}
	_, err := corpustest.Collect(parquet.Format.Documents(corpus.Stream("in.parquet", strings.NewReader("PAR1 but no more")), corpus.Options{}))
	if err == nil || !strings.HasPrefix(err.Error(), "in.parquet: is not a parquet file that can be read") {
		t.Errorf("got %v", err)
	}
}

// Shapes that other programs write.
func TestShapes(t *testing.T) {
	type lz4 struct {
		Headline string `parquet:"headline,lz4"`
	}
	type picture struct {
		Headline string `parquet:"headline"`
		Image    []byte `parquet:"image"`
	}
	type list struct {
		References []*string `parquet:"references,list"`
	}
	var groups bytes.Buffer
	w := pq.NewGenericWriter[picture](&groups)
	for _, rows := range [][]picture{{{Headline: "One"}}, {}, {{Headline: "Two", Image: []byte("\xff\x00")}}} {
		if _, err := w.Write(rows); err != nil {
			t.Fatal(err)
		}
		if err := w.Flush(); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		data []byte
		want string // the references, or the error
	}{
		"lz4":    {file(t, []lz4{{"One"}}), "in.parquet: is compressed with LZ4, which hed cannot read; write it with zstd or snappy"},
		"groups": {groups.Bytes(), "[One] [Two]"},
		"lists":  {file(t, []list{{[]*string{new("One"), new("")}}}), "[One ]"},
		"null":   {file(t, []list{{[]*string{new("One"), nil}}}), "in.parquet:1: the list in column references has an item that is null; expected text"},
		"none":   {file(t, []list{}), "in.parquet: has no documents; expected at least one"},
	} {
		docs, err := corpustest.Collect(parquet.Format.Documents(corpus.Stream("in.parquet", bytes.NewReader(c.data)), corpus.Options{}))
		var got []string
		for _, d := range docs {
			got = append(got, fmt.Sprint(d.References))
		}
		if err != nil {
			got = append(got, err.Error())
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: got %q, want %q", name, got, c.want)
		}
	}
}

func FuzzDocuments(f *testing.F) {
	f.Add(sample(f))
	f.Add([]byte("PAR1"))
	corpustest.Fuzz(f, parquet.Format)
}

// What a file takes of memory follows its size. A headline of 65 MB makes a small file; a footer of a few bytes can
// claim to have two thousand million columns.
func TestBounds(t *testing.T) {
	type long struct {
		Headline string `parquet:"headline,zstd"`
	}
	read := func(data []byte) error {
		_, err := corpustest.Collect(parquet.Format.Documents(corpus.Stream("in.parquet", bytes.NewReader(data)), corpus.Options{}))
		return err
	}
	var data bytes.Buffer
	if err := pq.Write(&data, []long{{"Short"}, {strings.Repeat("x", 65<<20)}, {"Short"}}, pq.SkipPageBounds("headline")); err != nil {
		t.Fatal(err)
	}
	if err := read(data.Bytes()); err == nil || err.Error() != "in.parquet:2: the record is longer than 64 MB" {
		t.Errorf("a long headline: %v", err)
	}
	footer := []byte{0x15, 2, 0x19, 0xfc, 0xff, 0xff, 0xff, 0xff, 0x07} // version 1, 2,147,483,647 elements of a schema
	lie := append([]byte("PAR1"), footer...)
	lie = binary.LittleEndian.AppendUint32(lie, uint32(len(footer)))
	lie = append(lie, "PAR1"...)
	if err := read(lie); err == nil || !strings.Contains(err.Error(), "the file is damaged: a length is greater than the file") {
		t.Errorf("a footer that lies: %v", err)
	}
}
