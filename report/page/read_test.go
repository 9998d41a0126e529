package page_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hed/report/page"
)

// What Write has put into a page can be found there again, by place.
func TestFind(t *testing.T) {
	names := []string{"a", `b</script>"`}
	list := examples(t, names)
	html := write(t, newRun(t, names, list), list)
	systems, found, err := page.Find(strings.NewReader(html), nil, []int{0, 7, len(list) - 1, len(list)})
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
		if _, found, err := page.Find(strings.NewReader(bad), nil, []int{0}); err == nil {
			t.Errorf("a page of %d bytes, cut or changed, gives %v", len(bad), found)
		}
	}
}
