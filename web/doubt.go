package web

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"hed/stat/agree"
	"hed/study"
	"hed/study/outcome"
)

// When a judge is worth a look. These are hints for a person, who decides.
const (
	fewCases   = 3   // finished, before times are compared
	fewAnswers = 10  // to a question, before sameness and agreement mean something
	tooFast    = 3.0 // times as fast as the median judge
	usual      = 0.9 // share of a value among the others that makes it no surprise
	apart      = 0.3 // how far below the others' agreement a judge is an outsider
)

// judges makes the rows of judges, and says which of them are worth a look.
func (d *dashboard) judges() {
	at := map[string]int{}
	for i, j := range d.data.Judges {
		at[j.ID] = i
		d.Judges = append(d.Judges, judgeRow{Judge: j, Alpha: math.NaN()})
	}
	for _, t := range d.data.Tasks {
		row := &d.Judges[at[t.Judge]]
		switch t.State {
		case study.Finished:
			row.Done++
			row.Given++
		case study.Open:
			row.Given++
		case study.Returned:
			row.Returned++
		}
	}
	for i := range d.data.Answers {
		if a := &d.data.Answers[i]; d.data.Counts(a) {
			d.Judges[at[a.Judge]].Answers++
		}
	}
	d.times(at)
	d.sameness(at)
	d.attention(at)
	d.outsiders(at)
}

// times finds the median time of each judge's finished cases, and who is much faster
// than the others.
func (d *dashboard) times(at map[string]int) {
	of := make([][]time.Duration, len(d.Judges))
	for i, took := range d.data.Times() {
		if j := at[d.data.Tasks[i].Judge]; took > 0 {
			of[j] = append(of[j], took)
		}
	}
	var all []time.Duration
	for i := range d.Judges {
		d.Judges[i].Median = outcome.Median(of[i])
		if len(of[i]) >= fewCases {
			all = append(all, d.Judges[i].Median)
		}
	}
	usually := outcome.Median(all)
	for i := range d.Judges {
		if row := &d.Judges[i]; len(of[i]) >= fewCases && len(all) >= 3 && float64(row.Median)*tooFast < float64(usually) {
			row.Doubts = append(row.Doubts, fmt.Sprintf("fast: %s a case, others %s", clock(row.Median), clock(usually)))
		}
	}
}

// clock writes a duration as minutes and seconds.
func clock(t time.Duration) string {
	if t < time.Second {
		return "under 1 s"
	}
	t = t.Round(time.Second)
	return fmt.Sprintf("%d:%02d", int(t.Minutes()), int(t.Seconds())%60)
}

// sameness finds who always gives the same answer where others do not.
func (d *dashboard) sameness(at map[string]int) {
	for _, q := range d.data.Questions() {
		if q.Kind == study.FreeText || q.Kind == study.Numeral || q.Kind == study.Rank {
			continue
		}
		all, own := map[string]int{}, make([]map[string]int, len(d.Judges))
		total := 0
		for i := range d.data.Answers {
			a := &d.data.Answers[i]
			if id, _, _ := strings.Cut(a.Question, "."); id != q.ID || a.Case == study.About {
				continue
			}
			j := at[a.Judge]
			if own[j] == nil {
				own[j] = map[string]int{}
			}
			own[j][a.Value]++
			all[a.Value]++
			total++
		}
		for j := range own {
			if len(own[j]) != 1 {
				continue
			}
			for value, n := range own[j] {
				others := total - n
				if n >= fewAnswers && others > 0 && float64(all[value]-n)/float64(others) < usual {
					d.Judges[j].Doubts = append(d.Judges[j].Doubts, fmt.Sprintf("always %q to %s, %d times", value, q.ID, n))
				}
			}
		}
	}
}

// attention counts the questions with a known answer that were answered otherwise.
func (d *dashboard) attention(at map[string]int) {
	right := map[string]string{}
	for i := range d.data.Study.Protocol.Attention {
		a := &d.data.Study.Protocol.Attention[i]
		right[a.Question.ID] = a.Answer
	}
	asked, failed := make([]int, len(d.Judges)), make([]int, len(d.Judges))
	for i := range d.data.Answers {
		a := &d.data.Answers[i]
		want, ok := right[a.Question]
		if !ok || a.Case == study.About {
			continue
		}
		asked[at[a.Judge]]++
		if a.Value != want {
			failed[at[a.Judge]]++
		}
	}
	for j := range d.Judges {
		if failed[j] > 0 {
			d.Judges[j].Doubts = append(d.Judges[j].Doubts, fmt.Sprintf("failed %d of %s", failed[j], count(asked[j], "attention check")))
		}
	}
}

// outsiders finds who agrees with the others much less than they do among
// themselves. A judge's alpha is Krippendorff's over pairs of an answer of his and one of
// another judge to the same item, averaged over questions.
func (d *dashboard) outsiders(at map[string]int) {
	sums, counts := make([]float64, len(d.Judges)), make([]int, len(d.Judges))
	for i, q := range d.data.Questions() {
		if q.Kind == study.FreeText || i >= len(d.Agreements) {
			continue
		}
		byItem := map[string][]agree.Row{}
		var items []string
		for _, r := range d.data.Ratings(q) {
			item := fmt.Sprintf("%d %s %s", r.Case, r.System, r.Other)
			if byItem[item] == nil {
				items = append(items, item)
			}
			byItem[item] = append(byItem[item], agree.Row{Rater: r.Judge, Value: r.Value})
		}
		pairs := make([][]agree.Row, len(d.Judges))
		for _, item := range items {
			for _, a := range byItem[item] {
				for _, b := range byItem[item] {
					if a.Rater == b.Rater {
						continue
					}
					of := item + " " + b.Rater
					j := at[a.Rater]
					pairs[j] = append(pairs[j], agree.Row{Item: of, Rater: "one", Value: a.Value}, agree.Row{Item: of, Rater: "other", Value: b.Value})
				}
			}
		}
		for j := range pairs {
			if len(pairs[j]) < 2*fewAnswers {
				continue
			}
			ratings, err := agree.New(pairs[j])
			if err != nil {
				continue
			}
			got, err := ratings.Agreement(agree.Alpha{Level: d.Agreements[i].Level})
			if err == nil && !math.IsNaN(got.Value) {
				sums[j] += got.Value
				counts[j]++
			}
		}
	}
	var all []float64
	for j := range d.Judges {
		if counts[j] > 0 {
			d.Judges[j].Alpha = sums[j] / float64(counts[j])
			all = append(all, d.Judges[j].Alpha)
		}
	}
	if len(all) < 3 {
		return
	}
	slices.Sort(all)
	middle := all[len(all)/2]
	for j := range d.Judges {
		if a := d.Judges[j].Alpha; a < middle-apart { // NaN is not less
			d.Judges[j].Doubts = append(d.Judges[j].Doubts, fmt.Sprintf("agrees little with others: alpha %.2f, the median judge has %.2f", a, middle))
		}
	}
}
