package outcome_test

import (
	"encoding/json"
	"fmt"
	"html/template"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"hed/study"
	"hed/study/outcome"
)

// crowd is a study of 12 cases with four judges that agree, each in about a minute a case,
// and one for each reason to doubt.
func crowd(t *testing.T, doubtful bool) *made {
	t.Helper()
	judges := 4
	if doubtful {
		judges = 8
	}
	m := newStudy(t, "suitability", []string{study.Gold, "a"}, 12, judges)
	p := *m.Study.Protocol
	p.Attention = []study.Attention{{Question: study.Question{ID: "awake", Kind: study.YesNo}, Answer: "yes", Every: 3}}
	m.Study.Protocol = &p
	for i := range m.Tasks {
		m.Tasks[i].Done = begin.Add(time.Duration(m.Tasks[i].Case+1) * time.Minute)
		if m.Tasks[i].Judge == judge(4) {
			m.Tasks[i].Done = begin.Add(time.Duration(m.Tasks[i].Case+1) * 4 * time.Second)
		}
	}
	for j := range judges {
		for c := range 12 {
			for place := range 2 {
				right := []string{"yes", "no"}[(c+place)%2]
				switch {
				case j == 5:
					right = "yes"
				case j == 7: // says the opposite of everybody
					right = []string{"no", "yes"}[(c+place)%2]
				}
				m.say(j, c, study.Key("correct", place), right)
			}
			if c%3 == 2 {
				m.say(j, c, "awake", []string{"yes", "no"}[j/6*(c/6)%2])
			}
		}
	}
	return m
}

func TestDoubts(t *testing.T) {
	m := crowd(t, true)
	got := map[string]string{}
	for _, r := range m.Records() {
		if len(r.Doubts) > 0 {
			got[r.ID] = strings.Join(r.Doubts, "; ")
		}
		if want := r.ID == "j005"; r.Given != 12 || r.Finished != 12 || (r.Median == 4*time.Second) != want {
			t.Errorf("%s has finished %d of %d cases, in %s each", r.ID, r.Finished, r.Given, r.Median)
		}
	}
	// By hand: alpha is 1 - observed/expected disagreement, about 1 - (1.5/7)/0.5 for a judge
	// with five of seven others who agree, one half the time and one never.
	want := map[string]string{
		"j005": "fast: 0:04 per case, others 1:00",
		"j006": `always "yes" to correct, 24 times; agrees little with others: alpha -0.33; the median judge has 0.57`,
		"j007": "failed 2 of 4 attention checks",
		"j008": "failed 2 of 4 attention checks; agrees little with others: alpha -0.86; the median judge has 0.57",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("doubts (-want +got):\n%s", d)
	}
	// Who is excluded is not worth a look any more.
	m.Judges[6].State = study.Excluded
	sentence := "Look at these before you use the answers: j005 (" + want["j005"] + "), j006 (" + want["j006"] + ") and j008 (" + want["j008"] + ")."
	o := m.find(t)
	if got := outcome.Doubts(o.Records); got != sentence {
		t.Errorf("got %s\nwant %s", got, sentence)
	}
	var page strings.Builder
	if err := o.WriteHTML(&page, nil); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(page.String(), "<p>"+template.HTMLEscapeString(sentence)+"</p>") {
		t.Error("the page does not say it")
	}
	if text, err := json.Marshal(o.JSON()); err != nil || !strings.Contains(string(text), `"doubts":"Look at these`) {
		t.Errorf("programs do not read it: %v", err)
	}
}

// Where everybody is faster than one can read, nobody is faster than the others; it is said of all of them once.
func TestUnread(t *testing.T) {
	m := crowd(t, false)
	for i := range m.Cases {
		m.Cases[i].Article = strings.Repeat("word ", 1500)
	}
	records := m.Records()
	for _, r := range records {
		if !r.Unread || len(r.Doubts) != 1 {
			t.Errorf("%s took %s for what takes %s, and %q", r.ID, r.Median, r.Least, r.Doubts)
		}
	}
	// 1500 words and four of headlines by 15 a second, and seven answers by 0.3 seconds.
	want := "Look at these before you use the answers: all 4 judges with 3 finished cases or more (faster than anybody can read and answer: 1:00 per case, which takes at least 1:42)."
	if got := outcome.Doubts(records); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
	m.Cases[0].Article = ""
	for i := range m.Tasks { // one judge takes two minutes
		if m.Tasks[i].Judge == judge(0) {
			m.Tasks[i].Done = begin.Add(time.Duration(m.Tasks[i].Case+1) * 2 * time.Minute)
		}
	}
	if got := outcome.Doubts(m.Records()); strings.Contains(got, "all") || strings.Contains(got, "j001") || !strings.Contains(got, "j002 (faster than") {
		t.Errorf("got %s", got)
	}
}

// Without doubt nothing is said of it.
func TestNoDoubts(t *testing.T) {
	if got := outcome.Doubts(crowd(t, false).Records()); got != "" {
		t.Error(got)
	}
	for d, want := range map[time.Duration]string{0: "under 1 s", 1499 * time.Millisecond: "0:01", 59900 * time.Millisecond: "1:00", 75 * time.Minute: "75:00"} {
		if got := outcome.Clock(d); got != want {
			t.Errorf("%s is shown as %s, want %s", fmt.Sprint(d), got, want)
		}
	}
}
