package judge_test

import (
	"fmt"
	"net/url"

	"hed/study"
)

func hostileCases() []study.Case {
	list := news(2)
	for i := range list {
		list[i].Article = hostile + list[i].Article
		for j := range list[i].Headlines {
			list[i].Headlines[j].Text = hostile + list[i].Headlines[j].Text
		}
	}
	return list
}

// unhurt tells whether what somebody wrote has run.
func (v visit) unhurt() {
	v.Helper()
	if v.is("window.hurt") || v.is(`document.querySelector("img")`) {
		v.Error("what somebody wrote has run")
	}
}

// testHostileAnswers shows that answers are text on every page.
func testHostileAnswers(v visit) {
	token := v.invite(1)[0]
	v.judge(token, "?go")
	v.do(fmt.Sprintf(`(() => { const t = document.querySelector('[data-key="note"] textarea'); t.value = %q; t.dispatchEvent(new Event("input", { bubbles: true })); })()`, hostile))
	v.saved()
	v.stored("j001", 0, map[string]string{"note": hostile})
	v.judge(token, "")
	v.unhurt()
	if got := v.text(`document.querySelector('[data-key="note"] textarea').value`); got != hostile {
		v.Errorf("the answer is shown as %q", got)
	}
	v.login()
	v.open("/coordinator/case/0")
	v.unhurt()
	if !v.is(fmt.Sprintf(`document.body.textContent.includes(%q)`, hostile)) {
		v.Error("the coordinator does not see the answer as it is")
	}
	v.open("/enrol?code=" + url.QueryEscape(hostile))
	v.unhurt()
}

// testHostile shows that what others write is text on every page.
func testHostile(v visit) {
	token := v.invite(1)[0]
	unhurt := v.unhurt
	v.judge(token, "")
	unhurt()
	v.call(token, "POST", "about/close", "", 204)
	v.judge(token, "?go")
	unhurt()
	if !v.is(`document.querySelector(".heads li").textContent.includes("<script>window.hurt = 1</script>")`) {
		v.Error("the headline is not shown as it is")
	}
	for q, value := range firstStep {
		v.pick(q, value)
	}
	v.click("#on")
	v.shows(0, 1)
	unhurt()
	v.login()
	for _, path := range []string{"/coordinator", "/coordinator/case/0", "/coordinator/judge/j001", "/enrol", "/"} {
		v.open(path)
		unhurt()
	}
	if err := v.store.Note(v.Context(), study.Event{At: v.clock(), By: hostile, What: "verdict", Of: "0", Note: hostile}); err != nil {
		v.Fatal(err)
	}
	v.open("/coordinator")
	unhurt()
}
