package judge

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"hed/study"
	"hed/study/outcome"
	"hed/text/lang"
	"hed/web/internal/site"
)

// A dashboard is what the coordinator sees of a study as it stands.
type dashboard struct {
	Title      string
	Running    bool
	Finding    string // how far it is, in a sentence
	At         time.Time
	Progress   outcome.Progress
	Judges     []outcome.Record
	Models     []*outcome.Model // listed, and counted with no person
	Cases      []caseRow
	Forms      []formRow
	Splits     []string // questions about judges that the report can be split by
	Short      int      // cases that have fewer judges than they should, with those at work
	Wanted     int
	Agreements []agreeRow
	// Consensus is of a protocol that has one; nil without.
	Consensus *consensusView
	Events    []told // the latest first
	More      int    // events before them

	data *outcome.Data
}

type caseRow struct {
	*study.Case
	Finished, Open int // of judges that count
	Want           int
	Settled        bool
	Name           string // as judges see it: its place in the form, with the form before it if there are several
}

// A formRow is how far the cases of a form are.
type formRow struct {
	Number   int // from 1
	Complete int
	Cases    []caseRow
}

type agreeRow struct {
	ID, Text       string
	Answers, Items int
	Measure        string
	Value, Percent float64
}

type consensusView struct {
	Agreed, Unanswerable, Right, Wrong, Open int
	// Waiting are agreed cases without a verdict.
	Waiting  []outcome.Agreed
	Validate bool
	Numeral  bool // of what was agreed, some may be unanswerable

	of []*outcome.Agreed // by case
}

// A cache keeps the dashboard for a moment, however many look at it. The lock is held while a
// new one is made: who comes meanwhile waits for that one, and does not make another.
type cache struct {
	mu    sync.Mutex
	board *dashboard
	until time.Time
}

// dashboard gives the latest one. It is made anew at most every other second, and for
// at most a tenth of the time.
func (s *server) dashboard(ctx context.Context) (*dashboard, error) {
	s.dash.mu.Lock()
	defer s.dash.mu.Unlock()
	if s.dash.board != nil && s.Now().Before(s.dash.until) {
		return s.dash.board, nil
	}
	start := time.Now()
	d, err := s.makeDashboard(ctx)
	if err != nil {
		return nil, err
	}
	s.dash.board, s.dash.until = d, s.Now().Add(max(2*time.Second, 10*time.Since(start)))
	return d, nil
}

// forget makes the next dashboard a new one, after something was done.
func (s *server) forget() {
	s.dash.mu.Lock()
	s.dash.board = nil
	s.dash.mu.Unlock()
}

// makeDashboard reads the whole study and finds what it shows, without intervals: those take
// seconds, and change nothing that a coordinator would do.
func (s *server) makeDashboard(ctx context.Context) (*dashboard, error) {
	data, err := outcome.Load(ctx, s.store)
	if err != nil {
		return nil, err
	}
	people := *data
	people.Models = nil // what they say is in the report, and takes long to compare
	found, err := outcome.Of(ctx, &people, outcome.Options{Workers: 1})
	if err != nil {
		return nil, err
	}
	d := &dashboard{Title: s.study.Title, Running: data.Running, At: s.Now(), Progress: found.Progress, Judges: found.Records, Models: data.Models, data: data}
	s.agreements(d, found)
	d.cases()
	if a := found.Annotation; a != nil {
		d.consensus(a)
	}
	d.Splits = outcome.Splits(data.Study)
	s.events(d)
	p := d.Progress
	d.Finding = s.Pages.Say("co.finding", p.Complete, p.Cases)
	if p.Done() {
		d.Finding = s.Pages.Say("co.finding.all", p.Cases)
	}
	if n := d.doubtful(); n > 0 {
		d.Finding += "; " + s.Pages.Many("co.finding.look", n)
	}
	d.Finding += "."
	return d, nil
}

// doubtful is how many judges are worth a look.
func (d *dashboard) doubtful() int {
	n := 0
	for i := range d.Judges {
		if d.Judges[i].Doubtful() {
			n++
		}
	}
	return n
}

// agreements has a row for each question. Texts are not compared: that two differ says
// nothing.
func (s *server) agreements(d *dashboard, found *outcome.Outcome) {
	for _, f := range found.Findings {
		got, measure := f.Alpha, s.Pages.Say("co.measure."+string(f.Level))
		if f.Question.Kind == study.Numeral {
			got, measure = f.Fleiss, s.Pages.Say("co.measure.fleiss") // as the paper has it
		}
		row := agreeRow{
			ID: f.Question.ID, Text: f.Question.Text.In(s.study.Lang), Answers: f.Answers,
			Items: got.Items, Measure: measure, Value: got.Value, Percent: f.Percent.Value,
		}
		if f.Question.Kind == study.FreeText {
			row.Measure, row.Value, row.Percent = "–", math.NaN(), math.NaN()
		}
		d.Agreements = append(d.Agreements, row)
	}
}

// cases counts the judges of each case, without those who are excluded.
func (d *dashboard) cases() {
	excluded := map[string]bool{}
	for _, j := range d.data.Judges {
		excluded[j.ID] = j.State == study.Excluded
	}
	verdicts := d.data.Verdicts()
	for i := range d.data.Cases {
		d.Cases = append(d.Cases, caseRow{Case: &d.data.Cases[i], Want: d.data.Study.Numbers.Judges, Settled: verdicts[i].Settled})
	}
	for _, t := range d.data.Tasks {
		switch row := &d.Cases[t.Case]; {
		case excluded[t.Judge]:
		case t.State == study.Finished:
			row.Finished++
		case t.State == study.Open:
			row.Open++
		}
	}
	d.forms()
	for _, row := range d.Cases {
		if !row.Settled && row.Finished+row.Open < row.Want {
			d.Short++
		}
		if !row.Settled {
			d.Wanted += max(0, row.Want-row.Finished)
		}
	}
}

// forms names the cases, and puts them together as judges get them.
func (d *dashboard) forms() {
	all := d.data.Study.Forms
	for i, form := range all {
		f := formRow{Number: i + 1}
		for k, number := range form {
			row := &d.Cases[number]
			if row.Name = strconv.Itoa(k + 1); len(all) > 1 {
				row.Name = fmt.Sprintf("%d.%d", i+1, k+1)
			}
			if row.Settled {
				f.Complete++
			}
			f.Cases = append(f.Cases, *row)
		}
		d.Forms = append(d.Forms, f)
	}
}

// CaseName is what a case is called.
func (d *dashboard) CaseName(number int) string { return d.Cases[number].Name }

// consensus is what was agreed on, and what waits for the coordinator.
func (d *dashboard) consensus(a *outcome.Annotation) {
	v := &consensusView{Agreed: a.Approved, Unanswerable: a.Unanswerable, Right: a.Right, Wrong: a.Wrong, Open: len(a.Cases) - a.Approved}
	v.Numeral = a.Numeral
	v.Validate = d.data.Study.Protocol.Consensus.Validate
	for i, c := range a.Cases {
		v.of = append(v.of, &a.Cases[i])
		if c.Value != "" && c.Verdict == "" {
			v.Waiting = append(v.Waiting, c)
		}
	}
	d.Consensus = v
}

// shown is how many events the dashboard lists.
const shown = 30

func (s *server) events(d *dashboard) {
	all := slices.Clone(d.data.Events)
	for i := range all {
		switch e := &all[i]; e.What {
		case "verdict":
			e.Of = d.renamed(e.Of)
		case "returned":
			e.Note = d.renamed(e.Note)
		}
	}
	slices.SortFunc(all, func(a, b study.Event) int { return cmp.Compare(b.Seq, a.Seq) })
	if len(all) > shown {
		d.More = len(all) - shown
		all = all[:shown]
	}
	for _, e := range all {
		d.Events = append(d.Events, s.told(e))
	}
}

var digits = regexp.MustCompile(`[0-9]+`)

// renamed is a text with the names of cases in the place of their numbers.
func (d *dashboard) renamed(text string) string {
	return digits.ReplaceAllStringFunc(text, func(s string) string {
		if n, err := strconv.Atoi(s); err == nil && n < len(d.Cases) {
			return d.CaseName(n)
		}
		return s
	})
}

// Marks draws how far a case is: a dot for each finished judge, a ring for each at
// work, a point for each that is wanted.
func (c caseRow) Marks() string {
	return strings.Repeat("●", c.Finished) + strings.Repeat("○", c.Open) + strings.Repeat("·", max(0, c.Want-c.Finished-c.Open))
}

// A writer writes numbers and times in the language of the pages.
type writer struct {
	*lang.Format
	pages *site.Pages
}

// figure writes a number with so many decimals, and nothing if it is
// none.
func (w *writer) figure(v float64, digits int) string {
	if math.IsNaN(v) {
		return ""
	}
	return w.Number(v, digits)
}

func (w *writer) percent(v float64) string {
	if math.IsNaN(v) {
		return ""
	}
	return w.Share(v, 0)
}

// A span is how long it is that something was: which words say it, and how many of the unit.
type span struct {
	Key  string
	Unit bool // the words take N
	N    int
}

func ago(now, then time.Time) span {
	switch d := now.Sub(then); {
	case d < time.Minute:
		return span{Key: "co.ago.now"}
	case d < time.Hour:
		return span{"co.ago.minutes", true, int(d.Minutes())}
	case d < 48*time.Hour:
		return span{"co.ago.hours", true, int(d.Hours())}
	default:
		return span{"co.ago.days", true, int(d.Hours() / 24)}
	}
}

// clock is how long something took.
func (w *writer) clock(t time.Duration) string {
	if t < time.Second {
		return w.pages.Say("co.clock.short")
	}
	return outcome.Clock(t)
}

// answer is what a judge said. Yes and no are words of programs; everything else was chosen or written by people.
func (w *writer) answer(value string) string {
	if value == "yes" || value == "no" {
		return w.pages.Say("co.answer." + value)
	}
	return value
}

func (w *writer) moment(t time.Time) string {
	if t.IsZero() {
		return "–"
	}
	return w.Instant(t)
}

// first are the first n of a list.
func first(list []outcome.Agreed, n int) []outcome.Agreed { return list[:min(n, len(list))] }
