package page_test

import (
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hed/numeral/check"
	"hed/numeral/derive"
	"hed/report/page"
)

// reader opens a page that has everything in itself.
func reader(html string) (*page.Reader, error) {
	return page.NewReader("report.html", func(string) (io.ReadSeekCloser, error) { return paper{strings.NewReader(html)}, nil })
}

type paper struct{ *strings.Reader }

func (paper) Close() error { return nil }

func find(html string, docs []int) (systems []string, found map[int]*page.Example, err error) {
	r, err := reader(html)
	if err != nil {
		return nil, nil, err
	}
	found, err = r.Find(docs)
	return r.Systems, found, err
}

// What Write has put into a page can be found there again, by place.
func TestFind(t *testing.T) {
	names := []string{"a", `b</script>"`}
	list := examples(t, names)
	html := write(t, newRun(t, names, list), list)
	systems, found, err := find(html, []int{0, 7, len(list) - 1, len(list)})
	if err != nil {
		t.Fatal(err)
	}
	run := newRun(t, names, list)
	var want []string
	for _, s := range run.Found.Systems {
		want = append(want, s.Name)
	}
	if !slices.Equal(systems, want) || len(found) != 3 {
		t.Errorf("systems %q, %d documents", systems, len(found))
	}
	for d, ex := range found {
		w := *list[d]
		w.Article, w.Scores, w.Lang = "", nil, ""
		if d := cmp.Diff(&w, ex); d != "" {
			t.Error(d)
		}
	}
	const index = `data-piece="index" data-first="0" data-count="`
	for _, bad := range []string{"", "<html></html>", html[:strings.Index(html, index)+500], strings.Replace(html, index, index+"9", 1)} {
		if _, found, err := find(bad, []int{0}); err == nil {
			t.Errorf("a page of %d bytes, cut or changed, gives %v", len(bad), found)
		}
	}
}

// All of it can be read one after another, with the articles, and with the marks on numbers.
func TestReader(t *testing.T) {
	names := []string{"a", "b"}
	list := examples(t, names)
	for _, ex := range list[:3] {
		ex.Article = "Übrigens 🎉: 12 people came. " + ex.Article
		ex.Headlines = []string{"🎉 12 came", "Nobody"}
		ex.Numbers = [][]check.Result{{{Span: derive.Span{Start: 5, End: 7}, Verdict: check.Stated, Message: "It has it.", Evidence: derive.Span{Start: 16, End: 31}}}, nil}
	}
	run := newRun(t, names, list)
	run.Marked = 3
	r, err := reader(write(t, run, list))
	if err != nil {
		t.Fatal(err)
	}
	if r.Documents != len(list) || r.Marked != 3 {
		t.Errorf("%d documents, %d marked", r.Documents, r.Marked)
	}
	n := 0
	for e, err := range r.Entries(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		ex, marks, err := e.Example()
		if err != nil || ex.ID != list[n].ID || !slices.Equal(ex.Headlines, list[n].Headlines) {
			t.Fatalf("document %d: %+v, %v", n, ex, err)
		}
		article, err := r.Article(n)
		if err != nil || article != list[n].Article {
			t.Errorf("article %d: %q, %v", n, article, err)
		}
		if n < 3 {
			m := marks[0][0]
			from, to := m.Evidence(article)
			if got := ex.Headlines[0][m.Start:m.End]; m.Class != "found" || got != "12" || article[from:to] != "12 people came." || len(marks[1]) != 0 {
				t.Errorf("%q is marked %+v, shown by %q", got, m, article[from:to])
			}
		} else if marks != nil {
			t.Errorf("document %d has marks %v", n, marks)
		}
		n++
	}
	if n != len(list) {
		t.Errorf("%d of %d documents", n, len(list))
	}
	n = 0
	for part, err := range r.Articles(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		texts, err := part.Open()
		if err != nil || part.First != n || texts[0] != list[n].Article {
			t.Errorf("articles from %d on, %d: %v", part.First, len(texts), err)
		}
		n += len(texts)
	}
	if n != len(list) {
		t.Errorf("%d of %d articles", n, len(list))
	}
	if _, err := r.Article(len(list)); err == nil {
		t.Error("there is an article after the last")
	}
}
