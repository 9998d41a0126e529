package main

import (
	"time"

	"github.com/spf13/cobra"

	"hed/cmd/hed/internal/cli"
	"hed/internal/count"
	"hed/store"
	"hed/study/answer"
)

func studyAnswerCmd(a *cli.App) *cobra.Command {
	var s studyStore
	with := ""
	cmd := &cobra.Command{
		Use:   "answer --store STORE --with SPEC",
		Short: "let a model answer a study",
		Long: `Let a model behind an endpoint with OpenAI's chat interface answer the questions
of a study, for every case, in the words of the protocol and without the names
of the systems.

What a model says is never mixed with what people say, and people are asked as
if the model were not there. 'hed study report' shows how far people agree with
the model, and whether its answers depend on the place of a headline. Repeat the
command to continue after a stop.`,
		Example: "  hed study answer --store study.db --with remote:url=URL+model=NAME\n  hed study answer --store study.db --with remote:model=M+price=0.15/0.6+cost=5",
		RunE: func(cmd *cobra.Command, _ []string) error {
			m, err := answer.NewModel(a.Endpoints(), with)
			if err != nil {
				return cli.Usagef("--with: %w", err)
			}
			return s.with(cmd.Context(), func(st *store.Store) error {
				bar := a.Progress("answering")
				done, err := answer.Run(cmd.Context(), st, m, answer.Options{Seed: a.Seed, Now: time.Now, By: byCommand, Tell: bar.Of})
				bar.Clear()
				if done != nil {
					a.Warnings(done.Reasons)
					a.Note("%s is judge %s: %s answered now, %d before, %d without an answer", m.Name, done.Judge, count.Of(done.Cases, "case"), done.Before, done.Failed)
					if done.Failed > 0 {
						a.Note("its answers are kept; to ask again about the cases without an answer, use another --seed")
					}
				}
				return err
			})
		},
	}
	s.flags(cmd)
	cmd.Flags().StringVar(&with, "with", "", "`SPEC`: the model, as remote:url=URL+model=NAME; all options of 'hed generate --with remote' except prompt, candidates, numerals and repair")
	cli.Only(cmd, "with")
	cli.Need(cmd, "with", "the model that answers, such as remote:url=URL+model=NAME")
	return cmd
}
