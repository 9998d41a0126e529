package site

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"
)

// TestFrame shows a page of a part, its assets, and a refusal to people and to scripts.
func TestFrame(t *testing.T) {
	s, _, log := newSite(t, Options{})
	f, err := NewFrame(s, "hed", func(*http.Request) []Link { return []Link{{Text: "Runs", Href: "/runs", Here: true}} })
	if err != nil {
		t.Fatal(err)
	}
	part, err := f.Add(fstest.MapFS{
		"html/list.html": {Data: []byte(`<h1>{{.}}</h1>{{asset "a.js"}}`)}, "asset/a.js": {Data: []byte("1")}, "asset/a.css": {Data: []byte("p{}")},
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	get := func(path string, h http.HandlerFunc, accept string) *httptest.ResponseRecorder {
		w, r := httptest.NewRecorder(), httptest.NewRequest("GET", path, nil)
		r.Header.Set("Accept", accept)
		h(w, r)
		return w
	}
	w := get("/list", func(w http.ResponseWriter, r *http.Request) {
		part.Show(w, r, http.StatusTeapot, "list.html", View{Title: "<List>", Crumbs: []Link{{Text: "Start", Href: "/"}}, Scripts: []string{"a.js"}, Refresh: 2, Data: "<b>"})
	}, "")
	for _, want := range []string{
		"<title>&lt;List&gt; · hed</title>", "<h1>&lt;b&gt;</h1>", `<a href="/runs" aria-current="page">Runs</a>`, `<a href="/">Start</a>`,
		`content="2"`, `<script type="module" src="` + part.address("a.js"), part.address("a.css"), f.own.address("style.css"),
	} {
		if w.Code != http.StatusTeapot || !strings.Contains(w.Body.String(), want) {
			t.Errorf("%d: no %s in %s", w.Code, want, w.Body)
		}
	}
	for address, want := range map[string]int{part.address("a.js"): 200, f.own.address("style.css"): 200, "/assets/0/a.js": 404} {
		if w := get(address, f.ServeAsset, ""); w.Code != want {
			t.Errorf("%s: %d, want %d", address, w.Code, want)
		}
	}
	refuse := func(w http.ResponseWriter, r *http.Request) { f.Refuse(w, r, 409, "", "it <is> so") }
	if w := get("/", refuse, ""); w.Code != 409 || !strings.Contains(w.Body.String(), "it &lt;is&gt; so") {
		t.Errorf("refused: %d %s", w.Code, w.Body)
	}
	if w := get("/", refuse, "application/json"); w.Code != 409 || !strings.Contains(w.Body.String(), `{"error":"it \u003cis\u003e so","request":""}`) {
		t.Errorf("refused to a script: %d %s", w.Code, w.Body)
	}
	w = get("/", func(w http.ResponseWriter, r *http.Request) { part.Show(w, r, 200, "nowhere.html", View{}) }, "")
	if w.Code != 500 || len(*log) != 1 {
		t.Errorf("a page that is not there: %d, %v", w.Code, *log)
	}
}

// TestRoom lets a path have more than the others.
func TestRoom(t *testing.T) {
	s, _, _ := newSite(t, Options{Room: func(r *http.Request) int64 {
		if r.URL.Path == "/upload" {
			return 2 * MaxBody
		}
		return MaxBody
	}})
	for path, want := range map[string]int{"/upload": 200, "/": 413} {
		w := httptest.NewRecorder()
		s.Guard(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {})).ServeHTTP(w, httptest.NewRequest("POST", path, strings.NewReader(strings.Repeat("x", MaxBody+1))))
		if w.Code != want {
			t.Errorf("%s: %d, want %d", path, w.Code, want)
		}
	}
}
