package judge_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	pgtest "hed/internal/postgres"
	"hed/store/postgres"

	"github.com/google/go-cmp/cmp"

	"hed/study"
	"hed/web/judge"
)

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

var ids atomic.Int64 // of answers; tests run side by side

// put saves an answer with an id of its own.
func (s *site) put(token string, number int, question, value string, want int) map[string]any {
	s.Helper()
	body, _ := json.Marshal(map[string]any{"id": fmt.Sprintf("test-%06d", ids.Add(1)), "value": value, "millis": 1500})
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

// TestAPI does what judges and their programs do, on each kind of store.
func TestAPI(t *testing.T) {
	tests := []struct {
		name string
		do   func(*testing.T, fresh)
	}{
		{"work", testWork}, {"again", testAgain}, {"refused", testRefused}, {"states", testStates},
		{"unavailable", testUnavailable}, {"health", testHealth}, {"derive", testDerive},
	}
	t.Run("sqlite", func(t *testing.T) {
		for _, test := range tests {
			t.Run(test.name, func(t *testing.T) { test.do(t, file) })
		}
	})
	t.Run("postgres", func(t *testing.T) {
		if testing.Short() {
			t.Skip("a server takes seconds")
		}
		t.Parallel()
		server := pgtest.Start(t)
		on := func(t *testing.T) (judge.Store, error) { return postgres.Create(t.Context(), server.Fresh(t)) }
		for _, test := range tests {
			t.Run(test.name, func(t *testing.T) { test.do(t, on) })
		}
	})
}

// testWork goes through a study by the API.
func testWork(t *testing.T, on fresh) {
	s := open(t, setup{on: on, background: true})
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

// testAgain shows that an answer sent twice is saved once.
func testAgain(t *testing.T, on fresh) {
	s := open(t, setup{on: on})
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
	if n := s.history(); n != 1 {
		t.Errorf("%d answers are stored, want 1", n)
	}
}

// testStates has judges whose link works no longer, and studies that stand still.
func testStates(t *testing.T, on fresh) {
	s := open(t, setup{on: on})
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

// resuming is a store whose study is stopped when it is first asked, and goes on then.
type resuming struct {
	judge.Store
	asked atomic.Int32
}

func (r *resuming) Running(context.Context) (bool, error) { return r.asked.Add(1) > 1, nil }

// TestResume has a study that goes on just after it has refused an answer: the answer is
// not refused for good.
func TestResume(t *testing.T) {
	s := open(t, setup{})
	token := s.invite(1)[0]
	s.call(token, "GET", "work", "", 200)
	store := &resuming{Store: s.store}
	h, err := judge.New(judge.Options{Store: store, Desk: study.NewDesk(store, s.clock)})
	if err != nil {
		t.Fatal(err)
	}
	s.Server.Config.Handler = h
	if p := s.put(token, 0, "correct.A", "yes", 410); p["code"] != "stopped" {
		t.Errorf("an answer while the study is stopped: %v", p)
	}
	s.put(token, 0, "correct.A", "yes", 200)
}

// TestChain has a question that hangs on one that hangs on another.
func TestChain(t *testing.T) {
	s := open(t, setup{yaml: strict})
	token := s.invite(1)[0]
	asked := func() string {
		t.Helper()
		w := s.call(token, "GET", "work", "", 200)
		var keys []string
		for _, list := range []string{"earlier", "items"} {
			for _, it := range w[list].([]any) {
				if it := it.(map[string]any); it["asked"] == true && it["when"] != nil {
					keys = append(keys, it["key"].(string))
				}
			}
		}
		return strings.Join(keys, " ")
	}
	asked() // which gives out the case
	for _, test := range []struct{ question, value, want string }{
		{"x", "yes", "a"}, {"a", "yes", "a b"}, {"x", "no", ""}, {"x", "yes", "a b"}, {"x", "no", ""},
	} {
		s.put(token, 0, test.question, test.value, 200)
		if got := asked(); got != test.want {
			t.Errorf("after %s=%s it asks %q, want %q", test.question, test.value, got, test.want)
		}
	}
	// What does not count stays so when its step is closed.
	s.step(token, 0, 0, map[string]string{"year": "19", "why": "so"})
	w := s.call(token, "GET", "work", "", 200)
	if got := fmt.Sprint(w["answers"]); got != "map[why:so x:no year:19]" {
		t.Errorf("the next step goes on from %s", got)
	}
	if got := asked(); got != "" {
		t.Errorf("the next step asks %q", got)
	}
}

// testUnavailable shows what is said when the store fails.
func testUnavailable(t *testing.T, on fresh) {
	s := open(t, setup{on: on})
	token := s.invite(1)[0]
	s.call(token, "GET", "work", "", 200)
	s.fail(fmt.Errorf("database or disk is full (13)"))
	if p := s.put(token, 0, "correct.A", "yes", 503); p["code"] != "full" || strings.Contains(fmt.Sprint(p), "(13)") {
		t.Errorf("a full disk: %v", p)
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

// testDerive checks expressions without saving them.
func testDerive(t *testing.T, on fresh) {
	s := open(t, setup{on: on, protocol: "numeral-annotation", cases: blanks()})
	token := s.invite(1)[0]
	w := s.call(token, "GET", "work", "", 200)
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
	if !strings.HasPrefix(spec.OpenAPI, "3.1") || len(spec.Paths) != 10 {
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
