package workbench

import (
	"fmt"
	"html"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"hed/workbench"
)

var (
	linkIn = regexp.MustCompile(`\s(href|src|action|formaction|data-root|data-base|data-from)="([^"]*)"`)
	number = regexp.MustCompile(`\d+`)
)

// TestPrefix puts the workbench below a path, and goes to everything that its pages lead to: all
// of it is below that path too, and there.
func TestPrefix(t *testing.T) {
	const base = "https://news.example.org/tools/hed"
	m := newTeam(t, func(_ *workbench.Options, o *Options) { o.BaseURL = base + "/" })
	ids := m.things()
	if err := m.bench.Share(workbench.Itself(t.Context()), ids["runs"]); err != nil {
		t.Fatal(err)
	}
	root := m.url
	for _, path := range []string{"/", "/projects", "/tools/hedge/", "/toolshed"} {
		reply, err := http.Get(root + path)
		if err != nil || reply.StatusCode != http.StatusNotFound {
			t.Errorf("%s, which is not ours: %v %v", path, reply.Status, err)
		}
		reply.Body.Close()
	}
	m.url += "/tools/hed"
	ann := m.as("ann")
	for _, c := range ann.Jar.Cookies(&url.URL{Scheme: "http", Host: strings.TrimPrefix(root, "http://"), Path: "/other"}) {
		t.Errorf("the cookie %s is for others on this host, too", c.Name)
	}
	ann.CheckRedirect = func(r *http.Request, _ []*http.Request) error {
		if !strings.HasPrefix(r.URL.Path, "/tools/hed/") {
			t.Errorf("a page leads to %s", r.URL)
		}
		return nil
	}
	if code, _ := ann.get(""); code != 200 {
		t.Errorf("%s without a slash: %d", base, code)
	}
	const most = 3 // pages that differ by numbers only
	todo, known, from, pages := []string{"/"}, map[string]int{"/": 1}, map[string]string{}, 0
	for len(todo) > 0 {
		at := todo[0]
		todo = todo[1:]
		if strings.Contains(at, "/dashboard") { // of a study, which has a port of its own
			continue
		}
		code, page := ann.get(at)
		if code != 200 {
			t.Errorf("%s, from %s: %d", at, from[at], code)
			continue
		}
		if !strings.HasPrefix(page, "<!doctype html>") { // a file
			continue
		}
		pages++
		here := &url.URL{Path: "/tools/hed" + at}
		for _, found := range linkIn.FindAllStringSubmatch(page, -1) {
			to, err := here.Parse(html.UnescapeString(found[2]))
			if err != nil || to.Scheme == "data" || found[2] == "" {
				continue
			}
			inside := strings.HasPrefix(to.Path, "/tools/hed/")
			if to.Host != "" {
				inside = strings.HasPrefix(to.String(), base+"/")
			}
			if !inside {
				t.Errorf("%s leads to %s, which is not below %s", at, to, base)
				continue
			}
			next := strings.TrimPrefix(to.Path, "/tools/hed")
			if to.RawQuery != "" {
				next += "?" + to.RawQuery
			}
			kind := number.ReplaceAllString(strings.TrimPrefix(to.Path, "/tools/hed"), "0")
			if known[kind]++; (found[1] == "href" || found[1] == "src") && known[kind] <= most && known[" "+next] == 0 {
				known[" "+next], from[next] = 1, at
				todo = append(todo, next)
			}
		}
	}
	if pages < 60 {
		t.Errorf("only %d pages were found", pages)
	}
	t.Logf("%d pages", pages)
	_, spec := ann.get("/openapi.json")
	if want := fmt.Sprintf(`"servers":[{"url":%q}]`, base); !strings.Contains(spec, want) {
		t.Errorf("the description has no %s", want)
	}
	bob := m.program("bob", workbench.RunScope)
	if code, text := bob.send("GET", "/api/v1/me", nil, nil); code != 200 {
		t.Errorf("the interface: %d %s", code, text)
	}
	if code, text := bob.send("GET", "/api/v1/nothing", nil, nil); code != 404 || !strings.Contains(text, `"status":404`) {
		t.Errorf("an operation that is not there: %d %s", code, text)
	}
}
