package page_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"hed/internal/browser"
	"hed/report"
	"hed/report/page"
	"hed/style/experiment"
)

// styleExperiment is an experiment with everything that its page can show, and texts that try to be more than texts.
func styleExperiment(t *testing.T) *page.StyleExperiment {
	t.Helper()
	r := &experiment.Results{Papers: [2]string{"Morning <i>Post</i>", "Evening News of a town with a long name"}, Inits: []string{"from nothing", "from reuters"}, Seed: 1, Resamples: 100}
	add := func(train, headlines, init string, right int) {
		s := experiment.Set{Train: train, Headlines: headlines, Init: init}
		for i := range 40 {
			it := experiment.Item{ID: fmt.Sprint(i), Headline: fmt.Sprint("Headline ", i), Paper: i % 2, Judged: i % 2, P: 0.8}
			if i >= right {
				it.Judged = 1 - it.Paper
			}
			s.Items = append(s.Items, it)
		}
		r.Sets = append(r.Sets, s)
	}
	add(experiment.Random, experiment.Validation, "", 36)
	for _, train := range []string{experiment.TrainD, experiment.TrainM} {
		add(train, experiment.Validation, "", 38)
		add(train, experiment.Gold, "", 30)
		for _, init := range r.Inits {
			add(train, experiment.In, init, 27)
			add(train, experiment.Cross, init, 12)
		}
	}
	add(experiment.TrainM, experiment.Agnostic, "from reuters", 20)
	var guesses []experiment.Guess
	papers := map[string]int{}
	for i := range 40 {
		papers[fmt.Sprint(i)] = i % 2
		for judge := range 3 {
			guesses = append(guesses, experiment.Guess{Judge: fmt.Sprint("j", judge), Doc: fmt.Sprint(i), System: "gold", Value: r.Papers[(i/(judge+1))%2]})
			if judge > 0 {
				guesses = append(guesses, experiment.Guess{Judge: fmt.Sprint("j", judge), Doc: fmt.Sprint(i), System: "setting1-init", Value: r.Papers[i%2]})
			}
		}
	}
	if _, err := r.People(t.Context(), guesses, papers); err != nil {
		t.Fatal(err)
	}
	x := &report.Experiment{Results: r}
	var err error
	if x.Rows, err = r.Rows(t.Context()); err != nil {
		t.Fatal(err)
	}
	if x.Expectations, err = r.Expect(t.Context()); err != nil {
		t.Fatal(err)
	}
	return &page.StyleExperiment{
		Version: "0", Experiment: x, Sizes: []string{"test: 20 articles of each."}, Settings: []page.Setting{{Key: "classifier", Value: "linear"}},
		Checks: []page.StyleCheck{{Train: "train-M", Rows: []page.StyleChecked{{Name: "lower case", F1: 0.7, Low: 0.6, High: 0.8}}, Says: []string{"Letter case is worth 0.1."}}},
		Guessed: []page.StyleExample{
			{Headline: "<script>alert(1)</script>", Generated: true, Paper: r.Papers[0], Human: r.Papers[1], Machine: r.Papers[0]},
			{Headline: strings.Repeat("long", 60), Paper: r.Papers[1], Machine: r.Papers[0]},
		},
		Articles: []page.StyleArticle{{Title: "gold: a headline", Lines: []page.StyleLine{{By: "Morning Post, train-D", Headline: "", Judged: "Evening News"}, {By: "x", Headline: "written", Judged: "y", Right: true}}}},
		Inputs:   []page.Input{{Role: "a", Name: "a.jsonl", SHA256: strings.Repeat("0123456789abcdef", 4)}}, Warnings: []string{"a & b"},
	}
}

// TestExperiment: the page says what was found, in the words of tables and tests, and what comes from newspapers stays text.
func TestExperiment(t *testing.T) {
	var b bytes.Buffer
	if err := page.WriteExperiment(&b, styleExperiment(t)); err != nil {
		t.Fatal(err)
	}
	text := b.String()
	for _, want := range []string{
		"Generated headlines are told apart better than by chance in 0 of 4 settings (from nothing) and in 0 of 4 settings (from reuters). The newspapers&#39; own headlines of the same articles have an F1 of 0.750.",
		`<td class="number">1</td><td class="number">40</td><td class="number">0.683</td>`, "random split (table 1)", "McNemar", "bootstrap", "<bdi>j2</bdi>", "alpha",
		`setting1-init</th><td class="number">40</td><td class="number"></td><td class="number">1.000</td><td class="number">1.000</td><td class="number">1.000</td>`,
		"&lt;script&gt;", "Morning &lt;i&gt;Post", "(empty)", "What is judged", "a &amp; b", "✗ fails",
	} {
		if !strings.Contains(strings.ReplaceAll(text, `<span aria-hidden="true">✗</span>`, "✗"), want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	if strings.Contains(text, "<script") || strings.Contains(text, " style=") || strings.Contains(text, "NaN") {
		t.Error("the page has a script, a style of its own or a number that is none")
	}
}

// TestExperimentJSON: programs get both tables, and what is absent is null.
func TestExperimentJSON(t *testing.T) {
	data, err := json.Marshal(styleExperiment(t).Experiment)
	if err != nil {
		t.Fatal(err)
	}
	var got struct{ Table, People, Expectations []map[string]any }
	if err := json.Unmarshal(data, &got); err != nil {
		t.Fatal(err)
	}
	if len(got.Table) != 16 || len(got.People) != 3+1+2+1 || len(got.Expectations) != 30 {
		t.Errorf("%d rows, %d of people and %d expectations", len(got.Table), len(got.People), len(got.Expectations))
	}
	if r := got.People[3]; r["headlines"] != "gold" || r["person"] != "all" || r["n"] != 40.0 || got.People[6]["alpha"] != 1.0 || got.People[0]["alpha"] != nil {
		t.Errorf("got %v", got.People)
	}
	if r := got.Table[3]; r["judge"] != "train-D" || r["headlines"] != "in" || r["setting"] != 1.0 || r["n"] != 40.0 || r["begun"] != "from nothing" {
		t.Errorf("got %v", r)
	}
	if r := got.Table[14]; r["judge"] != "people" || r["low"] != nil {
		t.Errorf("got %v", r)
	}
}

// TestExperimentBrowser: the page is wide in no window, and nothing in it is refused by its policy.
func TestExperimentBrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("a browser takes seconds")
	}
	tab := browser.Open(t)
	var b bytes.Buffer
	if err := page.WriteExperiment(&b, styleExperiment(t)); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "report.html")
	if err := os.WriteFile(file, b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	at := url.URL{Scheme: "file", Path: file}
	for _, width := range []int64{360, 1280} {
		tab.Do(t, chromedp.EmulateViewport(width, 800), chromedp.Navigate(at.String()))
		tab.Wait(t, `document.readyState === "complete"`)
		if over := browser.Eval[float64](t, tab, `document.documentElement.scrollWidth - innerWidth`); over > 0 {
			t.Errorf("at %d the page is %v too wide", width, over)
		}
		if got := browser.Eval[string](t, tab, `getComputedStyle(document.querySelector(".squares")).display`); got != "flex" {
			t.Errorf("the style is not used: %s", got)
		}
	}
	for _, c := range tab.Complaints() {
		t.Error(c)
	}
}
