package outcome_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"hed/report"
	"hed/score"
	"hed/study"
	"hed/study/outcome"
)

var begin = time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)

// made is a study of a built-in protocol whose cases have the headlines of all systems
// in the same order, and judges that may be asked for answers.
type made struct {
	*outcome.Data
	seq int64
}

func newStudy(t *testing.T, protocol string, systems []string, cases, judges int) *made {
	t.Helper()
	p, ok := study.Builtin(protocol)
	if !ok {
		t.Fatalf("there is no protocol %s", protocol)
	}
	d := &outcome.Data{}
	d.Study = &study.Study{
		Protocol: p, Title: "A study", Lang: "en", Seed: 1, Systems: systems,
		Numbers: study.Numbers{Cases: cases, Forms: 1, Judges: judges, PerJudge: 1},
	}
	for i := range cases {
		c := study.Case{Number: i, Doc: fmt.Sprintf("d%d", i)}
		for _, s := range systems {
			c.Headlines = append(c.Headlines, study.Headline{System: s, Text: s + " writes"})
		}
		d.Cases = append(d.Cases, c)
	}
	for j := range judges {
		d.Judges = append(d.Judges, study.Judge{ID: judge(j), State: study.Active})
		for i := range cases {
			d.Tasks = append(d.Tasks, study.Task{Judge: judge(j), Case: i, Position: i, State: study.Finished, Given: begin, Done: begin.Add(time.Duration(i+1) * time.Minute)})
		}
	}
	return &made{Data: d}
}

func judge(j int) string { return fmt.Sprintf("j%03d", j+1) }

func (m *made) say(j, c int, question, value string) {
	m.seq++
	m.Answers = append(m.Answers, study.Answer{Seq: m.seq, Judge: judge(j), Case: c, Question: question, Value: value, At: begin})
}

func (m *made) find(t *testing.T) *outcome.Outcome {
	t.Helper()
	o, err := outcome.Of(context.Background(), m.Data, outcome.Options{Resamples: 100, Seed: 1, Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	return o
}

func finding(t *testing.T, o *outcome.Outcome, question string) *outcome.Finding {
	t.Helper()
	for _, f := range o.Findings {
		if f.Question.ID == question {
			return f
		}
	}
	t.Fatalf("nothing was found of %s", question)
	return nil
}

// paper are answers that have the alphas and mean places of Cafagna et al. (2019),
// made by testdata/paper.py with krippendorff 0.9.0.
func paper(t *testing.T) (*made, map[string][]float64) {
	data, err := os.ReadFile("testdata/paper.json")
	if err != nil {
		t.Fatal(err)
	}
	var p struct {
		Systems, Correct, Appropriate, Rank []string
		Attract                             string
		Alpha                               map[string][]float64
	}
	if err := json.Unmarshal(data, &p); err != nil {
		t.Fatal(err)
	}
	m := newStudy(t, "suitability", p.Systems, 200, 3)
	for i := range 600 {
		c, j := i/3, i%3
		for s := range p.Systems {
			m.say(j, c, "correct."+study.Letter(s), []string{"no", "yes"}[p.Correct[s][i]-'0'])
			m.say(j, c, "appropriate."+study.Letter(s), []string{"no", "yes"}[p.Appropriate[s][i]-'0'])
		}
		m.say(j, c, "attract", study.Letter(int(p.Attract[i]-'0')))
		if i < len(p.Rank) {
			var letters []string
			for _, s := range p.Rank[i] {
				letters = append(letters, study.Letter(int(s-'0')))
			}
			m.say(j, c, "rank", strings.Join(letters, ">"))
		}
	}
	return m, p.Alpha
}

// TestPaper finds the numbers of the paper's table 2 and of the caption of figure 4.
func TestPaper(t *testing.T) {
	m, alpha := paper(t)
	o := m.find(t)
	for question, printed := range map[string][]float64{
		"correct":     {0.439, 0.427, 0.345, 0.337, 0.387},
		"appropriate": {0.349, 0.354, 0.374, 0.313, 0.348},
	} {
		f := finding(t, o, question)
		for i, s := range f.Systems {
			near(t, question+" of "+s.Name, s.Alpha.Value, alpha[question][i], 1e-12)
			near(t, question+" of "+s.Name, s.Alpha.Value, printed[i], 5e-4)
		}
		near(t, question, f.Alpha.Value, alpha[question][4], 1e-12)
		near(t, question, f.Alpha.Value, printed[4], 5e-4)
	}
	near(t, "attract", finding(t, o, "attract").Alpha.Value, 0.120, 5e-4)
	rank := finding(t, o, "rank")
	for i, want := range []float64{2.580, 2.488, 2.401, 2.530} {
		near(t, "mean place of "+rank.Systems[i].Name, rank.Systems[i].Value, want, 5e-4)
		near(t, "alpha of places of "+rank.Systems[i].Name, rank.Systems[i].Alpha.Value, alpha["rank"][i], 1e-12)
	}
	near(t, "alpha of places", rank.Alpha.Value, alpha["rank"][4], 1e-12)
	if best := rank.Best(); best[0].Name != "pn" || best[3].Name != "gold" {
		t.Errorf("the order is %s, …, %s", best[0].Name, best[3].Name)
	}
	if rank.Answers != 598 {
		t.Errorf("%d rankings", rank.Answers)
	}
}

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s is %v, want %v", what, got, want)
	}
}

// TestNumHG finds 118.4 of 200 as 59.2%, the way the NumHG paper counts.
func TestNumHG(t *testing.T) {
	m := newStudy(t, "numhg-rating", []string{"bart", "brio", "pegasus", "season", "t5"}, 100, 5)
	// 592 points of five judges: four give 118 and one 120.
	for j := range 5 {
		points := 118
		if j == 0 {
			points = 120
		}
		for c := range 100 {
			m.say(j, c, "accuracy.A", fmt.Sprint(min(2, max(0, points-2*c))))
			m.say(j, c, "reasonableness", "A>B>C>D>E")
		}
	}
	o := m.find(t)
	f := finding(t, o, "accuracy")
	near(t, "points", f.Systems[0].Total, 118.4, 1e-9)
	near(t, "most", f.Systems[0].Most, 200, 0)
	near(t, "percent", f.Systems[0].Share(), 0.592, 1e-12)
	if !score.IsAbsent(f.Systems[1].Total) {
		t.Errorf("a system without ratings has %v points", f.Systems[1].Total)
	}
	f = finding(t, o, "reasonableness")
	near(t, "the best of five", f.Systems[0].Total, 500, 1e-9)
	near(t, "the worst of five", f.Systems[4].Total, 100, 1e-9)
	near(t, "most", f.Systems[4].Most, 500, 0)
	if f.Alpha.Value != 1 {
		t.Errorf("judges who agree have alpha %v", f.Alpha.Value)
	}
}

func TestGuess(t *testing.T) {
	m := newStudy(t, "style-guess", []string{"gold", "pn"}, 8, 2)
	for i := range m.Cases {
		c := &m.Cases[i]
		c.Headlines = c.Headlines[i%2 : i%2+1]
		c.Source = []string{"blue", "red"}[i/2%2]
	}
	for c := range m.Cases {
		m.say(0, c, "source", m.Cases[c].Source) // always right
		m.say(1, c, "source", "red")             // right half of the time
	}
	g := m.find(t).Guess
	for _, s := range g.Systems {
		if len(s.Judges) != 2 || s.Judges[0].Right != 4 || s.Judges[1].Right != 2 || s.Judges[1].All != 4 {
			t.Errorf("%s: %+v", s.System, s.Judges)
		}
		// blue: 2 right of 2 said and 4 there; red: 4 right of 6 said and 4 there.
		near(t, "F1 of blue", s.F1[0], 2.0*2/(2+4), 1e-12)
		near(t, "F1 of red", s.F1[1], 2.0*4/(6+4), 1e-12)
		near(t, "F1", s.Average, (4.0/6+0.8)/2, 1e-12)
	}
}

func TestAnnotation(t *testing.T) {
	m := newStudy(t, "numeral-annotation", nil, 3, 3)
	yes, no := true, false
	for i := range m.Cases {
		m.Cases[i].Article, m.Cases[i].Question, m.Cases[i].Gold = "A fire killed 19 men and 16 women in 2 cities.", "____ Die in Fires", "35"
	}
	m.Cases[0].Reasoning, m.Cases[1].Reasoning = &yes, &no
	for j := range 3 {
		m.say(j, 0, "derive", []string{"Add( 19 , 16 )", "Add(16,19)", "unanswerable: it is not said"}[j])
		m.say(j, 1, "derive", []string{"unanswerable: a", "unanswerable: b", "Add( 19 , 16 )"}[j])
		m.say(j, 2, "derive", []string{"Add( 19 , 16 )", "unanswerable: a", "Subtract( 19 , 16 )"}[j])
	}
	verdict := func(of, found, value, why string) study.Event {
		return study.Event{What: "verdict", Of: of, Note: outcome.NoteVerdict(found, value, why)}
	}
	m.Events = []study.Event{
		{What: "verdict", Of: "0", Note: "right"}, // as an older hed wrote it
		{What: "verdict", Of: "1", Note: "right: \"why not\""},
		verdict("1", "wrong", "unanswerable: a", `it is: "said"`),
		verdict("1", "right", "Add( 19 , 16 )", ""), // which they agreed on before
		verdict("2", "right", "Add( 19 , 16 )", ""), // likewise
	}
	o := m.find(t)
	a := o.Annotation
	if got := []string{a.Cases[0].Verdict, a.Cases[1].Verdict, a.Cases[1].Note, a.Cases[2].Verdict}; !slices.Equal(got, []string{"right", "wrong", `it is: "said"`, ""}) {
		t.Errorf("the verdicts are %q", got)
	}
	if o.Progress.Complete != 2 {
		t.Errorf("%d cases are complete; those without agreement are not", o.Progress.Complete)
	}
	if a.Approved != 2 || a.Unanswerable != 1 || a.Right != 1 || a.Wrong != 1 || a.Cases[0].Value != "Add( 19 , 16 )" || a.Cases[2].Value != "" {
		t.Errorf("%+v", a)
	}
	var b bytes.Buffer
	if err := o.WriteNumHG(&b); err != nil {
		t.Fatal(err)
	}
	want := "text,summary,cloze,cloze_gt,cloze_annotation,need_reasoning\n" +
		`"A fire killed 19 men and 16 women in 2 cities.",35 Die in Fires,____ Die in Fires,35,"Add( 19 , 16 )",1` + "\n"
	if got := strings.ReplaceAll(b.String(), "A fire killed 19 men and 16 women in 2 cities.,", `"A fire killed 19 men and 16 women in 2 cities.",`); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestConsensus: what is agreed on need not be a numeral, and then nothing is copied.
func TestConsensus(t *testing.T) {
	m := newStudy(t, "style-guess", []string{"a"}, 2, 3)
	p := *m.Study.Protocol
	q := p.Steps[0].Questions[0].ID
	p.Consensus = &study.Consensus{Question: q, Agree: 2}
	m.Study.Protocol, m.Study.Sources = &p, []string{"blue", "red"}
	for j := range 3 {
		m.say(j, 0, q, []string{"blue", "red", "blue"}[j])
		m.say(j, 1, q, "red")
	}
	o := m.find(t)
	if a := o.Annotation; a == nil || a.Approved != 2 || a.Unanswerable != 0 || a.Cases[0].Reasoning != nil {
		t.Errorf("%+v", a)
	}
	text := o.Methods()
	if !strings.Contains(text, "2 of 2 cases were approved. Fleiss' kappa is 0.250 over all cases.") {
		t.Errorf("the methods say %s", text)
	}
	for _, no := range []string{"numeral", "copied", "unanswerable"} {
		if strings.Contains(text, no) {
			t.Errorf("the methods of a choice say %q: %s", no, text)
		}
	}
	for _, table := range o.Tables() {
		if table.Name == "consensus" && len(table.Rows) != 1 {
			t.Errorf("the table of a choice has %d rows, want one for all cases", len(table.Rows))
		}
	}
}

// TestMedian: the middle one, or between the two in the middle.
func TestMedian(t *testing.T) {
	for _, c := range []struct {
		times []time.Duration
		want  time.Duration
	}{{nil, 0}, {[]time.Duration{7}, 7}, {[]time.Duration{9, 1, 5}, 5}, {[]time.Duration{8, 1, 2, 4}, 3}} {
		if got := outcome.Median(c.times); got != c.want {
			t.Errorf("the median of %v is %d, want %d", c.times, got, c.want)
		}
	}
}

// TestTimes: as the page counted, else since the case was given or the one before was
// finished; nothing is known of what is open or was imported.
func TestTimes(t *testing.T) {
	m := newStudy(t, "suitability", []string{"gold", "pn"}, 4, 1)
	m.say(0, 1, "correct.A", "yes")
	m.Answers[0].Millis = 5000
	m.Tasks[2].State = study.Open
	m.Tasks[3].Given = m.Tasks[3].Done
	want := []time.Duration{time.Minute, 5 * time.Second, 0, 0}
	if got := m.Times(); !slices.Equal(got, want) {
		t.Errorf("the times are %v, want %v", got, want)
	}
	if p := m.Progress(); p.Median != 32500*time.Millisecond {
		t.Errorf("the median is %s", p.Median)
	}
}

// TestRatings: means over judges, more being better, and nothing where nobody judged.
func TestRatings(t *testing.T) {
	m := newStudy(t, "suitability", []string{"gold", "pn"}, 2, 2)
	m.say(0, 0, "attract", "B")
	m.say(0, 0, "rank", "B>A")
	m.say(1, 0, "rank", "B>A")
	m.say(0, 0, "correct.A", "yes")
	m.say(1, 1, "correct.B", "no")
	var b bytes.Buffer
	if err := m.WriteRatings(&b, false); err != nil {
		t.Fatal(err)
	}
	want := "id,system,correct,attract,appropriate,rank\nd0,gold,1,0,,1\nd0,pn,,1,,2\nd1,pn,0,,,\n"
	if b.String() != want {
		t.Errorf("got\n%swant\n%s", b.String(), want)
	}
}

// TestEmpty: a study without answers has an outcome that says so.
func TestEmpty(t *testing.T) {
	m := newStudy(t, "suitability", []string{"gold", "pn"}, 2, 2)
	o := m.find(t)
	if f := finding(t, o, "correct"); f.Alpha.Undefined == nil || !score.IsAbsent(f.Systems[0].Value) {
		t.Errorf("nothing was answered, and yet %+v", f)
	}
	if len(o.Figures()) > 0 {
		t.Error("charts of nothing")
	}
	var b bytes.Buffer
	if err := o.WriteHTML(&b, nil); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(b.String(), "no answers") || strings.Contains(b.String(), "NaN") {
		t.Error("the page does not say that there are no answers, or shows NaN")
	}
	if _, err := json.Marshal(o.JSON()); err != nil {
		t.Error(err)
	}
}

func TestMethods(t *testing.T) {
	m, _ := paper(t)
	m.Study.Forms = make([][]int, 10)
	m.Study.Numbers.Cases, m.Study.Numbers.Forms = 20, 10
	m.Study.Dropped = study.Dropped{Looked: 400, Cases: 200, Systems: map[string]int{"s2s": 148, "pn": 121, "pnc": 124},
		Reasons: map[string]int{"without an article": 20, "with an empty headline or an unknown word": 180}}
	got := m.find(t).Methods()
	for _, want := range []string{
		"We drew 200 articles at random (seed 1).",
		"200 (50.0%) were left out: 180 with an empty headline or an unknown word, 20 without an article.",
		"an unknown word was 37.0% for s2s, 30.2% for pn and 31.0% for pnc.",
		"gold, s2s, pn and pnc", "“Is this headline correctly written?” (yes or no, for each headline), “Could these",
		"“Which headline makes you want to read the article most?” (one of the headlines) before they saw the article (its first 500 tokens), and “Is this headline appropriate",
		"10 forms of up to 20, each for 3 judges", "0.387 for “Is this headline correctly written?” (nominal)",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in: %s", want, got)
		}
	}
}

// shelf is a store of what was made, for Load.
type shelf struct {
	study.Store
	*made
}

func (s shelf) Snapshot(context.Context) (*study.Snapshot, error) { return &s.Data.Snapshot, nil }

// Answers that do not count are in no table and no file: those of excluded judges, those
// taken back, those to questions that are not asked after all.
func TestCounted(t *testing.T) {
	m := newStudy(t, "suitability", []string{"gold", "a"}, 1, 2)
	p, err := study.Read("test.yaml", []byte(`
name: test
title: {en: Test}
unit: document
order: balanced
numbers: {cases: 1, forms: 1, judges: 2, timeout: 60}
steps:
  - questions:
      - {id: good, kind: yesno, text: {en: "Good?"}}
      - {id: because, kind: text, when: {question: good, is: ["no"]}, text: {en: "Why not?"}}
      - {id: note, kind: text, optional: true, text: {en: "Anything else?"}}
`))
	if err != nil {
		t.Fatal(err)
	}
	m.Study.Protocol = p
	m.Data.Judges[1].State = study.Excluded
	m.say(0, 0, "because", "dull") // good was no then
	m.say(0, 0, "good", "yes")
	m.say(0, 0, "note", "")
	m.say(1, 0, "good", "no")
	d, err := outcome.Load(context.Background(), shelf{made: m})
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := d.WriteCSV(&out, false); err != nil {
		t.Fatal(err)
	}
	if want := "judge,case,question,value\nj001,0,good,yes\n"; out.String() != want {
		t.Errorf("answers.csv is\n%swant\n%s", &out, want)
	}
	if n := d.Progress().Answers; n != 1 {
		t.Errorf("%d answers count, want 1", n)
	}
}

// What a judge wrote is not run by the spreadsheet that opens answers.csv, and is what they
// wrote when it is imported.
func TestFormulas(t *testing.T) {
	m := newStudy(t, "numeral-annotation", nil, 1, 1)
	const said = `=HYPERLINK("http://x","more")`
	m.say(0, 0, "derive", said)
	for raw, want := range map[bool]string{false: "'" + said, true: said} {
		var out bytes.Buffer
		if err := m.WriteCSV(&out, raw); err != nil {
			t.Fatal(err)
		}
		rows, err := csv.NewReader(bytes.NewReader(out.Bytes())).ReadAll()
		if err != nil || rows[1][3] != want {
			t.Errorf("raw %v: %v, %q", raw, err, rows)
		}
		back, err := study.ReadAnswers(&out)
		if err != nil || len(back) != 1 || back[0].Value != said {
			t.Errorf("raw %v: %v, read again: %+v", raw, err, back)
		}
	}
}

// Systems that are equal lead together, and where there is no p nothing is said of it.
func TestTied(t *testing.T) {
	m := newStudy(t, "numhg-rating", []string{"a", "b", "c"}, 2, 1)
	for c := range 2 {
		for letter, value := range map[string]string{"A": "5", "B": "5", "C": "1"} {
			m.say(0, c, "readability."+letter, value)
			m.say(0, c, "accuracy."+letter, "2")
		}
	}
	o := m.find(t)
	got := strings.Join(o.Sentences(), "\n")
	for _, want := range []string{"read and understand?”: a and b lead with a mean of 5.00 (95% interval 1.63 to 5.00), not significantly", "right?”: all have a mean of 2.00 ("} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not said:\n%s", want, got)
		}
	}
	var out bytes.Buffer
	for _, table := range o.Tables() {
		if table.Name == "tests" {
			if err := report.CSV(&out, table.Table, report.Style{}); err != nil {
				t.Fatal(err)
			}
		}
	}
	if want := "reasonableness,a,b,0,,,,,\n"; !strings.Contains(out.String(), want) {
		t.Errorf("the table of tests has no line %s%s", want, &out)
	}
}
