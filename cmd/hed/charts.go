package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"hed/cmd/hed/internal/cli"
	"hed/report"
	"hed/report/figure"
	"hed/spec"
)

func chartsCmd(a *cli.App) *cobra.Command {
	var out cli.Output
	cmd := &cobra.Command{
		Use:   "charts",
		Short: "list the charts that can be drawn of an evaluation",
		Long: `List the charts that 'hed eval --chart' draws into the folder charts, with the
names of their files.`,
		Example: `  hed charts
  hed eval --docs news.jsonl --system a=a.txt --chart bar,box --out results`,
		RunE: func(*cobra.Command, []string) error { return listCharts(a, &out) },
	}
	out.Flags(cmd)
	return cmd
}

// A chartInfo is one kind of chart in -f json.
type chartInfo struct {
	Name    string        `json:"name"`
	Doc     string        `json:"doc"`
	Default bool          `json:"default"` // drawn unless the user says otherwise
	Options []spec.Option `json:"options"`
}

func listCharts(a *cli.App, out *cli.Output) error {
	t := report.NewTable("name", "default", "options", "what")
	drawn := strings.Split(figure.Default, ",")
	var infos []chartInfo
	var entries []report.Entry
	for _, k := range figure.Kinds {
		in := chartInfo{Name: k.Name, Doc: k.Doc, Default: slices.Contains(drawn, k.Name), Options: spec.Options(k.Options)}
		names, facts := optionFacts(in.Options)
		infos = append(infos, in)
		t.Add(in.Name, map[bool]string{true: "yes", false: "no"}[in.Default], names, in.Doc)
		entries = append(entries, report.Entry{Name: in.Name, Doc: in.Doc, Facts: facts})
	}
	return out.List(a.Stdout, entries, 8, fmt.Sprintf(`Options stand after the name: bar:format=pdf. Without --chart there are
%s; --chart none draws nothing.
`, figure.Default), t, infos)
}
