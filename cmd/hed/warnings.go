package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"hed/cmd/hed/internal/cli"
	"hed/evaluate"
	"hed/metric"
	"hed/score"
	"hed/text/lang"
)

// warnings says what of the inputs may surprise, on stderr and for run.json.
// Notes of metrics are for stderr alone: an evaluation that went on scored a
// part only.
func warnings(a *cli.App, job *evaluate.Job, sum *evaluate.Summary) []string {
	var all []string
	for _, s := range job.Names() {
		if n := sum.Empty[s]; n > 0 {
			all = append(all, fmt.Sprintf("%s has an empty headline for %d of %s", s, n, cli.Count(sum.Docs, "document")))
		}
	}
	if n := sum.EmptyRefs; n > 0 {
		all = append(all, fmt.Sprintf("an empty reference headline stands in %d of %s", n, cli.Count(sum.Docs, "document")))
	}
	for _, name := range slices.Sorted(maps.Keys(sum.Unfit)) {
		all = append(all, fmt.Sprintf("%s is left out: %v", name, sum.Unfit[name]))
	}
	if w := unknownLanguages(job, sum); w != "" {
		all = append(all, w)
	}
	for _, m := range job.Metrics {
		if w, ok := m.Metric.(metric.Warner); ok && sum.Unfit[m.Info.Name] == nil {
			all = append(all, w.Warnings()...)
		}
	}
	all = append(all, absences(job, sum)...)
	for _, w := range all {
		a.Warn("%s", w)
	}
	all = append(all, a.Doubts...) // which were told when they arose
	for _, m := range job.Metrics {
		if n, ok := m.Metric.(metric.Noter); ok && sum.Unfit[m.Info.Name] == nil {
			for _, note := range n.Notes() {
				a.Note("%s", note)
			}
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
		cli.Count(n, "document"), are, strings.Join(slices.Sorted(maps.Keys(sum.Foreign)), ", "))
}

// absences says which columns lack values for headlines that are not empty,
// one sentence for all columns of a metric that lack as many.
func absences(job *evaluate.Job, sum *evaluate.Summary) []string {
	empty := 0
	for _, n := range sum.Empty {
		empty += n
	}
	type lack struct {
		metric string
		n      int
	}
	names := map[lack][]string{}
	var lacks []lack
	for _, c := range job.Columns() {
		if l := (lack{c.Metric, sum.Absent[c.Name]}); l.n > empty && sum.Unfit[c.Metric] == nil {
			if names[l] == nil {
				lacks = append(lacks, l)
			}
			names[l] = append(names[l], c.Name)
		}
	}
	var all []string
	for _, l := range lacks {
		all = append(all, fmt.Sprintf("%s: no value for %d of %s; 'hed metrics %s' says what it needs",
			strings.Join(names[l], ", "), l.n, cli.Count(sum.Docs*len(job.Names()), "headline"), l.metric))
	}
	return all
}
