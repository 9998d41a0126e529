package main

import (
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"hed/cmd/hed/internal/cli"
	"hed/evaluate"
	"hed/run"
	"hed/run/spark"
)

// A cluster is --engine and --master.
type cluster struct{ engine, master string }

// flags adds them; does says what the engine does.
func (c *cluster) flags(cmd *cobra.Command, does string) {
	f := cmd.Flags()
	f.StringVar(&c.engine, "engine", "", "`NAME`: "+does+"; docs/cluster.md says what it needs (default: this machine)")
	f.StringVar(&c.master, "master", "", "`URL`: address of the Spark master, such as spark://host:7077 (default: this machine)")
}

func (c *cluster) check() error {
	switch {
	case c.engine != "" && c.engine != "spark":
		return cli.Usagef("--engine %s: want spark", c.engine)
	case c.engine == "" && c.master != "":
		return cli.Usagef("--master is for --engine; add --engine spark")
	}
	return nil
}

// spark is the engine of --master, whose workers have these arguments.
func (c *cluster) spark(show *watching, args func(*evaluate.Plan) []string) *spark.Engine {
	return &spark.Engine{
		Master: c.master,
		Note:   func(text string) { show.tell(run.Event{Kind: run.Note, Text: text}) },
		Args:   args,
	}
}

// workerArgs are those of a worker on an engine. It gets the metrics and generators with all their options, since it sees none of the
// settings here.
func workerArgs(a *cli.App, m *cli.Measures, p *evaluate.Plan) []string {
	args := []string{"worker", "--blocks", "--workers", "1", "--seed", strconv.FormatUint(a.Seed, 10), "--device", m.Device.Name}
	if p.Extract {
		args = append(args, "--extract")
	}
	if m.Lang != "" {
		args = append(args, "--lang", m.Lang)
	}
	for _, m := range p.Metrics {
		args = append(args, "--metric", m.Spec.String())
	}
	for _, g := range p.Generators {
		args = append(args, "--with", g.Spec.String())
	}
	return args
}

// partArgs are more of one that reads parts.
func partArgs(in *cli.Inputs) []string {
	args := []string{"--summary"}
	for _, c := range in.Columns { // which may have commas
		args = append(args, "--columns", `"`+strings.ReplaceAll(c, `"`, `""`)+`"`)
	}
	return args
}
