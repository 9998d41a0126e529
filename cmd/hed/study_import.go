package main

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"hed/cmd/hed/internal/cli"
	"hed/internal/count"
	"hed/store"
	"hed/study"
)

func studyImportCmd(a *cli.App) *cobra.Command {
	var s studyStore
	file := ""
	cmd := &cobra.Command{
		Use:   "import --store STORE --answers FILE",
		Short: "add answers from elsewhere",
		Long: `Add answers from elsewhere, such as forms on paper, to a study: a CSV file with
judge, case, question and value, as 'hed study export' writes it. Each name
becomes a judge without a link; the same name in a later file is the same judge.

Every answer is checked as if it came from a page. Either all of them are added
or none. Answers that the study already has are not added again.`,
		Example: "  hed study import --store study.db --answers answers.csv",
		RunE: func(cmd *cobra.Command, _ []string) error {
			return studyImport(cmd.Context(), a, &s, file)
		},
	}
	s.flags(cmd)
	cmd.Flags().StringVar(&file, "answers", "", "`FILE`: answers as CSV with judge, case, question and value; - is stdin")
	cli.Path(cmd, "answers")
	cli.Only(cmd, "answers")
	cli.Need(cmd, "answers", "the file with judge,case,question,value")
	return cmd
}

func studyImport(ctx context.Context, a *cli.App, s *studyStore, file string) error {
	return s.with(ctx, func(st *store.Store) error {
		src, err := a.Open(ctx, file)
		if err != nil {
			return err
		}
		in, err := src.Open()
		if err != nil {
			return err
		}
		defer in.Close()
		judges, answers, there, err := study.ImportCSV(ctx, st, file, in, time.Now())
		if err != nil {
			return err
		}
		already := ""
		if there > 0 {
			already = fmt.Sprintf("; %d were there already", there)
		}
		fmt.Fprintf(a.Stdout, "added %s and %s%s\n", count.Of(judges, "judge"), count.Of(answers, "answer"), already)
		return nil
	})
}
