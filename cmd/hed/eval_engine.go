package main

import (
	"strconv"

	"github.com/spf13/cobra"

	"hed/cmd/hed/internal/cli"
	"hed/evaluate"
	"hed/run"
	"hed/run/spark"
)

// engineFlags adds --engine and --master.
func (e *evaluation) engineFlags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&e.server, "server", "", "`URL`: workbench that evaluates in place of this machine; the results are the same bytes. It takes the token from HED_TOKEN (docs/team.md)")
	cli.Only(cmd, "server")
	f.StringVar(&e.engine, "engine", "", "`NAME`: score on other machines: spark. Results are the same bytes; docs/cluster.md says what it needs (default: this machine)")
	f.StringVar(&e.master, "master", "", "`URL`: address of the Spark master, such as spark://host:7077 (default: this machine)")
}

func (e *evaluation) checkEngine() error {
	switch {
	case e.engine != "" && e.engine != "spark":
		return cli.Usagef("--engine %s: want spark", e.engine)
	case e.engine == "" && e.master != "":
		return cli.Usagef("--master is for --engine; add --engine spark")
	}
	return nil
}

// spark is the engine of --master. Its workers get the metrics and generators with all their
// options, since they see none of the settings here.
func (e *evaluation) spark(show *watching) *spark.Engine {
	return &spark.Engine{
		Master: e.master,
		Note:   func(text string) { show.tell(run.Event{Kind: run.Note, Text: text}) },
		Args: func(p *evaluate.Plan) []string {
			args := []string{"worker", "--blocks", "--workers", "1", "--seed", strconv.FormatUint(e.Seed, 10), "--device", e.Device.Name}
			if e.Lang != "" {
				args = append(args, "--lang", e.Lang)
			}
			for _, m := range p.Metrics {
				args = append(args, "--metric", m.Spec.String())
			}
			for _, g := range p.Generators {
				args = append(args, "--with", g.Spec.String())
			}
			if !e.IsParts() {
				return args
			}
			for _, s := range e.systems {
				args = append(args, "--system", s)
			}
			for _, c := range e.Columns {
				args = append(args, "--columns", c)
			}
			args = append(args, "--summary")
			return args
		},
	}
}
