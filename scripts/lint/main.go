// Command lint measures what hed lint finds, and prints the tables of docs/numerals-measured.md: how many wrong
// headline numbers are caught and how many right ones are flagged, by kind; how often the headlines that
// editors wrote are flagged; and how many changes of real headlines are caught.
//
//	go run ./scripts/lint --data ../shared/data
//	go run ./scripts/lint --sets dev,wikinews --show errors
//
// The sets are dev, ours, held, unseen, more, fresh, first200, second200 and last (headlines for invented articles, labelled right or wrong), any file of the
// same form, whose name ends in .jsonl, numhg (the fifth of NumHG that the ranker never learnt from), wikinews, cnn,
// fox and times. The gold sets are also changed, with a
// seed. It writes nothing but its output.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"hed/internal/crash"
	"hed/numeral/check"
	"hed/numeral/derive"
)

func main() {
	var o options
	flag.StringVar(&o.data, "data", "../shared/data", "`DIR` of the corpora")
	sets := flag.String("sets", "dev,ours,numhg,wikinews,cnn,fox,times", "sets to measure, of "+strings.Join(labelledSets, ", ")+", numhg, wikinews, cnn, fox, times")
	flag.StringVar(&o.show, "show", "", "print numbers too: errors (of gold sets, and right ones flagged), missed (wrong ones that pass) or all")
	flag.IntVar(&o.most, "most", 0, "at most `N` documents of each gold set, evenly spread; 0 for all")
	flag.Uint64Var(&o.seed, "seed", 1, "`N` that changes of headlines are drawn with")
	flag.BoolVar(&o.changes, "changes", true, "change the gold headlines too")
	flag.Parse()
	if err := o.run(context.Background(), strings.Split(*sets, ",")); err != nil {
		fmt.Fprintln(os.Stderr, "lint:", err)
		os.Exit(1)
	}
}

type options struct {
	data, show string
	most       int
	seed       uint64
	changes    bool
}

func (o *options) run(ctx context.Context, sets []string) error {
	gold := false
	for _, name := range sets {
		switch {
		case isLabelled(name):
			all, err := o.labelled(name)
			if err != nil {
				return err
			}
			o.byKind(name, o.check(all))
		default:
			docs, err := o.documents(ctx, name)
			if err != nil {
				return err
			}
			if !gold {
				fmt.Printf("| corpus | headlines | numbers | errors | warnings | headlines with an error | headlines per minute |\n|---|---|---|---|---|---|---|\n")
				gold = true
			}
			o.gold(name, docs)
		}
	}
	if !gold || !o.changes {
		return nil
	}
	fmt.Printf("\n| corpus | change | headlines | errors | errors or warnings |\n|---|---|---|---|---|\n")
	for _, name := range sets {
		if isLabelled(name) {
			continue
		}
		docs, err := o.documents(ctx, name)
		if err != nil {
			return err
		}
		o.changed(name, docs)
	}
	return nil
}

// A sample is a headline whose number at Start is asked for; all numbers where it is empty.
type sample struct {
	id, article, headline string
	date                  time.Time
	start, end            int
	wrong                 bool
	kind, note            string
	results               []check.Result
}

// check checks all samples with as many workers as there are processors.
func (o *options) check(all []sample) []sample {
	model := derive.English()
	var group crash.Group
	workers := runtime.GOMAXPROCS(0)
	for w := range workers {
		group.Go(func() {
			for i := w; i < len(all); i += workers {
				s := &all[i]
				s.results = check.Read(s.article, s.date).Check(model, s.headline)
			}
		})
	}
	group.Wait()
	return all
}

// level is the worst of what is found of the number that is asked for, or of all.
func (s *sample) level(asked bool) (worst check.Level) {
	for i := range s.results {
		r := &s.results[i]
		if asked && s.start < s.end && (r.End <= s.start || s.end <= r.Start) {
			continue
		}
		worst = max(worst, r.Verdict.Level())
	}
	return worst
}

// byKind prints the table of a labelled set.
func (o *options) byKind(name string, all []sample) {
	type row struct{ n, errors, flags int }
	rows := map[string]*row{}
	order := []string{}
	for i := range all {
		s := &all[i]
		level := s.level(s.wrong)
		label := "right"
		if s.wrong {
			label = "wrong"
		}
		for _, key := range []string{label + " | all", label + " | " + s.kind} {
			r := rows[key]
			if r == nil {
				r = &row{}
				rows[key] = r
				order = append(order, key)
			}
			r.n++
			if level == check.Error {
				r.errors++
			}
			if level >= check.Warning {
				r.flags++
			}
		}
		missed := s.wrong && level == check.Fine
		flagged := !s.wrong && level != check.Fine
		if o.show == "all" || o.show == "missed" && (missed || flagged) || o.show == "errors" && flagged {
			s.print()
		}
	}
	slices.Sort(order)
	fmt.Printf("\n### %s\n\n| label | kind | headlines | errors | errors or warnings |\n|---|---|---|---|---|\n", name)
	for _, key := range order {
		r := rows[key]
		fmt.Printf("| %s | %d | %s | %s |\n", key, r.n, percent(r.errors, r.n), percent(r.flags, r.n))
	}
	fmt.Println()
}

// gold prints the row of a gold set.
func (o *options) gold(name string, docs []sample) {
	begin := time.Now()
	all := o.check(slices.Clone(docs))
	took := time.Since(begin)
	numbers, errors, warnings, headlines := 0, 0, 0, 0
	for i := range all {
		s := &all[i]
		for k := range s.results {
			numbers++
			switch s.results[k].Verdict.Level() {
			case check.Error:
				errors++
			case check.Warning:
				warnings++
			}
		}
		if s.level(false) == check.Error {
			headlines++
		}
		if o.show == "all" && len(s.results) > 0 || o.show == "errors" && s.level(false) == check.Error || o.show == "missed" && s.level(false) == check.Warning {
			s.print()
		}
	}
	fmt.Printf("| %s | %d | %d | %s | %s | %s | %.0f |\n", name, len(all), numbers, percent(errors, numbers), percent(warnings, numbers), percent(headlines, len(all)),
		float64(len(all))/took.Minutes())
}

// changed prints the rows of a gold set whose headlines were changed.
func (o *options) changed(name string, docs []sample) {
	for c := range changes {
		all := o.check(change(docs, c, o.seed))
		errors, flags := 0, 0
		for i := range all {
			level := all[i].level(true)
			if level == check.Error {
				errors++
			}
			if level >= check.Warning {
				flags++
			}
			if o.show == "all" || o.show == "passed" && level == check.Fine {
				all[i].print()
			}
		}
		fmt.Printf("| %s | %s | %d | %s | %s |\n", name, changeNames[c], len(all), percent(errors, len(all)), percent(flags, len(all)))
	}
}

func percent(k, n int) string {
	if n == 0 {
		return "–"
	}
	return fmt.Sprintf("%.1f%%", 100*float64(k)/float64(n))
}

func (s *sample) print() {
	label := ""
	if s.kind != "" {
		label = fmt.Sprintf(" [%s, wrong: %v; %s]", s.kind, s.wrong, s.note)
	}
	fmt.Printf("%s: %s%s\n", s.id, s.headline, label)
	for i := range s.results {
		r := &s.results[i]
		fmt.Printf("    %s: %v, %s: %s\n", s.headline[r.Start:r.End], r.Verdict, r.Kind, r.Message)
		if r.Evidence.End > r.Evidence.Start {
			fmt.Printf("        %s\n", strings.Join(strings.Fields(s.article[r.Evidence.Start:r.Evidence.End]), " "))
		}
	}
}
