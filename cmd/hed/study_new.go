package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"hed/cmd/hed/internal/cli"
	"hed/internal/count"
	"hed/metric"
	"hed/run"
	"hed/store"
	"hed/study"
)

// A studyNew is the command "hed study new".
type studyNew struct {
	*cli.App
	cli.Inputs
	studyStore
	set      study.Settings
	systems  []string
	protocol string
}

func studyNewCmd(a *cli.App) *cobra.Command {
	n := &studyNew{App: a}
	cmd := &cobra.Command{
		Use:   "new --docs FILE --system NAME=FILE... --protocol NAME",
		Short: "make a study",
		Long: `Make a study: draw cases from the documents by the seed, and put them with the
protocol into a store that is new or empty.

The protocol is a built-in one (see 'hed study protocols') or a YAML file. You
can change its numbers: --cases in a form, --forms, --judges for each case. If
there are too few documents, hed refuses the study.

If the protocol says so, the headlines that people wrote are shown among those
of the systems; they are the system "gold".

Judges read the introduction, how long it will take and whom they can ask
(--contact). They agree to take part, and practise if the protocol has invented
cases for that. At the end they are thanked and get the code or address of
--completion.`,
		Example: `  hed study new --docs d.csv --system pn=pn --protocol suitability --store s.db
  hed study new --docs NumHG.csv --protocol numeral-annotation --store s.db
  hed study new --docs NumHG.csv --protocol my.yaml --store postgres://hed@db/s`,
		RunE: func(cmd *cobra.Command, _ []string) error { return n.run(cmd.Context(), cmd.Flags().Changed) },
	}
	n.Inputs.Flags(cmd)
	n.studyStore.flags(cmd)
	f := cmd.Flags()
	f.StringArrayVar(&n.systems, "system", nil, "`NAME=FILE`: a name for the system and the file of its headlines; repeat it for each system")
	f.StringVar(&n.protocol, "protocol", "", "`NAME|FILE`: protocol of the study: "+strings.Join(study.Builtins(), ", ")+", or a YAML file")
	f.IntVar(&n.set.Numbers.Cases, "cases", 0, "`N`: cases in a form (default: as in the protocol)")
	f.IntVar(&n.set.Numbers.Forms, "forms", 0, "`N`: number of different forms (default: as in the protocol)")
	f.IntVar(&n.set.Numbers.Judges, "judges", 0, "`N`: judges who answer each case (default: as in the protocol)")
	f.IntVar(&n.set.Numbers.PerJudge, "per-judge", 0, "`N`: forms that one judge may answer (default: as in the protocol)")
	f.IntVar(&n.set.Numbers.Timeout, "timeout", 0, "`N`: minutes without an answer after which a case is given to another judge (default: as in the protocol)")
	f.StringVar(&n.set.Title, "title", "", "`TEXT`: title that judges see (default: as in the protocol)")
	f.StringVar(&n.set.Lang, "lang", "", "`CODE`: language of the questions, en or it (default: that of the documents, if the protocol has it)")
	f.BoolVar(&n.set.Ties, "ties", false, "judges may give two headlines the same rank")
	f.BoolVar(&n.set.Background, "background", false, "ask judges about themselves first, with the questions of the protocol")
	f.StringVar(&n.set.Contact, "contact", "", "`TEXT`: whom judges can ask: a name, an e-mail address")
	f.StringVar(&n.set.Completion, "completion", "", "`CODE|URL`: code or address that judges get at the end, for a platform such as Prolific or MTurk")
	// They are those of one study, and some mean something else to other commands.
	cli.Only(cmd, "protocol", "cases", "forms", "judges", "per-judge", "timeout", "title", "ties", "background", "contact", "completion")
	cli.Need(cmd, "docs", "the file with the documents", "store", "the file that is made, or postgres://…")
	return cmd
}

func (n *studyNew) run(ctx context.Context, said func(flag string) bool) error {
	if err := n.checkNumbers(said); err != nil {
		return err
	}
	var err error
	if n.set.Protocol, err = study.Find(n.protocol); err != nil {
		return err
	}
	named, err := run.ParseSystems("system", n.systems)
	if err != nil {
		return err
	}
	in, err := n.Join(ctx, n.App, metric.References, named)
	if err != nil {
		return err
	}
	for _, f := range named {
		n.set.Systems = append(n.set.Systems, f.Name)
	}
	if n.set.Inputs, err = study.InputsOf(ctx, &n.Inputs.Streams, in.Files); err != nil {
		return err
	}
	bar := n.Progress("drawing cases", in.Sources...)
	defer bar.Clear()
	n.set.Cases, n.set.Seed, n.set.Created = in.Cases, n.Seed, time.Now().UTC().Truncate(time.Millisecond)
	made, cases, err := study.New(ctx, n.set)
	if err != nil {
		return err
	}
	bar.Clear()
	st, err := store.Create(ctx, n.name)
	if err != nil {
		return err
	}
	defer st.Close()
	if err := st.Create(ctx, made, cases, study.Event{At: made.Created, By: byCommand, What: "created"}); err != nil {
		return err
	}
	fmt.Fprintf(n.Stdout, "%s: %s in %s, for %s each\n", n.shown(), count.Of(len(cases), "case"), count.Of(len(made.Forms), "form"), count.Of(made.Numbers.Judges, "judge"))
	n.Notes(made.Notes)
	n.Note("next: hed study invite --store %s --judges %d", n.shown(), made.JudgesNeeded())
	return nil
}

// checkNumbers refuses numbers that are none; 0 stands for the protocol's.
func (n *studyNew) checkNumbers(said func(flag string) bool) error {
	for _, f := range []struct {
		flag  string
		value int
	}{{"cases", n.set.Numbers.Cases}, {"forms", n.set.Numbers.Forms}, {"judges", n.set.Numbers.Judges}, {"per-judge", n.set.Numbers.PerJudge}, {"timeout", n.set.Numbers.Timeout}} {
		if said(f.flag) && f.value < 1 {
			return cli.Usagef("--%s must be 1 or more, not %d; leave it out to use the number of the protocol", f.flag, f.value)
		}
	}
	return nil
}
