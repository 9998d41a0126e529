package main

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"hed/cmd/hed/internal/cli"
	"hed/report"
	"hed/study"
)

// studyStatus is what 'hed study status' prints as JSON.
type studyStatus struct {
	Title    string        `json:"title"`
	Protocol string        `json:"protocol"`
	Running  bool          `json:"running"`
	Cases    int           `json:"cases"`
	Complete int           `json:"complete"`
	Answers  int           `json:"answers"`
	Judges   []judgeStatus `json:"judges"`
}

type judgeStatus struct {
	ID       string `json:"id"`
	State    string `json:"state"`
	Given    int    `json:"given"`
	Finished int    `json:"finished"`
	Answers  int    `json:"answers"`
	Seen     string `json:"seen,omitempty"`
}

func studyStatusCmd(a *cli.App) *cobra.Command {
	var s studyStore
	var o cli.Output
	cmd := &cobra.Command{
		Use:     "status --store STORE",
		Short:   "show how far a study is",
		Long:    "Show how far a study is: cases that have all their judges, and what each judge\nhas done. It can be asked while the server runs.",
		Example: "  hed study status --store study.db\n  hed study status --store study.db -f json",
		Args:    cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := o.Check(); err != nil {
				return err
			}
			return showStudyStatus(cmd.Context(), a, &s, &o)
		},
	}
	s.flags(cmd)
	o.Flags(cmd)
	return cmd
}

func showStudyStatus(ctx context.Context, a *cli.App, s *studyStore, o *cli.Output) error {
	d, err := s.load(ctx)
	if err != nil {
		return err
	}
	p := d.Progress()
	status := studyStatus{Title: d.Study.Title, Protocol: d.Study.Protocol.Name, Running: d.Running, Cases: p.Cases, Complete: p.Complete, Answers: p.Answers, Judges: []judgeStatus{}}
	given, finished, answers := map[string]int{}, map[string]int{}, map[string]int{}
	for _, t := range d.Tasks {
		given[t.Judge]++
		if t.State == study.Finished {
			finished[t.Judge]++
		}
	}
	for i := range d.Answers {
		if x := &d.Answers[i]; d.Counts(x) {
			answers[x.Judge]++
		}
	}
	t := &report.Table{}
	for _, name := range []string{"judge", "state", "given", "finished", "answers", "seen"} {
		t.Columns = append(t.Columns, report.Column{Name: name})
	}
	for _, j := range d.Judges {
		row := judgeStatus{ID: j.ID, State: string(j.State), Given: given[j.ID], Finished: finished[j.ID], Answers: answers[j.ID]}
		if !j.Seen.IsZero() {
			row.Seen = j.Seen.UTC().Format(time.RFC3339)
		}
		status.Judges = append(status.Judges, row)
		t.Rows = append(t.Rows, []report.Cell{report.Label(row.ID), report.Label(row.State), report.Count(row.Given), report.Count(row.Finished), report.Count(row.Answers), report.Label(row.Seen)})
	}
	if o.As == "text" {
		state := "takes answers"
		if !d.Running {
			state = "is stopped"
		}
		fmt.Fprintf(a.Stdout, "%s (%s) %s: %d of %s complete, %s of %s\n", status.Title, status.Protocol, state, p.Complete, cli.Count(p.Cases, "case"), cli.Count(p.Answers, "answer"), cli.Count(len(d.Judges), "judge"))
		if len(d.Judges) == 0 {
			a.Note("no judge is invited yet: hed study invite --store %s --judges %d", s.shown(), judgesFor(d.Study))
			return nil
		}
	}
	return o.Print(a.Stdout, t, status)
}
