//go:build linux

package main

import (
	"fmt"
	"strings"
	"sync"
	"time"

	"hed/study"
	"hed/study/simulate"
)

// A ledger is what judges were told, and when. It is safe for concurrent use.
type ledger struct {
	mu   sync.Mutex
	acks []ack
}

// An ack is an answer that the server acknowledged.
type ack struct {
	simulate.Answer
	asked time.Time // when it was sent, that time
	heard time.Time // when the judge heard that it is saved
}

func (l *ledger) add(a ack) {
	l.mu.Lock()
	l.acks = append(l.acks, a)
	l.mu.Unlock()
}

// len is how many acknowledgements there were; an answer can have several.
func (l *ledger) len() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.acks)
}

// A cut is when a copy was put over a store. What was saved after the copy was made is not
// in it.
type cut struct {
	copied time.Time // when the making of the copy began
	over   time.Time // when the store had been overwritten
}

// A spot is where an answer belongs. Simulated judges change no answer, so each has one.
type spot struct {
	judge    string
	number   int
	question string
}

// A sum is what became of answers.
type sum struct {
	acknowledged int
	lost         int // acknowledged, and not in the store
	twice        int // in the history more than once
	after        int // asked for and acknowledged after the overwrite
	destroyed    int // acknowledged while the copy was made or put over the store, and not in the copy
}

func (s *sum) add(o sum) {
	s.acknowledged += o.acknowledged
	s.lost += o.lost
	s.twice += o.twice
	s.after += o.after
	s.destroyed += o.destroyed
}

// settle compares what was acknowledged with the whole history of a store. The cut is nil
// if nothing was put over it.
func (l *ledger) settle(history []study.Answer, c *cut) (s sum) {
	l.mu.Lock()
	defer l.mu.Unlock()
	kept := map[spot][]string{}
	for i := range history {
		a := &history[i]
		at := spot{a.Judge, a.Case, a.Question}
		kept[at] = append(kept[at], a.Value)
	}
	for _, values := range kept {
		if len(values) > 1 {
			s.twice++
		}
	}
	seen := map[spot]bool{}
	for _, a := range l.acks {
		at := spot{a.Judge, a.Case, a.Question}
		if c != nil && a.asked.After(c.over) {
			s.after++
		}
		if seen[at] {
			continue // it was told a second time of what it had
		}
		seen[at] = true
		s.acknowledged++
		switch values := kept[at]; {
		case len(values) > 0 && values[len(values)-1] == a.Value:
		case c != nil && a.heard.After(c.copied):
			s.destroyed++
		default:
			s.lost++
		}
	}
	return s
}

// A row is what came of one storm.
type row struct {
	storm   string
	skipped string // why, if it was
	rounds  int
	sum
	verified, damaged int      // stores that verify found whole, or not
	remarks           []string // what else there is to know
	troubles          []string // what should not have happened
	took              time.Duration
}

func (r *row) remark(format string, args ...any) {
	r.remarks = append(r.remarks, fmt.Sprintf(format, args...))
}

func (r *row) trouble(err error) { r.troubles = append(r.troubles, err.Error()) }

// held tells whether hed kept its promises.
func (r *row) held() bool {
	return r.lost+r.twice+r.after+r.damaged+len(r.troubles) == 0
}

func (r *row) verdict() string {
	switch {
	case r.skipped != "":
		return r.skipped
	case r.held():
		return strings.Join(append([]string{"held"}, r.remarks...), "; ")
	}
	all := append([]string{"broken"}, r.troubles...)
	return strings.Join(append(all, r.remarks...), "; ")
}

func (r *row) String() string {
	return fmt.Sprintf("%s: %d rounds, %d acknowledged, %d lost, %d twice, %d after, %d destroyed, %d verified, %d damaged in %s: %s",
		r.storm, r.rounds, r.acknowledged, r.lost, r.twice, r.after, r.destroyed, r.verified, r.damaged, r.took.Round(time.Second), r.verdict())
}

type table []*row

func (t table) held() bool {
	for _, r := range t {
		if !r.held() {
			return false
		}
	}
	return true
}

// String is the table in Markdown.
func (t table) String() string {
	var b strings.Builder
	b.WriteString("| storm | rounds | acknowledged | lost | twice | acknowledged after the overwrite | destroyed by the copy itself | verified | seconds | |\n")
	b.WriteString("|---|--:|--:|--:|--:|--:|--:|--:|--:|---|\n")
	all := row{storm: "**all**"}
	for _, r := range t {
		all.add(r.sum)
		all.rounds += r.rounds
		all.verified += r.verified
		all.damaged += r.damaged
		all.took += r.took
		b.WriteString(r.line(r.verdict()))
	}
	b.WriteString(all.line(""))
	return b.String()
}

func (r *row) line(last string) string {
	if r.skipped != "" {
		return fmt.Sprintf("| %s | | | | | | | | | %s |\n", r.storm, r.skipped)
	}
	last = strings.NewReplacer("|", `\|`, "\n", " ").Replace(last)
	return fmt.Sprintf("| %s | %d | %s | %d | %d | %d | %s | %d of %d | %.0f | %s |\n", r.storm, r.rounds, thousands(r.acknowledged), r.lost, r.twice,
		r.after, thousands(r.destroyed), r.verified, r.verified+r.damaged, r.took.Seconds(), last)
}

// thousands writes a number as the pages of docs do.
func thousands(n int) string {
	if n < 1000 {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%s,%03d", thousands(n/1000), n%1000)
}
