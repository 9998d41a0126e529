package run

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"hed/analysis"
	"hed/corpus/ratings"
	"hed/internal/count"
	"hed/internal/option"
	"hed/report"
	"hed/score"
	"hed/stat"
)

// Correlate says how the measures of an evaluation go with ratings, whose rows name
// a document and, with several systems, a system. The seed is for judging which
// measures are the best.
//
// Only documents that the rows name are in memory.
func Correlate(ctx context.Context, run *Finished, file *ratings.File, seed uint64) (res *HumanResult, err error) {
	defer run.spill.Catch(&err)
	res = &HumanResult{Human: []HumanRating{}, Items: []ItemMatch{}, Within: []HumanMatch{}, Systems: []HumanMatch{}}
	columns, table, err := res.join(run, file)
	if err != nil {
		return nil, err
	}
	for _, col := range columns {
		found, err := analysis.HumanOf(ctx, table, slices.Collect(slices.Chunk(col.means(), table.Len())), Confidence, rand.New(rand.NewPCG(seed, 0)))
		if err != nil {
			return nil, err
		}
		match := func(m *analysis.Match) HumanMatch {
			return HumanMatch{col.name, run.Table.Columns()[m.Column].Name, m.Pearson.N,
				coefficientOf(m.Pearson), coefficientOf(m.Spearman), coefficientOf(m.Kendall)}
		}
		res.direction(col.name, run.Table.Columns(), found.Items)
		headlines, ratings := col.counts()
		res.Human = append(res.Human, HumanRating{col.name, headlines, ratings})
		for _, m := range found.Items {
			res.Items = append(res.Items, ItemMatch{match(&m), score.Value(m.Best)})
		}
		for _, m := range found.Within {
			res.Within = append(res.Within, match(&m))
		}
		for _, m := range found.Systems {
			res.Systems = append(res.Systems, match(&m))
		}
	}
	return res, nil
}

func (r *HumanResult) note(format string, args ...any) {
	r.Notes = append(r.Notes, fmt.Sprintf(format, args...))
}

// direction says where a rating looks as if low were good, as places in a ranking are: of the
// measures that go with it significantly and say which way is better, most go against it.
func (r *HumanResult) direction(rating string, columns []score.Column, items []analysis.Match) {
	against, all := 0, 0
	for _, m := range items {
		better := columns[m.Column].Better
		if better == score.Unknown || !(m.Pearson.P < 1-Confidence) {
			continue
		}
		if all++; m.Pearson.R*float64(better) < 0 {
			against++
		}
	}
	if 2*against > all {
		r.note("%s: low ratings go with good scores on %d of %s; if a low rating is good, as a rank is, they agree", rating, against, count.Of(all, "measure"))
	}
}

// A HumanResult is how measures go with what people said.
type HumanResult struct {
	Human   []HumanRating `json:"human"`
	Items   []ItemMatch   `json:"items"`
	Within  []HumanMatch  `json:"within"` // inside documents
	Systems []HumanMatch  `json:"systems"`
	Notes   []string      `json:"-"` // what of the ratings was left out
}

// A HumanRating is a column of ratings.
type HumanRating struct {
	Name      string `json:"name"`
	Headlines int    `json:"headlines"` // with a rating
	Ratings   int    `json:"ratings"`
}

// An ItemMatch is how a measure goes with ratings, over headlines.
type ItemMatch struct {
	HumanMatch
	Best score.Value `json:"best_p"` // that it is one of the best measures
}

// A HumanMatch is how a measure goes with ratings, over headlines or systems.
type HumanMatch struct {
	Human    string      `json:"human"`
	Column   string      `json:"column"`
	N        int         `json:"n"`
	Pearson  Coefficient `json:"pearson"`
	Spearman Coefficient `json:"spearman"`
	Kendall  Coefficient `json:"kendall"`
}

// A Coefficient is a correlation; what is null is undefined, and Why says why.
type Coefficient struct {
	R    score.Value `json:"r"`
	Low  score.Value `json:"low"`
	High score.Value `json:"high"`
	P    score.Value `json:"p"`
	Why  string      `json:"why,omitempty"` // what is null is undefined
}

// ownWords says measure and ratings where stat, which does not know them, speaks
// of columns.
var ownWords = strings.NewReplacer("first column", "the measure", "second column", "the ratings", "both columns", "measure and ratings", "clusters", "documents", "cluster", "document").Replace

func coefficientOf(c stat.Correlation) Coefficient {
	out := Coefficient{R: score.Value(c.R), Low: score.Value(c.Low), High: score.Value(c.High), P: score.Value(c.P)}
	if n := len(c.Warnings); n > 0 && (out.R.Absent() || out.Low.Absent()) {
		out.Why = ownWords(c.Warnings[n-1].Error()) // which ended the computation
	}
	return out
}

// none is what was not computed.
var none = score.Value(score.Absent)

// Table is one table with everything, for programs.
func (res *HumanResult) Table() *report.Table {
	head := []string{"level", "human", "column", "n"}
	for _, name := range []string{"pearson", "spearman", "kendall"} {
		head = append(head, name, name+"_low", name+"_high", name+"_p")
	}
	t := report.NewTable(append(head, "best_p")...)
	add := func(level string, m HumanMatch, best score.Value) {
		row := []any{level, m.Human, m.Column, m.N}
		for _, k := range []Coefficient{m.Pearson, m.Spearman, m.Kendall} {
			row = append(row, k.R, k.Low, k.High, report.P(float64(k.P)))
		}
		t.Add(append(row, report.P(float64(best)))...)
	}
	for _, m := range res.Items {
		add("item", m.HumanMatch, m.Best)
	}
	for _, m := range res.Within {
		add("within", m, none)
	}
	for _, m := range res.Systems {
		add("system", m, none)
	}
	return t
}

// Doubts are why correlations are undefined or have no interval.
func (res *HumanResult) Doubts() []string {
	var doubts report.Doubts
	for _, m := range res.Items {
		doubts.Add(m.Pearson.Why, m.Column)
	}
	for _, m := range slices.Concat(res.Within, res.Systems) {
		doubts.Add(m.Pearson.Why, m.Column)
	}
	return doubts.Lines()
}

// Of are the rows of one rating in a table for readers, which leaves out what
// is the same in all rows.
func (res *HumanResult) Of(level, human string) *report.Table {
	names := []string{"column", "n", "pearson", "pearson_low", "pearson_high", "pearson_p", "spearman", "spearman_low", "spearman_high", "kendall", "kendall_low", "kendall_high"}
	if level == "item" {
		names = append(names, "best_p")
	}
	all := res.Table()
	part := &report.Table{Columns: all.Columns}
	for _, row := range all.Rows {
		if row[0].Label == level && row[1].Label == human {
			part.Rows = append(part.Rows, row)
		}
	}
	part = part.Only(names)
	for i := range part.Columns { // the heads are read beside each other
		_, short, ok := strings.Cut(part.Columns[i].Name, "_")
		if ok && names[i] != "best_p" {
			part.Columns[i].Name = short
		}
	}
	return part
}

// A rated is a column of the file, by the headlines for the documents that it names: system after system.
type rated struct {
	name string
	sums []score.Mean
}

func (r *rated) means() []float64 {
	out := make([]float64, len(r.sums))
	for i, m := range r.sums {
		out[i] = m.Value()
	}
	return out
}

// counts are how many headlines have a rating, and how many ratings those are.
func (r *rated) counts() (headlines, ratings int) {
	for _, m := range r.sums {
		if m.N > 0 {
			headlines++
			ratings += m.N
		}
	}
	return headlines, ratings
}

// join finds the headlines of the run that the rows speak of.
// It returns them with the scores of their documents.
func (r *HumanResult) join(run *Finished, file *ratings.File) ([]*rated, *score.Table, error) {
	if err := file.Need("id"); err != nil {
		return nil, nil, err
	}
	tells := file.Has("system")
	if systems := run.Record.Systems; len(systems) > 1 && !tells {
		return nil, nil, file.Errorf(1, "there is no column system to tell %s apart; name it with %s system=NAME", strings.Join(systems, ", "), option.Name("columns"))
	}
	docs, place := namedIn(run.Table, file)
	rows := make([]int, len(file.Rows)) // of the run; -1 for other systems
	var lost *ratings.Row
	losses, others := 0, 0
	for i := range file.Rows {
		at := &file.Rows[i]
		system := 0
		if tells {
			system = slices.Index(run.Record.Systems, file.Get(at, "system"))
		}
		doc, ok := place[file.Get(at, "id")]
		row := system*len(docs) + doc
		switch {
		case system < 0:
			row = -1
			others++
		case !ok:
			losses++
			if lost == nil {
				lost = at
			}
		}
		rows[i] = row
	}
	switch {
	case lost != nil:
		return nil, nil, file.Errorf(lost.Line, "the evaluation in %s has no document %q, nor %s of the file", run.Folder, file.Get(lost, "id"), count.Of(losses, "row"))
	case others == len(rows):
		return nil, nil, file.Errorf(0, "no row has a system of %s: %s", run.Folder, strings.Join(run.Record.Systems, ", "))
	case others > 0:
		r.note("%s: left out %s of systems that %s does not have", file.Name, count.Of(others, "row"), run.Folder)
	}
	all, err := r.ratings(file, rows, len(run.Record.Systems)*len(docs), len(run.Record.Systems)*run.Table.Len())
	if err != nil {
		return nil, nil, err
	}
	return all, run.Table.Of(docs), nil
}

// namedIn are the places of the documents in a table that rows of the file name, ascending, and which of those each is by its id.
func namedIn(t *score.Table, file *ratings.File) (docs []int, place map[string]int) {
	named := map[string]bool{}
	for i := range file.Rows {
		named[file.Get(&file.Rows[i], "id")] = true
	}
	place = map[string]int{}
	doc := 0
	for id := range t.IDs() {
		if named[id] {
			place[id] = len(docs)
			docs = append(docs, doc)
		}
		doc++
	}
	return docs, place
}

// ratings are the columns of numbers, for n of all headlines. A column without any is none of them;
// one that has both numbers and something else is a mistake.
func (r *HumanResult) ratings(file *ratings.File, rows []int, n, headlines int) ([]*rated, error) {
	var all []*rated
	var none []string
	for _, i := range file.Others() {
		name := file.Columns[i]
		col := &rated{name: name, sums: make([]score.Mean, n)}
		numbers := 0
		var wrong *ratings.Row
		for k := range file.Rows {
			cell := strings.TrimSpace(file.Rows[k].Cell(i))
			if cell == "" {
				continue
			}
			v, ok := ratings.Number(cell)
			if !ok {
				if wrong == nil {
					wrong = &file.Rows[k]
				}
				continue
			}
			numbers++
			if rows[k] >= 0 {
				col.sums[rows[k]].Add(v)
			}
		}
		switch {
		case numbers == 0:
			none = append(none, name)
		case wrong != nil:
			return nil, file.Errorf(wrong.Line, "%s is %q; expected a number or nothing", name, wrong.Cell(i))
		default:
			all = append(all, col)
		}
	}
	if len(all) == 0 {
		return nil, file.Errorf(0, "has no column of ratings beside %s; expected numbers", strings.Join(file.Columns, ", "))
	}
	if len(none) > 0 {
		r.note("not ratings, since there are no numbers in it: %s", strings.Join(none, ", "))
	}
	for _, col := range all {
		if rated, _ := col.counts(); rated < headlines {
			r.note("%s: no rating for %d of %s", col.name, headlines-rated, count.Of(headlines, "headline"))
		}
	}
	return all, nil
}
