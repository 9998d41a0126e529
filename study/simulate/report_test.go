package simulate_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"hed/chart"
	"hed/corpus"
	"hed/internal/count"
	"hed/internal/sample"
	"hed/report"
	"hed/study"
	"hed/study/outcome"
	"hed/study/simulate"
)

// TestReports makes a study of each protocol, complete and half complete, and holds its report against the answers: nothing that it
// says is untrue, no figure is without intervals, and no column of a table is empty.
func TestReports(t *testing.T) {
	for _, protocol := range study.Builtins() {
		for _, half := range []bool{false, true} {
			t.Run(fmt.Sprint(protocol, map[bool]string{false: "/complete", true: "/half"}[half]), func(t *testing.T) {
				t.Parallel()
				v := serveStudy(t, sampled(t, protocol), map[string]int{"suitability": 6, "numhg-rating": 5, "style-guess": 6, "numeral-annotation": 6}[protocol], nil)
				v.half(t, half)
				d, err := outcome.Load(t.Context(), v.store)
				if err != nil {
					t.Fatal(err)
				}
				o, err := outcome.Of(t.Context(), d, outcome.Options{Resamples: 100, Seed: 1, Workers: 1, By: "gender"})
				if err != nil {
					t.Fatal(err)
				}
				c := check{T: t, o: o, half: half}
				c.progress()
				c.findings()
				c.figures()
				c.page()
				c.methods()
			})
		}
	}
}

// sampled are the settings of a study of the articles that hed has.
func sampled(t *testing.T, protocol string) study.Settings {
	t.Helper()
	p, _ := study.Builtin(protocol)
	set := study.Settings{Protocol: p, Background: true, Seed: 3, Lang: "en"}
	switch set.Systems = []string{"polished", "careless"}; protocol {
	case "suitability":
		set.Numbers = study.Numbers{Cases: 4, Forms: 2, Judges: 3}
	case "numhg-rating":
		set.Numbers = study.Numbers{Cases: 6, Forms: 1, Judges: 5}
	case "style-guess":
		set.Numbers = study.Numbers{Cases: 10, Judges: 3}
	default:
		set.Systems, set.Numbers = nil, study.Numbers{Cases: 5, Forms: 3, Judges: 3}
	}
	set.Cases = articles(t, set.Systems)
	return set
}

// half lets judges work to the end, or until half of the answers are there.
func (v *site) half(t *testing.T, half bool) {
	t.Helper()
	stop := errors.New("half of it is there")
	st, err := v.store.Study(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	most := 0
	for _, form := range st.Forms {
		for _, number := range form {
			c, err := v.store.Case(t.Context(), number)
			if err != nil {
				t.Fatal(err)
			}
			for step := range st.Protocol.Steps {
				most += st.Numbers.Judges * len(st.Protocol.Items(c, &study.Task{}, step))
			}
		}
	}
	n := 0
	o := simulate.Options{Server: v.url, Links: v.links, Noise: 0.7, Seed: 2, Patience: 2 * time.Minute}
	o.Saved = func(a simulate.Answer) error {
		if a.Case != study.About {
			n++
		}
		if half && n >= most/2 {
			return stop
		}
		return nil
	}
	if _, err := simulate.Run(t.Context(), o); err != nil && !errors.Is(err, stop) {
		t.Fatal(err)
	}
}

// articles are the English ones of the sample, with the headlines of some systems.
func articles(t *testing.T, systems []string) iter.Seq2[*corpus.Case, error] {
	t.Helper()
	lines := func(name string) []string {
		data, err := fs.ReadFile(sample.English, name)
		if err != nil {
			t.Fatal(err)
		}
		return strings.Split(strings.TrimSpace(string(data)), "\n")
	}
	var all []*corpus.Case
	for n, line := range lines("articles.jsonl") {
		var a struct {
			ID, Text, Source, Lang string
			References             []string
		}
		if err := json.Unmarshal([]byte(line), &a); err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(a.Lang, "en") {
			continue
		}
		c := &corpus.Case{Doc: &corpus.Document{ID: a.ID, Body: a.Text, References: a.References, Source: a.Source, Lang: "en"}}
		for _, s := range systems {
			c.Outputs = append(c.Outputs, corpus.Output{Text: lines(s + ".txt")[n]})
		}
		all = append(all, c)
	}
	return func(yield func(*corpus.Case, error) bool) {
		for _, c := range all {
			if !yield(c, nil) {
				return
			}
		}
	}
}

// A check holds the report of a study against its answers.
type check struct {
	*testing.T
	o    *outcome.Outcome
	half bool
}

// rows are the answers that count: all of them, each to a question of a case.
func (c check) rows(question string) []study.Answer {
	var rows []study.Answer
	for i := range c.o.Answers {
		if id, _ := study.CutKey(c.o.Answers[i].Question); id == question && c.o.Answers[i].Case != study.About {
			rows = append(rows, c.o.Answers[i])
		}
	}
	return rows
}

// progress: a study that is not complete says so first, and by numbers that are right.
func (c check) progress() {
	c.Helper()
	finished := map[int]int{}
	for _, t := range c.o.Tasks {
		if t.State == study.Finished {
			finished[t.Case]++
		}
	}
	said := c.o.Incomplete()
	if !c.half {
		if said != "" {
			c.Errorf("a complete study says %q", said)
		}
		return
	}
	complete := 0
	for _, v := range c.o.Verdicts() {
		if v.Settled {
			complete++
		}
	}
	if c.o.Consensus() == nil {
		complete = 0
		for _, n := range finished {
			if n >= c.o.Study.Numbers.Judges {
				complete++
			}
		}
	}
	if want := fmt.Sprintf("The study is not complete: %d of %d cases have all their judges", complete, len(c.o.Cases)); !strings.HasPrefix(said, want) {
		c.Errorf("it says %q, want %q", said, want)
	}
}

// findings: every sentence is right by the answers themselves.
func (c check) findings() {
	c.Helper()
	said := c.o.Sentences()
	if len(said) == 0 {
		c.Error("nothing was found")
	}
	text := strings.Join(said, "\n")
	want := func(format string, args ...any) {
		c.Helper()
		if s := fmt.Sprintf(format, args...); !strings.Contains(text, s) {
			c.Errorf("%q is not said in:\n%s", s, text)
		}
	}
	for _, f := range c.o.Findings {
		q := f.Question
		sums, counts := map[string]float64{}, map[string]float64{}
		for _, a := range c.rows(q.ID) {
			of := &c.o.Cases[a.Case]
			_, letters := study.CutKey(a.Question)
			switch {
			case q.Kind == study.Rank:
				for letter, place := range study.Places(a.Value) {
					name := of.Headlines[study.Place(letter)].System
					sums[name] += float64(place)
					counts[name]++
				}
			case q.Kind == study.Choice && q.Of == study.OfHeadlines:
				for _, h := range of.Headlines {
					counts[h.System]++
				}
				sums[of.Headlines[study.Place(a.Value)].System]++
			case q.Of == study.OfSources:
				name := of.Headlines[0].System
				counts[name]++
				if a.Value == of.Source {
					sums[name]++
				}
			case len(letters) == 1:
				name := of.Headlines[letters[0]].System
				counts[name]++
				switch a.Value {
				case "yes":
					sums[name]++
				case "no":
				default:
					v, err := strconv.Atoi(a.Value)
					if err != nil {
						c.Fatal(err)
					}
					sums[name] += float64(v)
				}
			}
		}
		if q.Of == study.OfSources {
			for name, n := range counts {
				want("%s: judges named the source of %.1f%% of the headlines (95%% interval ", name, 100*sums[name]/n)
			}
			continue
		}
		if len(f.Systems) == 0 || len(counts) == 0 {
			continue
		}
		best := math.Inf(1)
		for name, n := range counts {
			v := sums[name] / n
			if q.Kind != study.Rank {
				v = -v
			}
			best = min(best, v)
		}
		var lead []string
		for _, name := range c.o.Study.Systems {
			v := sums[name] / counts[name]
			if q.Kind != study.Rank {
				v = -v
			}
			if v == best {
				lead = append(lead, name)
			}
		}
		value := fmt.Sprintf("%.1f%%", 100*math.Abs(best))
		if q.Kind == study.Rank || q.Kind == study.Scale {
			value = fmt.Sprintf("of %.2f", math.Abs(best))
		}
		for _, line := range said {
			if !strings.HasPrefix(line, "“"+q.Text.In("en")+"”") {
				continue
			}
			if !strings.Contains(line, value) || !strings.Contains(line, "95% interval") {
				c.Errorf("%s: want %s with an interval", line, value)
			}
			if who, _, ok := strings.Cut(line, " lead"); ok && !strings.HasSuffix(who, count.List(lead)) {
				c.Errorf("%s: %v lead", line, lead)
			}
		}
		want("“%s”: ", q.Text.In("en"))
	}
	if a := c.o.Annotation; a != nil {
		agreed := 0
		for i := range c.o.Cases {
			same := map[string]int{}
			for _, r := range c.rows(c.o.Consensus().ID) {
				if r.Case == i {
					same[study.DeriveResult(&c.o.Cases[i], r.Value).Canonical]++
				}
			}
			for _, n := range same {
				if n >= 2 && c.o.Verdicts()[i].Settled {
					agreed++
				}
			}
		}
		were := map[bool]string{true: "was", false: "were"}[agreed == 1] // how many are depends on who answered first
		want("%d of %d cases %s approved", agreed, len(c.o.Cases), were)
		want("Fleiss' kappa: ")
	}
}

// figures: each has intervals, says how many answers are behind it, and whether more are to come.
func (c check) figures() {
	c.Helper()
	figures := c.o.Figures()
	if len(figures) == 0 {
		c.Error("there are no figures")
	}
	note := regexp.MustCompile(`\d+ answers of \d+ judges?\.`)
	for _, f := range figures {
		var svg bytes.Buffer
		if err := chart.Write(&svg, chart.SVG, f.Chart); err != nil {
			c.Fatal(err)
		}
		if !strings.Contains(svg.String(), "95% confidence intervals") {
			c.Errorf("%s has no intervals", f.Name)
		}
		if !note.Match(svg.Bytes()) || strings.Contains(svg.String(), "The study is not complete") != c.half {
			c.Errorf("%s does not say what is behind it", f.Name)
		}
	}
}

var (
	tablePart = regexp.MustCompile(`(?s)<table>.*?</table>`)
	rowPart   = regexp.MustCompile(`(?s)<tr>(.*?)</tr>`)
	cellPart  = regexp.MustCompile(`(?s)<t[hd][^>]*>(.*?)</t[hd]>`)
)

// page: it begins with what was found, and no column of a table is empty. So is it for what is printed.
func (c check) page() {
	c.Helper()
	var page, text bytes.Buffer
	if err := c.o.WriteHTML(&page, nil); err != nil {
		c.Fatal(err)
	}
	if err := c.o.Print(&text, "text", report.Style{}, 80); err != nil {
		c.Fatal(err)
	}
	for _, no := range []string{"undefined", "NaN", "no answers", "<td></td></tr>\n<tr><td></td>", "%!"} {
		if strings.Contains(page.String(), no) || strings.Contains(text.String(), no) {
			c.Errorf("the report has %q", no)
		}
	}
	first := regexp.MustCompile(`(?s)<h1>.*?</h1>\s*(.*?)</`).FindStringSubmatch(page.String())[1]
	if want := map[bool]string{true: `<p class="notice"><b>The study is not complete`, false: `<ul class="findings"><li>`}[c.half]; !strings.HasPrefix(first, want) {
		c.Errorf("the page begins with %.100s", first)
	}
	tables := tablePart.FindAllString(page.String(), -1)
	if len(tables) < 3 {
		c.Errorf("there are %d tables", len(tables))
	}
	for _, table := range tables {
		var filled []bool
		var heads []string
		for i, row := range rowPart.FindAllStringSubmatch(table, -1) {
			for k, cell := range cellPart.FindAllStringSubmatch(row[1], -1) {
				if i == 0 {
					heads, filled = append(heads, cell[1]), append(filled, false)
					continue
				}
				filled[k] = filled[k] || cell[1] != ""
			}
		}
		for k, ok := range filled {
			if !ok || heads[k] == "" {
				c.Errorf("the column %q of %v is empty", heads[k], heads)
			}
		}
	}
}

// methods: the questions are quoted as judges read them, and the numbers are right.
func (c check) methods() {
	c.Helper()
	said := c.o.Methods()
	for _, f := range c.o.Findings {
		if !strings.Contains(said, "“"+f.Question.Text.In("en")+"” (") {
			c.Errorf("%s is not quoted in: %s", f.Question.ID, said)
		}
	}
	judges := map[string]bool{}
	answers := 0
	for i := range c.o.Answers {
		if a := &c.o.Answers[i]; a.Case != study.About {
			judges[a.Judge] = true
			answers++
		}
	}
	if want := fmt.Sprintf("%d judges gave %d answers", len(judges), answers); !c.half && !strings.Contains(said, want) {
		c.Errorf("%q is not in: %s", want, said)
	}
	// Nothing is said of fewer than three people.
	for _, g := range c.o.People {
		if len(g.Judges) < 3 {
			c.Errorf("%s: %s are %d", g.Question.ID, g.Name, len(g.Judges))
		}
	}
}
