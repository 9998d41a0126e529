package judge_test

import (
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"hed/study"
)

// TestVerdict says what a verdict is of: what judges agree on and the coordinator saw. It
// is not of what they agree on later, nor of a case without agreement.
func TestVerdict(t *testing.T) {
	c := coordinator(t, setup{protocol: "numeral-annotation", cases: blanks()})
	c.login(password)
	token := c.token("/coordinator")
	post := func(number, want int, value string) {
		t.Helper()
		form := url.Values{"token": {token}, "verdict": {"right"}, "value": {value}}
		if r, _ := c.do("POST", fmt.Sprint("/coordinator/case/", number), form, "Origin", c.URL); r.StatusCode != want {
			t.Errorf("a verdict on %q of case %d: %s, want %d", value, number, r.Status, want)
		}
	}
	shows := func(want string) {
		t.Helper()
		if _, text := c.do("GET", "/coordinator/case/0", nil); !strings.Contains(text, want) {
			t.Errorf("the case does not say %q", want)
		}
	}
	post(0, 409, "")
	post(0, 409, "Add( 19 , 16 )")
	judges := c.invite(6)
	for i, value := range []string{"Add( 19 , 16 )", "Add( 16 , 19 )", "unanswerable: no,\nnowhere"} {
		c.call(judges[i], "GET", "work", "", 200)
		c.step(judges[i], 0, 0, map[string]string{"derive": value})
	}
	c.pass(time.Minute)
	shows(`name="value" value="Add( 19 , 16 )"`)
	post(0, 409, "unanswerable: no,\nnowhere")
	post(0, 409, "")
	post(0, 303, "Add( 19 , 16 )")
	shows("✓ Found right.")
	// Without the first two, others are asked, and agree on something else.
	for _, id := range []string{"j001", "j002"} {
		if err := c.store.SetJudge(t.Context(), id, study.Excluded, study.Event{What: "excluded", Of: id}); err != nil {
			t.Fatal(err)
		}
	}
	for _, judge := range judges[3:5] {
		c.call(judge, "GET", "work", "", 200)
		c.step(judge, 0, 0, map[string]string{"derive": "unanswerable: it is not said"})
	}
	c.pass(time.Minute)
	shows("Is it right?")
	post(0, 409, "Add( 19 , 16 )")
	post(0, 303, "unanswerable: no,\r\nnowhere")
	shows("✓ Found right.")
}

// TestErased: no link leads to who was erased, so nobody restores him, but what he said
// may count again.
func TestErased(t *testing.T) {
	c := coordinator(t, setup{})
	c.login(password)
	c.invite(1)
	token := c.token("/coordinator")
	do := func(what string, want int) {
		t.Helper()
		form := url.Values{"token": {token}, "do": {what}, "confirm": {"j001"}}
		if r, _ := c.do("POST", "/coordinator/judge/j001", form, "Origin", c.URL); r.StatusCode != want {
			t.Errorf("%s: %s, want %d", what, r.Status, want)
		}
	}
	offered := func(want string) {
		t.Helper()
		_, text := c.do("GET", "/coordinator/judge/j001", nil)
		var all []string
		for _, m := range regexp.MustCompile(`name="do" value="([a-z]+)"`).FindAllStringSubmatch(text, -1) {
			all = append(all, m[1])
		}
		if got := strings.Join(all, " "); got != want {
			t.Errorf("offered is %s, want %s", got, want)
		}
	}
	do("revoke", 303)
	offered("exclude restore erase")
	do("erase", 303)
	offered("exclude erase")
	do("restore", 403)
	do("exclude", 303)
	offered("revoke erase")
}

// TestCounts: what the dashboard counts for judges is what it counts for the study, and
// neither counts what judges say of themselves.
func TestCounts(t *testing.T) {
	c := coordinator(t, setup{background: true, judges: 1})
	c.login(password)
	token := c.invite(1)[0]
	c.call(token, "PUT", "about/answers/age", `{"id":"test-about","value":"25-39"}`, 200)
	c.call(token, "POST", "about/close", "", 204)
	c.call(token, "GET", "work", "", 200)
	c.call(token, "PUT", "cases/0/answers/correct.A", `{"id":"test-first","value":"yes"}`, 200)
	c.pass(time.Minute)
	_, text := c.do("GET", "/coordinator", nil)
	if !strings.Contains(text, "<span>1 answer</span>") {
		t.Error("the study has not 1 answer")
	}
	if _, text := c.do("GET", "/coordinator/judge/j001", nil); !strings.Contains(text, "cases finished, 1 answer") {
		t.Error("the judge has not 1 answer")
	}
}
