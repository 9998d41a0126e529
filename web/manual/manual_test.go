package manual_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"hed/docs"
	"hed/web/manual"
)

var (
	address = regexp.MustCompile(`(?:href|src)="([^"]+)"`)
	heading = regexp.MustCompile(` id="([^"]+)"`)
)

// TestLinks follows all links from the first page on: every one leads to a page, a heading or a picture that is there.
func TestLinks(t *testing.T) {
	h, err := manual.New(docs.Pages)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(h)
	defer server.Close()
	seen := map[string]string{} // pages by path
	get := func(path string) string {
		if page, ok := seen[path]; ok {
			return page
		}
		res, err := server.Client().Get(server.URL + path)
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		body, err := io.ReadAll(res.Body)
		if err != nil || res.StatusCode != http.StatusOK {
			t.Errorf("%s: %s, %v", path, res.Status, err)
		}
		if res.Header.Get("Content-Security-Policy") == "" {
			t.Errorf("%s has no policy", path)
		}
		seen[path] = string(body)
		return seen[path]
	}
	next, done := []string{"/"}, map[string]bool{}
	for len(next) > 0 {
		at := next[0]
		if next = next[1:]; done[at] {
			continue
		}
		done[at] = true
		page := get(at)
		if !strings.HasPrefix(page, "<!doctype html>") {
			continue // a picture, or the style
		}
		for _, m := range address.FindAllStringSubmatch(page, -1) {
			to, err := url.Parse(m[1])
			if err != nil || to.Scheme != "" {
				if to == nil || to.Scheme != "data" && to.Scheme != "https" && to.Scheme != "http" {
					t.Errorf("%s: %s, %v", at, m[1], err)
				}
				continue
			}
			from, _ := url.Parse(at)
			target := from.ResolveReference(to)
			if target.Fragment != "" && !contains(heading.FindAllStringSubmatch(get(target.Path), -1), target.Fragment) {
				t.Errorf("%s: %s: there is no such heading", at, m[1])
			}
			next = append(next, target.Path)
		}
	}
	if len(seen) < 25 {
		t.Errorf("only %d addresses are linked from the first page on", len(seen))
	}
	if res, err := server.Client().Get(server.URL + "/nowhere"); err != nil || res.StatusCode != http.StatusNotFound {
		t.Errorf("a page that there is not: %v, %v", res, err)
	}
}

func contains(found [][]string, name string) bool {
	for _, m := range found {
		if m[1] == name {
			return true
		}
	}
	return false
}
