package run

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"hed/analysis"
	"hed/chart"
	"hed/evaluate"
	"hed/internal/count"
	"hed/metric"
	"hed/report/figure"
	"hed/score"
	"hed/text/lang"
)

// Warnings says what of the inputs may surprise.
func Warnings(job *evaluate.Job, sum *evaluate.Summary) []string {
	var all []string
	for _, s := range job.Names() {
		if n := sum.Empty[s]; n > 0 {
			all = append(all, fmt.Sprintf("%s has an empty headline for %d of %s", s, n, count.Of(sum.Docs, "document")))
		}
	}
	if n := sum.EmptyRefs; n > 0 {
		all = append(all, fmt.Sprintf("the reference headline is empty in %d of %s", n, count.Of(sum.Docs, "document")))
	}
	for _, name := range slices.Sorted(maps.Keys(sum.Unfit)) {
		all = append(all, fmt.Sprintf("%s is left out: %v", name, sum.Unfit[name]))
	}
	for _, name := range slices.Sorted(maps.Keys(sum.Unseen)) {
		all = append(all, fmt.Sprintf("%s finds no word in %s (headlines or references), and scores them 0: check which letters its tokenizer knows",
			name, count.Of(sum.Unseen[name], "text")))
	}
	if w := unknownLanguages(job, sum); w != "" {
		all = append(all, w)
	}
	for _, m := range job.Metrics {
		if w, ok := m.Metric.(metric.Warner); ok && sum.Unfit[m.Info.Name] == nil {
			all = append(all, w.Warnings()...)
		}
	}
	for _, f := range sum.Failures {
		all = append(all, failure(f))
	}
	return append(all, absences(job, sum)...)
}

// failure says what a metric could not score, and why.
func failure(f evaluate.Failures) string {
	first := "those for document " + f.Document
	if f.System != "" {
		first = fmt.Sprintf("that of %s for document %s", f.System, f.Document)
	}
	if f.OtherReason {
		first += ", for other reasons"
	}
	return fmt.Sprintf("%s: %s could not be scored, first %s: %s", f.Metric, count.Of(f.Headlines, "headline"), first, f.Reason)
}

// Notes are what metrics have to tell of what they scored. They are no part of the
// results: an evaluation that went on scored a part only.
func Notes(job *evaluate.Job, sum *evaluate.Summary) (all []string) {
	for _, m := range job.Metrics {
		if n, ok := m.Metric.(metric.Noter); ok && sum.Unfit[m.Info.Name] == nil {
			all = append(all, n.Notes()...)
		}
	}
	return all
}

// unknownLanguages says how many documents are in languages that hed does not
// know. It is empty where no metric goes by what a document says.
func unknownLanguages(job *evaluate.Job, sum *evaluate.Summary) string {
	byDocument := slices.ContainsFunc(job.Columns(), func(c score.Column) bool {
		return slices.Contains(c.Signature, score.Setting{Key: "lang", Value: lang.Choice{}.String()})
	})
	if !byDocument || len(sum.Foreign) == 0 {
		return ""
	}
	n := 0
	for _, documents := range sum.Foreign {
		n += documents
	}
	are := "are"
	if n == 1 {
		are = "is"
	}
	return fmt.Sprintf("%s %s in %s, which hed does not know: read as English, without parts of speech",
		count.Of(n, "document"), are, strings.Join(slices.Sorted(maps.Keys(sum.Foreign)), ", "))
}

// absences says which columns lack values for headlines that are not empty,
// one sentence for all columns of a metric that lack as many.
func absences(job *evaluate.Job, sum *evaluate.Summary) []string {
	empty := 0
	for _, n := range sum.Empty {
		empty += n
	}
	failed := map[string]int{} // by metric
	for _, f := range sum.Failures {
		failed[f.Metric] += f.Headlines
	}
	type lack struct {
		metric string
		n      int
	}
	names := map[lack][]string{}
	var lacks []lack
	for _, c := range job.Columns() {
		if l := (lack{c.Metric, sum.Absent[c.Name]}); l.n > empty+failed[c.Metric] && sum.Unfit[c.Metric] == nil {
			if names[l] == nil {
				lacks = append(lacks, l)
			}
			names[l] = append(names[l], c.Name)
		}
	}
	var all []string
	for _, l := range lacks {
		all = append(all, fmt.Sprintf("%s: no value for %d of %s; check what the metric %s needs",
			strings.Join(names[l], ", "), l.n, count.Of(sum.Docs*len(job.Names()), "headline"), l.metric))
	}
	return all
}

// doubts says what of the findings may surprise.
func doubts(found *analysis.Analysis, charts figure.Choice) []string {
	all := found.Warnings()
	if len(charts) > 0 {
		names := make([]string, len(found.Systems))
		for i, s := range found.Systems {
			names[i] = s.Name
		}
		if missing := chart.Missing(names...); len(missing) > 0 {
			all = append(all, fmt.Sprintf("charts cannot show the letters of %s; names of systems have boxes instead", string(missing)))
		}
	}
	return all
}
