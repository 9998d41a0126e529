package web_test

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"hed/study"
	"hed/web"
)

// A client keeps cookies by hand, so that a test sees them.
type client struct {
	*site
	cookies map[string]string
}

func (c *client) do(method, path string, form url.Values, headers ...string) (*http.Response, string) {
	c.Helper()
	var jar []string
	for name, value := range c.cookies {
		jar = append(jar, name+"="+value)
	}
	slices.Sort(jar)
	headers = append(headers, "Cookie", strings.Join(jar, "; "))
	if form != nil {
		headers = append(headers, "Content-Type", "application/x-www-form-urlencoded")
	}
	r, text := c.send(method, path, form.Encode(), headers...)
	for _, k := range r.Cookies() {
		c.cookies[k.Name] = k.Value
		if k.MaxAge < 0 {
			delete(c.cookies, k.Name)
		}
	}
	return r, text
}

var tokenField = regexp.MustCompile(`name="token" value="([^"]+)"`)

// token is that of the forms of a page.
func (c *client) token(path string) string {
	c.Helper()
	_, text := c.do("GET", path, nil)
	m := tokenField.FindStringSubmatch(text)
	if m == nil {
		c.Fatalf("%s has no form: %.300s", path, text)
	}
	return m[1]
}

func (c *client) login(password string) *http.Response {
	c.Helper()
	r, _ := c.do("POST", "/coordinator/login", url.Values{"token": {c.token("/coordinator")}, "password": {password}})
	return r
}

func coordinator(t *testing.T, u setup) *client {
	t.Helper()
	c := &client{open(t, u), map[string]string{}}
	if err := web.SetPassword(t.Context(), c.store, password); err != nil {
		t.Fatal(err)
	}
	return c
}

// TestHeaders looks at what every kind of reply says to browsers.
func TestHeaders(t *testing.T) {
	for _, secure := range []bool{false, true} {
		s := open(t, setup{options: web.Options{Secure: secure}})
		token := s.invite(1)[0]
		for _, path := range []string{"/", "/j/" + token, "/j/unknown", "/enrol", "/coordinator", "/healthz", "/openapi.json", "/api/v1/work", "/nowhere", "/assets/x/style.css"} {
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
		"/assets/../../web.go", "/assets/x/..%2f..%2fweb.go", "/assets/%2e%2e/%2e%2e/etc/passwd", "/j/..%2f..%2fetc%2fpasswd",
		"/..%2fgo.mod", "/assets/x/%00", "/coordinator/case/..%2f0", "/j/", "/j/a/b", "//etc/passwd",
	} {
		r, text := s.send("GET", path, "")
		if r.StatusCode < 300 && !strings.Contains(text, "password") || strings.Contains(text, "package web") || strings.Contains(text, "root:") {
			t.Errorf("%s: %s %.100s", path, r.Status, text)
		}
		if r.StatusCode >= 500 {
			t.Errorf("%s: %s", path, r.Status)
		}
	}
}

// TestClosed has no password: judges work, the dashboard stays closed.
func TestClosed(t *testing.T) {
	s := open(t, setup{})
	r, text := s.send("GET", "/coordinator", "")
	if r.StatusCode != 403 || !strings.Contains(text, "hed study password --store STORE") {
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

// TestLogin goes in and out, and tries what must not work.
func TestLogin(t *testing.T) {
	c := coordinator(t, setup{})
	if r := c.login("wrong"); r.StatusCode != 401 || c.cookies["hed"] != "" {
		t.Errorf("a wrong password: %s", r.Status)
	}
	// Fixation: the cookie that came with the login is not the session's.
	c.cookies["hed"] = "chosen-by-somebody-else"
	r := c.login(password)
	if r.StatusCode != 303 || c.cookies["hed"] == "chosen-by-somebody-else" || len(c.cookies["hed"]) < 43 {
		t.Fatalf("the password: %s, cookie %q", r.Status, c.cookies["hed"])
	}
	for _, k := range r.Cookies() {
		if !k.HttpOnly || k.SameSite != http.SameSiteStrictMode {
			t.Errorf("the cookie %s is %+v", k.Name, k)
		}
	}
	if r, text := c.do("GET", "/coordinator", nil); r.StatusCode != 200 || !strings.Contains(text, "Agreement so far") {
		t.Errorf("the dashboard: %s", r.Status)
	}
	// The session ends after twelve hours, and at logout.
	first := c.cookies["hed"]
	c.pass(13 * time.Hour)
	if _, text := c.do("GET", "/coordinator", nil); strings.Contains(text, "Agreement so far") {
		t.Error("the session has no end")
	}
	c.login(password)
	if c.cookies["hed"] == first {
		t.Error("two sessions have one cookie")
	}
	token, second := c.token("/coordinator"), c.cookies["hed"]
	c.do("POST", "/coordinator/logout", url.Values{"token": {token}})
	c.cookies["hed"] = second
	if _, text := c.do("GET", "/coordinator", nil); strings.Contains(text, "Agreement so far") {
		t.Error("the session goes on after the logout")
	}
	// A new password ends all sessions.
	c.login(password)
	if err := web.SetPassword(t.Context(), c.store, "another password"); err != nil {
		t.Fatal(err)
	}
	if r, _ := c.do("GET", "/coordinator/now", nil); r.StatusCode != 401 {
		t.Errorf("after a new password: %s", r.Status)
	}
	if err := web.SetPassword(t.Context(), c.store, "short"); err == nil {
		t.Error("a short password is taken")
	}
}

// TestSecure has cookies for TLS only.
func TestSecure(t *testing.T) {
	c := coordinator(t, setup{options: web.Options{Secure: true, BaseURL: "https://study.example.org"}})
	r := c.login(password)
	if r.StatusCode != 303 {
		t.Fatal(r.Status)
	}
	for _, k := range r.Cookies() {
		if !k.Secure || !strings.HasPrefix(k.Name, "__Host-") || k.Path != "/" || k.Domain != "" {
			t.Errorf("%+v", k)
		}
	}
	_, text := c.do("POST", "/coordinator/invite", url.Values{"token": {c.token("/coordinator")}, "judges": {"2"}}, "Origin", "https://study.example.org")
	if !strings.Contains(text, "https://study.example.org/j/") {
		t.Error("links do not have the base URL")
	}
}

// TestBruteForce tries passwords until it is stopped.
func TestBruteForce(t *testing.T) {
	c := coordinator(t, setup{})
	token := c.token("/coordinator")
	tries, limited := 0, false
	for range 20 {
		r, _ := c.do("POST", "/coordinator/login", url.Values{"token": {token}, "password": {"guess"}})
		if r.StatusCode == http.StatusTooManyRequests {
			limited = r.Header.Get("Retry-After") != ""
			break
		}
		tries++
	}
	if tries > 10 || !limited {
		t.Errorf("%d passwords could be tried, then limited %v", tries, limited)
	}
	if r, _ := c.do("POST", "/coordinator/login", url.Values{"token": {token}, "password": {password}}); r.StatusCode != 429 {
		t.Errorf("the right password among the guesses: %s", r.Status)
	}
	c.pass(10 * time.Minute)
	if r := c.login(password); r.StatusCode != 303 {
		t.Errorf("ten minutes later: %s", r.Status)
	}
}

// TestForms sends forms that were not made for the session.
func TestForms(t *testing.T) {
	c := coordinator(t, setup{})
	c.invite(1)
	other := &client{c.site, map[string]string{}}
	other.login(password)
	foreign := other.token("/coordinator")
	c.login(password)
	own := c.token("/coordinator")
	for path, form := range map[string]url.Values{
		"/coordinator/running": {"running": {"no"}}, "/coordinator/invite": {"judges": {"3"}}, "/coordinator/enrolment": {"code": {"open sesame"}, "most": {"3"}},
		"/coordinator/judge/j001": {"do": {"exclude"}}, "/coordinator/case/0": {"verdict": {"right"}}, "/coordinator/logout": {},
	} {
		for name, test := range map[string]struct {
			token   string
			headers []string
		}{
			"no token": {}, "a wrong token": {"AAAA", nil}, "another session's": {foreign, nil},
			"another site": {own, []string{"Sec-Fetch-Site", "cross-site"}}, "a sibling site": {own, []string{"Sec-Fetch-Site", "same-site"}},
			"another origin": {own, []string{"Origin", "https://evil.example"}}, "no origin": {own, []string{"Origin", "null"}},
		} {
			form.Set("token", test.token)
			if r, _ := c.do("POST", path, form, test.headers...); r.StatusCode != 403 {
				t.Errorf("%s with %s: %s", path, name, r.Status)
			}
		}
		if r, _ := c.do("GET", path+"?"+form.Encode(), nil); r.StatusCode == 303 {
			t.Errorf("%s does something on GET", path)
		}
		(&client{c.site, map[string]string{}}).refused(path, form)
	}
	if n := c.events("stopped", "enrolment", "excluded", "verdict"); n != 0 {
		t.Errorf("%d events happened", n)
	}
}

// refused sends a form without a session.
func (c *client) refused(path string, form url.Values) {
	c.Helper()
	if r, _ := c.do("POST", path, form); r.StatusCode != 401 {
		c.Errorf("%s without a session: %s", path, r.Status)
	}
}

func (s *site) events(what ...string) int {
	s.Helper()
	n := 0
	for e, err := range s.store.Events(s.Context()) {
		if err != nil {
			s.Fatal(err)
		}
		if slices.Contains(what, e.What) {
			n++
		}
	}
	return n
}

// TestDeeds does what the coordinator may, without scripts.
func TestDeeds(t *testing.T) {
	c := coordinator(t, setup{protocol: "numeral-annotation", cases: blanks()})
	c.login(password)
	token := c.token("/coordinator")
	post := func(path string, want int, pairs ...string) string {
		t.Helper()
		form := url.Values{"token": {token}}
		for i := 0; i+1 < len(pairs); i += 2 {
			form.Set(pairs[i], pairs[i+1])
		}
		r, text := c.do("POST", path, form, "Origin", c.URL)
		if r.StatusCode != want {
			t.Errorf("%s %v: %s, want %d", path, pairs, r.Status, want)
		}
		return text
	}
	text := post("/coordinator/invite", 200, "judges", "3")
	links := regexp.MustCompile(`/j/([A-Za-z0-9_-]{32})`).FindAllStringSubmatch(text, -1)
	if len(links) != 3 {
		t.Fatalf("%d links", len(links))
	}
	for i, l := range links {
		c.call(l[1], "GET", "work", "", 200)
		c.step(l[1], 0, 0, map[string]string{"derive": []string{"Add( 19 , 16 )", "Add( 16 , 19 )", "unanswerable: no"}[i]})
	}
	c.pass(time.Minute)
	if _, text := c.do("GET", "/coordinator", nil); !strings.Contains(text, "1 wait for a verdict") {
		t.Error("nothing waits for a verdict")
	}
	post("/coordinator/case/0", 303, "verdict", "right", "note", "both blasts\nare meant")
	if _, text := c.do("GET", "/coordinator/case/0", nil); !strings.Contains(text, "✓ Found right.") || !strings.Contains(text, "both blasts are meant") {
		t.Error("the verdict is not shown")
	}
	post("/coordinator/case/0", 422, "verdict", "perhaps")
	post("/coordinator/case/77", 422, "verdict", "right")
	post("/coordinator/invite", 422, "judges", "0")
	post("/coordinator/invite", 422, "judges", "100000")
	post("/coordinator/judge/j001", 303, "do", "revoke")
	c.call(links[0][1], "GET", "work", "", 403)
	if r, text := c.do("GET", "/j/"+links[0][1], nil); r.StatusCode != 403 || !strings.Contains(text, "no longer works") {
		t.Errorf("a revoked link: %s", r.Status)
	}
	post("/coordinator/judge/j001", 303, "do", "restore")
	c.call(links[0][1], "GET", "work", "", 200)
	post("/coordinator/judge/j001", 303, "do", "exclude")
	post("/coordinator/judge/j001", 422, "do", "erase", "confirm", "j002")
	post("/coordinator/judge/j001", 303, "do", "erase", "confirm", "j001")
	c.call(links[0][1], "GET", "work", "", 401)
	post("/coordinator/judge/j999", 404, "do", "exclude")
	post("/coordinator/judge/j001", 422, "do", "promote")
	post("/coordinator/running", 303, "running", "no")
	post("/coordinator/running", 303, "running", "yes")
	post("/coordinator/enrolment", 422, "code", "abc", "most", "5")
	post("/coordinator/enrolment", 303, "code", "open sesame", "most", "2")
	if r, _ := c.send("POST", "/enrol", "code=open+sesame", "Content-Type", "application/x-www-form-urlencoded"); r.StatusCode != 303 || !strings.HasPrefix(r.Header.Get("Location"), "/j/") {
		t.Errorf("enrolment: %s to %s", r.Status, r.Header.Get("Location"))
	}
	post("/coordinator/enrolment", 303, "clear", "yes")
	if r, _ := c.send("POST", "/enrol", "code=open+sesame", "Content-Type", "application/x-www-form-urlencoded"); r.StatusCode != 403 {
		t.Errorf("enrolment after it was closed: %s", r.Status)
	}
	if n := c.events("invited", "verdict", "revoked", "restored", "excluded", "erased", "stopped", "resumed", "enrolment", "enrolled"); n != 11 {
		t.Errorf("%d events", n)
	}
}

// TestEnrol joins by code until it is full, and guesses codes.
func TestEnrol(t *testing.T) {
	s := open(t, setup{})
	if err := web.SetEnrol(t.Context(), s.store, "open sesame", 2, s.clock()); err != nil {
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
	if err := web.SetEnrol(t.Context(), s.store, "short", 2, s.clock()); err == nil {
		t.Error("a short code is taken")
	}
	if err := web.SetEnrol(t.Context(), s.store, "", 0, s.clock()); err != nil {
		t.Fatal(err)
	}
	limited := false
	for range 60 {
		r, _ := s.send("POST", "/api/v1/enrol", `{"code":"guess"}`, "Content-Type", "application/json")
		limited = limited || r.StatusCode == 429 && r.Header.Get("Retry-After") != ""
	}
	if !limited {
		t.Error("codes can be guessed for ever")
	}
}

// TestGuess guesses tokens until it is stopped, which does not stop a judge.
func TestGuess(t *testing.T) {
	s := open(t, setup{})
	token := s.invite(1)[0]
	var last *http.Response
	for i := range 60 {
		path, headers := "/api/v1/work", []string{"Authorization", fmt.Sprintf("Bearer guess-%d", i)}
		if i%2 == 1 {
			path, headers = fmt.Sprintf("/j/guess-%d", i), nil
		}
		last, _ = s.send("GET", path, "", headers...)
	}
	if last.StatusCode != 429 || last.Header.Get("Retry-After") == "" {
		t.Errorf("after 60 guesses: %s", last.Status)
	}
	s.call(token, "GET", "work", "", 200)
	s.pass(time.Minute)
	if r, _ := s.send("GET", "/j/guess", ""); r.StatusCode != 404 {
		t.Errorf("a minute later: %s", r.Status)
	}
	// One token has a limit too.
	now := s.clock()
	s.mu.Lock()
	s.still = now // so that nothing fills up again
	s.mu.Unlock()
	limited := false
	for range 400 {
		r, _ := s.send("GET", "/api/v1/work", "", "Authorization", "Bearer "+token)
		limited = limited || r.StatusCode == 429
	}
	if !limited {
		t.Error("a token has no limit")
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
		if _, err := web.New(web.Options{Store: s.store, Desk: study.NewDesk(s.store, s.clock), BaseURL: base}); err == nil {
			t.Errorf("the base URL %q is taken", base)
		}
	}
}
