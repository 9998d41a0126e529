package judge_test

import (
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"hed/study"
	"hed/web/judge"
)

// Links lead to where judges are: behind a proxy that is not where the server listens.
func TestLinks(t *testing.T) {
	here, all := &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 8200}, &net.TCPAddr{IP: net.IPv4zero, Port: 8200}
	for _, c := range []struct {
		options judge.Options
		want    string
	}{
		{judge.Options{}, "http://asked.example/j/"},
		{judge.Options{Addr: here}, "http://127.0.0.1:8200/j/"},
		{judge.Options{Addr: here, Secure: true}, "https://127.0.0.1:8200/j/"},
		{judge.Options{Addr: all}, "http://asked.example/j/"},
		{judge.Options{Addr: here, Proxied: true, Secure: true}, "https://asked.example/j/"},
		{judge.Options{Addr: here, Proxied: true, BaseURL: "https://study.example.org"}, "https://study.example.org/j/"},
	} {
		s := open(t, setup{})
		if err := judge.SetEnrol(t.Context(), s.store, "open sesame", 2, s.clock()); err != nil {
			t.Fatal(err)
		}
		o := c.options
		o.Store, o.Desk = s.store, study.NewDesk(s.store, s.clock)
		h, err := judge.New(o)
		if err != nil {
			t.Fatal(err)
		}
		r := httptest.NewRequest("POST", "http://asked.example/api/v1/enrol", strings.NewReader(`{"code":"open sesame"}`))
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if w.Code != http.StatusOK || !strings.Contains(w.Body.String(), `"link":"`+c.want) {
			t.Errorf("%+v: %d %s, want %s", c.options, w.Code, w.Body, c.want)
		}
	}
	if got := judge.Link("https://study.example.org/", "abc"); got != "https://study.example.org/j/abc" {
		t.Errorf("the link is %s", got)
	}
}
