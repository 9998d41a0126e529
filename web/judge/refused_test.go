package judge_test

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
)

// testRefused has what judges and others must not do.
func testRefused(t *testing.T, on fresh) {
	s := open(t, setup{on: on, judges: 1, cases: news(4)})
	two := s.invite(2)
	mine, other := two[0], two[1]
	s.call(mine, "GET", "work", "", 200)
	s.call(other, "GET", "work", "", 200)
	const answer = `{"id":"id-of-answer","value":"yes"}`
	for _, test := range []struct {
		name, method, path, body string
		headers                  []string
		want                     int
		code                     string
	}{
		{"no token", "GET", "work", "", nil, 401, "unauthorized"},
		{"another scheme", "GET", "work", "", []string{"Authorization", "Basic " + mine}, 401, "unauthorized"},
		{"unknown token", "GET", "work", "", []string{"Authorization", "Bearer AAAA" + mine[4:]}, 401, "unauthorized"},
		{"long token", "GET", "work", "", []string{"Authorization", "Bearer " + strings.Repeat("A", 5000)}, 401, "unauthorized"},
		{"SQL for a token", "GET", "work", "", []string{"Authorization", "Bearer ' OR 1=1 --"}, 401, "unauthorized"},
		{"case of another", "PUT", "cases/0/answers/correct.A", answer, bearer(other), 404, "not-found"},
		{"case that is not there", "PUT", "cases/99/answers/correct.A", answer, bearer(mine), 404, "not-found"},
		{"case beyond all", "PUT", "cases/99999999999999999999/answers/correct.A", answer, bearer(mine), 422, "invalid"},
		{"negative case", "PUT", "cases/-1/answers/age", answer, bearer(mine), 422, "invalid"},
		{"question that is not there", "PUT", "cases/0/answers/nothing", answer, bearer(mine), 404, "not-found"},
		{"SQL for a question", "PUT", "cases/0/answers/correct.A'%3B%20DROP%20TABLE%20answer%3B--", answer, bearer(mine), 404, "not-found"},
		{"path for a question", "PUT", "cases/0/answers/..%2F..%2Fwork", answer, bearer(mine), 404, "not-found"},
		{"zero byte in a question", "PUT", "cases/0/answers/correct%00.A", answer, bearer(mine), 422, "invalid"},
		{"no text for a question", "PUT", "cases/0/answers/correct%ff.A", answer, bearer(mine), 422, "invalid"},
		{"question of a later step", "PUT", "cases/0/answers/rank", `{"id":"id-of-answer","value":"A>B>C>D"}`, bearer(mine), 422, "invalid"},
		{"wrong value", "PUT", "cases/0/answers/correct.A", `{"id":"id-of-answer","value":"perhaps"}`, bearer(mine), 422, "invalid"},
		{"SQL for a value", "PUT", "cases/0/answers/correct.A", `{"id":"id-of-answer","value":"yes'); DROP TABLE answer; --"}`, bearer(mine), 422, "invalid"},
		{"zero byte in a value", "PUT", "cases/0/answers/correct.A", `{"id":"id-of-answer","value":"yes\u0000"}`, bearer(mine), 422, "invalid"},
		{"path for an id", "PUT", "cases/0/answers/correct.A", `{"id":"../../etc/passwd","value":"yes"}`, bearer(mine), 422, "invalid"},
		{"no id", "PUT", "cases/0/answers/correct.A", `{"value":"yes"}`, bearer(mine), 422, "invalid"},
		{"number for a value", "PUT", "cases/0/answers/correct.A", `{"id":"id-of-answer","value":1}`, bearer(mine), 422, "invalid"},
		{"more fields", "PUT", "cases/0/answers/correct.A", `{"id":"id-of-answer","value":"yes","judge":"j002"}`, bearer(mine), 422, "invalid"},
		{"negative time", "PUT", "cases/0/answers/correct.A", `{"id":"id-of-answer","value":"yes","millis":-5}`, bearer(mine), 422, "invalid"},
		{"no JSON", "PUT", "cases/0/answers/correct.A", `{"id":`, bearer(mine), 400, "bad-request"},
		{"nothing", "PUT", "cases/0/answers/correct.A", "", bearer(mine), 400, "bad-request"},
		{"a form", "PUT", "cases/0/answers/correct.A", "id=x&value=yes", []string{"Authorization", "Bearer " + mine, "Content-Type", "application/x-www-form-urlencoded"}, 415, "media-type"},
		{"plain text", "PUT", "cases/0/answers/correct.A", answer, []string{"Authorization", "Bearer " + mine, "Content-Type", "text/plain"}, 415, "media-type"},
		{"100 KB", "PUT", "cases/0/answers/correct.A", `{"id":"id-of-answer","value":"` + strings.Repeat("y", 100_000) + `"}`, bearer(mine), 413, "too-large"},
		{"step of another's case", "POST", "cases/0/steps/0/close", "", bearer(other), 404, "not-found"},
		{"step that is not there", "POST", "cases/0/steps/7/close", "", bearer(mine), 404, "not-found"},
		{"step too early", "POST", "cases/0/steps/1/close", "", bearer(mine), 422, "invalid"},
		{"derivation of another's case", "POST", "cases/0/derive", `{"value":"Copy( 2 )"}`, bearer(other), 404, "not-found"},
		{"another method", "DELETE", "work", "", bearer(mine), 405, "method"},
		{"nothing there", "GET", "judges", "", bearer(mine), 404, "not-found"},
		{"another site", "PUT", "cases/0/answers/correct.A", answer, append(bearer(mine), "Sec-Fetch-Site", "cross-site"), 403, "cross-origin"},
		{"another origin", "PUT", "cases/0/answers/correct.A", answer, append(bearer(mine), "Origin", "https://evil.example"), 403, "cross-origin"},
		{"enrolment while closed", "POST", "enrol", `{"code":"whatever"}`, []string{"Content-Type", "application/json"}, 403, "closed"},
	} {
		t.Run(test.name, func(t *testing.T) {
			r, text := s.send(test.method, "/api/v1/"+test.path, test.body, test.headers...)
			if r.StatusCode != test.want {
				t.Fatalf("%s, want %d: %.300s", r.Status, test.want, text)
			}
			var p struct {
				Code   string
				Status int
				Detail string
			}
			if err := json.Unmarshal([]byte(text), &p); err != nil {
				t.Fatalf("%v in %.300s", err, text)
			}
			if test.code != "" && p.Code != test.code || p.Status != test.want || p.Detail == "" {
				t.Errorf("%+v, want the code %s", p, test.code)
			}
			if got := r.Header.Get("WWW-Authenticate") != ""; got != (test.want == http.StatusUnauthorized) {
				t.Errorf("%s asks for a token: %v", r.Status, got)
			}
			if len(text) > 2000 {
				t.Errorf("the reply has %d bytes", len(text))
			}
		})
	}
	if got := s.answers(""); len(got) != 0 {
		t.Errorf("something was saved: %v", got)
	}
	for _, err := range s.log {
		// Who tries links is of interest; what judges do wrong with theirs is not.
		if !strings.HasPrefix(err.Error(), "sign-in refused: no judge has this link") {
			t.Errorf("the operator reads of a judge's mistake: %v", err)
		}
	}
}

func bearer(token string) []string {
	return []string{"Authorization", "Bearer " + token, "Content-Type", "application/json"}
}

// TestLarge shows that 200 MB are refused before they are read: most of them are not even
// sent.
func TestLarge(t *testing.T) {
	s := open(t, setup{})
	token := s.invite(1)[0]
	s.call(token, "GET", "work", "", 200)
	for _, size := range []int64{200 << 20, -1} {
		sent := &counter{}
		sent.left.Store(200 << 20)
		r, _ := http.NewRequest("PUT", s.URL+"/api/v1/cases/0/answers/correct.A", sent)
		r.ContentLength = size // -1 sends it in chunks
		for i, h := 0, bearer(token); i < len(h); i += 2 {
			r.Header.Set(h[i], h[i+1])
		}
		reply, err := http.DefaultClient.Do(r)
		if err != nil {
			// The server may hang up while we still write.
			if !strings.Contains(err.Error(), "reset") && !strings.Contains(err.Error(), "broken pipe") {
				t.Error(err)
			}
			continue
		}
		reply.Body.Close()
		if reply.StatusCode != http.StatusRequestEntityTooLarge {
			t.Errorf("size %d: %s", size, reply.Status)
		}
		if sent.left.Load() < 100<<20 {
			t.Errorf("size %d: only %d bytes were not read", size, sent.left.Load())
		}
	}
	s.call(token, "GET", "work", "", 200) // and it goes on
}

// A counter is a body of blanks; the client may still read it when the reply is there.
type counter struct{ left atomic.Int64 }

func (c *counter) Read(p []byte) (int, error) {
	n := int(min(int64(len(p)), c.left.Load()))
	if n == 0 {
		return 0, io.EOF
	}
	for i := range p[:n] {
		p[i] = ' '
	}
	c.left.Add(int64(-n))
	return n, nil
}
