package look

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"hed/analysis"
	"hed/report/page"
	"hed/run"
	"hed/score"
	"hed/stat"
	"hed/web/internal/site"
)

// A historyPage is a measure over the runs of a project.
type historyPage struct {
	Base    string
	Action  string
	Columns []option
	Title   string
	Arrow   string
	Plot    *historyPlot
	Systems []pick
	Runs    []historyRun // the last one first
}

// A historyRun is a run, what its systems got, and what was changed for it.
type historyRun struct {
	Number            int
	Name, Begun, Link string
	Finding           string
	Lack              string // why nothing is known of it
	Cells             []cell // by system
	Changes           []change
	First             bool
}

// A change is a setting that is another than in the run before.
type change struct{ What, Old, New string }

// when writes a time.
func when(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format("2 January 2006, 15:04 UTC")
}

const mostRuns = 200 // that a history shows, the last ones

func (l *looker) history(w http.ResponseWriter, r *http.Request) {
	v := &view{w: w, r: r, base: l.Base(r)}
	l.failed(v, l.historyOf(v))
}

func (l *looker) historyOf(v *view) error {
	all, err := l.Runs(v.r)
	if errors.Is(err, fs.ErrNotExist) {
		return errNowhere
	}
	if err != nil {
		return err
	}
	all = all[max(0, len(all)-mostRuns):]
	p := &historyPage{Base: v.base, Action: v.base + "/history"}
	name := cmp.Or(v.r.URL.Query().Get("m"), "overall")
	glances := make([]*run.Glance, len(all))
	systems := map[string]bool{}
	columns := []score.Column{{Name: "overall", Title: "Overall score", Better: score.Higher}}
	var order, baselines []string
	for i, one := range all {
		g, err := run.Look(one.Folder)
		if err != nil {
			l.Frame.Trouble(v.r.Context(), err)
			continue // and the page says so
		}
		glances[i] = g
		baselines = append(baselines, g.Record.Baselines()...)
		titles := score.Titles(g.Found.Columns)
		for c, col := range g.Found.Columns {
			col.Title = titles[c]
			if at := slices.IndexFunc(columns, func(k score.Column) bool { return k.Name == col.Name }); at < 0 {
				columns = append(columns, col)
			}
		}
		for _, s := range g.Found.Systems {
			if !systems[s.Name] {
				systems[s.Name] = true
				order = append(order, s.Name)
			}
		}
	}
	at := slices.IndexFunc(columns, func(k score.Column) bool { return k.Name == name })
	if at < 0 {
		return refuse(fmt.Sprintf("No run of this project has a measure %q.", name))
	}
	col := &columns[at]
	p.Title, p.Arrow = col.Title, arrow(col.Better)
	for _, c := range columns {
		p.Columns = append(p.Columns, option{c.Name, c.Title, c.Name == name})
	}
	// A system keeps its colour whichever runs it is in.
	named := &analysis.Analysis{}
	for _, s := range order {
		named.Systems = append(named.Systems, analysis.System{Name: s})
	}
	for i, mark := range page.Marks(named, baselines) {
		p.Systems = append(p.Systems, pick{Name: order[i], Mark: mark})
	}
	values := historyValues(glances, order, name)
	var means []stat.Interval
	for _, line := range values {
		means = append(means, line...)
	}
	digits := analysis.Digits(means)
	var before *run.Glance
	for i, one := range all {
		h := historyRun{Number: i + 1, Name: one.Name, Begun: when(one.Begun), Link: one.Href + "/"}
		g := glances[i]
		if g == nil {
			h.Lack = "Its results cannot be read."
		} else {
			h.Finding, h.First = g.Found.Finding(), before == nil
			if before != nil {
				h.Changes = changes(before.Record, g.Record)
			}
			before = g
			for s, system := range order {
				c := newCell(values[i][s], digits)
				if c.Text != "" {
					c.Link = one.Href + "/?" + url.Values{"sort": {name}, "s": {system}}.Encode()
				}
				h.Cells = append(h.Cells, c)
			}
		}
		p.Runs = append(p.Runs, h)
	}
	p.Plot = newHistoryPlot(p.Systems, all, values, digits)
	slices.Reverse(p.Runs)
	l.part.Show(v.w, v.r, http.StatusOK, "history.html", site.View{Title: "History", Crumbs: l.Crumbs(v.r), Wide: true, Data: p})
	return nil
}

// historyValues are what systems got, by run.
func historyValues(glances []*run.Glance, systems []string, column string) [][]stat.Interval {
	none := stat.Interval{Mean: score.Absent, Low: score.Absent, High: score.Absent}
	all := make([][]stat.Interval, len(glances))
	for i, g := range glances {
		all[i] = slices.Repeat([]stat.Interval{none}, len(systems))
		if g == nil {
			continue
		}
		c := slices.Index(score.Names(g.Found.Columns), column)
		for _, s := range g.Found.Systems {
			at := slices.Index(systems, s.Name)
			switch {
			case column == "overall":
				all[i][at] = s.Overall
			case c >= 0:
				all[i][at] = s.Means[c]
			}
		}
	}
	return all
}

// changes are the settings of a run that are others than before.
func changes(old, new *run.Record) (all []change) {
	add := func(what, before, now string) {
		if before != now {
			all = append(all, change{what, before, now})
		}
	}
	add("hed", old.Version, new.Version)
	add("documents", grouped(old.Documents), grouped(new.Documents))
	settings := func(r *run.Record) (keys []string, values map[string]string) {
		shown, inputs := r.Shown()
		values = map[string]string{"seed": strconv.FormatUint(r.Seed, 10)}
		keys = []string{"seed"}
		put := func(key, value string) {
			if _, ok := values[key]; ok {
				values[key] += ", " + value
				return
			}
			keys, values[key] = append(keys, key), value
		}
		for _, s := range shown {
			put(s.Key, s.Value)
		}
		for _, in := range inputs {
			put("file of "+strings.TrimSpace(in.Role+" "+in.System), fmt.Sprintf("%s (%.12s)", in.Name, in.SHA256))
		}
		return keys, values
	}
	keys, before := settings(old)
	more, now := settings(new)
	for _, key := range more {
		if !slices.Contains(keys, key) {
			keys = append(keys, key)
		}
	}
	for _, key := range keys {
		add(key, before[key], now[key])
	}
	return append(all, signatures(old, new)...)
}

// signatures are what changes the values of a measure and is in no setting, such as a model of the same name, each with the
// measures that it changes.
func signatures(old, new *run.Record) (all []change) {
	names := map[score.Difference][]string{}
	var order []score.Difference
	for _, c := range new.Columns {
		at := slices.IndexFunc(old.Columns, func(o run.Column) bool { return o.Name == c.Name })
		if at < 0 {
			continue
		}
		before, err := score.ParseSignature(c.Name, old.Columns[at].Signature)
		now, err2 := score.ParseSignature(c.Name, c.Signature)
		if err != nil || err2 != nil {
			continue // of another version
		}
		for _, d := range before.Own().Differences(now.Own()) {
			if names[d] == nil {
				order = append(order, d)
			}
			names[d] = append(names[d], c.Name)
		}
	}
	for _, d := range order {
		all = append(all, change{d.Key + " of " + run.Few(names[d]), d.A, d.B})
	}
	return all
}

// A historyPlot is lines of systems over runs.
type historyPlot struct {
	Width, Height int
	Ticks         []tick
	Lines         []historyLine
	Runs          []tick
}

type tick struct{ At, Text string }

type historyLine struct {
	System, Mark string
	Points       string // of the line
	Dots         []dot
	Label        *dot // its name, beside the last point
}

type dot struct{ X, Y, Low, High, Title string }

// newHistoryPlot draws the means of at least two runs.
func newHistoryPlot(systems []pick, runs []Run, values [][]stat.Interval, digits int) *historyPlot {
	low, high := math.Inf(1), math.Inf(-1)
	n := 0
	for _, line := range values {
		some := false
		for _, in := range line {
			for _, x := range []float64{in.Mean, in.Low, in.High} {
				if !score.IsAbsent(x) {
					low, high, some = min(low, x), max(high, x), true
				}
			}
		}
		if some {
			n++
		}
	}
	if n < 2 {
		return nil
	}
	const left, right, top, bottom, step, height = 56.0, 150.0, 12.0, 30.0, 72.0, 300.0
	if low == high {
		low, high = low-0.5, high+0.5
	}
	unit := nice((high - low) / 4)
	low, high = math.Floor(low/unit)*unit, math.Ceil(high/unit)*unit
	p := &historyPlot{Width: int(left + right + step*float64(max(len(runs), 4))), Height: int(height)}
	write := func(x float64) string { return strconv.FormatFloat(x, 'f', 1, 64) }
	across := (float64(p.Width) - left - right) / float64(len(runs))
	x := func(i int) string { return write(left + across*(float64(i)+0.5)) }
	place := func(v float64) float64 { return top + (height-top-bottom)*(high-v)/(high-low) }
	y := func(v float64) string { return write(place(v)) }
	places := max(0, int(math.Ceil(-math.Log10(unit)-1e-9)))
	for i := 0; float64(i)*unit <= high-low+unit/2; i++ {
		v := low + float64(i)*unit
		p.Ticks = append(p.Ticks, tick{y(v), page.Number(v, places)})
	}
	every := 1 + len(runs)/24
	for i := range runs {
		if i%every == 0 {
			p.Runs = append(p.Runs, tick{x(i), strconv.Itoa(i + 1)})
		}
	}
	for s, system := range systems {
		line := historyLine{System: system.Name, Mark: system.Mark}
		var points []string
		for i := range runs {
			in := values[i][s]
			if score.IsAbsent(in.Mean) {
				continue
			}
			points = append(points, x(i)+","+y(in.Mean))
			d := dot{X: x(i), Y: y(in.Mean), Title: fmt.Sprintf("%s, %s: %s", system.Name, runs[i].Name, page.Number(in.Mean, digits))}
			if !score.IsAbsent(in.Low) && !score.IsAbsent(in.High) {
				d.Low, d.High = y(in.Low), y(in.High)
			}
			line.Dots = append(line.Dots, d)
		}
		line.Points = strings.Join(points, " ")
		p.Lines = append(p.Lines, line)
	}
	p.label(write(float64(p.Width) - right + 8))
	return p
}

// nice is a round number that is not less.
func nice(x float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(x)))
	for _, k := range []float64{1, 2, 5} {
		if k*power >= x {
			return k * power
		}
	}
	return 10 * power
}

// label puts the names of systems beside the ends of their lines, so that none lies on another.
func (p *historyPlot) label(x string) {
	const apart = 14.0
	type end struct {
		line *historyLine
		y    float64
	}
	var ends []end
	for i := range p.Lines {
		if dots := p.Lines[i].Dots; len(dots) > 0 {
			y, _ := strconv.ParseFloat(dots[len(dots)-1].Y, 64) // it was written here
			ends = append(ends, end{&p.Lines[i], y})
		}
	}
	slices.SortStableFunc(ends, func(a, b end) int { return cmp.Compare(a.y, b.y) })
	for i := range ends {
		if i > 0 {
			ends[i].y = max(ends[i].y, ends[i-1].y+apart)
		}
	}
	bottom := float64(p.Height) - apart
	for i := len(ends) - 1; i >= 0; i-- {
		ends[i].y, bottom = min(ends[i].y, bottom), min(ends[i].y, bottom)-apart
		ends[i].line.Label = &dot{X: x, Y: strconv.FormatFloat(ends[i].y, 'f', 1, 64), Title: shorten(ends[i].line.System)}
	}
}

// shorten leaves what there is room for.
func shorten(name string) string {
	const most = 22
	if r := []rune(name); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return name
}
