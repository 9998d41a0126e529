package judge_test

import (
	"archive/zip"
	"encoding/json"
	"errors"
	"html"
	"io"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"hed/study"
	"hed/web/judge"
)

// TestItalianRefusals opens what a walk through a study does not: pages of what went wrong, forms that are wrong, pages without
// anything on them, and what scripts are told. No English word is on any of them. The walk is that of cmd/hed.
func TestItalianRefusals(t *testing.T) {
	english := onlyEnglish(t)
	cases := []study.Case{{Doc: "d", Article: "Il consiglio ha votato.", Headlines: []study.Headline{{System: study.Gold, Text: "Voto in consiglio"}, {System: "s2s", Text: "Il voto"}, {System: "pn", Text: "Ha votato"}, {System: "pnc", Text: "Voto"}}}}
	c := &client{open(t, setup{lang: "it", title: "Titoli", cases: cases, unasked: true}), map[string]string{}}
	look := func(where string, status int, r *http.Response, text string) {
		t.Helper()
		if r.StatusCode != status {
			t.Errorf("%s: %s, want %d: %.300s", where, r.Status, status, text)
		}
		if !strings.Contains(text, `<html lang="it"`) {
			t.Errorf("%s is no page in Italian: %.100s", where, text)
		}
		english.check(t, where, shown(text))
	}
	get := func(where, path string, status int) {
		t.Helper()
		r, text := c.do("GET", path, nil)
		look(where, status, r, text)
	}
	post := func(where, path string, status int, form url.Values) {
		t.Helper()
		r, text := c.do("POST", path, form)
		look(where, status, r, text)
	}

	get("the start", "/", 200)
	get("no password yet", "/coordinator", 403)
	get("nobody enrols", "/enrol", 200)
	get("an unknown link", "/j/AAAAAAAA", 404)
	get("nothing there", "/nothing", 404)
	post("another method", "/j", 404, url.Values{})
	post("a page that takes no form", "/openapi.json", 405, url.Values{})
	post("too large", "/enrol", 413, url.Values{"code": {strings.Repeat("x", 70_000)}})
	r, text := c.send("POST", "/enrol", "code=x", "Content-Type", "application/x-www-form-urlencoded", "Sec-Fetch-Site", "cross-site")
	look("from another site", 403, r, text)
	post("closed enrolment", "/enrol", 403, url.Values{"code": {"qualcosa"}})

	if err := judge.SetPassword(t.Context(), c.store, password); err != nil {
		t.Fatal(err)
	}
	get("the sign-in", "/coordinator", 200)
	get("a page without a session", "/coordinator/report", 401)
	post("an old sign-in", "/coordinator/login", 403, url.Values{"password": {"x"}})
	token := c.token("/coordinator")
	post("a wrong password", "/coordinator/login", 401, url.Values{"token": {token}, "password": {"x"}})
	c.freeze()
	for range 8 {
		r, text = c.do("POST", "/coordinator/login", url.Values{"token": {token}, "password": {"x"}})
	}
	look("too many passwords", 429, r, text)
	c.pass(time.Hour)
	if r := c.login(password); r.StatusCode != http.StatusSeeOther {
		t.Fatalf("the sign-in: %s", r.Status)
	}

	// Nobody was invited, and nothing is answered.
	get("an empty dashboard", "/coordinator", 200)
	get("a case without answers", "/coordinator/case/0", 200)
	get("a report of nothing", "/coordinator/report", 200)
	judges := c.invite(2)
	c.pass(time.Minute) // the dashboard is kept for a moment
	get("a judge who was never there", "/coordinator/judge/j001", 200)
	get("no such judge", "/coordinator/judge/j999", 404)
	get("no such case", "/coordinator/case/99", 404)
	get("a split that is not there", "/coordinator/report?by=nothing", 404)
	post("a form without its token", "/coordinator/invite", 403, url.Values{"judges": {"1"}})
	token = c.token("/coordinator")
	for _, form := range []struct {
		where, path string
		values      url.Values
	}{
		{"no number of judges", "invite", url.Values{"judges": {"0"}}},
		{"a short code", "enrolment", url.Values{"code": {"x"}, "most": {"2"}}},
		{"to erase nobody", "judge/j001", url.Values{"do": {"erase"}, "confirm": {"j002"}}},
		{"nothing to do", "judge/j001", url.Values{"do": {"nothing"}}},
		{"no verdict", "case/0", url.Values{"verdict": {"perhaps"}}},
	} {
		form.values.Set("token", token)
		post(form.where, "/coordinator/"+form.path, 422, form.values)
	}
	post("a verdict on nothing", "/coordinator/case/0", 409, url.Values{"token": {token}, "verdict": {"right"}, "value": {"x"}})

	// A code, one who comes too many, and wrong ones.
	if r, _ := c.do("POST", "/coordinator/enrolment", url.Values{"token": {token}, "code": {"girasole"}, "most": {"1"}}); r.StatusCode != http.StatusSeeOther {
		t.Fatalf("a code: %s", r.Status)
	}
	get("enrolment", "/enrol", 200)
	get("the dashboard with a code", "/coordinator", 200)
	post("a wrong code", "/enrol", 403, url.Values{"code": {"x"}})
	c.do("POST", "/enrol", url.Values{"code": {"girasole"}})
	post("one too many", "/enrol", 403, url.Values{"code": {"girasole"}})
	for range 40 {
		r, text = c.do("POST", "/enrol", url.Values{"code": {"x"}})
	}
	look("too many codes", 429, r, text)
	for range 40 {
		r, text = c.do("GET", "/j/AAAAAAAA", nil)
	}
	look("too many links", 429, r, text)

	// A study that is stopped, a store that does not answer, a link that was taken back.
	if r, _ := c.do("POST", "/coordinator/running", url.Values{"token": {token}, "running": {"no"}}); r.StatusCode != http.StatusSeeOther {
		t.Fatalf("to stop: %s", r.Status)
	}
	get("a study that is stopped, to its coordinator", "/coordinator", 200)
	c.do("POST", "/j/"+judges[0], url.Values{"consent": {"yes"}})
	get("a study that is stopped", "/j/"+judges[0]+"?go", 200)
	c.do("POST", "/coordinator/running", url.Values{"token": {token}, "running": {"yes"}})
	for _, err := range []error{errors.New("the network is down"), errors.New("the disk is full")} {
		c.fail(err)
		r, text = c.do("POST", "/j/"+judges[0], url.Values{"consent": {"yes"}})
		look(err.Error(), 503, r, text)
		if id := r.Header.Get("X-Request-Id"); id == "" || !strings.Contains(text, "numero di questa richiesta: "+id) {
			t.Errorf("the page does not say which request %q was: %s", id, text)
		}
	}
	c.fail(nil)
	c.do("POST", "/coordinator/judge/j001", url.Values{"token": {token}, "do": {"revoke"}})
	get("a link that was taken back", "/j/"+judges[0], 403)

	_, text = c.do("GET", "/coordinator/report.zip", nil)
	z, err := zip.NewReader(strings.NewReader(text), int64(len(text)))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"report.html", "methods.txt"} {
		f, err := z.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(f)
		if err != nil {
			t.Fatal(err)
		}
		english.check(t, name, shown(string(text)))
	}
}

// TestItalianFlaws has what a judge reads of an expression that is no answer.
func TestItalianFlaws(t *testing.T) {
	english := onlyEnglish(t)
	s := open(t, setup{lang: "it", protocol: "numeral-annotation", cases: blanks()})
	token := s.invite(1)[0]
	s.call(token, "GET", "work", "", 200)
	seen := map[string]bool{}
	for _, value := range []string{"Copy( 77 )", "Copy( 19 )", "Copy(", "Add(1,200,300)", "Divide( 19 , 0 )", "unanswerable:", "\u0001"} {
		body, _ := json.Marshal(map[string]string{"value": value})
		_, text := s.send("POST", "/api/v1/cases/0/derive", string(body), bearer(token)...)
		var got struct {
			OK     bool
			Reason string
		}
		if err := json.Unmarshal([]byte(text), &got); err != nil || got.OK || got.Reason == "" {
			t.Errorf("%s: %s", value, text)
		}
		seen[got.Reason] = true
		english.check(t, value, got.Reason)
	}
	if len(seen) < 5 {
		t.Errorf("only %d reasons: %v", len(seen), seen)
	}
}

// shown is what people read of a page, titles and labels too.
func shown(page string) string {
	page = regexp.MustCompile(`(?s)<(script|style|code|svg|textarea)\b.*?</(script|style|code|svg|textarea)>`).ReplaceAllString(page, " ")
	said := regexp.MustCompile(`(?:aria-label|title|alt|placeholder)="([^"]*)"`).FindAllStringSubmatch(page, -1)
	page = regexp.MustCompile(`<[^>]*>`).ReplaceAllString(page, " ")
	for _, m := range said {
		page += " " + m[1]
	}
	return html.UnescapeString(page)
}

// A wordList has words that are English alone.
type wordList map[string]bool

var wordRun = regexp.MustCompile(`\pL+`)

func onlyEnglish(t *testing.T) wordList {
	list := wordList{}
	for _, lang := range []string{"en", "it"} {
		data, err := os.ReadFile("word/" + lang + ".json")
		if err != nil {
			t.Fatal(err)
		}
		var words map[string]string
		if err := json.Unmarshal(data, &words); err != nil {
			t.Fatal(err)
		}
		for key, text := range words {
			for _, w := range wordRun.FindAllString(strings.ToLower(text), -1) {
				if lang == "en" {
					list[w] = len(w) > 1
				} else if !strings.HasSuffix(key, ".example") { // of operators, for articles in English
					delete(list, w)
				}
			}
		}
	}
	for _, name := range []string{"correct", "same", "attract", "suitable", "rank", "all", "so"} { // ids of questions, and what is Italian too
		delete(list, name)
	}
	if !list["the"] || !list["answers"] || len(list) < 300 {
		t.Fatalf("only %d English words", len(list))
	}
	return list
}

func (l wordList) check(t *testing.T, where, text string) {
	t.Helper()
	for _, w := range wordRun.FindAllString(text, -1) {
		if l[strings.ToLower(w)] {
			at := strings.Index(text, w)
			t.Errorf("%s has the English word %q: … %s …", where, w, strings.Join(strings.Fields(text[max(0, at-40):min(len(text), at+40)]), " "))
			return
		}
	}
}
