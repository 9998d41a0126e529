package site

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// TestPrefix has a site below a path: handlers do not see it, browsers see nothing else.
func TestPrefix(t *testing.T) {
	s, _, _ := newSite(t, Options{BaseURL: "https://example.org/a/b/", Secure: true})
	mux := http.NewServeMux()
	mux.HandleFunc("GET /go/{$}", func(w http.ResponseWriter, r *http.Request) {
		s.Begin(w, r)
		http.Redirect(w, r, r.FormValue("to"), http.StatusSeeOther)
	})
	mux.HandleFunc("GET /{path...}", func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, "%s %s %s", r.URL.EscapedPath(), r.RequestURI, r.PathValue("path"))
	})
	h := s.Guard(mux)
	ask := func(path string) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest("GET", path, nil))
		return w
	}
	for path, want := range map[string]string{
		"/a/b/":            "/ / ",
		"/a/b/x?y=/a/b/":   "/x /x?y=/a/b/ x",
		"/a/b/x%2Fa%2Fb/z": "/x%2Fa%2Fb/z /x%2Fa%2Fb/z x/a/b/z",
		"/a/b/a/b/":        "/a/b/ /a/b/ a/b/",
	} {
		if w := ask(path); w.Code != 200 || w.Body.String() != want {
			t.Errorf("%s: %d %q, want %q", path, w.Code, w.Body, want)
		}
	}
	for _, path := range []string{"/", "/a", "/a/bc", "/a/", "/a%2Fb/", "/a/b%2F"} {
		if w := ask(path); w.Code != http.StatusNotFound {
			t.Errorf("%s: %d", path, w.Code)
		}
	}
	if w := ask("/a/b"); w.Code != http.StatusMovedPermanently || w.Header().Get("Location") != "/a/b/" {
		t.Errorf("the path without a slash: %d, to %s", w.Code, w.Header().Get("Location"))
	}
	for to, want := range map[string]string{"/x": "/a/b/x", "/": "/a/b/", "?y": "/a/b/go/?y", "https://elsewhere.example/": "https://elsewhere.example/", "//elsewhere.example/": "//elsewhere.example/"} {
		w := ask("/a/b/go/?to=" + to)
		if got := w.Header().Get("Location"); got != want {
			t.Errorf("%s leads to %s, want %s", to, got, want)
		}
		if c := w.Result().Cookies(); len(c) == 0 || c[0].Path != "/a/b/" || !c[0].Secure || !strings.HasPrefix(c[0].Name, "__Secure-") {
			t.Errorf("the cookies are %v", c)
		}
	}
	page := s.outward([]byte(`<a href="/">x</a> <img src="/y"><form action="/z" data-root="/"> <a href="//other"> href=&#34;/w <input value="/v">`))
	if want := `<a href="/a/b/">x</a> <img src="/a/b/y"><form action="/a/b/z" data-root="/a/b/"> <a href="//other"> href=&#34;/w <input value="/v">`; string(page) != want {
		t.Errorf("the page is %s", page)
	}
	for base, ok := range map[string]bool{
		"https://example.org": true, "https://example.org/": true, "https://example.org/a-b/c.d/": true,
		"https://example.org//": false, "https://example.org/a//b": false, "https://example.org/../a": false, "https://example.org/a b": false,
		"https://example.org/$1": false, "https://example.org/a%2Fb": false, "https://me@example.org/": false, "example.org/a": false,
	} {
		if err := CheckBase(base); (err == nil) != ok {
			t.Errorf("%s: %v", base, err)
		}
	}
}
