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
of a study, about every case, in the protocol's words and blind to systems.

The model is a judge of its own kind: nothing that people did is counted with
what it said, and people are asked as if it were not there. 'hed study report'
shows how far people agree with it, and whether the place of a headline decides
what it says. The same command again continues.`,
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
						a.Note("what it said is kept: ask again for cases without an answer with another --seed")
					}
				}
				return err
			})
		},
	}
	s.flags(cmd)
	cmd.Flags().StringVar(&with, "with", "", "`SPEC` of the model: remote:url=URL+model=NAME, with options of 'hed generate --with remote' but prompt, candidates, numerals and repair")
	cli.Only(cmd, "with")
	cli.Need(cmd, "with", "the model that answers, such as remote:url=URL+model=NAME")
	return cmd
}
