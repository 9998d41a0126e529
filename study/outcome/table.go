package outcome

import (
	"fmt"
	"strconv"
	"strings"

	"hed/internal/count"
	"hed/report"
	"hed/score"
	"hed/stat/agree"
	"hed/study"
)

// A Table is a table with the name of its file and what it shows.
type Table struct {
	Name    string // as in agreement.csv
	Caption string
	*report.Table
}

// Tables are those that the study's questions allow.
func (o *Outcome) Tables() []Table {
	var tables []Table
	add := func(name, caption string, t *report.Table) {
		if t != nil && len(t.Rows) > 0 {
			tables = append(tables, Table{name, caption, t})
		}
	}
	add("guesses", "How often judges named the source of headlines, with 95% intervals, and whether that is chance: for one judge the exact binomial test, for all of them Wilcoxon's signed-rank test on the means of headlines, adjusted by Holm's method over judges and over systems", o.guesses())
	add("sources", "The same by the source of headlines, with F1; that of all is the mean of the sources", o.sources())
	add("consensus", "Agreement of annotators: Fleiss' kappa with 95% intervals over cases", o.consensus())
	add("operators", "How far annotators agree by operator: of the answers of others to the same case, the share that has the operator too and the share that means the same, with 95% intervals over cases; and the median time of a case", o.operatorTable())
	add("answers", "What judges said of each system", o.answers())
	add("shares", "The same shares, from two cases on with 95% intervals over cases", o.shareTable())
	add("means", "Means and mean places, from two cases on with 95% intervals over cases", o.meanTable())
	add("places", "Shares of places in rankings, best first", o.places())
	add("pairs", "Share of yes for pairs of headlines, by pair of systems, from two cases on with 95% intervals over cases", o.pairTable())
	add("percent", "Points as a share of the most that were possible", o.percent())
	add("tests", "Systems compared: Wilcoxon's signed-rank test on the means of the n cases in which they differ, adjusted by Holm's method, and Friedman's test of all systems", o.tests())
	add("agreement", "How far judges agree, by question and system: Krippendorff's alpha ("+o.levels()+") with 95% intervals over cases, Fleiss' kappa, and the share of pairs of answers that are the same. "+
		"Where all answers are the same alpha and kappa have no value", o.agreementTable())
	add("judges", "Who the judges are; answers of fewer than three are counted together", o.peopleTable())
	add("split", "What groups of judges said, with 95% intervals over cases", o.partTable(true))
	add("split_means", "What groups of judges said: means and mean places with 95% intervals over cases", o.partTable(false))
	add("models", "Models beside people, who alone are in all other tables: Krippendorff's alpha of a model's answers and each person's to the same, with 95% intervals, and that of people among themselves", o.models())
	add("model_systems", "What people and models said of each system: shares of yes, shares of choices, means or mean places", o.modelSystems())
	add("positions", "Whether the place of a headline decides what is said of it: means by place, over systems, which are in every place; Friedman's test over cases (of two places Wilcoxon's), adjusted by Holm's method over the questions", o.positions())
	return tables
}

// table makes a table of headings; those that begin with % are shares.
func table(names ...string) *report.Table {
	t := &report.Table{}
	for _, n := range names {
		c := report.Column{Name: n}
		if n[0] == '%' {
			c.Name, c.Fraction = n[1:], true
		}
		t.Columns = append(t.Columns, c)
	}
	return t
}

// PowerTable shows for questions and 1, 2, … judges of each case how often a difference was
// found, as study/simulate has it.
func PowerTable(questions []*study.Question, shares [][]float64) *report.Table {
	t := table("question")
	for i, q := range questions {
		row := []report.Cell{report.Label(q.ID)}
		for k, s := range shares[i] {
			row = append(row, report.Number(s))
			if i == 0 {
				t.Columns = append(t.Columns, report.Column{Name: count.Of(k+1, "judge"), Fraction: true})
			}
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// levels says at which level each question is measured.
func (o *Outcome) levels() string {
	of := map[agree.Level][]string{}
	var order []agree.Level
	for _, f := range o.Findings {
		if f.Question.Kind == study.FreeText {
			continue
		}
		if of[f.Level] == nil {
			order = append(order, f.Level)
		}
		of[f.Level] = append(of[f.Level], f.Question.ID)
	}
	var each []string
	for _, l := range order {
		each = append(each, string(l)+" for "+count.List(of[l]))
	}
	return strings.Join(each, ", ")
}

func add(t *report.Table, cells ...report.Cell) { t.Rows = append(t.Rows, cells) }

// agreementTable has a row for each question over all headlines, and one for each system or
// pair of systems.
func (o *Outcome) agreementTable() *report.Table {
	t := table("question", "of", "items", "ratings", "alpha", "low", "high", "fleiss", "%same")
	row := func(f *Finding, of string, a *Agreement) {
		if a.Alpha.Items == 0 {
			return // nobody answered what another judge did
		}
		add(t, report.Label(f.Question.ID), report.Label(of),
			report.Count(a.Alpha.Items), report.Count(a.Alpha.Ratings),
			report.Number(a.Alpha.Value), report.Number(a.Alpha.Low), report.Number(a.Alpha.High),
			report.Number(a.Fleiss.Value), report.Number(a.Percent.Value))
	}
	for _, f := range o.Findings {
		if f.Question.Kind == study.FreeText {
			continue
		}
		row(f, "all", &f.Agreement)
		if f.Question.Kind != study.Choice {
			for i := range f.Systems {
				row(f, f.Systems[i].Name, &f.Systems[i].Agreement)
			}
		}
		for i := range f.Pairs {
			row(f, f.Pairs[i].A+", "+f.Pairs[i].B, &f.Pairs[i].Agreement)
		}
	}
	return t
}

// answers has a row for each system and a column for each question about headlines.
func (o *Outcome) answers() *report.Table {
	t := table("system")
	var of []*Finding
	for _, f := range o.Findings {
		if f.Systems == nil {
			continue
		}
		of = append(of, f)
		c := report.Column{Name: f.Question.ID, Better: f.Better}
		switch f.Question.Kind {
		case study.YesNo:
			c.Name, c.Fraction = c.Name+" (yes)", true
		case study.Choice:
			c.Name, c.Fraction = c.Name+" (chosen)", true
		case study.Rank:
			c.Name += " (mean place)"
		default:
			c.Name += " (mean)"
		}
		t.Columns = append(t.Columns, c)
	}
	if of == nil {
		return nil
	}
	for i, name := range o.Study.Systems {
		row := []report.Cell{report.Label(name)}
		some := false
		for _, f := range of {
			row = append(row, report.Number(f.Systems[i].Value))
			some = some || !score.IsAbsent(f.Systems[i].Value)
		}
		if some {
			t.Rows = append(t.Rows, row)
		}
	}
	return t
}

// shareTable has the shares of yes and of choices with their intervals, meanTable means and mean places.
func (o *Outcome) shareTable() *report.Table {
	t := table("question", "system", "of", "answers", "%share", "%low", "%high")
	o.eachValue(true, func(f *Finding, s *System, what string) {
		add(t, report.Label(f.Question.ID), report.Label(s.Name), report.Label(what), report.Count(s.Ratings), report.Number(s.Value), report.Number(s.Interval.Low), report.Number(s.Interval.High))
	})
	return t
}

func (o *Outcome) meanTable() *report.Table {
	t := table("question", "system", "of", "answers", "mean", "low", "high")
	o.eachValue(false, func(f *Finding, s *System, what string) {
		add(t, report.Label(f.Question.ID), report.Label(s.Name), report.Label(what), report.Count(s.Ratings), report.Number(s.Value), report.Number(s.Interval.Low), report.Number(s.Interval.High))
	})
	return t
}

// eachValue calls do for each system of each question that has answers: those with shares, or those with means.
func (o *Outcome) eachValue(shares bool, do func(*Finding, *System, string)) {
	what := map[study.Kind]string{study.YesNo: "yes", study.Choice: "chosen", study.Scale: "mean", study.Rank: "mean place"}
	for _, f := range o.Findings {
		for i := range f.Systems {
			if s := &f.Systems[i]; s.Ratings > 0 && shares == (f.Question.Kind == study.YesNo || f.Question.Kind == study.Choice) {
				do(f, s, what[f.Question.Kind])
			}
		}
	}
}

// places has the share of each place for each system, the best system first.
func (o *Outcome) places() (t *report.Table) {
	for _, f := range o.Findings {
		if f.Question.Kind != study.Rank {
			continue
		}
		if t == nil {
			t = table("question", "system")
			for i := range o.Study.Systems {
				t.Columns = append(t.Columns, report.Column{Name: strconv.Itoa(i + 1), Fraction: true})
			}
			t.Columns = append(t.Columns, report.Column{Name: "mean place", Better: score.Lower})
		}
		for _, s := range f.Best() {
			if s.Ratings == 0 {
				continue
			}
			row := []report.Cell{report.Label(f.Question.ID), report.Label(s.Name)}
			for _, share := range s.Shares {
				row = append(row, report.Number(share))
			}
			t.Rows = append(t.Rows, append(row, report.Number(s.Value)))
		}
	}
	return t
}

func (o *Outcome) pairTable() (t *report.Table) {
	for _, f := range o.Findings {
		for _, p := range f.Pairs {
			if t == nil {
				t = table("question", "a", "b", "ratings", "%yes", "%low", "%high", "alpha")
			}
			if p.Ratings == 0 {
				continue
			}
			add(t, report.Label(f.Question.ID), report.Label(p.A), report.Label(p.B), report.Count(p.Ratings), report.Number(p.Value), report.Number(p.Interval.Low), report.Number(p.Interval.High), report.Number(p.Alpha.Value))
		}
	}
	return t
}

// percent has the points of scales and ranks as NumHG prints them.
func (o *Outcome) percent() (t *report.Table) {
	for _, f := range o.Findings {
		for i := range f.Systems {
			s := &f.Systems[i]
			if score.IsAbsent(s.Total) {
				continue
			}
			if t == nil {
				t = table("question", "system", "points", "most", "%of most")
			}
			add(t, report.Label(f.Question.ID), report.Label(s.Name), report.Number(s.Total), report.Number(s.Most), report.Number(s.Share()))
		}
	}
	return t
}

func (o *Outcome) tests() (t *report.Table) {
	for _, f := range o.Findings {
		for _, x := range f.Tests {
			if t == nil {
				t = table("question", "a", "b", "n", "statistic", "p", "p_adjusted", "significant", "friedman_p")
			}
			significant := "no"
			switch {
			case score.IsAbsent(x.Adjusted): // the test is undefined
				significant = ""
			case x.Adjusted < level05:
				significant = "yes"
			}
			add(t, report.Label(f.Question.ID), report.Label(x.A), report.Label(x.B), report.Count(x.Result.N),
				report.Number(x.Result.Statistic), report.P(x.Result.P), report.P(x.Adjusted), report.Label(significant), report.P(f.Friedman.P))
		}
	}
	return t
}

// consensus has Fleiss' kappa as the NumHG paper has it: for all cases, and where numerals
// were derived for those that are copied and those that need reasoning.
func (o *Outcome) consensus() *report.Table {
	a := o.Annotation
	if a == nil {
		return nil
	}
	t := table("cases", "annotated", "ratings", "fleiss", "low", "high")
	for _, k := range []struct {
		name string
		of   agree.Agreement
	}{{"all", a.All}, {"copy", a.Copy}, {"reasoning", a.Reasoning}} {
		if k.name != "all" && !a.Numeral {
			continue
		}
		if k.of.Items > 0 {
			add(t, report.Label(k.name), report.Count(k.of.Items), report.Count(k.of.Ratings), report.Number(k.of.Value), report.Number(k.of.Low), report.Number(k.of.High))
		}
	}
	return t
}

func ratio(part, whole int) float64 {
	if whole == 0 {
		return score.Absent
	}
	return float64(part) / float64(whole)
}

// statistic writes a number for a sentence, and says where there is none.
func statistic(v float64) string {
	if score.IsAbsent(v) {
		return "no value"
	}
	return fmt.Sprintf("%.3f", v)
}
