package main

import (
	"github.com/spf13/cobra"

	"hed/cmd/hed/internal/cli"
	"hed/internal/count"
)

func studyExportCmd(a *cli.App) *cobra.Command {
	var s studyStore
	out, raw := "", false
	cmd := &cobra.Command{
		Use:   "export --store STORE --out DIR",
		Short: "write the answers to files",
		Long: `Write the answers of a study to files, also while the server runs:

  answers.csv     judge,case,question,value: the answers that count
  answers.jsonl   the same with document, systems and times
  judgements.csv  question,item,rater,value, for 'hed agree --by question'; an
                  item is a case and the system that the question is about
  ratings.csv     means by document and system, for 'hed correlate --human';
                  more is better, so the first of four headlines gets 4
  annotated.csv   approved annotations as NumHG's CSV, if there are any
  models.csv      answers of models, if there are any; no other file has them

Judges are numbers, and what they said about themselves is not in the files.
Judges that you excluded are left out.`,
		Example: "  hed study export --store study.db --out answers\n  hed correlate --scores results --human answers/ratings.csv",
		RunE: func(cmd *cobra.Command, _ []string) error {
			d, err := s.load(cmd.Context())
			if err != nil {
				return err
			}
			if err := d.Export(cmd.Context(), out, raw); err != nil {
				return err
			}
			text := count.Of(d.Progress().Answers, "answer")
			if len(d.Models) > 0 {
				text += " of people and those of " + count.Of(len(d.Models), "model")
			}
			a.Note("wrote %s to %s", text, out)
			return nil
		},
	}
	s.flags(cmd)
	cmd.Flags().StringVar(&out, "out", "", "`DIR`: folder for the files")
	cmd.Flags().BoolVar(&raw, "raw", false, "write texts to answers.csv and ratings.csv as they are; without it, a text that a spreadsheet would run as a formula gets an apostrophe in front, which 'hed study import' removes")
	cli.Path(cmd, "out")
	cli.Need(cmd, "out", "the folder for the files")
	return cmd
}
