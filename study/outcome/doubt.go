package outcome

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"hed/stat/agree"
	"hed/study"
)

// When a judge is worth a look. These are hints for a person, who decides: each number is
// where a hint is more often right than wrong, and none of them excludes anybody.
const (
	fewCases   = 3                      // finished, before times are compared
	fewJudges  = 3                      // with something to compare, before one of them can be an outsider
	fewAnswers = 10                     // to a question, before sameness and agreement mean something
	tooFast    = 3.0                    // times as fast as the median judge
	mostWords  = 15                     // that anybody reads in a second: four times as many as people do who read every word
	leastTime  = 300 * time.Millisecond // that an answer takes
	usual      = 0.9                    // share of a value among the others that makes it no surprise
	apart      = 0.3                    // how far below the others' agreement a judge is an outsider
)

// A Record is what one judge has done, and why one should look at it before it counts.
type Record struct {
	study.Judge
	Given, Finished int           // cases, without those returned
	Returned        int           // cases that were left lying and went to others
	Answers         int           // that count
	Median          time.Duration // of finished cases; 0 without one
	Alpha           float64       // Krippendorff's against the others; NaN if undefined
	// Least is the time that it takes at least to read the finished cases and to answer, the median; Unread says that the judge was faster.
	Least  time.Duration
	Unread bool
	Doubts []string // clauses, such as: failed 2 of 3 attention checks
}

// Doubtful tells whether somebody should look at what a judge did. What an excluded one did
// counts for nothing already.
func (r *Record) Doubtful() bool { return len(r.Doubts) > 0 && r.State != study.Excluded }

// doubts says in a sentence which judges somebody should look at, and why; "" if none.
func doubts(w *tongue, of []Record) string {
	var each []string
	timed, unread := 0, 0
	var took, least []time.Duration
	for i := range of {
		if r := &of[i]; r.State != study.Excluded && r.Least > 0 {
			timed++
			unread += int(truth(r.Unread))
			took, least = append(took, r.Median), append(least, r.Least)
		}
	}
	// If all were that fast it is said of all of them once.
	all := timed >= fewJudges && unread == timed
	if all {
		each = append(each, w.say("all %d judges with %d finished cases or more (%s)", timed, fewCases, hurried(w, Median(took), Median(least))))
	}
	for i := range of {
		r := &of[i]
		doubts := r.Doubts
		if all && r.Unread {
			doubts = slices.DeleteFunc(slices.Clone(doubts), func(d string) bool { return d == hurried(w, r.Median, r.Least) })
		}
		if r.Doubtful() && len(doubts) > 0 {
			each = append(each, r.ID+" ("+strings.Join(doubts, "; ")+")")
		}
	}
	if each == nil {
		return ""
	}
	return w.say("Look at these before you use the answers: %s.", w.list(each))
}

// Records are what the judges have done, one for each, in the order of Judges.
func (d *Data) Records() []Record { return d.records(d.tongue()) }

func (d *Data) records(w *tongue) []Record {
	k := &records{Data: d, tongue: w, at: map[string]int{}}
	for i, j := range d.Judges {
		k.at[j.ID] = i
		k.list = append(k.list, Record{Judge: j, Alpha: math.NaN()})
	}
	for _, t := range d.Tasks {
		r := k.record(t.Judge)
		if t.State == study.Returned {
			r.Returned++
			continue
		}
		r.Given++
		if t.State == study.Finished {
			r.Finished++
		}
	}
	for i := range d.Answers {
		if a := &d.Answers[i]; d.Counts(a) {
			k.record(a.Judge).Answers++
		}
	}
	k.times()
	k.sameness()
	k.attention()
	k.outsiders()
	return k.list
}

// records are those of all judges in the making.
type records struct {
	*Data
	*tongue
	list []Record
	at   map[string]int // where a judge is in list
}

func (k *records) record(judge string) *Record { return &k.list[k.at[judge]] }

func (r *Record) doubt(w *tongue, format string, args ...any) {
	r.Doubts = append(r.Doubts, w.say(format, args...))
}

// hurried says that somebody was faster than one can be.
func hurried(w *tongue, took, least time.Duration) string {
	return w.say("faster than anybody can read and answer: %s per case, which takes at least %s", w.clock(took), w.clock(least))
}

// least is the shortest time in which somebody can read a case and answer its questions.
func (k *records) least(t *study.Task) time.Duration {
	c, p := &k.Cases[t.Case], k.Study.Protocol
	items := 0
	for step := range p.Steps {
		items += len(p.Items(c, t, step))
	}
	return time.Duration(c.Words())*time.Second/mostWords + time.Duration(items)*leastTime
}

// times finds the median time of each judge's finished cases, and who is much faster
// than the others, or faster than anybody can be. The usual time is the median of the judges' medians, so that a judge
// who did many cases weighs no more than one who did few.
func (k *records) times() {
	of, least := make([][]time.Duration, len(k.list)), make([][]time.Duration, len(k.list))
	for i, took := range k.Times() {
		if j := k.at[k.Tasks[i].Judge]; took > 0 {
			of[j], least[j] = append(of[j], took), append(least[j], k.least(&k.Tasks[i]))
		}
	}
	var all []time.Duration
	for i := range k.list {
		k.list[i].Median = Median(of[i])
		if len(of[i]) < fewCases {
			continue
		}
		all = append(all, k.list[i].Median)
		r := &k.list[i]
		if r.Least = Median(least[i]); r.Median < r.Least {
			r.Unread = true
			r.doubt(k.tongue, "%s", hurried(k.tongue, r.Median, r.Least))
		}
	}
	usually := Median(all)
	for i := range k.list {
		if r := &k.list[i]; len(of[i]) >= fewCases && len(all) >= fewJudges && float64(r.Median)*tooFast < float64(usually) {
			r.doubt(k.tongue, "fast: %s per case, others %s", k.clock(r.Median), k.clock(usually))
		}
	}
}

// Clock writes a duration as minutes and seconds.
func Clock(t time.Duration) string {
	if t < time.Second {
		return "under 1 s"
	}
	t = t.Round(time.Second)
	return fmt.Sprintf("%d:%02d", int(t.Minutes()), int(t.Seconds())%60)
}

// sameness finds who always gives the same answer where others do not. Texts, numerals and
// rankings are left out: there the same answer is no habit.
func (k *records) sameness() {
	for _, q := range k.Questions() {
		if q.Kind == study.FreeText || q.Kind == study.Numeral || q.Kind == study.Rank {
			continue
		}
		all, own := map[string]int{}, make([]map[string]int, len(k.list))
		total := 0
		for i := range k.Data.Answers {
			a := &k.Data.Answers[i]
			if id, _ := study.CutKey(a.Question); id != q.ID || a.Case == study.About {
				continue
			}
			j := k.at[a.Judge]
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
					k.list[j].doubt(k.tongue, "always %q to %s, %d times", value, q.ID, n)
				}
			}
		}
	}
}

// attention counts the questions with a known answer that were answered otherwise. One
// is enough for a hint: they are meant to be missed by nobody who reads.
func (k *records) attention() {
	right := map[string]string{}
	for i := range k.Study.Protocol.Attention {
		a := &k.Study.Protocol.Attention[i]
		right[a.Question.ID] = a.Answer
	}
	asked, failed := make([]int, len(k.list)), make([]int, len(k.list))
	for i := range k.Data.Answers {
		a := &k.Data.Answers[i]
		want, ok := right[a.Question]
		if !ok || a.Case == study.About {
			continue
		}
		asked[k.at[a.Judge]]++
		if a.Value != want {
			failed[k.at[a.Judge]]++
		}
	}
	for j := range k.list {
		if failed[j] > 0 {
			k.list[j].doubt(k.tongue, "failed %d of %s", failed[j], k.of(asked[j], "attention check"))
		}
	}
}

// outsiders finds who agrees with the others much less than they do among
// themselves. A judge's alpha is Krippendorff's over pairs of an answer of his and one of
// another judge to the same item, averaged over questions.
func (k *records) outsiders() {
	sums, counts := make([]float64, len(k.list)), make([]int, len(k.list))
	for _, q := range k.Questions() {
		if q.Kind == study.FreeText {
			continue
		}
		for j, pairs := range k.pairsOf(q) {
			if len(pairs) < 2*fewAnswers {
				continue
			}
			ratings, err := agree.New(pairs)
			if err != nil {
				continue
			}
			got, err := ratings.Agreement(agree.Alpha{Level: level(q)})
			if err == nil && !math.IsNaN(got.Value) {
				sums[j] += got.Value
				counts[j]++
			}
		}
	}
	var all []float64
	for j := range k.list {
		if counts[j] > 0 {
			k.list[j].Alpha = sums[j] / float64(counts[j])
			all = append(all, k.list[j].Alpha)
		}
	}
	if len(all) < fewJudges {
		return
	}
	slices.Sort(all)
	middle := all[len(all)/2]
	for j := range k.list {
		if a := k.list[j].Alpha; a < middle-apart { // NaN is not less
			k.list[j].doubt(k.tongue, "agrees little with others: alpha %s; the median judge has %s", k.Number(a, 2), k.Number(middle, 2))
		}
	}
}

// pairsOf are for each judge the pairs of an answer to a question and another judge's, as
// two raters of an item of their own: who has many others beside him counts in each.
func (k *records) pairsOf(q *study.Question) [][]agree.Row {
	byItem := map[string][]agree.Row{}
	var items []string // in the order of the answers, so that sums are always the same
	for _, r := range k.Ratings(q) {
		item := fmt.Sprintf("%d %s %s", r.Case, r.System, r.Other)
		if byItem[item] == nil {
			items = append(items, item)
		}
		byItem[item] = append(byItem[item], agree.Row{Rater: r.Judge, Value: r.Value})
	}
	pairs := make([][]agree.Row, len(k.list))
	for _, item := range items {
		for _, a := range byItem[item] {
			for _, b := range byItem[item] {
				if a.Rater == b.Rater {
					continue
				}
				of := item + " " + b.Rater
				j := k.at[a.Rater]
				pairs[j] = append(pairs[j], agree.Row{Item: of, Rater: "one", Value: a.Value}, agree.Row{Item: of, Rater: "other", Value: b.Value})
			}
		}
	}
	return pairs
}
