package site

import (
	"context"
	"errors"
	"html/template"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"hed/internal/alert"
	"hed/internal/crash"
)

// memory is a Safe that forgets.
type memory struct{ sessions map[[32]byte]time.Time }

func (m *memory) Secret(context.Context, string) ([]byte, error)  { return nil, nil }
func (m *memory) SetSecret(context.Context, string, []byte) error { return nil }
func (m *memory) DropSession(_ context.Context, id [32]byte) error {
	delete(m.sessions, id)
	return nil
}
func (m *memory) AddSession(_ context.Context, id [32]byte, _, ends time.Time) error {
	m.sessions[id] = ends
	return nil
}
func (m *memory) Session(_ context.Context, id [32]byte, now time.Time) (time.Time, error) {
	if ends := m.sessions[id]; now.Before(ends) {
		return ends, nil
	}
	return time.Time{}, nil
}

var own = fstest.MapFS{
	"html/hello.html":  {Data: []byte(`{{template "head" (say "hello" .)}}{{shout "x"}} {{lang}} {{asset "own.js"}} {{words}}`)},
	"asset/own.js":     {Data: []byte("1")},
	"word/en.json":     {Data: []byte(`{"hello":"Hello %s","js.bye":"Bye"}`)},
	"word/it.json":     {Data: []byte(`{"hello":"Ciao %s","js.bye":"Ciao"}`)},
	"word/es.json":     {Data: []byte(`{"js.bye":"Adiós"}`)},
	"word/broken.json": {Data: []byte(`{`)},
}

// newSite makes a site whose refusals are their codes, and what it logs.
func newSite(t *testing.T, o Options) (*Site, *memory, *[]error) {
	t.Helper()
	pages, err := NewPages(own, "en", template.FuncMap{"shout": strings.ToUpper})
	if err != nil {
		t.Fatal(err)
	}
	m, log := &memory{map[[32]byte]time.Time{}}, new([]error)
	o.Safe, o.Pages, o.Now = m, pages, func() time.Time { return time.Unix(1e9, 0) }
	o.Log = alert.Logger(func(text string) {
		said, _, _ := strings.Cut(text, " (request ")
		*log = append(*log, errors.New(said))
	})
	o.Path = func(*http.Request) string { return "/somewhere" }
	o.Fail = func(w http.ResponseWriter, _ *http.Request, status int, code, _ string) { http.Error(w, code, status) }
	s, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	return s, m, log
}

// post is a request with a form and the cookies that a reply has set.
func post(before *httptest.ResponseRecorder, token string) *http.Request {
	r := httptest.NewRequest("POST", "/", strings.NewReader(url.Values{"token": {token}}.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	if before != nil {
		for _, c := range before.Result().Cookies() {
			r.AddCookie(c)
		}
	}
	return r
}

// TestSession begins and ends a session; the safe never sees its cookie.
func TestSession(t *testing.T) {
	s, safe, _ := newSite(t, Options{})
	visit := httptest.NewRecorder()
	token := s.Visit(visit, post(nil, ""))
	if !s.Visited(post(visit, token)) || s.Visited(post(visit, "")) || s.Visited(post(nil, token)) || s.Own(post(visit, token)) {
		t.Error("a form before the login is taken from whom it was not made for")
	}
	in := httptest.NewRecorder()
	if err := s.Begin(in, post(visit, "")); err != nil {
		t.Fatal(err)
	}
	cookie, err := s.Session(post(in, ""))
	if err != nil || cookie == "" {
		t.Fatalf("the session is %q, %v", cookie, err)
	}
	for id := range safe.sessions {
		if string(id[:]) == cookie {
			t.Error("the safe has the cookie")
		}
	}
	token = s.Token(post(in, ""))
	if !s.Own(post(in, token)) || s.Own(post(in, "")) || s.Own(post(nil, token)) || s.Own(post(nil, s.Token(post(nil, "")))) {
		t.Error("a form of the session is taken from whom it was not made for")
	}
	long := post(nil, "")
	long.AddCookie(&http.Cookie{Name: sessionCookie, Value: strings.Repeat("x", mostCookie+1)})
	if c, err := s.Session(long); c != "" || err != nil {
		t.Errorf("a long cookie: %q, %v", c, err)
	}
	if err := s.End(httptest.NewRecorder(), post(in, "")); err != nil {
		t.Fatal(err)
	}
	if c, err := s.Session(post(in, "")); c != "" || err != nil {
		t.Errorf("after the end: %q, %v", c, err)
	}
}

// TestGuard has a handler that panics, and bodies that are too large.
func TestGuard(t *testing.T) {
	s, _, log := newSite(t, Options{})
	get := func(r *http.Request, h http.HandlerFunc) (int, string) {
		w := httptest.NewRecorder()
		s.Guard(h).ServeHTTP(w, r)
		return w.Code, strings.TrimSpace(w.Body.String())
	}
	if code, text := get(httptest.NewRequest("GET", "/", nil), func(http.ResponseWriter, *http.Request) { panic("token") }); code != 500 || text != "internal" {
		t.Errorf("a panic: %d %s", code, text)
	}
	// A goroutine that a handler waits for ended the whole server.
	worker := func(http.ResponseWriter, *http.Request) {
		var g crash.Group
		g.Go(func() { panic("in a goroutine") })
		g.Wait()
	}
	if code, text := get(httptest.NewRequest("GET", "/", nil), worker); code != 500 || text != "internal" {
		t.Errorf("a panic in a goroutine: %d %s", code, text)
	}
	if last := (*log)[len(*log)-1].Error(); last != "GET /somewhere: panic: internal error: in a goroutine" {
		t.Errorf("a panic in a goroutine is in the log as %q", last)
	}
	*log = (*log)[:1]
	if len(*log) != 1 || (*log)[0].Error() != "GET /somewhere: panic: token" {
		t.Errorf("the log is %v", *log)
	}
	if code, text := get(httptest.NewRequest("POST", "/", strings.NewReader(strings.Repeat("x", MaxBody+1))), nil); code != 413 || text != "too-large" {
		t.Errorf("a large body: %d %s", code, text)
	}
	foreign := httptest.NewRequest("POST", "/", nil)
	foreign.Header.Set("Sec-Fetch-Site", "cross-site")
	if code, text := get(foreign, nil); code != 403 || text != "cross-origin" {
		t.Errorf("another site: %d %s", code, text)
	}
	defer func() {
		if p := recover(); p != http.ErrAbortHandler {
			t.Errorf("who hangs up on purpose is answered: %v", p)
		}
	}()
	get(httptest.NewRequest("GET", "/", nil), func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) })
}

func TestPages(t *testing.T) {
	s, _, log := newSite(t, Options{})
	w := httptest.NewRecorder()
	s.Show(w, http.StatusTeapot, "hello.html", "<you>")
	for _, want := range []string{"<title>Hello &lt;you&gt;</title>", "X en /assets/" + s.Pages.hash + "/own.js", "map[bye:Bye]"} {
		if w.Code != http.StatusTeapot || !strings.Contains(w.Body.String(), want) {
			t.Errorf("%d: no %s in %s", w.Code, want, w.Body)
		}
	}
	w = httptest.NewRecorder()
	s.Show(w, http.StatusOK, "nowhere.html", nil)
	if w.Code != 500 || len(*log) != 1 {
		t.Errorf("a page that is not there: %d, %v", w.Code, *log)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /assets/{hash}/{name}", s.Pages.ServeAsset)
	mux.HandleFunc("/", s.Nowhere(mux))
	for path, want := range map[string]int{
		"/assets/" + s.Pages.hash + "/own.js": 200, "/assets/" + s.Pages.hash + "/style.css": 200,
		"/assets/0123/own.js": 404, "/assets/" + s.Pages.hash + "/other.js": 404, "/": 404,
	} {
		w := httptest.NewRecorder()
		mux.ServeHTTP(w, httptest.NewRequest("GET", path, nil))
		if w.Code != want {
			t.Errorf("%s: %d, want %d", path, w.Code, want)
		}
	}
	w = httptest.NewRecorder()
	mux.ServeHTTP(w, httptest.NewRequest("POST", "/assets/a/b", nil))
	if w.Code != 405 || w.Header().Get("Allow") != "GET" {
		t.Errorf("a wrong method: %d, allowed %s", w.Code, w.Header().Get("Allow"))
	}
	for lang, want := range map[string]string{"de": `no words in "de"; there are broken and en and es and it`, "broken": "word/broken.json"} {
		if _, err := NewPages(own, lang, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", lang, err, want)
		}
	}
}

// TestFallback: what a language does not say is English, and marked so but in titles and attributes.
func TestFallback(t *testing.T) {
	files := fstest.MapFS{
		"html/page.html": {Data: []byte(`<html lang="{{lang}}"><title>{{plain "hello" .}}</title><p title="{{say "hello" .}}">{{say "hello" .}} {{many "day" 1}} {{many "day" 2}}</p>{{words}}`)},
		"asset/own.js":   {Data: []byte("1")},
		"word/en.json":   {Data: []byte(`{"hello":"Hello %s","day":"%d days","day-1":"%d day","js.bye":"Bye","js.hi":"Hi"}`)},
		"word/es.json":   {Data: []byte(`{"day":"%d días","js.bye":"Adiós"}`)},
	}
	pages, err := NewPages(files, "es", nil)
	if err != nil {
		t.Fatal(err)
	}
	s, w := &Site{Options: Options{Pages: pages}}, httptest.NewRecorder()
	s.Show(w, http.StatusOK, "page.html", "<you>")
	for _, want := range []string{
		`<html lang="es"><title>Hello &lt;you&gt;</title>`, `title="Hello &lt;you&gt;"`, `<span lang="en">Hello &lt;you&gt;</span>`,
		`<span lang="en">1 day</span> 2 días`, "map[bye:Adiós hi:Hi]",
	} {
		if !strings.Contains(w.Body.String(), want) {
			t.Errorf("no %s in %s", want, w.Body)
		}
	}
}

func TestLink(t *testing.T) {
	r := httptest.NewRequest("GET", "http://example.com/x", nil)
	for _, c := range []struct {
		o    Options
		want string
	}{
		{Options{}, "http://example.com/j"}, {Options{Secure: true}, "https://example.com/j"},
		{Options{BaseURL: "https://study.example.org/"}, "https://study.example.org/j"},
	} {
		s, _, _ := newSite(t, c.o)
		if got := s.Link(r, "/j"); got != c.want {
			t.Errorf("%+v: %s, want %s", c.o, got, c.want)
		}
	}
	for _, base := range []string{"study.example.org", "ftp://example.org", "http://"} {
		if _, err := New(Options{BaseURL: base}); err == nil {
			t.Errorf("the base URL %q is taken", base)
		}
	}
}

// TestTurn lets no more than two hash at once.
func TestTurn(t *testing.T) {
	s, _, _ := newSite(t, Options{})
	done, err := s.Turn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Turn(t.Context()); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.Turn(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("a third one: %v", err)
	}
	done()
	if _, err := s.Turn(t.Context()); err != nil {
		t.Error(err)
	}
}
