package main

import (
	"context"
	"errors"
	"time"

	"github.com/spf13/cobra"

	"hed/cmd/hed/internal/cli"
	"hed/corpus"
	"hed/study/simulate"
)

// A studySimulation is the command "hed study simulate".
type studySimulation struct {
	*cli.App
	simulate.Options
	links   string
	journal string
}

func studySimulateCmd(a *cli.App) *cobra.Command {
	s := &studySimulation{App: a}
	cmd := &cobra.Command{
		Use:   "simulate --server URL --links FILE",
		Short: "let simulated judges do a study",
		Long: `Let simulated judges answer a study over HTTP, one for each link: to try a study
out, to see what its report will look like, or to test a server under load. The
smaller --noise, the more they agree. They try again while the server is away,
and say what they wait for: the server, a study that is stopped, or cases that
other judges have.

--journal writes one line for each answer that the server acknowledged, to
compare with 'hed study export'.`,
		Example: "  hed study simulate --server http://127.0.0.1:8080 --links links.txt\n  hed study simulate --server http://127.0.0.1:8080 --links links.txt --noise 0",
		RunE:    func(cmd *cobra.Command, _ []string) error { return s.run(cmd.Context()) },
	}
	f := cmd.Flags()
	f.StringVar(&s.Server, "server", "", "`URL`: address of the server")
	f.StringVar(&s.links, "links", "", "`FILE`: personal links, one per line, from 'hed study invite'")
	f.Float64Var(&s.Noise, "noise", 0.5, "`X`: how much judges err: a standard deviation, where that of headlines is 1")
	f.DurationVar(&s.Pace, "pace", 50*time.Millisecond, "`TIME`: shortest time between two answers of one judge")
	f.DurationVar(&s.Patience, "patience", 2*time.Minute, "`TIME`: how long a judge waits for the server or for other judges before they give up")
	f.StringVar(&s.journal, "journal", "", "`FILE`: append a line for each answer that the server acknowledged")
	cli.Path(cmd, "links", "journal")
	cli.Only(cmd, "server", "links", "noise", "pace", "patience", "journal")
	return cmd
}

func (s *studySimulation) run(ctx context.Context) (err error) {
	if err := s.Options.Check(); err != nil {
		return err
	}
	if s.links == "" {
		return cli.Usagef("--links is missing: the file of personal links")
	}
	src, err := s.Open(ctx, s.links)
	if err != nil {
		return err
	}
	if s.Links, err = simulate.ReadLinks(src); err != nil {
		if e, ok := errors.AsType[*corpus.SyntaxError](err); ok {
			e.Msg += ", as 'hed study invite' prints them"
		}
		return err
	}
	if s.Links == nil {
		return errors.New("there are no links, so there are no judges; make some with 'hed study invite'")
	}
	s.Options.Seed = s.App.Seed
	if s.journal != "" {
		saved, done, e := simulate.OpenJournal(s.journal)
		if e != nil {
			return e
		}
		defer func() { err = errors.Join(err, done()) }()
		s.Saved = saved
	}
	s.Waiting = func(text string) { s.Note("%s", text) }
	began := time.Now()
	sum, err := simulate.Run(ctx, s.Options)
	if sum == nil {
		return err
	}
	s.Note("%s", sum.Words(len(s.Links), time.Since(began)))
	return err
}
