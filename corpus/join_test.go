package corpus_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hed/corpus"
	"hed/corpus/lines"
)

// docs are documents with these ids; "!" is a malformed record.
type docs string

func (d docs) Documents(context.Context) iter.Seq2[*corpus.Document, error] {
	return func(yield func(*corpus.Document, error) bool) {
		for i, id := range strings.Fields(string(d)) {
			doc, err := &corpus.Document{ID: id, Line: i + 1}, error(nil)
			if id == "!" {
				doc, err = nil, &corpus.SyntaxError{File: "docs", Line: i + 1, Msg: "bad"}
			}
			if !yield(doc, err) {
				return
			}
		}
	}
}

// outs are headlines: "id=text", or only text; "!" is a malformed record,
// "!!" an error that ends the stream.
type outs string

func (o outs) Outputs(context.Context) iter.Seq2[corpus.Output, error] {
	return func(yield func(corpus.Output, error) bool) {
		for i, word := range strings.Fields(string(o)) {
			out, err := corpus.Output{Line: i + 1}, error(nil)
			switch id, text, ok := strings.Cut(word, "="); {
			case word == "!":
				err = &corpus.SyntaxError{File: "outs", Line: i + 1, Msg: "bad"}
			case word == "!!":
				err = errors.New("disk on fire")
			case ok:
				out.Doc, out.Text = id, text
			default:
				out.Text = word
			}
			if !yield(out, err) || word == "!!" {
				return
			}
		}
	}
}

func join(d docs, systems ...outs) (got []string) {
	var s []corpus.System
	for i, o := range systems {
		s = append(s, corpus.System{Name: fmt.Sprintf("s%d", i+1), File: fmt.Sprintf("f%d", i+1), Outputs: o})
	}
	for c, err := range corpus.Join(context.Background(), d, "docs", s) {
		if err != nil {
			got = append(got, err.Error())
			continue
		}
		got = append(got, c.Doc.ID+":"+strings.Join(c.Headlines(), ","))
	}
	return got
}

func TestJoin(t *testing.T) {
	for _, c := range []struct {
		name    string
		docs    docs
		systems []outs
		want    []string
	}{
		{"by position", "a b", []outs{"x y"}, []string{"a:x", "b:y"}},
		{"by id", "a b", []outs{"a=x b=y"}, []string{"a:x", "b:y"}},
		{"both", "a b", []outs{"a=x b=y", "v w"}, []string{"a:x,v", "b:y,w"}},
		{"any order", "a b c", []outs{"c=z a=x b=y", "b=v c=w a=u"}, []string{"a:x,u", "b:y,v", "c:z,w"}},
		{"no systems", "a b", nil, []string{"a:", "b:"}},
		{"empty headline", "a", []outs{"a="}, []string{"a:"}},
		{"too few", "a b c", []outs{"x", "u v w"}, []string{"a:x,u",
			"f1: headlines of system s1: 1, documents of docs: 3; headline N belongs to document N, so the numbers must be the same (nothing is cut)"}},
		{"too many", "a", []outs{"x y z"}, []string{"a:x",
			"f1: headlines of system s1: 3, documents of docs: 1; headline N belongs to document N, so the numbers must be the same (nothing is cut)"}},
		{"none at all", "a", []outs{""}, []string{
			"f1: headlines of system s1: 0, documents of docs: 1; headline N belongs to document N, so the numbers must be the same (nothing is cut)"}},
		{"missing", "a b c d e", []outs{"c=z"}, []string{"c:z",
			"f1: system s1 has no headline for 4 of the 5 documents of docs: a, b, d, …; every document needs one; it may be empty"}},
		{"stranger", "a", []outs{"q=1 a=x r=2"}, []string{"a:x",
			`f1:1: no document of docs has the id "q"; expected the ids of the documents`,
			`f1:3: no document of docs has the id "r"; expected the ids of the documents`}},
		{"twice, early", "a b", []outs{"b=y b=z a=x"}, []string{
			`f1:2: the id "b" already has a headline on line 1; expected one for each document`, "a:x", "b:y"}},
		{"twice, late", "a b", []outs{"a=x a=y b=z"}, []string{"a:x",
			`f1:2: the id "a" already has a headline further up; expected one for each document`, "b:z"}},
		{"twice, at the end", "a", []outs{"a=x a=y"}, []string{"a:x",
			`f1:2: the id "a" already has a headline further up; expected one for each document`}},
		{"lost headline by position", "a b c", []outs{"x ! z"}, []string{"a:x", "outs:2: bad", "c:z"}},
		{"lost headlines first", "a b c", []outs{"! ! z"}, []string{"outs:1: bad", "outs:2: bad", "c:z"}},
		{"lost headline by id", "a b c", []outs{"a=x ! c=z"}, []string{"a:x", "outs:2: bad", "c:z"}},
		{"lost headline first by id", "a b", []outs{"! b=y"}, []string{"outs:1: bad", "b:y"}},
		{"lost document by position", "a ! c", []outs{"x y z"}, []string{"a:x", "docs:2: bad", "c:z"}},
		{"lost document by id", "a ! c", []outs{"a=x b=y c=z"}, []string{"a:x", "docs:2: bad", "c:z"}},
		{"the end of a stream", "a b c", []outs{"x !! z"}, []string{"a:x", "disk on fire"}},
	} {
		if got := join(c.docs, c.systems...); !slices.Equal(got, c.want) {
			t.Errorf("%s:\n got %q\nwant %q", c.name, got, c.want)
		}
	}
}

func TestJoinStops(t *testing.T) {
	systems := []corpus.System{{Name: "s", File: "f", Outputs: outs("! y !")}}
	n := 0
	for range corpus.Join(context.Background(), docs("a b c"), "docs", systems) {
		n++
		break // Join panics if it yields again
	}
	if n != 1 {
		t.Errorf("%d steps", n)
	}
}

// FuzzJoin compares with a join that holds everything in memory.
func FuzzJoin(f *testing.F) {
	f.Add("abc", "cab", true)
	f.Add("abc", "xyz", false)
	f.Add("a", "aa", true)
	f.Fuzz(func(t *testing.T, ids, given string, byID bool) {
		var d, o []string
		headline := map[string]string{}
		matched := true
		for i, r := range given {
			text := fmt.Sprint("h", i)
			if !byID {
				o = append(o, text)
				continue
			}
			id := fmt.Sprintf("%x", r)
			o = append(o, id+"="+text)
			if _, again := headline[id]; again || !strings.ContainsRune(ids, r) {
				matched = false
				continue
			}
			headline[id] = text
		}
		var want []string
		for _, r := range ids {
			id := fmt.Sprintf("%x", r)
			if slices.Contains(d, id) {
				continue // documents have different ids
			}
			text, ok := headline[id]
			if !byID {
				if ok = len(d) < len(o); ok {
					text = o[len(d)]
				}
			}
			d = append(d, id)
			if matched = matched && ok; ok {
				want = append(want, id+":"+text)
			}
		}
		if byID && len(o) > 0 {
			matched = matched && len(o) == len(d)
		} else {
			matched = len(o) == len(d)
		}
		got := join(docs(strings.Join(d, " ")), outs(strings.Join(o, " ")))
		errs := 0
		got = slices.DeleteFunc(got, func(s string) bool {
			if strings.HasPrefix(s, "f1:") {
				errs++
				return true
			}
			return false
		})
		if !slices.Equal(got, want) || (errs == 0) != matched {
			t.Errorf("docs %q, outputs %q:\n got %q and %d errors\nwant %q, matched %v", d, o, got, errs, want, matched)
		}
	})
}

func BenchmarkJoin(b *testing.B) {
	path := filepath.Join(b.TempDir(), "lines.txt")
	data := strings.Repeat("Town plants trees, and nobody minds at all\n", 1_000_000)
	if err := os.WriteFile(path, []byte(data), 0o600); err != nil {
		b.Fatal(err)
	}
	for _, n := range []int{1, 4} {
		b.Run(fmt.Sprintf("systems=%d", n), func(b *testing.B) {
			var systems []corpus.System
			for range n {
				systems = append(systems, corpus.System{Name: "s", File: path, Outputs: lines.Outputs(corpus.File(path))})
			}
			b.ReportAllocs()
			cases := 0
			for b.Loop() {
				r, _ := lines.Parallel(nil, corpus.File(path))
				for _, err := range corpus.Join(context.Background(), r, path, systems) {
					if err != nil {
						b.Fatal(err)
					}
					cases++
				}
			}
			b.ReportMetric(float64(cases)/b.Elapsed().Seconds(), "cases/s")
		})
	}
}
