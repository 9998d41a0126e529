package judge_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"hed/study"
)

var clocks = regexp.MustCompile(`\d\d:\d\d:\d\d UTC|<td>(now|\d+ min ago)</td>`)

// A model that has answered every case is listed as a model, and changes nothing of the dashboard but what happened: not the judges, agreement, answers,
// cases, nor what is needed.
func TestDashboardWithModel(t *testing.T) {
	c := coordinator(t, setup{})
	c.crowd(2)
	c.login(password)
	look := func() string {
		c.Helper()
		c.pass(time.Minute) // the dashboard is kept for seconds
		r, text := c.do("GET", "/coordinator/now", nil)
		if r.StatusCode != 200 {
			c.Fatal(r.Status)
		}
		text, _, _ = strings.Cut(text, `<h2 id="events">`)
		return clocks.ReplaceAllString(text, "")
	}
	before := look()
	j, err := c.store.AddModel(t.Context(), [32]byte{1}, study.Event{What: "model", Note: "m"})
	if err != nil {
		t.Fatal(err)
	}
	var cases []int
	for _, form := range c.study.Forms {
		cases = append(cases, form...)
	}
	now := time.Now()
	err = c.store.Assign(t.Context(), func(*study.Board) (tasks []study.Task, err error) {
		for i, number := range cases {
			tasks = append(tasks, study.Task{Judge: j.ID, Case: number, Position: i, State: study.Finished, Given: now, Done: now})
		}
		return tasks, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, number := range cases {
		a := study.Answer{ID: fmt.Sprint(number), Judge: j.ID, Case: number, Question: "attract", Value: "A"}
		if _, err := c.store.Save(t.Context(), a, now, nil); err != nil {
			t.Fatal(err)
		}
	}
	after := look()
	from, to := strings.Index(after, "<section>\n<h2 id=\"models\">"), strings.Index(after, "\n\n<section>\n<h2 id=\"cases\">")
	if from < 0 || to < from {
		t.Fatalf("no list of models:\n%s", after)
	}
	if list := after[from:to]; !strings.Contains(list, j.ID+"</th><td class=\"text\">m</td>") || !strings.Contains(list, fmt.Sprintf("<td>%d of %d</td>", len(cases), len(cases))) {
		t.Errorf("the list of models is\n%s", list)
	}
	if after = after[:from] + after[to:]; after != before {
		t.Errorf("before\n%s\nafter\n%s", before, after)
	}
	if _, text := c.do("GET", fmt.Sprintf("/coordinator/case/%d", cases[0]), nil); strings.Contains(text, j.ID) || !strings.Contains(text, "j001") {
		t.Errorf("the page of a case has %s", j.ID)
	}
}
