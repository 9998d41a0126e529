package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"hed/cmd/hed/internal/cli"
	"hed/internal/count"
	"hed/report"
	"hed/study/outcome"
	"hed/study/simulate"
)

// A studyPower is the command "hed study power".
type studyPower struct {
	*cli.App
	studyStore
	cli.Output
	simulate.Difference
	effect string
}

func studyPowerCmd(a *cli.App) *cobra.Command {
	p := &studyPower{App: a}
	cmd := &cobra.Command{
		Use:   "power --store STORE --effect SYSTEM=X",
		Short: "say how many judges it takes to find a difference",
		Long: `Say how many judges it takes to find a difference between systems, before you
ask anybody. hed simulates the study many times, without a server, with 1, 2 and
more judges for each case. The headlines of one system are better by X, where 1
is the standard deviation of headlines. Each judge errs by --noise, so that what
two judges see correlates by 1/(1+noise²). Systems are compared as in 'hed study
report', and the table has the share of comparisons that are significant.

Aim for 0.8. More cases help more than more judges: if even many judges are not
enough, make another study with more cases.`,
		Example: "  hed study power --store study.db --effect pn=0.3\n  hed study power --store study.db --effect pn=0.3 --noise 1 --most 12",
		RunE:    func(cmd *cobra.Command, _ []string) error { return p.run(cmd.Context()) },
	}
	p.studyStore.flags(cmd)
	p.Output.Flags(cmd)
	f := cmd.Flags()
	f.StringVar(&p.effect, "effect", "", "`SYSTEM=X`: which system has better headlines than the others, and by how much")
	f.Float64Var(&p.Noise, "noise", 0.5, "`X`: how much judges err: a standard deviation, where that of headlines is 1")
	f.IntVar(&p.Judges, "most", 0, "`N`: largest number of judges for each case to try (default: twice that of the study)")
	f.IntVar(&p.Runs, "runs", 500, "`N`: how many studies to simulate")
	cli.Under(cmd, "Input", "store")
	cli.Only(cmd, "effect", "noise", "most", "runs")
	return cmd
}

func (p *studyPower) run(ctx context.Context) error {
	if err := p.SetEffect(p.effect); err != nil {
		return err
	}
	d, err := p.load(ctx)
	if err != nil {
		return err
	}
	p.Difference.Seed, p.Difference.Workers = p.App.Seed, p.App.Workers
	p.Found = d.Finds(p.System)
	rated := d.Rated()
	shares, err := p.Power(ctx, d.Study, d.Cases, rated)
	if err != nil {
		return err
	}
	power := map[string][]float64{}
	for i, q := range rated {
		power[q.ID] = shares[i]
	}
	if p.As == "text" {
		fmt.Fprintf(p.Stdout, "%s\n\n", strings.Join(report.Wrap(fmt.Sprintf("Share of significant comparisons (adjusted p < 0.05) of %s, better by %g, with the other systems, over %d simulated studies of %s, with a noise of %g:",
			p.System, p.Effect, p.Runs, count.Of(len(d.Cases), "case"), p.Noise), cli.HelpWidth), "\n"))
	}
	return p.Output.Print(p.Stdout, outcome.PowerTable(rated, shares),
		map[string]any{"system": p.System, "effect": p.Effect, "noise": p.Noise, "cases": len(d.Cases), "runs": p.Runs, "power": power})
}
