package judge_test

import (
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"hed/study"
	"hed/web/judge"
)

// TestHeaders looks at what every kind of reply says to browsers.
func TestHeaders(t *testing.T) {
	for _, secure := range []bool{false, true} {
		s := open(t, setup{options: judge.Options{Secure: secure}})
		token := s.invite(1)[0]
		for _, path := range []string{"/", "/j/" + token, "/j/unknown", "/enrol", "/coordinator", "/healthz", "/livez", "/openapi.json", "/api/v1/work", "/nowhere", "/assets/x/style.css"} {
			r, text := s.send("GET", path, "")
			for name, want := range map[string]string{
				"Content-Security-Policy": "default-src 'none'", "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
				"Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin", "Permissions-Policy": "camera=()",
				"Cache-Control": "no-store",
			} {
				if got := r.Header.Get(name); !strings.HasPrefix(got, want) {
					t.Errorf("%s: %s is %q", path, name, got)
				}
			}
			if got := r.Header.Get("Strict-Transport-Security") != ""; got != secure {
				t.Errorf("%s: HSTS %v, TLS %v", path, got, secure)
			}
			for _, bad := range []string{"https://", "<script>", "<style", " style=", " onclick="} {
				if strings.Contains(text, bad) && path != "/openapi.json" {
					t.Errorf("%s has %s", path, bad)
				}
			}
		}
		_, text := s.send("GET", "/", "")
		sheet := regexp.MustCompile(`/assets/[0-9a-f]{16}/style\.css`).FindString(text)
		if r, _ := s.send("GET", sheet, ""); r.StatusCode != 200 || !strings.Contains(r.Header.Get("Cache-Control"), "immutable") {
			t.Errorf("%s: %s, %s", sheet, r.Status, r.Header.Get("Cache-Control"))
		}
	}
}

// TestTraversal asks for files that are none of ours.
func TestTraversal(t *testing.T) {
	s := open(t, setup{})
	for _, path := range []string{
		"/assets/../../judge.go", "/assets/x/..%2f..%2fjudge.go", "/assets/%2e%2e/%2e%2e/etc/passwd", "/j/..%2f..%2fetc%2fpasswd",
		"/..%2fgo.mod", "/assets/x/%00", "/coordinator/case/..%2f0", "/j/", "/j/a/b", "//etc/passwd",
	} {
		r, text := s.send("GET", path, "")
		if r.StatusCode < 300 || r.StatusCode >= 500 || strings.Contains(text, "package judge") || strings.Contains(text, "root:") {
			t.Errorf("%s: %s %.100s", path, r.Status, text)
		}
	}
}

// TestClosed has no password: judges work, the dashboard stays closed.
func TestClosed(t *testing.T) {
	s := open(t, setup{options: judge.Options{Unlock: "set-password <store>"}})
	r, text := s.send("GET", "/coordinator", "")
	if r.StatusCode != 403 || !strings.Contains(text, "<p><code>set-password &lt;store&gt;</code></p>") {
		t.Errorf("%s %.300s", r.Status, text)
	}
	for _, path := range []string{"/coordinator/now", "/coordinator/judge/j001", "/coordinator/case/0"} {
		if r, _ := s.send("GET", path, ""); r.StatusCode != 403 {
			t.Errorf("%s: %s", path, r.Status)
		}
	}
	r, _ = s.send("POST", "/coordinator/login", "password=", "Content-Type", "application/x-www-form-urlencoded")
	if r.StatusCode != 403 || len(r.Cookies()) != 0 {
		t.Errorf("an empty password: %s %v", r.Status, r.Cookies())
	}
	s.call(s.invite(1)[0], "GET", "work", "", 200)
}

// TestEnrol joins by code until it is full, and guesses codes.
func TestEnrol(t *testing.T) {
	s := open(t, setup{})
	if err := judge.SetEnrol(t.Context(), s.store, "open sesame", 2, s.clock()); err != nil {
		t.Fatal(err)
	}
	join := func(code string) (int, string) {
		r, text := s.send("POST", "/api/v1/enrol", fmt.Sprintf(`{"code":%q}`, code), "Content-Type", "application/json")
		return r.StatusCode, text
	}
	if code, text := join("open samese"); code != 403 || !strings.Contains(text, `"wrong"`) {
		t.Errorf("a wrong code: %d %s", code, text)
	}
	for range 2 {
		code, text := join("open sesame")
		link := regexp.MustCompile(`"link":"http://127\.0\.0\.1:\d+/j/([^"]+)"`).FindStringSubmatch(text)
		if code != 200 || link == nil {
			t.Fatalf("%d %s", code, text)
		}
		s.call(link[1], "GET", "work", "", 200)
	}
	if code, text := join("open sesame"); code != 403 || !strings.Contains(text, `"full"`) {
		t.Errorf("one too many: %d %s", code, text)
	}
	// A new code counts from the start, whatever the clock says.
	if err := judge.SetEnrol(t.Context(), s.store, "open barley", 2, s.clock()); err != nil {
		t.Fatal(err)
	}
	s.pass(-time.Hour)
	for _, want := range []int{200, 200, 403, 403} {
		if code, text := join("open barley"); code != want {
			t.Errorf("by the new code: %d %s, want %d", code, text, want)
		}
	}
	if err := judge.SetEnrol(t.Context(), s.store, "", 0, s.clock()); err != nil {
		t.Fatal(err)
	}
	s.freeze()
	limited := false
	for range 31 {
		r, _ := s.send("POST", "/api/v1/enrol", `{"code":"guess"}`, "Content-Type", "application/json")
		limited = limited || r.StatusCode == 429 && r.Header.Get("Retry-After") != ""
	}
	if !limited {
		t.Error("codes can be guessed for ever")
	}
}

// TestClass lets a class enrol at once from one address, and no more than may.
func TestClass(t *testing.T) {
	s := open(t, setup{})
	s.freeze()
	if err := judge.SetEnrol(t.Context(), s.store, "open sesame", 50, s.clock()); err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	var in, full atomic.Int32
	for range 60 {
		all.Go(func() {
			r, err := http.Post(s.URL+"/api/v1/enrol", "application/json", strings.NewReader(`{"code":"open sesame"}`))
			if err != nil {
				t.Error(err)
				return
			}
			r.Body.Close()
			switch r.StatusCode {
			case 200:
				in.Add(1)
			case 403:
				full.Add(1)
			default:
				t.Error(r.Status)
			}
		})
	}
	all.Wait()
	if in.Load() != 50 || full.Load() != 10 {
		t.Errorf("%d of 60 joined and %d were too many, where 50 may join", in.Load(), full.Load())
	}
}

// TestGuess guesses tokens until it is stopped, which does not stop a judge.
func TestGuess(t *testing.T) {
	s := open(t, setup{})
	s.freeze()
	token := s.invite(1)[0]
	var last *http.Response
	for i := range 31 {
		path, headers := "/api/v1/work", []string{"Authorization", fmt.Sprintf("Bearer guess-%d", i)}
		if i%2 == 1 {
			path, headers = fmt.Sprintf("/j/guess-%d", i), nil
		}
		last, _ = s.send("GET", path, "", headers...)
	}
	if last.StatusCode != 429 || last.Header.Get("Retry-After") == "" {
		t.Errorf("after 31 guesses: %s", last.Status)
	}
	s.call(token, "GET", "work", "", 200)
	s.pass(time.Minute)
	if r, _ := s.send("GET", "/j/guess", ""); r.StatusCode != 404 {
		t.Errorf("a minute later: %s", r.Status)
	}
	// One token has a limit too.
	limited := false
	for range 301 {
		r, _ := s.send("GET", "/api/v1/work", "", "Authorization", "Bearer "+token)
		limited = limited || r.StatusCode == 429
	}
	if !limited {
		t.Error("a token has no limit")
	}
}

// TestProxied counts guesses by what the proxy says, and not by what clients say.
func TestProxied(t *testing.T) {
	for _, test := range []struct {
		name    string
		proxied bool
		said    func(i int) []string // X-Forwarded-For of the guess, a value for each line
		limited bool
	}{
		{"many clients", true, func(i int) []string { return []string{fmt.Sprintf("192.0.2.%d", i)} }, false},
		{"one client", true, func(int) []string { return []string{"192.0.2.1"} }, true},
		{"one that pretends", true, func(i int) []string { return []string{fmt.Sprintf("192.0.2.%d, 198.51.100.7", i)} }, true},
		{"one that pretends in a line of its own", true, func(i int) []string { return []string{fmt.Sprintf("192.0.2.%d", i), "198.51.100.7"} }, true},
		{"one with many ports", true, func(i int) []string { return []string{fmt.Sprintf("198.51.100.7:%d", 1000+i)} }, true},
		{"one with a network", true, func(i int) []string { return []string{fmt.Sprintf("2001:db8:1:2::%x", i)} }, true},
		{"nonsense", true, func(i int) []string { return []string{fmt.Sprintf("nobody-%d", i)} }, true},
		{"no proxy", false, func(i int) []string { return []string{fmt.Sprintf("192.0.2.%d", i)} }, true},
		{"a proxy that says nothing", true, func(int) []string { return nil }, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := open(t, setup{options: judge.Options{Proxied: test.proxied}})
			s.freeze()
			var last *http.Response
			for i := range 31 {
				var headers []string
				for _, said := range test.said(i) {
					headers = append(headers, "X-Forwarded-For", said)
				}
				last, _ = s.send("GET", "/j/guess", "", headers...)
			}
			if got := last.StatusCode == http.StatusTooManyRequests; got != test.limited {
				t.Errorf("after 31 guesses: %s", last.Status)
			}
		})
	}
}

// TestLog shows that the operator reads no tokens and no answers.
func TestLog(t *testing.T) {
	s := open(t, setup{yaml: everyKind})
	token := s.invite(1)[0]
	s.call(token, "GET", "work", "", 200)
	s.fail(errors.New("database or disk is full (13)"))
	s.put(token, 0, "note", "what somebody confides", 503)
	s.send("GET", "/j/"+token+"?go", "")
	s.send("PUT", "/api/v1/cases/0/answers/note", `{"id":"what somebody confides","value":1}`, bearer(token)...)
	if len(s.log) == 0 {
		t.Error("the operator is told nothing")
	}
	for _, err := range s.log {
		if text := err.Error(); strings.Contains(text, token) || strings.Contains(text, "confides") {
			t.Errorf("the log has %q", text)
		}
	}
}

// TestRefused tries to get in, and reads what the operator reads of it: who and why, but not
// what was tried, and not a line for each. Before, nobody could see that somebody guessed.
func TestRefused(t *testing.T) {
	c := coordinator(t, setup{})
	c.freeze()
	if err := judge.SetEnrol(t.Context(), c.store, "open sesame", 50, c.clock()); err != nil {
		t.Fatal(err)
	}
	c.login("a wrong password")
	c.send("POST", "/api/v1/enrol", `{"code":"a wrong code"}`, "Content-Type", "application/json")
	for range 20 {
		c.send("GET", "/j/a-wrong-link", "")
	}
	said := func() (lines []string) {
		c.mu.Lock()
		defer c.mu.Unlock()
		for _, err := range c.log {
			lines = append(lines, err.Error())
		}
		return lines
	}
	link := "sign-in refused: no judge has this link, from 127.0.0.1"
	want := []string{
		"sign-in refused: the password is wrong, from 127.0.0.1",
		"sign-in refused: the enrolment code is wrong, from 127.0.0.1",
		link, link, link, link,
	}
	if d := cmp.Diff(want, said()); d != "" {
		t.Error(d)
	}
	c.pass(time.Minute)
	c.send("GET", "/j/a-wrong-link", "")
	if d := cmp.Diff(append(want, link+" (and 16 other refusals since the last line)"), said()); d != "" {
		t.Error(d)
	}
}

// TestPreview opens a link as programs do that show previews of it.
func TestPreview(t *testing.T) {
	s := open(t, setup{})
	token := s.invite(1)[0]
	if r, text := s.send("GET", "/j/"+token, ""); r.StatusCode != 200 || strings.Contains(text, token) {
		t.Errorf("%s; the page has the token: %v", r.Status, strings.Contains(text, token))
	}
	tasks, err := s.store.Tasks(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	if len(tasks) != 0 {
		t.Errorf("%d cases were given out", len(tasks))
	}
}

// TestNew has options that cannot be.
func TestNew(t *testing.T) {
	s := open(t, setup{})
	for _, base := range []string{"study.example.org", "ftp://example.org", "http://"} {
		if _, err := judge.New(judge.Options{Store: s.store, Desk: study.NewDesk(s.store, s.clock), BaseURL: base}); err == nil {
			t.Errorf("the base URL %q is taken", base)
		}
	}
}
