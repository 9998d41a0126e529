package judge_test

import (
	"archive/zip"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"hed/study"
	"hed/web/judge"
)

const password = "correct horse battery"

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
	if err := judge.SetPassword(t.Context(), c.store, password); err != nil {
		t.Fatal(err)
	}
	return c
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
	if err := judge.SetPassword(t.Context(), c.store, "another password"); err != nil {
		t.Fatal(err)
	}
	if r, _ := c.do("GET", "/coordinator/now", nil); r.StatusCode != 401 {
		t.Errorf("after a new password: %s", r.Status)
	}
	if err := judge.SetPassword(t.Context(), c.store, "short"); err == nil {
		t.Error("a short password is taken")
	}
	// Without one the dashboard is closed, also for who is in.
	c.login("another password")
	if err := judge.ClearPassword(t.Context(), c.store); err != nil {
		t.Fatal(err)
	}
	if r, text := c.do("GET", "/coordinator", nil); r.StatusCode != 403 || !strings.Contains(text, "The dashboard is closed") {
		t.Errorf("after the password was taken away: %s", r.Status)
	}
}

// TestSecure has cookies for TLS only.
func TestSecure(t *testing.T) {
	c := coordinator(t, setup{options: judge.Options{Secure: true, BaseURL: "https://study.example.org"}})
	r := c.login(password)
	if r.StatusCode != 303 {
		t.Fatal(r.Status)
	}
	for _, k := range r.Cookies() {
		if !k.Secure || !strings.HasPrefix(k.Name, "__Host-") || k.Path != "/" || k.Domain != "" {
			t.Errorf("%+v", k)
		}
	}
	r, _ = c.do("POST", "/coordinator/invite", url.Values{"token": {c.token("/coordinator")}, "judges": {"2"}}, "Origin", "https://study.example.org")
	_, text := c.do("GET", r.Header.Get("Location"), nil)
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
	post := func(path string, want int, pairs ...string) *http.Response {
		t.Helper()
		form := url.Values{"token": {token}}
		for i := 0; i+1 < len(pairs); i += 2 {
			form.Set(pairs[i], pairs[i+1])
		}
		r, _ := c.do("POST", path, form, "Origin", c.URL)
		if r.StatusCode != want {
			t.Errorf("%s %v: %s, want %d", path, pairs, r.Status, want)
		}
		return r
	}
	shown := post("/coordinator/invite", 303, "judges", "3").Header.Get("Location")
	_, text := c.do("GET", shown, nil)
	links := regexp.MustCompile(`/j/([A-Za-z0-9_-]{32})`).FindAllStringSubmatch(text, -1)
	if len(links) != 3 {
		t.Fatalf("%d links", len(links))
	}
	// They are for this session, and for a while.
	other := &client{c.site, map[string]string{}}
	other.login(password)
	if _, text := other.do("GET", shown, nil); strings.Contains(text, "/j/") {
		t.Error("another session sees the links")
	}
	for i, l := range links {
		c.call(l[1], "GET", "work", "", 200)
		c.step(l[1], 0, 0, map[string]string{"derive": []string{"Add( 19 , 16 )", "Add( 16 , 19 )", "unanswerable: no"}[i]})
	}
	c.pass(15 * time.Minute)
	if _, text := c.do("GET", shown, nil); strings.Contains(text, "/j/") {
		t.Error("the links are still there")
	}
	if _, text := c.do("GET", "/coordinator", nil); !strings.Contains(text, "waiting for a verdict: 1") {
		t.Error("nothing waits for a verdict")
	}
	post("/coordinator/case/0", 303, "verdict", "right", "value", "Add( 19 , 16 )", "note", "both blasts\nare meant")
	if _, text := c.do("GET", "/coordinator/case/0", nil); !strings.Contains(text, "✓ Found right.") || !strings.Contains(text, "both blasts are meant") {
		t.Error("the verdict is not shown")
	}
	post("/coordinator/case/0", 422, "verdict", "perhaps")
	post("/coordinator/case/77", 404, "verdict", "right", "value", "Add( 19 , 16 )")
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

// TestMore has a case with more judges than were asked for: the first one comes back late.
func TestMore(t *testing.T) {
	c := coordinator(t, setup{judges: 1, cases: news(1)})
	two := c.invite(2)
	c.call(two[0], "GET", "work", "", 200)
	c.pass(2 * time.Hour) // it goes to another
	for _, token := range []string{two[1], two[0]} {
		c.call(token, "GET", "work", "", 200)
		c.step(token, 0, 0, firstStep)
		c.step(token, 0, 1, secondStep)
	}
	c.login(password)
	if _, text := c.do("GET", "/coordinator/case/0", nil); !strings.Contains(text, "2 finished, 1 needed") {
		t.Errorf("%s", regexp.MustCompile(`<p class="facts">.*`).FindString(text))
	}
	_, text := c.do("GET", "/coordinator", nil)
	for _, want := range []string{"case 1: 2 finished, 1 needed, 0 working", "Last answer"} {
		if !strings.Contains(text, want) {
			t.Errorf("the dashboard does not say %q", want)
		}
	}
}

// TestDownloads: the coordinator takes answers and report along; nobody else does.
func TestDownloads(t *testing.T) {
	c := coordinator(t, setup{cases: news(4), forms: 2, judges: 4, background: true, lang: "it"})
	for _, path := range []string{"/coordinator/report", "/coordinator/report.zip", "/coordinator/answers.zip"} {
		if r, _ := c.do("GET", path, nil); r.StatusCode != 401 {
			t.Errorf("%s without a session: %s", path, r.Status)
		}
	}
	tokens := c.invite(3)
	for _, token := range tokens {
		c.call(token, "PUT", "about/answers/gender", `{"id":"about-gender","value":"female"}`, 200)
		c.call(token, "POST", "about/close", "", 204)
		for w := c.call(token, "GET", "work", "", 200); w["state"] == "case"; w = c.call(token, "GET", "work", "", 200) {
			step := int(w["step"].(float64))
			c.step(token, int(w["case"].(float64)), step, []map[string]string{firstStep, secondStep}[step])
		}
	}
	c.login(password)
	// The dashboard is in the language of the study, and names cases as judges see them.
	_, text := c.do("GET", "/coordinator", nil)
	for _, want := range []string{"0 di 4 casi hanno tutti i loro giudici", "Fascicolo 2", `aria-label="caso 2.1: 3 finiti, 4 richiesti, 0 al lavoro`, "<option>gender</option>"} {
		if !strings.Contains(text, want) {
			t.Errorf("the dashboard does not say %q", want)
		}
	}
	r, page := c.do("GET", "/coordinator/report?by=gender", nil)
	if policy := r.Header.Get("Content-Security-Policy"); r.StatusCode != 200 || !strings.Contains(policy, "style-src 'sha256-") || strings.Contains(policy, "script-src") {
		t.Errorf("the report: %s, %s", r.Status, policy)
	}
	for _, want := range []string{"The study is not complete: 0 of 4 cases", "data:image/svg", "What groups of judges said", "Femal"} {
		if !strings.Contains(page, want) {
			t.Errorf("the report does not have %q", want)
		}
	}
	if r, _ := c.do("GET", "/coordinator/report?by=shoes", nil); r.StatusCode != 404 {
		t.Errorf("by shoes: %s", r.Status)
	}
	for path, want := range map[string][]string{
		"/coordinator/answers.zip": {"answers.csv", "answers.jsonl", "judgements.csv", "ratings.csv"},
		"/coordinator/report.zip":  {"report.html", "charts/answers_correct.svg", "methods.txt", "shares.csv", "judges.csv"},
	} {
		r, text := c.do("GET", path, nil)
		archive, err := zip.NewReader(strings.NewReader(text), int64(len(text)))
		if err != nil || r.Header.Get("Content-Disposition") != `attachment; filename="`+strings.TrimPrefix(path, "/coordinator/")+`"` {
			t.Fatalf("%s: %v, %s", path, err, r.Header.Get("Content-Disposition"))
		}
		var names []string
		for _, f := range archive.File {
			names = append(names, f.Name)
			in, err := f.Open()
			if err != nil {
				t.Fatal(err)
			}
			text, err := io.ReadAll(in)
			if err != nil {
				t.Fatal(err)
			}
			if path == "/coordinator/answers.zip" && (strings.Contains(string(text), "gender") || strings.Contains(string(text), study.AboutConsent)) {
				t.Errorf("%s has what judges said of themselves: %s", f.Name, text)
			}
		}
		for _, name := range want {
			if !slices.Contains(names, name) {
				t.Errorf("%s has %q and not %s", path, names, name)
			}
		}
	}
}
