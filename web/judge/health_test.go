package judge_test

import (
	"encoding/base64"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"hed/web/judge"
)

// testHealth shows that /healthz says whether answers can be saved. It said 200 as long as
// the store could be read: over a full disk, and over a file that somebody had replaced.
func testHealth(t *testing.T, on fresh) {
	s := open(t, setup{on: on})
	s.freeze()
	want := func(path string, status int) {
		t.Helper()
		if r, text := s.send("GET", path, ""); r.StatusCode != status || text != fmt.Sprintf("{\"ok\":%t}\n", status == 200) {
			t.Errorf("%s: %s %s, want %d", path, r.Status, text, status)
		}
	}
	want("/healthz", 200)
	s.fail(fmt.Errorf("database or disk is full (13)"))
	want("/healthz", 200) // that was a moment ago
	s.pass(time.Second)
	want("/healthz", 503)
	want("/livez", 200)
	if len(s.log) != 1 || !strings.Contains(s.log[0].Error(), "is full") {
		t.Errorf("the operator reads %v", s.log)
	}
	s.fail(nil)
	s.pass(-time.Hour) // a clock that is set back keeps nothing as it was
	want("/healthz", 200)
	if got := s.history(); got != 0 {
		t.Errorf("%d answers are in the study", got)
	}
}

// TestHealthShared asks from many sides at once: the store is written to once.
func TestHealthShared(t *testing.T) {
	s := open(t, setup{})
	s.freeze()
	hold := make(chan struct{})
	s.hold.Store(&hold)
	var wg sync.WaitGroup
	for range 50 {
		wg.Go(func() {
			if r, _ := s.send("GET", "/healthz", ""); r.StatusCode != http.StatusOK {
				t.Error(r.Status)
			}
		})
	}
	for s.probes.Load() == 0 {
		time.Sleep(time.Millisecond)
	}
	close(hold)
	wg.Wait()
	if got := s.probes.Load(); got != 1 {
		t.Errorf("the store was written to %d times", got)
	}
}

// TestHealthHanging has a store that does not come back: who asks hears so, the operator reads it
// once (they read nothing), and nothing is piled up behind it.
func TestHealthHanging(t *testing.T) {
	s := open(t, setup{})
	hold := make(chan struct{})
	s.hold.Store(&hold)
	for range 2 {
		if r, _ := s.send("GET", "/healthz", ""); r.StatusCode != http.StatusServiceUnavailable {
			t.Error(r.Status)
		}
	}
	if got := s.probes.Load(); got != 1 {
		t.Errorf("the store was written to %d times", got)
	}
	read := func() []error {
		s.mu.Lock()
		defer s.mu.Unlock()
		return s.log
	}
	for end := time.Now().Add(time.Minute); len(read()) == 0 && time.Now().Before(end); {
		time.Sleep(10 * time.Millisecond)
	}
	if got := read(); len(got) != 1 || !strings.Contains(got[0].Error(), "has not answered") {
		t.Errorf("the operator reads %v", got)
	}
	close(hold)
	s.hold.Store(nil)
	for end := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) {
		if r, _ := s.send("GET", "/healthz", ""); r.StatusCode == http.StatusOK {
			break
		}
		if time.Now().After(end) {
			t.Fatal("the store is back, and the server does not see it")
		}
	}
}

// TestMetrics reads what is measured, from the machine itself and through a proxy.
func TestMetrics(t *testing.T) {
	s := open(t, setup{})
	if reply, text := s.send("GET", "/metrics", ""); reply.StatusCode != 200 || !strings.Contains(text, "hed_store_writable 1\n") || !strings.Contains(text, "# TYPE hed_http_request_duration_seconds histogram\n") {
		t.Errorf("%s: %s", reply.Status, text)
	}
	if reply, text := s.send("GET", "/metrics", "", "X-Forwarded-For", "203.0.113.7"); reply.StatusCode != 403 || strings.Contains(text, "hed_store") {
		t.Errorf("through a proxy: %s", reply.Status)
	}
	if reply, text := open(t, setup{options: judge.Options{Proxied: true}}).send("GET", "/metrics", ""); reply.StatusCode != 403 || strings.Contains(text, "hed_store") {
		t.Errorf("through a proxy that does not say so: %s", reply.Status)
	}
	behind := open(t, setup{options: judge.Options{Proxied: true}})
	scrape := func(password string) (int, string) {
		reply, text := behind.send("GET", "/metrics", "", "Authorization", "Basic "+base64.StdEncoding.EncodeToString([]byte("prometheus:"+password)))
		return reply.StatusCode, text
	}
	if code, _ := scrape(""); code != 401 {
		t.Errorf("an empty password, where there is none: %d", code)
	}
	if err := judge.SetPassword(t.Context(), behind.store, password); err != nil {
		t.Fatal(err)
	}
	if code, text := scrape(password); code != 200 || !strings.Contains(text, "hed_store_writable 1\n") {
		t.Errorf("with the password of the coordinator: %d", code)
	}
	for n := 0; ; n++ {
		if code, text := scrape("wrong"); strings.Contains(text, "hed_store") || code != 401 && code != 429 || n > 99 {
			t.Fatalf("with another password: %d", code)
		} else if code == 429 {
			break
		}
	}
	s.send("GET", "/j/a-token-that-is-secret", "")
	if _, text := s.send("GET", "/metrics", ""); strings.Contains(text, "a-token") || !strings.Contains(text, `route="/j/{token}"`) {
		t.Errorf("routes are not as they should be: %s", text)
	}
}
