package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/parquet-go/parquet-go"

	"hed/internal/killtest"
	"hed/internal/sparktest"
)

// TestSpark lets a real Spark read documents of every format, learn from them and score them, and compares all bytes with what hed makes
// alone.
func TestSpark(t *testing.T) {
	sparktest.Need(t, "spark.sql.files.maxPartitionBytes=20000")
	dir := t.TempDir()
	writeParts(t, dir, 300)
	files := func(name string) map[string]string {
		t.Helper()
		all, err := killtest.Files(filepath.Join(dir, name))
		if err != nil || len(all) == 0 {
			t.Fatalf("%s: %d files, %v", name, len(all), err)
		}
		return all
	}
	both := func(want int, args ...string) (alone, spark string) {
		t.Helper()
		out := args[len(args)-1]
		alone = runHed(t, dir, want, append(args[:len(args)-1:len(args)-1], "alone-"+out)...)
		spark = runHed(t, dir, want, append(args[:len(args)-1:len(args)-1], "spark-"+out, "--engine", "spark", "--master", "local[2]")...)
		if want == 0 {
			if d := cmp.Diff(files("alone-"+out), files("spark-"+out)); d != "" {
				t.Errorf("hed %s: %s", strings.Join(args, " "), d)
			}
		}
		return alone, spark
	}
	for _, format := range []string{"jsonl", "csv", "parquet"} {
		both(0, "fit", "--docs", filepath.Join(dir, format), "--format", format, "--metric", "lsi:keep=0.5,js:weights=tfidf", "--out", format+".state")
	}
	both(0, "eval", "--docs", filepath.Join(dir, "parquet"), "--format", "parquet", "--system", "a", "--metric", "rouge:types=1/L,bleu,lsi:keep=0.5", "--chart", "none", "--parquet", "--out", "results")
	// A metric that cannot learn is left out there, too.
	both(0, "eval", "--docs", filepath.Join(dir, "stop"), "--format", "jsonl", "--system", "a", "--metric", "lsi,rouge:types=1,bleu", "--chart", "none", "--out", "stop-results")

	// What is wrong is the same, too.
	for _, format := range []string{"jsonl", "csv"} {
		alone, spark := both(1, "fit", "--docs", filepath.Join(dir, format), "--format", format, "--columns", "text=body", "--metric", "lsi", "--out", "none")
		const want = `there is no column "body" to read the text from`
		if !strings.Contains(alone, want) || !strings.Contains(spark, want) {
			t.Errorf("%s: got %s and %s", format, alone, spark)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "spark-none")); err == nil {
		t.Error("a state of nothing was written")
	}
}

// writeParts writes documents with the headlines of system a in folders of several formats, and some that have nothing but stop words.
func writeParts(t *testing.T, dir string, n int) {
	t.Helper()
	type row struct {
		ID       string `parquet:"id"`
		Text     []byte `parquet:"text"` // which does not say that it is a text, as older programs write it
		Headline string `parquet:"headline"`
		A        string `parquet:"a"`
	}
	var rows []row
	var lines, table strings.Builder
	table.WriteString("id,text,headline,a\n")
	for i := range n {
		text := ""
		for s := range 12 {
			text += fmt.Sprintf("Word%d meets word%d near place%d. ", i*s%97, i*s%89, i%31)
		}
		r := row{fmt.Sprint("d", i), []byte(text), fmt.Sprintf("Word%d meets place%d", i%97, i%31), fmt.Sprintf("Place%d meets word%d", i%31, i%89)}
		rows = append(rows, r)
		fmt.Fprintf(&lines, "{\"id\":%q,\"text\":%q,\"headline\":%q,\"a\":%q}\n", r.ID, r.Text, r.Headline, r.A)
		fmt.Fprintf(&table, "%s,%q,%q,%q\n", r.ID, r.Text, r.Headline, r.A)
	}
	for _, name := range []string{"jsonl", "csv", "parquet", "stop"} {
		if err := os.Mkdir(filepath.Join(dir, name), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	writeFile(t, filepath.Join(dir, "jsonl", "1.jsonl"), lines.String())
	writeFile(t, filepath.Join(dir, "csv", "1.csv"), table.String())
	writeFile(t, filepath.Join(dir, "stop", "1.jsonl"), `{"id":"1","text":"and so on","headline":"It is so","a":"So it is"}`+"\n"+`{"id":"2","text":"it was","headline":"It was","a":"Was it"}`+"\n")
	if err := parquet.WriteFile(filepath.Join(dir, "parquet", "1.parquet"), rows); err != nil {
		t.Fatal(err)
	}
}
