package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"hed/internal/browser"
)

// A hosted study is one that 'hed study serve' serves, a process of its own.
type hosted struct {
	*testing.T
	dir, store, base string
	links            []string
}

// host makes a study in dir with a command, invites judges and serves it.
func host(t *testing.T, dir, store string, judges int, args ...string) *hosted {
	t.Helper()
	runHed(t, dir, 0, append([]string{"study", "new", "--store", store}, args...)...)
	h := &hosted{T: t, dir: dir, store: store, base: "http://127.0.0.1:" + freePort(t)}
	h.links = strings.Fields(h.hed("study", "invite", "--store", store, "--judges", fmt.Sprint(judges), "--base-url", h.base))
	server, said := hedIn(dir, "study", "serve", "--store", store, "--listen", strings.TrimPrefix(h.base, "http://"))
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		server.Process.Signal(os.Interrupt)
		if err := server.Wait(); err != nil {
			t.Errorf("the server: %v\n%s", err, said)
		}
		if strings.Contains(said.String(), "panic") {
			t.Errorf("the server said\n%s", said)
		}
	})
	ready(t, h.base)
	return h
}

// hed runs hed and gives what it prints.
func (h *hosted) hed(args ...string) string {
	h.Helper()
	var out bytes.Buffer
	cmd, said := hedIn(h.dir, args...)
	cmd.Stdout = &out
	if err := cmd.Run(); err != nil {
		h.Fatalf("hed %s: %v\n%s", strings.Join(args, " "), err, said)
	}
	return out.String()
}

// simulate lets programs be the judges of some links, and adds what was acknowledged.
func (h *hosted) simulate(links []string, said answers) {
	h.Helper()
	if err := os.WriteFile(filepath.Join(h.dir, "links.txt"), []byte(strings.Join(links, "\n")), 0o666); err != nil {
		h.Fatal(err)
	}
	h.hed("study", "simulate", "--server", h.base, "--links", "links.txt", "--pace", "0s", "--journal", "journal.jsonl")
	data, err := os.ReadFile(filepath.Join(h.dir, "journal.jsonl"))
	if err != nil {
		h.Fatal(err)
	}
	for line := range bytes.Lines(data) {
		var a struct {
			Judge, Question, Value string
			Case                   int
		}
		if err := json.Unmarshal(line, &a); err != nil {
			h.Fatal(err)
		}
		said[spot{a.Judge, a.Case, a.Question}] = a.Value
	}
}

// answers are what was said, by whom and to what.
type answers map[spot]string

type spot struct {
	judge    string
	number   int
	question string
}

// A person is a judge at a browser, who uses keys, a mouse or a finger.
type person struct {
	*hosted
	tab  *browser.Tab
	with hand
	rng  *rand.Rand
	name string // of the pictures that are taken
	said answers
}

type hand string

const (
	keyboard hand = "keys"
	mouse    hand = "mouse"
	phone    hand = "phone"
)

// sit opens a personal link.
func (h *hosted) sit(tab *browser.Tab, link string, with hand, said answers) *person {
	h.Helper()
	p := &person{hosted: h, tab: tab, with: with, said: said, rng: rand.New(rand.NewPCG(1, uint64(len(said))))}
	size := chromedp.EmulateViewport(1280, 900)
	if with == phone {
		size = chromedp.EmulateViewport(360, 740, chromedp.EmulateMobile, chromedp.EmulateTouch)
	}
	tab.Do(h.T, size, chromedp.Navigate(link))
	p.wait(`document.body?.dataset.ready`)
	return p
}

// A sheet is what the judge's page says of itself.
type sheet struct {
	State, Judge string
	Case, Step   int
}

func (p *person) page() sheet {
	p.Helper()
	return browser.Eval[sheet](p.T, p.tab, `(() => { const d = JSON.parse(document.getElementById("data").textContent);
		return { state: document.body.dataset.state, judge: document.querySelector(".after .soft")?.textContent.split("· ").pop() || "", case: d.case ?? 0, step: d.step ?? 0 }; })()`)
}

func (p *person) wait(expression string) {
	p.Helper()
	p.tab.Wait(p.T, expression)
}

// begin agrees to take part, leaves the introduction, and passes over what there is to practise on.
func (p *person) begin() {
	p.Helper()
	if p.with == keyboard {
		p.keys(kb.Tab, " ", kb.Tab, kb.Enter)
	} else {
		p.press(`[name="consent"]`)
		p.press("#begin")
	}
	p.wait(`document.body?.dataset.ready && document.body.dataset.state !== "intro"`)
	if p.page().State == "practice" {
		browser.Eval[any](p.T, p.tab, `void location.assign("?go")`)
		p.wait(`document.body?.dataset.ready && document.body.dataset.state !== "practice"`)
	}
}

// work answers all there is, from the introduction on, and gives the state at the end.
func (p *person) work() string {
	p.Helper()
	p.begin()
	return p.rest()
}

// rest answers all there is.
func (p *person) rest() string {
	p.Helper()
	for {
		now := p.page()
		if now.State != "case" {
			return now.State
		}
		p.picture(fmt.Sprintf("case%d-step%d", now.Case, now.Step))
		for _, it := range p.items() {
			p.said[spot{now.Judge, now.Case, it.Key}] = p.answer(it)
		}
		p.goOn(now)
	}
}

// goOn leaves a page that is answered.
func (p *person) goOn(now sheet) {
	p.Helper()
	if p.with == keyboard {
		p.keys(kb.Enter)
	} else {
		p.press("#on")
	}
	p.wait(fmt.Sprintf(`document.body?.dataset.ready && document.getElementById("data") && (() => {
		const d = JSON.parse(document.getElementById("data").textContent); return document.body.dataset.state !== "case" || d.case !== %d || d.step !== %d; })()`, now.Case, now.Step))
}

// A query is one on the page.
type query struct {
	Key, Kind string
	Values    []string // that can be chosen, or letters in their order
}

func (p *person) items() []query {
	p.Helper()
	return browser.Eval[[]query](p.T, p.tab, `[...document.querySelectorAll(".item")].filter((i) => !i.hidden).map((i) => ({ key: i.dataset.key, kind: i.dataset.kind,
		values: i.dataset.kind === "rank" ? [...i.querySelectorAll(".rank li")].map((l) => l.dataset.letter) : [...i.querySelectorAll("input[type=radio]")].map((r) => r.value) }))`)
}

// answer gives some answer to an item, in the way of the person.
func (p *person) answer(it query) string {
	p.Helper()
	if it.Kind == "rank" {
		order := make([]string, len(it.Values))
		for i, at := range p.rng.Perm(len(order)) {
			order[i] = it.Values[at]
		}
		p.rank(it, order)
		return strings.Join(order, ">")
	}
	choice := p.rng.IntN(len(it.Values))
	value := it.Values[choice]
	if p.with != keyboard {
		p.press(fmt.Sprintf(`label:has(> input[name="%s"][value="%s"])`, it.Key, value))
		return value
	}
	switch {
	case it.Kind == "yesno":
		p.keys(value[:1])
	case it.Kind == "scale" || len(value) == 1:
		p.keys(strings.ToLower(value))
	default:
		p.keys(fmt.Sprint(choice + 1))
	}
	return value
}

// rank puts headlines in order: by typing their letters, or with the arrows.
func (p *person) rank(it query, order []string) {
	p.Helper()
	if p.with == keyboard {
		for _, letter := range order[:len(order)-1] {
			p.keys(strings.ToLower(letter))
		}
		return
	}
	row := func(letter string) string {
		return fmt.Sprintf(`.item[data-key="%s"] li[data-letter="%s"]`, it.Key, letter)
	}
	moved := false
	now := append([]string(nil), it.Values...)
	for i, letter := range order {
		for at := len(now) - 1; at > i; at-- {
			if now[at] == letter {
				p.press(row(letter) + ` [data-move="-1"]`)
				now[at-1], now[at], moved = now[at], now[at-1], true
			}
		}
	}
	if !moved {
		p.press(fmt.Sprintf(`.item[data-key="%s"] [data-keep]`, it.Key))
	}
}

// press clicks or taps in the middle of an element.
func (p *person) press(selector string) {
	p.Helper()
	x, y := p.tab.Middle(p.T, selector)
	if p.with != phone {
		p.tab.Do(p.T, chromedp.MouseClickXY(x, y))
		return
	}
	for _, e := range []input.DispatchTouchEventParams{
		{Type: input.DispatchTouchEventTypeTouchStart, TouchPoints: []*input.TouchPoint{{X: x, Y: y}}},
		{Type: input.DispatchTouchEventTypeTouchEnd, TouchPoints: []*input.TouchPoint{}},
	} {
		if _, err := chromedp.Call(p.tab, input.DispatchTouchEvent, e); err != nil {
			p.Fatal(err)
		}
	}
}

// keys presses keys one after another.
func (p *person) keys(list ...string) {
	p.Helper()
	p.tab.Keys(p.T, list...)
}

// picture leaves pictures of the page, light and dark, if HED_SHOTS names a folder.
func (p *person) picture(of string) {
	p.Helper()
	dir := os.Getenv("HED_SHOTS")
	if dir == "" || p.name == "" {
		return
	}
	for _, tone := range []string{"light", "dark"} {
		features := []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: tone}}
		if _, err := chromedp.Call(p.tab, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: features}); err != nil {
			p.Fatal(err)
		}
		picture, err := chromedp.Run(p.tab, chromedp.FullScreenshot(100))
		if err != nil {
			p.Fatal(err)
		}
		file := filepath.Join(dir, fmt.Sprintf("%s-%s-%s-%s.png", p.name, of, p.with, tone))
		if err := os.WriteFile(file, picture, 0o666); err != nil {
			p.Fatal(err)
		}
	}
	if _, err := chromedp.Call(p.tab, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{}); err != nil {
		p.Fatal(err)
	}
}

// exitCode runs hed and gives its exit code and what it prints.
func (h *hosted) exitCode(args ...string) (int, string) {
	h.Helper()
	cmd := exec.Command("hed", args...)
	cmd.Dir = h.dir
	out, _ := cmd.Output()
	return cmd.ProcessState.ExitCode(), string(out)
}
