package main

import (
	"cmp"
	"context"
	"os"
	"path/filepath"
	"slices"
	"time"

	"hed/cmd/hed/internal/cli"
	"hed/internal/count"
	"hed/metric/all"
	"hed/report"
	"hed/run"
	"hed/web/workbench/client"
	"hed/workbench"
)

// tokenVariable has the token of --server: what is on a command line is seen by everybody.
const tokenVariable = "HED_TOKEN"

// elsewhere evaluates on the server of a workbench.
func (e *evaluation) elsewhere(ctx context.Context) error {
	if err := e.check(); err != nil {
		return err
	}
	if e.parts != "" || e.engine != "" || e.State != "" || e.Strict || e.resume || e.Raw || e.parquet {
		return cli.Usagef("--server does not go with --folds, --engine, --state, --strict, --resume, --parquet and --raw")
	}
	systems, err := run.ParseSystems("system", e.systems)
	if err != nil {
		return err
	}
	files := append([]string{e.Docs}, e.Refs...)
	for _, s := range systems {
		files = append(files, s.File)
	}
	if slices.Contains(files, "-") {
		return cli.Usagef("--server cannot read stdin; name a file")
	}
	token := os.Getenv(tokenVariable)
	if token == "" {
		return cli.Usagef("%s is not set; make a token on the page of your account", tokenVariable)
	}
	metrics := e.Metrics
	if len(metrics) == 0 {
		metrics = []string{all.Default}
	}
	bar := e.Progress("waiting")
	err = client.Evaluate(ctx, client.Options{
		Server: e.server, Token: token, Project: cmp.Or(filepath.Base(e.out), "hed eval"), Docs: e.Docs, Refs: e.Refs, Format: e.Format, Columns: e.Columns, Systems: systems, Folder: e.out,
		Settings: workbench.Settings{
			Metrics: metrics, Baselines: e.baselines, Generators: e.written, Charts: e.charts, Lang: e.Lang, Test: e.test, Overall: e.overall, Bootstrap: e.Bootstrap, Seed: e.Seed, Percent: e.Percent,
		},
		Every: time.Second / 2, Tell: func(s workbench.Snapshot) { bar.Stage(s.Doing, s.Done) },
	})
	bar.Clear()
	if err != nil {
		return e.Stopped(err)
	}
	found, err := run.Look(e.out)
	if err != nil {
		return err
	}
	e.Warnings(found.Record.Warnings)
	if err := e.Output.Print(e.Stdout, report.Summary(found.Found), report.SummaryJSON(found.Found)); err != nil {
		return err
	}
	e.Note("%s; results are in %s", count.Of(found.Record.Documents, "document"), e.out)
	return nil
}
