package lines_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"hed/corpus"
	"hed/corpus/corpustest"
	"hed/corpus/lines"
)

func TestContract(t *testing.T) {
	corpustest.Run(t, corpustest.Sample{
		Format: lines.Format,
		Data:   []byte("A ferry ran aground.\n\nTrees é\n"),
		Want:   []*corpus.Document{{ID: "1", Body: "A ferry ran aground."}, {ID: "2"}, {ID: "3", Body: "Trees é"}},
	})
}

func stream(name, data string) *corpus.Source {
	return corpus.Stream(name, strings.NewReader(data))
}

func read(src *corpus.Source) (got []string) {
	for out, err := range lines.Outputs(src).Outputs(context.Background()) {
		if err != nil {
			got = append(got, err.Error())
			continue
		}
		got = append(got, fmt.Sprintf("%d %s", out.Line, out.Text))
	}
	return got
}

func TestOutputs(t *testing.T) {
	for _, c := range []struct {
		data string
		want []string
	}{
		{"a\r\n\r\nb\r\n", []string{"1 a", "2 ", "3 b"}},
		{"a\n\n", []string{"1 a", "2 "}},
		{"a\nb", []string{"1 a", "2 b"}},
		{"", nil},
		{"\n", []string{"1 "}},
		{"a\rb\n", []string{"1 a\rb"}},
		{"a\nb\xffc\nd", []string{"1 a", "in.txt:2: byte 2 of the line is not valid UTF-8; convert the file to UTF-8", "3 d"}},
	} {
		if got := read(stream("in.txt", c.data)); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%q: got %q, want %q", c.data, got, c.want)
		}
	}
}

// A line may be longer than any buffer, up to the limit; one beyond it is
// refused and takes its place.
func TestLongLines(t *testing.T) {
	long := strings.Repeat("x", 16<<20)
	got := read(stream("in.txt", "a\n"+long+"\nb\n"+strings.Repeat("y", 64<<20+1)+"\nc\n"))
	if len(got) != 5 || got[0] != "1 a" || got[1] != "2 "+long || got[2] != "3 b" || !strings.HasPrefix(got[3], "in.txt:4: the line is longer than 64 MB") || got[4] != "5 c" {
		for _, s := range got {
			t.Errorf("got %d bytes: %.60s", len(s), s)
		}
	}
}

func TestParallel(t *testing.T) {
	r, err := lines.Parallel(stream("a.txt", "A1\nA2"), stream("r.txt", "R1\n\n"), stream("s.txt", "S1\nS2\n"))
	if err != nil {
		t.Fatal(err)
	}
	docs, err := corpustest.Collect(r)
	want := []*corpus.Document{
		{ID: "1", Body: "A1", References: []string{"R1", "S1"}, Line: 1},
		{ID: "2", Body: "A2", References: []string{"", "S2"}, Line: 2},
	}
	if err != nil || !reflect.DeepEqual(docs, want) {
		t.Errorf("got %v, %v", docs, err)
	}
	if r, err = lines.Parallel(nil, stream("r.txt", "R1\nR2\n")); err != nil {
		t.Fatal(err)
	}
	docs, err = corpustest.Collect(r)
	if err != nil || len(docs) != 2 || docs[1].References[0] != "R2" || docs[1].Body != "" {
		t.Errorf("got %v, %v", docs, err)
	}
	if _, err = lines.Parallel(nil); err == nil {
		t.Error("no files were accepted")
	}
}

func TestUneven(t *testing.T) {
	for _, c := range []struct{ a, r, want string }{
		{"1\n2\n3\n", "1\n2\n", "r.txt:2: the file ends here, but a.txt has more (lines: a.txt 3, r.txt 2); line N of each belongs to document N, so all need as many lines"},
		{"1\n", strings.Repeat("x\n", 1000), "a.txt:1: the file ends here, but r.txt has more (lines: a.txt 1, r.txt 1000); "},
		{"1\n", "", "r.txt: the file ends here, but a.txt has more (lines: "},
		{"", "", "a.txt: has no lines; expected one document per line"},
		{"1\n2\n", "\xff\n2\n", "r.txt:1: byte 1 of the line is not valid UTF-8"},
	} {
		r, _ := lines.Parallel(stream("a.txt", c.a), stream("r.txt", c.r))
		if _, err := corpustest.Collect(r); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("got %v, want %s…", err, c.want)
		}
	}
}

func FuzzDocuments(f *testing.F) {
	f.Add([]byte("a\r\n\nb\xff\n\r"))
	corpustest.Fuzz(f, lines.Format)
}

func BenchmarkOutputs(b *testing.B) {
	path := filepath.Join(b.TempDir(), "lines.txt")
	data := strings.Repeat("Town plants trees, and nobody minds at all\n", 1_000_000)
	if err := os.WriteFile(path, []byte(data), 0o600); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	n := 0
	for b.Loop() {
		for _, err := range lines.Outputs(corpus.File(path)).Outputs(context.Background()) {
			if err != nil {
				b.Fatal(err)
			}
			n++
		}
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "lines/s")
}

func BenchmarkParallel(b *testing.B) {
	path := filepath.Join(b.TempDir(), "lines.txt")
	data := strings.Repeat("Town plants trees, and nobody minds at all\n", 1_000_000)
	if err := os.WriteFile(path, []byte(data), 0o600); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	n := 0
	for b.Loop() {
		r, _ := lines.Parallel(corpus.File(path), corpus.File(path))
		for _, err := range r.Documents(context.Background()) {
			if err != nil {
				b.Fatal(err)
			}
			n++
		}
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "docs/s")
}
