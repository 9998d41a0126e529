package outcome

import (
	"context"
	"slices"
	"strconv"
	"time"

	"hed/numeral"
	"hed/report"
	"hed/stat"
	"hed/study"
)

// An Operator is how annotators used one of the operators of numerals.
type Operator struct {
	Name    string // of the outermost one of an expression; "unanswerable" where there is none
	Answers int    // that have it
	// Agreed is the share of the answers of others to the same case that have it too, Same the share that means the
	// same, whatever its operator, both over cases.
	Agreed, Same stat.Interval
	Median       time.Duration // of the cases in which it was used; 0 where that is not known
}

// unanswerable stands for no operator.
const unanswerable = "unanswerable"

// operators compares the answers to each case two by two. Those of one judge alone have nobody to agree with.
func (d *Data) operators(ctx context.Context, q *study.Question, ratings []Rating, o Options) ([]Operator, error) {
	written := map[[2]any]string{}
	for i := range d.Answers {
		if a := &d.Answers[i]; a.Question == q.ID && d.Counts(a) {
			written[[2]any{a.Judge, a.Case}] = operator(a.Value)
		}
	}
	op := func(r *Rating) string { return written[[2]any{r.Judge, r.Case}] }
	byCase := map[int][]*Rating{}
	used := map[string]int{}
	for i := range ratings {
		r := &ratings[i]
		byCase[r.Case] = append(byCase[r.Case], r)
		used[op(r)]++
	}
	took := map[string][]time.Duration{}
	for i, t := range d.Times() {
		if name := written[[2]any{d.Tasks[i].Judge, d.Tasks[i].Case}]; t > 0 && name != "" {
			took[name] = append(took[name], t)
		}
	}
	names := []string{unanswerable}
	for _, op := range slices.Backward(numeral.Ops()) {
		names = slices.Insert(names, 0, op.String())
	}
	isTrue := worth(func(v string) float64 { return truth(v == "true") })
	var all []Operator
	for _, name := range names {
		if used[name] == 0 {
			continue
		}
		// One rating for each pair of an answer that has the operator and another. Both may mean the same with different operators.
		var agreed, same []Rating
		for c := range d.Cases {
			for i, a := range byCase[c] {
				for k, b := range byCase[c] {
					if i != k && op(a) == name {
						agreed = append(agreed, Rating{Case: c, Value: strconv.FormatBool(op(b) == name)})
						same = append(same, Rating{Case: c, Value: strconv.FormatBool(a.Value == b.Value)})
					}
				}
			}
		}
		p := Operator{Name: name, Answers: used[name], Median: Median(took[name])}
		var err error
		if p.Agreed, err = o.interval(ctx, agreed, isTrue, share); err != nil {
			return nil, err
		}
		if p.Same, err = o.interval(ctx, same, isTrue, share); err != nil {
			return nil, err
		}
		all = append(all, p)
	}
	return all, nil
}

// operator is the outermost one of an answer, as it was written.
func operator(value string) string {
	if _, none := study.CutUnanswerable(value); none {
		return unanswerable
	}
	if readings, err := numeral.ParseExpr(value); err == nil {
		return readings[0].Op.String()
	}
	return ""
}

// operatorTable has a row for each operator that was used.
func (o *Outcome) operatorTable() *report.Table {
	if o.Annotation == nil || o.Annotation.Operators == nil {
		return nil
	}
	t := table("operator", "answers", "%same operator", "%operator low", "%operator high", "%same derivation", "%derivation low", "%derivation high", "seconds")
	for i := range o.Annotation.Operators {
		p := &o.Annotation.Operators[i]
		seconds := undefined.P
		if p.Median > 0 {
			seconds = p.Median.Seconds()
		}
		add(t, report.Label(p.Name), report.Count(p.Answers), report.Number(p.Agreed.Mean), report.Number(p.Agreed.Low), report.Number(p.Agreed.High),
			report.Number(p.Same.Mean), report.Number(p.Same.Low), report.Number(p.Same.High), report.Number(seconds))
	}
	return t
}
