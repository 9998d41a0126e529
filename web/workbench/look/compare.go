package look

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"hed/analysis"
	"hed/report"
	"hed/report/page"
	"hed/run"
	"hed/score"
	"hed/stat"
)

// A comparePage is two systems, or two runs, beside each other.
type comparePage struct {
	Action   string
	Systems  bool     // whether they are two systems of one run
	A, B     []option // of two systems
	Runs     []runLink
	Old, New string // what the two are called
	Finding  string
	Refused  string // why they cannot be compared
	Facts    []string
	Parts    []comparePart
	How      []string
	Warnings []string
}

// A comparePart is a system of two runs, or both of one run.
type comparePart struct {
	ID, Name, Summary string
	Rows              []changeRow
	Lists             []movedList
}

type changeRow struct {
	page.ChangeRow
	Title, About string
	Link         string // the documents behind it
	Test         string
}

type movedList struct {
	Title string
	Cards []movedCard
}

type movedCard struct {
	page.Card
	Link string
}

type runLink struct {
	Name, Begun, Link string
	On                bool
}

// pairFound is what was found of a pair.
type pairFound struct {
	changes       []analysis.Change
	worse, better []analysis.Mover
	runs          *page.Comparison
	same          []bool         // by system of two runs: whether all scores are
	places        map[string]int // of documents of two runs, by id
}

// resampling is how intervals of differences are made: as those of the run.
func (l *looker) resampling(r *run.Record) stat.Resampling {
	return stat.Resampling{Resamples: r.Settings.Bootstrap, Level: run.Confidence, Workers: l.Workers}
}

// systems compares two systems of the run.
func (l *looker) systems(v *view) error {
	q := v.r.URL.Query()
	p := &comparePage{Action: v.base + "/systems", Systems: true}
	if len(v.Found.Systems) < 2 {
		p.Refused = "A comparison needs two systems, and this run has one."
		l.show(v, "/systems", "systems.html", http.StatusOK, &scaffold{Wide: true, Body: p})
		return nil
	}
	a, b, err := 0, 1, error(nil)
	if name := q.Get("a"); name != "" {
		if a, err = v.system(name); err != nil {
			return err
		}
	}
	if b = 0; a == 0 {
		b = 1
	}
	if name := q.Get("b"); name != "" {
		if b, err = v.system(name); err != nil {
			return err
		}
	}
	for s := range v.Found.Systems {
		name := v.Found.Systems[s].Name
		p.A, p.B = append(p.A, option{name, name, s == a}), append(p.B, option{name, name, s == b})
	}
	p.New, p.Old = v.Found.Systems[a].Name, v.Found.Systems[b].Name
	if a == b {
		p.Refused = "These are the same system. Choose two."
		l.show(v, "/systems", "systems.html", http.StatusOK, &scaffold{Wide: true, Body: p})
		return nil
	}
	found, err := l.desk.find(v.r.Context(), fmt.Sprintln(v.Folder, v.stamp, a, b), func(ctx context.Context) (*pairFound, error) {
		o, release, err := l.shelf.take(ctx, v.Folder)
		if err != nil {
			return nil, err
		}
		defer release()
		return l.compareSystems(ctx, o, a, b)
	})
	if err != nil {
		return err
	}
	record := v.Found.Between(a, b)
	p.Finding = page.Words(p.New, p.Old, record) + "."
	part := comparePart{ID: "pair", Name: p.New}
	titles := score.Titles(v.Found.Columns)
	for i := range found.changes {
		ch := &found.changes[i]
		r := changeRow{ChangeRow: page.NewChangeRow(ch), Title: titles[i], About: v.at("/made", nil) + "#column-" + strconv.Itoa(i)}
		r.Link = v.at("/examples", v.values(&list{by: "difference", column: i, a: a, b: b}))
		// What the run found of the pair counts, which is corrected for all pairs of systems.
		verdict := v.Found.Verdict(i, a, b)
		r.Sign, r.Class, r.Verdict, r.P = "", "", string(verdict), ""
		if t, ok := v.Found.Pair(i, a, b); ok {
			r.P, r.Test = page.Probability(t.Adjusted), t.Test.Words()
			if !score.IsAbsent(t.Effect) && t.EffectName != "" {
				r.Test += ", effect " + page.Number(t.Effect, 2) + " (" + t.EffectName.Word(t.Effect) + ")"
			}
		}
		switch verdict {
		case analysis.Better:
			r.Sign, r.Class, r.Verdict = "▲", "up", p.New+" is better"
		case analysis.Worse:
			r.Sign, r.Class, r.Verdict = "▼", "down", p.Old+" is better"
		case analysis.NoDifference:
			r.Sign, r.Class, r.Verdict = "≈", "unclear", "no clear difference"
		case analysis.Mixed:
			r.Sign, r.Class, r.Verdict = "≷", "unclear", "mean and ranks disagree"
		}
		part.Rows = append(part.Rows, r)
	}
	for _, m := range []struct {
		title  string
		movers []analysis.Mover
	}{{"Where " + p.New + " is ahead most", found.better}, {"Where " + p.Old + " is ahead most", found.worse}} {
		list, err := v.movers(m.title, m.movers, a, b)
		if err != nil {
			return err
		}
		part.Lists = append(part.Lists, list)
	}
	p.Parts = []comparePart{part}
	intervals := make([]stat.Interval, len(found.changes))
	for i := range intervals {
		intervals[i] = found.changes[i].Difference
	}
	p.How = []string{
		fmt.Sprintf("%s. Differences are of means over the documents that both have a value for, with 95%% confidence intervals (%s).", counted(v.Found.Documents, "document"), stat.Methods(intervals)),
		"P and verdicts are those of the run, corrected for all pairs of its systems.",
	}
	l.show(v, "/systems", "systems.html", http.StatusOK, &scaffold{Wide: true, Body: p})
	return nil
}

// compareSystems computes the differences of two systems by document. Their tests are those of the run.
func (l *looker) compareSystems(ctx context.Context, o *opened, a, b int) (*pairFound, error) {
	at := func(s int) []score.Sample {
		return o.Table.Samples(slices.Index(o.Table.Systems(), o.Found.Systems[s].Name))
	}
	old, new := at(b), at(a)
	f := &pairFound{changes: make([]analysis.Change, len(old))}
	differences := make([]score.Sample, len(old))
	for c := range old {
		ch := &f.changes[c]
		before, now := score.Paired(old[c], new[c])
		ch.Column, ch.Adjusted, ch.Bound = o.Found.Columns[c], score.Absent, score.Absent
		ch.Old, _ = before.Value()
		ch.New, _ = now.Value()
		differences[c] = now.Minus(before)
	}
	means, err := stat.Means(ctx, differences, l.resampling(o.Record), rand.New(rand.NewPCG(o.Record.Seed, 0)))
	if err != nil {
		return nil, err
	}
	for c := range means {
		f.changes[c].Difference = means[c]
	}
	f.worse, f.better = analysis.Movers(o.Found.Columns, old, new, func(int) bool { return true }, run.Most)
	return f, nil
}

// movers are documents with the headlines of both systems.
func (v *view) movers(title string, movers []analysis.Mover, a, b int) (movedList, error) {
	list := movedList{Title: title}
	for _, m := range movers {
		moved := report.Moved{Mover: m}
		if v.texts != nil && m.Doc < v.texts.Documents {
			ex, _, err := v.texts.example(m.Doc)
			if err != nil {
				return list, err
			}
			moved.ID, moved.References, moved.Old, moved.New = ex.ID, ex.References, &ex.Headlines[v.texts.systems[b]], &ex.Headlines[v.texts.systems[a]]
		}
		if moved.ID == "" {
			moved.ID = v.id(m.Doc)
		}
		c := page.NewCard(&moved)
		c.Sides[0].Name, c.Sides[1].Name = v.Found.Systems[b].Name, v.Found.Systems[a].Name
		c.Sides[0], c.Sides[1] = c.Sides[1], c.Sides[0]
		c.Moves = moves(m.Moves, v.Found.Columns, "%s %s, not %s", func(move analysis.Move) (string, string) { return page.Number(move.New, 3), page.Number(move.Old, 3) })
		q := url.Values{"a": {v.Found.Systems[a].Name}, "b": {v.Found.Systems[b].Name}}
		list.Cards = append(list.Cards, movedCard{c, v.at("/examples/"+strconv.Itoa(m.Doc+1), q)})
	}
	return list, nil
}

// moves say what moved a document most, by the titles of measures.
func moves(all []analysis.Move, columns []score.Column, format string, values func(analysis.Move) (string, string)) (texts []string) {
	const most = 4
	titles := score.Titles(columns)
	for _, m := range all[:min(len(all), most)] {
		if c := slices.Index(score.Names(columns), m.Column); c >= 0 {
			one, other := values(m)
			texts = append(texts, fmt.Sprintf(format, titles[c], one, other))
		}
	}
	return texts
}

// runs compares the run with another one of its project.
func (l *looker) runs(v *view) error {
	all, err := l.Runs(v.r)
	if errors.Is(err, fs.ErrNotExist) {
		return errNowhere
	}
	if err != nil {
		return err
	}
	p := &comparePage{Action: v.base + "/runs"}
	with := v.r.URL.Query().Get("with")
	var other *Run
	for i := range all {
		one := &all[i]
		if one.ID == v.ID {
			continue
		}
		p.Runs = append(p.Runs, runLink{one.Name, when(one.Begun), v.at("/runs", url.Values{"with": {one.ID}}), one.ID == with})
		if one.ID == with {
			other = one
		}
	}
	slices.Reverse(p.Runs) // the last one is compared with most
	if with != "" && other == nil {
		return &refusal{http.StatusNotFound, "There is no such run in this project."}
	}
	if other != nil {
		if err := l.compareRuns(v, other, p); err != nil {
			return err
		}
	}
	l.show(v, "/runs", "runs.html", http.StatusOK, &scaffold{Wide: true, Body: p})
	return nil
}

// compareRuns compares two runs, of which the later is the new one.
func (l *looker) compareRuns(v *view, other *Run, p *comparePage) error {
	second, release, err := l.shelf.take(v.r.Context(), other.Folder)
	switch {
	case errors.Is(err, errOpening):
		return err
	case errors.Is(err, fs.ErrNotExist):
		p.Refused = other.Name + " is not there any more."
		return nil
	case err != nil:
		l.Frame.Trouble(v.r.Context(), err)
		p.Refused = fmt.Sprintf("The results of %s cannot be read: %s.", other.Name, strings.ReplaceAll(strings.ReplaceAll(err.Error(), other.Folder+"/", ""), other.Folder, other.Name))
		return nil
	}
	defer release()
	old, new := &v.Run, other
	first := v.opened
	if other.Begun.Before(v.Begun) {
		old, new, first, second = other, &v.Run, second, v.opened
	}
	p.Old, p.New = old.Name, new.Name
	names := func(text string) string { return named(text, old, new) }
	pair, err := run.NewPair(first.Finished, second.Finished)
	if err == nil {
		err = pair.Check()
	}
	if err != nil {
		p.Refused = sentences(names(err.Error()))
		return nil
	}
	found, err := l.desk.find(v.r.Context(), fmt.Sprintln(old.Folder, first.stamp, new.Folder, second.stamp), func(ctx context.Context) (*pairFound, error) {
		return l.compareOpened(ctx, old.Folder, new.Folder)
	})
	if err != nil {
		return err
	}
	l.showRuns(v, found, p, new, names)
	return nil
}

// compareOpened computes how the runs of two folders differ, as hed compare does.
func (l *looker) compareOpened(ctx context.Context, old, new string) (*pairFound, error) {
	first, release, err := l.shelf.take(ctx, old)
	if err != nil {
		return nil, err
	}
	defer release()
	second, release, err := l.shelf.take(ctx, new)
	if err != nil {
		return nil, err
	}
	defer release()
	pair, err := run.NewPair(first.Finished, second.Finished)
	if err != nil {
		return nil, err
	}
	compared, err := pair.Compare(ctx, l.resampling(second.Record), second.Record.Seed)
	if err != nil {
		return nil, err
	}
	found := &pairFound{runs: pair.Page(compared, false, nil), places: map[string]int{}}
	for i := range compared {
		found.same = append(found.same, compared[i].Same())
	}
	for _, s := range found.runs.Systems {
		for _, m := range slices.Concat(s.Worse, s.Better) {
			found.places[m.ID] = m.Doc
		}
	}
	return found, nil
}

func (l *looker) showRuns(v *view, found *pairFound, p *comparePage, newer *Run, names func(string) string) {
	c := found.runs
	p.Finding = names(c.Finding)
	if len(c.Systems) > 1 {
		p.Finding = "" // it is about a gate, which this is not
	}
	p.Facts = []string{counted(c.Documents, "document"), counted(len(c.Systems), "system") + " in both"}
	for _, text := range c.How {
		p.How = append(p.How, names(text)+".")
	}
	for _, text := range c.Warnings {
		p.Warnings = append(p.Warnings, names(text))
	}
	for i, s := range c.Systems {
		part := comparePart{ID: "system-" + strconv.Itoa(i+1), Name: s.Name, Summary: names(s.Summary)}
		var columns []score.Column
		for k := range s.Changes {
			columns = append(columns, s.Changes[k].Column)
		}
		for k := range s.Changes {
			if found.same[i] {
				break // the summary says so
			}
			ch := &s.Changes[k]
			r := changeRow{ChangeRow: page.NewChangeRow(ch), Title: ch.Column.Title}
			if ch.Test != "" {
				r.Test = ch.Test.Words()
			}
			r.Link = newer.Href + "/examples?" + url.Values{"by": {"score"}, "m": {ch.Column.Name}, "a": {s.Name}, "up": {"1"}}.Encode()
			part.Rows = append(part.Rows, r)
		}
		for _, m := range []struct {
			title string
			moved []report.Moved
		}{{"Got worse most", s.Worse}, {"Got better most", s.Better}} {
			if len(m.moved) == 0 {
				continue
			}
			list := movedList{Title: m.title}
			for k := range m.moved {
				card := page.NewCard(&m.moved[k])
				card.Moves = moves(m.moved[k].Moves, columns, "%s %s → %s", func(move analysis.Move) (string, string) { return page.Number(move.Old, 3), page.Number(move.New, 3) })
				list.Cards = append(list.Cards, movedCard{card, newer.Href + "/examples/" + strconv.Itoa(found.places[m.moved[k].ID]+1)})
			}
			part.Lists = append(part.Lists, list)
		}
		p.Parts = append(p.Parts, part)
	}
}

// sentences makes sentences of errors, one a line.
func sentences(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		r, size := utf8.DecodeRuneInString(line)
		lines[i] = string(unicode.ToUpper(r)) + line[size:] + "."
	}
	return strings.Join(lines, "\n")
}

// named puts the names of two runs in the place of their folders.
func named(text string, runs ...*Run) string {
	slices.SortFunc(runs, func(a, b *Run) int { return len(b.Folder) - len(a.Folder) }) // one may begin with the other
	for _, r := range runs {
		text = strings.ReplaceAll(text, r.Folder, r.Name)
	}
	return text
}
