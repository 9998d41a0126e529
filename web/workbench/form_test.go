package workbench

import (
	"bytes"
	"io"
	"mime/multipart"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"hed/store/shelf"
	"hed/workbench"
)

// filled is a route with the ids of things in it.
func filled(pattern string, ids map[string]string) (method, path string) {
	method, path, ok := strings.Cut(pattern, " ")
	if !ok { // the pages of another package
		method, path = "POST", pattern
	}
	for kind, id := range ids {
		path = strings.Replace(path, "/"+kind+"/{id}", "/"+kind+"/"+id, 1)
	}
	return method, strings.NewReplacer("{$}", "", "{name}", "x", "{path...}", "run.json", "{key}", "x").Replace(path)
}

// TestForms sends everything that changes something, as whose things
// they are: without the token of their session, with that of another session, and as a form with files.
func TestForms(t *testing.T) {
	m := newTeam(t)
	ids := m.things()
	ann, others := m.as("ann"), m.as("ann").token()
	count := func() int {
		things, err := m.bench.Shelf.List(t.Context(), shelf.Query{})
		if err != nil {
			t.Fatal(err)
		}
		deeds, err := m.bench.Deeds(t.Context(), 999)
		if err != nil {
			t.Fatal(err)
		}
		return 1000*len(things) + len(deeds)
	}
	before, forms := count(), 0
	for _, pattern := range m.web.s.mux.patterns {
		method, path := filled(pattern, ids)
		if method == "GET" || pattern == "/" {
			continue
		}
		forms++
		for _, token := range []string{"", "x", others} {
			want := []int{http.StatusForbidden}
			switch {
			case strings.HasPrefix(path, "/api/"): // which knows no session at all
				want[0] = http.StatusUnauthorized
			case uploads[pattern]: // a form that cannot be read
				want[0] = http.StatusBadRequest
			case pattern == "POST /sign-in":
				want = append(want, http.StatusTooManyRequests)
			}
			var files bytes.Buffer
			w := multipart.NewWriter(&files)
			w.WriteField("token", token)
			part, err := w.CreateFormFile("docs", "x.jsonl")
			if err != nil {
				t.Fatal(err)
			}
			io.WriteString(part, `{"text":"Rain fell.","headline":"Rain"}`)
			w.Close()
			for kind, body := range map[string]string{
				"application/x-www-form-urlencoded": url.Values{"token": {token}, "name": {"x"}, "user": {"bob"}, "scope": {"run"}}.Encode(), w.FormDataContentType(): files.String(), "text/plain": "token=" + token, "": "",
			} {
				r, err := http.NewRequest(method, m.url+path, strings.NewReader(body))
				if err != nil {
					t.Fatal(err)
				}
				r.Header.Set("Content-Type", kind)
				if token != "" {
					r.Header.Set("X-Token", token)
				}
				if code, _ := ann.do(r); !slices.Contains(want, code) {
					t.Errorf("%s %s as %q with the token %q: %d", method, path, kind, token, code)
				}
			}
		}
	}
	if forms < 25 {
		t.Errorf("only %d routes were found", forms)
	}
	if after := count(); after != before {
		t.Errorf("something was changed: %d, before %d", after, before)
	}
}

var (
	inline  = regexp.MustCompile(`(?i)<script(?:\s[^>]*)?>\s*[^<\s]|\son[a-z]+\s*=\s*["']|javascript:|<[a-z][^>]*\sstyle\s*=|<style`)
	foreign = regexp.MustCompile(`(?:src|href|action)="(https?:)?//`)
)

// TestPages looks at every page of a team's workbench: none has a script or a style in it, or anything of another
// server; what browsers may do is said with each, and no address has a secret.
func TestPages(t *testing.T) {
	m := newTeam(t)
	ids := m.things()
	ann, root := m.as("ann"), m.as("root")
	pages := 0
	for _, pattern := range m.web.s.mux.patterns {
		method, path := filled(pattern, ids)
		if method != "GET" && strings.Contains(pattern, " ") || strings.HasPrefix(path, "/api/") {
			continue
		}
		who := ann
		if needs(&http.Request{Method: "GET", Pattern: pattern}) == workbench.AdminScope {
			who = root
		}
		reply, err := who.Get(m.url + path)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(reply.Body)
		reply.Body.Close()
		if err != nil {
			t.Fatal(err)
		}
		policy := reply.Header.Get("Content-Security-Policy")
		if !strings.HasPrefix(policy, "default-src 'none'; script-src 'self'; style-src 'self';") || strings.Contains(policy, "unsafe") || reply.Header.Get("X-Content-Type-Options") != "nosniff" || reply.Header.Get("Referrer-Policy") != "no-referrer" {
			t.Errorf("%s: %v", path, reply.Header)
		}
		for _, c := range reply.Cookies() {
			if !c.HttpOnly || c.SameSite != http.SameSiteStrictMode {
				t.Errorf("%s: %v", path, c)
			}
		}
		if strings.HasPrefix(reply.Header.Get("Content-Type"), "text/html") && reply.StatusCode == 200 {
			pages++
			for _, wrong := range []*regexp.Regexp{inline, foreign} {
				if found := wrong.Find(text); found != nil {
					t.Errorf("%s has %q", path, found)
				}
			}
		}
	}
	if pages < 15 {
		t.Errorf("only %d pages were found", pages)
	}
	// The key of the link is in no address behind it.
	one := visit(t)
	one.CheckRedirect = func(r *http.Request, _ []*http.Request) error {
		if strings.Contains(r.URL.String(), "the-key") {
			t.Errorf("the key is in %s", r.URL)
		}
		return nil
	}
	if code, text := one.get("/enter?key=the-key"); code != 200 || one.at != "/" || strings.Contains(text, "the-key") {
		t.Errorf("%d at %s", code, one.at)
	}
}

// TestTries guesses passwords: of one name from everywhere, and of all names from one address. The
// right one is refused too while it is somebody's turn to wait, and taken afterwards.
func TestTries(t *testing.T) {
	now := time.Now()
	m := newTeam(t, func(_ *workbench.Options, o *Options) {
		o.Proxied, o.Now = true, func() time.Time { return now }
	})
	try := func(address, name, password string) (int, string) {
		v := m.stranger()
		_, text := v.get("/sign-in")
		r, err := http.NewRequest("POST", m.url+"/sign-in", strings.NewReader(url.Values{"token": {v.find(text, formField.String())}, "name": {name}, "password": {password}}.Encode()))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("X-Forwarded-For", "198.51.100.1, "+address)
		reply, err := v.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		reply.Body.Close()
		return reply.StatusCode, reply.Header.Get("Retry-After")
	}
	for n := range 12 {
		code, wait := try("203.0.113."+string(rune('a'+n)), "ann", "wrong password")
		if want := map[bool]int{true: 401, false: 429}[n < 10]; code != want || (wait != "") != (want == 429) {
			t.Errorf("try %d of a name: %d, wait %s", n, code, wait)
		}
	}
	if code, _ := try("192.0.2.1", "ann", "annannann"); code != 429 {
		t.Errorf("the right password in between: %d", code)
	}
	if code, _ := try("192.0.2.1", "bob", "bobbobbob"); code != 303 {
		t.Errorf("somebody else: %d", code)
	}
	now = now.Add(time.Minute)
	if code, _ := try("192.0.2.1", "ann", "annannann"); code != 303 {
		t.Errorf("the right password a minute later: %d", code)
	}
	last := 0
	for n := range 12 {
		last, _ = try("192.0.2.7", "nobody"+string(rune('a'+n)), "wrong password")
	}
	if last != 429 {
		t.Errorf("many names from one address: %d", last)
	}
}
