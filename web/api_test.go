package web_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"hed/study"
)

func read(t *testing.T, r *http.Response) string {
	t.Helper()
	text, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// call uses the API as a judge and wants a status.
func (s *site) call(token, method, path, body string, want int) map[string]any {
	s.Helper()
	headers := []string{"Authorization", "Bearer " + token}
	if body != "" {
		headers = append(headers, "Content-Type", "application/json")
	}
	r, text := s.send(method, "/api/v1/"+path, body, headers...)
	if r.StatusCode != want {
		s.Fatalf("%s %s: %s, want %d: %.300s", method, path, r.Status, want, text)
	}
	kind := "application/json"
	if want >= 400 {
		kind = "application/problem+json"
	}
	if got := r.Header.Get("Content-Type"); want != 204 && got != kind {
		s.Errorf("%s %s: content type %q, want %q", method, path, got, kind)
	}
	var v map[string]any
	if want != 204 {
		if err := json.Unmarshal([]byte(text), &v); err != nil {
			s.Fatalf("%s %s: %v in %.300s", method, path, err, text)
		}
	}
	return v
}

var ids int

// put saves an answer with an id of its own.
func (s *site) put(token string, number int, question, value string, want int) map[string]any {
	s.Helper()
	ids++
	body, _ := json.Marshal(map[string]any{"id": fmt.Sprintf("test-%06d", ids), "value": value, "millis": 1500})
	return s.call(token, "PUT", fmt.Sprintf("cases/%d/answers/%s", number, question), string(body), want)
}

func (s *site) step(token string, number, step int, answers map[string]string) {
	s.Helper()
	for q, v := range answers {
		s.put(token, number, q, v, 200)
	}
	s.call(token, "POST", fmt.Sprintf("cases/%d/steps/%d/close", number, step), "", 204)
}

var (
	firstStep = map[string]string{
		"correct.A": "yes", "correct.B": "yes", "correct.C": "no", "correct.D": "yes",
		"same.A-B": "yes", "same.A-C": "no", "same.A-D": "yes", "same.B-C": "no", "same.B-D": "yes", "same.C-D": "no",
		"attract": "B",
	}
	secondStep = map[string]string{"appropriate.A": "yes", "appropriate.B": "yes", "appropriate.C": "no", "appropriate.D": "no", "rank": "B>A>D>C"}
)

// TestWork goes through a study by the API.
func TestWork(t *testing.T) {
	s := open(t, setup{background: true})
	token := s.invite(1)[0]
	w := s.call(token, "GET", "work", "", 200)
	if w["state"] != "about" || w["judge"] != "j001" || w["case"] != -1.0 {
		t.Errorf("at first: %v", w)
	}
	s.call(token, "PUT", "about/answers/age", `{"id":"about-00001","value":"25-39"}`, 200)
	s.call(token, "POST", "about/close", "", 204)

	for number := range 2 {
		w = s.call(token, "GET", "work", "", 200)
		if w["state"] != "case" || w["case"] != float64(number) || w["step"] != 0.0 || w["steps"] != 2.0 || w["article"] != nil {
			t.Fatalf("case %d: %v", number, w)
		}
		if n := len(w["items"].([]any)); n != 11 {
			t.Errorf("case %d asks %d items, want 11", number, n)
		}
		if text := fmt.Sprint(w); strings.Contains(text, "s2s") || strings.Contains(text, "gold") {
			t.Errorf("the work names systems: %s", text)
		}
		missing := s.call(token, "POST", fmt.Sprintf("cases/%d/steps/0/close", number), "", 422)
		if n := len(missing["missing"].([]any)); n != 11 || missing["code"] != "invalid" {
			t.Errorf("closing without answers: %v", missing)
		}
		s.step(token, number, 0, firstStep)
		w = s.call(token, "GET", "work", "", 200)
		if w["step"] != 1.0 || w["article"] == nil || len(w["earlier"].([]any)) != 11 {
			t.Fatalf("case %d after its first step: %v", number, w)
		}
		if p := s.put(token, number, "correct.A", "no", 410); p["code"] != "closed" {
			t.Errorf("an answer to a closed step: %v", p)
		}
		s.call(token, "POST", fmt.Sprintf("cases/%d/steps/0/close", number), "", 204) // again
		s.step(token, number, 1, secondStep)
	}
	if w = s.call(token, "GET", "work", "", 200); w["state"] != "finished" || w["done"] != 2.0 {
		t.Errorf("at last: %v", w)
	}
	got := s.answers("j001")
	want := map[string]string{}
	for number := range 2 {
		for q, v := range firstStep {
			want[fmt.Sprintf("%d %s", number, q)] = v
		}
		for q, v := range secondStep {
			want[fmt.Sprintf("%d %s", number, q)] = v
		}
	}
	for q := range got {
		if strings.HasPrefix(q, "-1 ") {
			delete(got, q)
		}
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("what is stored (-want +got):\n%s", d)
	}
}

// TestAgain shows that an answer sent twice is saved once.
func TestAgain(t *testing.T) {
	s := open(t, setup{})
	token := s.invite(1)[0]
	s.call(token, "GET", "work", "", 200)
	const path, body = "cases/0/answers/correct.A", `{"id":"the-same-id","value":"yes"}`
	a, b := s.call(token, "PUT", path, body, 200), s.call(token, "PUT", path, body, 200)
	if d := cmp.Diff(a, b); d != "" {
		t.Errorf("the second reply differs (-first +second):\n%s", d)
	}
	if p := s.call(token, "PUT", path, `{"id":"the-same-id","value":"no"}`, 409); p["code"] != "conflict" {
		t.Errorf("another value under the same id: %v", p)
	}
	n := 0
	for _, err := range s.store.Answers(t.Context(), study.Filter{History: true}) {
		if err != nil {
			t.Fatal(err)
		}
		n++
	}
	if n != 1 {
		t.Errorf("%d answers are stored, want 1", n)
	}
}

// TestRefused has what judges and others must not do.
func TestRefused(t *testing.T) {
	s := open(t, setup{judges: 1, cases: news(4)})
	s.study.Forms = nil
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
			if len(text) > 2000 {
				t.Errorf("the reply has %d bytes", len(text))
			}
		})
	}
	if got := s.answers(""); len(got) != 0 {
		t.Errorf("something was saved: %v", got)
	}
	for _, err := range s.log {
		t.Errorf("the operator is told of a judge's mistake: %v", err)
	}
}

func bearer(token string) []string {
	return []string{"Authorization", "Bearer " + token, "Content-Type", "application/json"}
}

// TestLarge shows that 10 MB are refused before they are read.
func TestLarge(t *testing.T) {
	s := open(t, setup{})
	token := s.invite(1)[0]
	s.call(token, "GET", "work", "", 200)
	for _, size := range []int64{10 << 20, -1} {
		sent := &counter{left: 10 << 20}
		r, _ := http.NewRequest("PUT", s.URL+"/api/v1/cases/0/answers/correct.A", sent)
		r.ContentLength = size // -1 sends it in chunks
		for i, h := 0, bearer(token); i < len(h); i += 2 {
			r.Header.Set(h[i], h[i+1])
		}
		start := time.Now()
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
		if d := time.Since(start); d > 2*time.Second {
			t.Errorf("size %d took %v", size, d)
		}
	}
	s.call(token, "GET", "work", "", 200) // and it goes on
}

type counter struct{ left int }

func (c *counter) Read(p []byte) (int, error) {
	if c.left <= 0 {
		return 0, io.EOF
	}
	n := min(len(p), c.left)
	for i := range p[:n] {
		p[i] = ' '
	}
	c.left -= n
	return n, nil
}

// TestStates has judges whose link works no longer, and studies that stand still.
func TestStates(t *testing.T) {
	s := open(t, setup{})
	token := s.invite(1)[0]
	s.call(token, "GET", "work", "", 200)
	event := study.Event{By: "coordinator"}
	if err := s.store.SetRunning(t.Context(), false, event); err != nil {
		t.Fatal(err)
	}
	if w := s.call(token, "GET", "work", "", 200); w["state"] != "stopped" {
		t.Errorf("stopped: %v", w)
	}
	if p := s.put(token, 0, "correct.A", "yes", 410); p["code"] != "stopped" {
		t.Errorf("an answer while the study is stopped: %v", p)
	}
	if err := s.store.SetRunning(t.Context(), true, event); err != nil {
		t.Fatal(err)
	}
	s.put(token, 0, "correct.A", "yes", 200)
	for _, state := range []study.JudgeState{study.Revoked, study.Excluded} {
		if err := s.store.SetJudge(t.Context(), "j001", state, event); err != nil {
			t.Fatal(err)
		}
		if p := s.put(token, 0, "correct.A", "no", 403); p["code"] != "forbidden" {
			t.Errorf("an answer of a judge who is %s: %v", state, p)
		}
	}
}

// TestUnavailable shows what is said when the store fails.
func TestUnavailable(t *testing.T) {
	s := open(t, setup{})
	token := s.invite(1)[0]
	s.call(token, "GET", "work", "", 200)
	if r, text := s.send("GET", "/healthz", ""); r.StatusCode != 200 || text != "{\"ok\":true}\n" {
		t.Errorf("healthy: %s %s", r.Status, text)
	}
	s.fail(fmt.Errorf("database or disk is full (13)"))
	if p := s.put(token, 0, "correct.A", "yes", 503); p["code"] != "full" || strings.Contains(fmt.Sprint(p), "(13)") {
		t.Errorf("a full disk: %v", p)
	}
	if r, _ := s.send("GET", "/healthz", ""); r.StatusCode != 503 {
		t.Errorf("unhealthy: %s", r.Status)
	}
	s.fail(fmt.Errorf("connection refused"))
	if p := s.put(token, 0, "correct.A", "yes", 503); p["code"] != "unavailable" {
		t.Errorf("a store that is away: %v", p)
	}
	if len(s.log) == 0 {
		t.Error("the operator is told nothing")
	}
	s.fail(nil)
	s.put(token, 0, "correct.A", "yes", 200)
}

// TestDerive checks expressions without saving them.
func TestDerive(t *testing.T) {
	s := open(t, setup{protocol: "numeral-annotation", cases: blanks()})
	token := s.invite(1)[0]
	w := s.call(token, "GET", "work", "", 200)
	delete(w, "now") // which may have any digits
	if w["question"] != "____ Killed in Twin Blasts" || strings.Contains(fmt.Sprint(w), "35") {
		t.Errorf("the work tells the answer: %v", w)
	}
	for _, test := range []struct {
		value  string
		ok     bool
		result string
	}{
		{"Add( 19 , 16 )", true, "35"}, {"Copy( 120 )", false, "120"}, {"Add( 19 , 17 )", false, "36"},
		{"Add( 19", false, ""}, {"", false, ""}, {"<script>", false, ""},
	} {
		body, _ := json.Marshal(map[string]string{"value": test.value})
		d := s.call(token, "POST", "cases/0/derive", string(body), 200)
		if d["ok"] != test.ok || d["result"] != test.result || !test.ok && d["reason"] == "" {
			t.Errorf("%s: %v", test.value, d)
		}
	}
	s.put(token, 0, "derive", "Copy( 120 )", 422)
	s.put(token, 0, "derive", "Add( 19 , 16 )", 200)
	s.put(token, 0, "derive", "unanswerable: it does not say", 200)
}

// TestSpec looks at the description of the API.
func TestSpec(t *testing.T) {
	s := open(t, setup{})
	r, text := s.send("GET", "/openapi.json", "")
	if r.StatusCode != 200 {
		t.Fatal(r.Status)
	}
	var spec struct {
		OpenAPI string
		Paths   map[string]map[string]struct{ Responses map[string]any }
	}
	if err := json.Unmarshal([]byte(text), &spec); err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(spec.OpenAPI, "3.1") || len(spec.Paths) != 7 {
		t.Errorf("version %s with %d paths", spec.OpenAPI, len(spec.Paths))
	}
	if strings.Contains(text, "ErrorModel") {
		t.Error("there are errors of two shapes")
	}
	for _, path := range []string{"/docs", "/schemas/work.json"} {
		if r, _ := s.send("GET", path, ""); r.StatusCode != 404 {
			t.Errorf("%s: %s", path, r.Status)
		}
	}
}
