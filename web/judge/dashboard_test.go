package judge_test

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"hed/internal/browser"
	"hed/web/judge"
)

// login logs the browser in as the coordinator.
func (v visit) login() {
	v.Helper()
	if err := judge.SetPassword(v.Context(), v.store, password); err != nil {
		v.Fatal(err)
	}
	v.open("/coordinator")
	v.do(fmt.Sprintf(`(() => { document.getElementById("password").value = %q; document.querySelector("form").requestSubmit(); })()`, password))
	v.wait(`document.querySelector(".finding")`)
}

// crowd lets judges work who agree, and a last one who is fast and always says yes.
func (s *site) crowd(n int) {
	s.Helper()
	for i, token := range s.invite(n) {
		for {
			w := s.call(token, "GET", "work", "", 200)
			if w["state"] != "case" {
				break
			}
			number, step := int(w["case"].(float64)), int(w["step"].(float64))
			millis := 60000 + 5000*i
			if i == n-1 {
				millis = 4000
			}
			for _, it := range w["items"].([]any) {
				key := it.(map[string]any)["key"].(string)
				value := []map[string]string{firstStep, secondStep}[step][key]
				if i == n-1 && (value == "no") {
					value = "yes"
				}
				if i == 1 && number%2 == 0 && value == "B" {
					value = "A"
				}
				s.call(token, "PUT", fmt.Sprintf("cases/%d/answers/%s", number, key), fmt.Sprintf(`{"id":"test-%06d","value":%q,"millis":%d}`, ids.Add(1), value, millis), 200)
			}
			s.call(token, "POST", fmt.Sprintf("cases/%d/steps/%d/close", number, step), "", 204)
		}
	}
}

// testCoordinator uses the dashboard in a browser.
func testCoordinator(v visit) {
	v.login()
	v.click(`form[action="/coordinator/invite"] button`)
	v.wait(`document.querySelector(".links textarea")`)
	links := strings.Fields(v.text(`document.querySelector(".links textarea").value`))
	if len(links) != 3 || !strings.HasPrefix(links[0], v.URL+"/j/") {
		v.Fatalf("the links are %q", links)
	}
	// They stay when the page is loaded again, which makes no others, and when the session
	// ends before they were copied.
	v.do(`(window.before = true, location.reload())`)
	v.wait(`!window.before && document.readyState === "complete" && document.querySelector(".links textarea")`)
	if again := strings.Fields(v.text(`document.querySelector(".links textarea").value`)); !slices.Equal(links, again) {
		v.Errorf("after a reload the links are %q", again)
	}
	if judges, err := v.store.Judges(v.Context()); err != nil || len(judges) != 3 {
		v.Errorf("%d judges, %v", len(judges), err)
	}
	if err := v.store.DropSession(v.Context(), [32]byte{}); err != nil {
		v.Fatal(err)
	}
	v.do(`document.dispatchEvent(new Event("visibilitychange"))`)
	v.wait(`document.getElementById("fresh").textContent.includes("Log in again")`)
	if !v.is(`document.querySelector(".links textarea")`) {
		v.Error("the links are gone with the session")
	}
	v.login()
	if v.is(`document.body.textContent.includes("/j/")`) {
		v.Error("links are shown twice")
	}
	// It refreshes itself and stays where it is.
	v.do(`scrollTo(0, 200)`)
	v.crowd(5)
	v.pass(time.Minute)                                           // whatever is cached is old
	v.do(`document.dispatchEvent(new Event("visibilitychange"))`) // as if somebody came back to the tab
	v.wait(`document.getElementById("live").textContent.includes("j008")`)
	if y := browser.Eval[int](v.T, v.tab, "scrollY"); y != 200 {
		v.Errorf("the page has scrolled to %d", y)
	}
	for _, want := range []string{"always \"yes\" to correct", "fast: 0:04 per case"} {
		v.wait(fmt.Sprintf(`document.getElementById("live").textContent.includes(%q)`, want))
	}
	v.click(`form[action="/coordinator/running"] button`)
	v.wait(`document.getElementById("live").textContent.includes("■ stopped")`)
	v.click(`form[action="/coordinator/running"] button`)
	v.wait(`document.getElementById("live").textContent.includes("● running")`)
	v.open("/coordinator/judge/j008")
	v.click(`button[value="exclude"]`)
	v.wait(`document.querySelector("main").textContent.includes("excluded;")`)
	v.do(`document.querySelector("[name=confirm]").value = "j007"`)
	v.click(`button[value="erase"]`)
	v.wait(`document.querySelector(".wrong")?.textContent.startsWith("Nothing was erased")`)
	v.do(`document.querySelector("[name=confirm]").value = "j008"`)
	v.click(`button[value="erase"]`)
	v.wait(`!document.querySelector(".wrong")`)
	var what []string
	for e, err := range v.store.Events(v.Context()) {
		if err != nil {
			v.Fatal(err)
		}
		what = append(what, e.What)
	}
	for _, w := range []string{"invited", "stopped", "resumed", "excluded", "erased"} {
		if !slices.Contains(what, w) {
			v.Errorf("no event says %s: %v", w, what)
		}
	}
	v.click(`form[action="/coordinator/logout"] button`)
	v.wait(`document.getElementById("password")`)
}
