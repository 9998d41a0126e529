package judge_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"time"

	"github.com/google/go-cmp/cmp"

	"hed/internal/browser"
	"hed/study"
)

// testOffline loses the network in the middle, closes the tab and comes back.
func testOffline(v visit) {
	token := v.invite(1)[0]
	v.judge(token, "?go")
	v.pick("correct.A", "yes")
	v.saved()
	v.offline(true)
	v.pick("correct.B", "no")
	v.pick("correct.B", "yes") // takes the place of the one before
	v.pick("correct.C", "no")
	v.pick("attract", "B")
	v.wait(`document.getElementById("save").textContent === "Offline: 3 answers wait on this device"`)
	if !v.is(`(() => { const e = new Event("beforeunload", { cancelable: true }); dispatchEvent(e); return e.defaultPrevented; })()`) {
		v.Error("the page lets itself be closed without a word")
	}
	v.stored("j001", 0, map[string]string{"correct.A": "yes"})
	v.offline(false)
	v.saved()
	want := map[string]string{"correct.A": "yes", "correct.B": "yes", "correct.C": "no", "attract": "B"}
	v.stored("j001", 0, want)

	// Going on waits for the network.
	for q, value := range firstStep {
		v.pick(q, value)
	}
	v.saved()
	v.offline(true)
	v.pick("correct.D", "no")
	v.click("#on")
	v.wait(`document.getElementById("missing").textContent.includes("as soon as the answers are saved")`)
	v.offline(false)
	v.shows(0, 1)
	want = map[string]string{}
	for q, value := range firstStep {
		want[q] = value
	}
	want["correct.D"] = "no"
	v.stored("j001", 0, want)
}

// testTrouble has a server that fails, and answers that come too late.
func testTrouble(v visit) {
	token := v.invite(1)[0]
	v.judge(token, "?go")
	v.fail(fmt.Errorf("database or disk is full (13)"))
	v.pick("correct.A", "yes")
	v.wait(`document.getElementById("save").textContent.startsWith("Not saved: the disk of the server is full")`)
	v.fail(nil)
	v.saved()
	v.stored("j001", 0, map[string]string{"correct.A": "yes"})

	// The server is gone for a moment.
	v.away.Store(true)
	v.pick("correct.B", "no")
	v.wait(`document.getElementById("save").textContent === "The server cannot be reached: 1 answer waits on this device"`)
	v.away.Store(false)
	v.saved()

	event := study.Event{By: "coordinator"}
	if err := v.store.SetRunning(v.Context(), false, event); err != nil {
		v.Fatal(err)
	}
	v.pick("correct.B", "yes")
	v.wait(`document.getElementById("save").textContent.startsWith("The study is stopped: 1 answer")`)
	if err := v.store.SetRunning(v.Context(), true, event); err != nil {
		v.Fatal(err)
	}
	v.saved()

	// Another device closes the step; what is answered here then is shown as refused,
	// on the page of the step that comes next.
	v.step(token, 0, 0, firstStep)
	v.pick("correct.C", "yes")
	v.shows(0, 1)
	v.wait(`document.getElementById("notices").textContent.includes("Not accepted: Is this headline correctly written? C (yes)")`)
	v.saved()
	v.click("#notices button")
	v.wait(`document.getElementById("notices").textContent === ""`)

	if err := v.store.SetJudge(v.Context(), "j001", study.Revoked, event); err != nil {
		v.Fatal(err)
	}
	v.pick("appropriate.A", "yes")
	v.wait(`document.getElementById("save").textContent === "Not saved: this link no longer works"`)
}

// testReload comes back to a case that was left in the middle, offline.
func testReload(v visit) {
	token := v.invite(1)[0]
	v.judge(token, "?go")
	v.pick("correct.A", "yes")
	v.saved()
	v.offline(true)
	v.pick("correct.B", "no")
	v.pick("same.A-B", "yes")
	v.wait(`document.getElementById("save").dataset.state === "offline"`)
	// The tab is closed: its timers end, what it kept stays.
	v.leave()
	v.offline(false)
	v.judge(token, "")
	v.shows(0, 0)
	v.saved()
	v.stored("j001", 0, map[string]string{"correct.A": "yes", "correct.B": "no", "same.A-B": "yes"})
	if got := v.text(`[...document.querySelectorAll("input:checked")].map((i) => i.name + "=" + i.value).join(" ")`); got != "correct.A=yes correct.B=no same.A-B=yes" {
		v.Errorf("the page shows %s", got)
	}
}

// testDevices answers on two devices.
func testDevices(v visit) {
	token := v.invite(1)[0]
	v.judge(token, "?go")
	v.pick("correct.A", "yes")
	v.saved()
	// The other device changes an answer and gives another: it wins on load.
	v.put(token, 0, "correct.A", "no", 200)
	v.put(token, 0, "correct.B", "no", 200)
	v.judge(token, "")
	if got := v.text(`[...document.querySelectorAll("input:checked")].map((i) => i.name + "=" + i.value).join(" ")`); got != "correct.A=no correct.B=no" {
		v.Errorf("the page shows %s", got)
	}
	// While this one is offline the other one answers too: what was saved first counts.
	v.offline(true)
	v.pick("correct.C", "yes")
	v.pick("correct.D", "yes")
	v.wait(`document.getElementById("save").dataset.state === "offline"`)
	v.put(token, 0, "correct.C", "no", 200)
	v.offline(false)
	v.wait(`document.getElementById("notices")?.textContent.includes("Is this headline correctly written? C (yes)")`)
	v.saved()
	v.stored("j001", 0, map[string]string{"correct.A": "no", "correct.B": "no", "correct.C": "no", "correct.D": "yes"})
	v.wait(`document.querySelector('input[name="correct.C"]:checked')?.value === "no"`)
	// The other one changes an answer unseen: it is looked at before the step is closed.
	for q, value := range firstStep {
		v.pick(q, value)
	}
	v.saved()
	v.put(token, 0, "correct.A", "no", 200)
	v.click("#on")
	v.wait(`document.getElementById("missing").textContent.startsWith("1 answer was changed on another device")`)
	if got := v.text(`document.querySelector(".lacks").dataset.key + document.querySelector('input[name="correct.A"]:checked').value`); got != "correct.Ano" {
		v.Errorf("the page points at %s", got)
	}
	// What is changed here while the page looks is not another's.
	front := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != "GET" {
			v.api(w, r)
			return
		}
		v.front.Store(nil) // this once
		late := httptest.NewRecorder()
		v.api(late, r)
		v.do(`document.querySelector('input[name="correct.D"][value="no"]').click()`)
		v.saved()
		w.Header().Set("Content-Type", "application/json")
		w.Write(late.Body.Bytes())
	})
	v.front.Store(&front)
	v.do(`document.getElementById("on").click()`)
	v.shows(0, 1)
	if got := v.answers("j001")["0 correct.D"]; got != "no" {
		v.Errorf("the step is closed with %s", got)
	}
}

// testPortal has somebody else answer in the place of our server. Nothing of that is an
// answer saved or refused.
func testPortal(v visit) {
	token := v.invite(1)[0]
	v.judge(token, "?go")
	const html, problem = "text/html", "application/problem+json"
	// The port of a study may have the server of another one tomorrow, and a proxy may send
	// people there. It refuses the link, and pages gave up: what waited was never sent.
	other := open(v.T, setup{title: "Another study"})
	reply, stranger := other.send("PUT", "/api/v1/cases/0/answers/correct.A", `{"id":"id-of-answer","value":"yes"}`, bearer(token)...)
	if reply.StatusCode != 401 || reply.Header.Get("Content-Type") != problem {
		v.Fatalf("another study says %s: %s", reply.Status, stranger)
	}
	for _, test := range []struct {
		name, method string
		status       int
		kind, body   string
	}{
		{"a login page", "PUT", 200, html, "<html>Log in to the network"},
		{"an empty reply", "PUT", 204, "", ""},
		{"another's JSON", "PUT", 200, "application/json", `{"ok":true}`},
		{"another answer", "PUT", 200, "application/json", `{"seq":1,"judge":"j001","case":0,"question":"correct.B","value":"no"}`},
		{"another's work", "GET", 200, "application/json", `null`},
		{"a login page for work", "GET", 200, html, "<html>Log in to the network"},
		{"an ingress", "PUT", 404, "text/plain", "404 page not found"},
		{"a proxy", "PUT", 401, html, "<html>Log in"},
		{"a filter", "PUT", 403, html, "<html>Not here"},
		{"another study", "PUT", 401, problem, stranger},
		{"another study's work", "GET", 401, problem, stranger},
		{"a gateway with codes", "PUT", 403, problem, `{"title":"no","status":403,"code":"forbidden"}`},
		{"a gateway", "PUT", 404, problem, `{"title":"no route","status":404}`},
	} {
		var seen atomic.Int32
		front := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Method != test.method {
				v.api(w, r)
				return
			}
			w.Header().Set("Content-Type", test.kind)
			w.WriteHeader(test.status)
			io.WriteString(w, test.body)
			seen.Add(1)
		})
		v.front.Store(&front)
		if test.method == "GET" {
			v.away.Store(true) // work is asked for after a break
		}
		value := map[bool]string{true: "yes", false: "no"}[v.is(`document.querySelector('input[name="correct.A"][value="no"]').checked`)]
		v.pick("correct.A", value)
		v.wait(`document.getElementById("save").dataset.state === "away"`)
		v.away.Store(false)
		for start := time.Now(); seen.Load() < 2; {
			if time.Since(start) > 2*time.Minute {
				v.Fatalf("%s: the page has given up", test.name)
			}
			v.do(`dispatchEvent(new Event("online"))`)
			time.Sleep(10 * time.Millisecond)
		}
		if got := v.text(`document.getElementById("save").textContent`); got != "The server cannot be reached: 1 answer waits on this device" {
			v.Errorf("%s: the page says %q", test.name, got)
		}
		v.front.Store(nil)
		v.do(`dispatchEvent(new Event("online"))`)
		v.saved()
		v.stored("j001", 0, map[string]string{"correct.A": value})
	}
	if got := v.text(`document.getElementById("notices").textContent`); got != "" {
		v.Errorf("the page notices %q", got)
	}
}

// testClock sets the clock of the device back: the order of answers is still theirs, no
// other device is blamed, and nothing waits for the clock.
func testClock(v visit) {
	back := `(() => { const now = Date.now.bind(Date); Date.now = () => now() - 3600e3; })()`
	v.judge(v.invite(1)[0], "?go")
	v.pick("good", "no")
	v.saved()
	v.away.Store(true)
	v.pick("good", "yes")
	v.wait(`document.getElementById("save").dataset.state === "away"`)
	v.do(back)
	v.pick("good", "no")
	v.pick("tone", "calm")
	v.away.Store(false)
	v.saved()
	v.stored("j001", 0, map[string]string{"good": "no", "tone": "calm"})
	// The answer before was saved by this page, at what is now the future.
	v.away.Store(true)
	v.pick("tone", "shrill")
	v.wait(`document.getElementById("save").dataset.state === "away"`)
	v.away.Store(false)
	v.saved()
	v.click(`[data-key="note"] textarea`)
	v.keys("late")
	v.do(back)
	v.saved()
	v.stored("j001", 0, map[string]string{"good": "no", "tone": "shrill", "note": "late"})
	if got := v.text(`document.getElementById("notices").textContent`); got != "" {
		v.Errorf("the page notices %q", got)
	}
}

// testSlow has an answer of ours that reaches the server after we have changed our
// mind: it is no other device's.
func testSlow(v visit) {
	v.judge(v.invite(1)[0], "?go")
	got := browser.Eval[[]string](v.T, v.tab, `(async () => {
		const { Queue } = await import(document.querySelector("script[src]").src.replace("judge.js", "queue.js"));
		const said = [];
		const queue = new Queue("test", { show() {}, refused() {}, elsewhere: (entry, value) => said.push(entry.value + " or " + value) });
		queue.dead = true; // nothing is sent
		queue.add(0, "attract", "A", { label: "" });
		const [first] = queue.entries();
		queue.add(0, "attract", "B", { label: "" });
		const work = (id) => ({ case: 0, answers: { attract: "A" }, ids: { attract: id } });
		queue.reconcile(work(first.id));
		said.push(queue.entries().map((entry) => entry.value).join());
		queue.reconcile(work("another"));
		said.push(queue.entries().map((entry) => entry.value).join());
		return said;
	})()`)
	if d := cmp.Diff([]string{"B", "B or A", ""}, got); d != "" {
		v.Errorf("(-want +got):\n%s", d)
	}
}

// testPauses has answers given while the server fails: only tries that follow a pause
// make the next one longer.
func testPauses(v visit) {
	v.judge(v.invite(1)[0], "?go")
	got := browser.Eval[[]int](v.T, v.tab, `(async () => {
		const at = (name) => document.querySelector("script[src]").src.replace("judge.js", name);
		const { Queue } = await import(at("queue.js"));
		const { Failure } = await import(at("api.js"));
		const queue = new Queue("test", { show() {}, refused() {}, elsewhere() {} });
		queue.send = () => Promise.reject(new Failure(503, { code: "full" }));
		queue.wake = () => {}; // time does not pass
		queue.add(0, "attract", "A", { label: "" });
		const tries = [];
		for (const again of [false, false, true, false, true]) {
			await queue.run(again);
			tries.push(queue.tries);
		}
		queue.send = () => Promise.resolve();
		await queue.run(true);
		return [...tries, queue.tries, queue.entries().length];
	})()`)
	if d := cmp.Diff([]int{0, 0, 1, 1, 2, 0, 0}, got); d != "" {
		v.Errorf("(-want +got):\n%s", d)
	}
}
