package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"hed/cmd/hed/internal/cli"
	"hed/corpus"
	"hed/metric"
	"hed/store"
	"hed/study"
)

// A studyNew is the command "hed study new".
type studyNew struct {
	*cli.App
	cli.Inputs
	studyStore
	systems  []string
	protocol string
	numbers  study.Numbers
	title    string
	lang     string
	about    bool
	ties     bool
}

func studyNewCmd(a *cli.App) *cobra.Command {
	n := &studyNew{App: a}
	cmd := &cobra.Command{
		Use:   "new --docs FILE --system NAME=FILE... --protocol NAME",
		Short: "make a study",
		Long: `Make a study: draw cases from the documents by the seed, and put them with the
protocol into a store that is new or empty.

A protocol is one that hed has (see 'hed study protocols') or a YAML file. Its
numbers can be changed: --cases in a form, --forms, --judges of each case. Where
the documents do not suffice the study is refused.

The headlines that people wrote are shown among those of the systems where the
protocol says so; they are the system "gold".`,
		Example: `  hed study new --docs d.csv --system pn=pn --protocol suitability --store s.db
  hed study new --docs NumHG.csv --protocol numeral-annotation --store s.db
  hed study new --docs NumHG.csv --protocol my.yaml --store postgres://hed@db/s`,
		Args: cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return n.run(cmd.Context(), cmd.Flags().Changed) },
	}
	n.Inputs.Flags(cmd)
	n.studyStore.flags(cmd)
	f := cmd.Flags()
	f.StringArrayVar(&n.systems, "system", nil, "`NAME=FILE` of a system's headlines; repeat it for each system")
	f.StringVar(&n.protocol, "protocol", "", "`NAME|FILE` of the protocol: "+strings.Join(study.Builtins(), ", ")+", or a YAML file")
	f.IntVar(&n.numbers.Cases, "cases", 0, "`N` cases in a form (default: the protocol's)")
	f.IntVar(&n.numbers.Forms, "forms", 0, "`N` different forms (default: the protocol's)")
	f.IntVar(&n.numbers.Judges, "judges", 0, "`N` judges of each case (default: the protocol's)")
	f.IntVar(&n.numbers.PerJudge, "per-judge", 0, "`N` forms that one judge may do (default: the protocol's)")
	f.IntVar(&n.numbers.Timeout, "timeout", 0, "`N` minutes without an answer after which cases go to others (default: the protocol's)")
	f.StringVar(&n.title, "title", "", "`TEXT` that judges see as the title (default: the protocol's)")
	f.StringVar(&n.lang, "lang", "", "`CODE` of the language of the questions: en or it (default: the documents', if the protocol has it)")
	f.BoolVar(&n.ties, "ties", false, "let rankings give the same place twice")
	f.BoolVar(&n.about, "background", false, "ask judges about themselves first, as the protocol has it")
	// They are those of one study, and some mean something else to other commands.
	cli.Only(cmd, "protocol", "cases", "forms", "judges", "per-judge", "timeout", "title", "ties", "background")
	return cmd
}

func (n *studyNew) run(ctx context.Context, said func(flag string) bool) error {
	if n.Docs == "" {
		return cli.Usagef("--docs is missing: the file with the documents")
	}
	if n.name == "" {
		return cli.Usagef("--store is missing: the file that is made, or postgres://…")
	}
	if err := n.checkNumbers(said); err != nil {
		return err
	}
	protocol, err := n.read()
	if err != nil {
		return err
	}
	named, err := parseSystems(n.systems)
	if err != nil {
		return err
	}
	docs, err := n.Inputs.Open(ctx, n.App, metric.References)
	if err != nil {
		return err
	}
	files := n.Inputs.Files()
	var systems []corpus.System
	var names []string
	sources := docs.Sources
	for _, f := range named {
		s, err := n.Inputs.System(ctx, n.App, f.name, f.file)
		if err != nil {
			return err
		}
		systems, names, files = append(systems, s.System), append(names, f.name), append(files, f.file)
		sources = append(sources, s.Source)
	}
	var inputs []study.Input
	for _, f := range files {
		if f == "-" {
			return cli.Usagef("standard input cannot be part of a study, since a study names the files it was made of; put it into a file")
		}
		sum, err := hashFile(ctx, f)
		if err != nil {
			return err
		}
		inputs = append(inputs, study.Input{Name: filepath.Base(f), SHA256: sum})
	}
	bar := n.Progress("drawing cases", sources...)
	defer bar.Clear()
	created := time.Now().UTC().Truncate(time.Millisecond)
	made, cases, err := study.New(ctx, study.Settings{
		Protocol: protocol, Cases: corpus.Join(ctx, docs.Reader, docs.File, systems), Systems: names,
		Numbers: n.numbers, Seed: n.Seed, Title: n.title, Lang: n.lang, Background: n.about, Ties: n.ties,
		Inputs: inputs, Created: created,
	})
	if err != nil {
		return err
	}
	bar.Clear()
	st, err := store.Create(ctx, n.name)
	if err != nil {
		return err
	}
	defer st.Close()
	if err := st.Create(ctx, made, cases, study.Event{At: created, By: byCommand, What: "created"}); err != nil {
		return err
	}
	fmt.Fprintf(n.Stdout, "%s: %s in %s, for %s each\n", n.shown(), cli.Count(len(cases), "case"), cli.Count(len(made.Forms), "form"), cli.Count(made.Numbers.Judges, "judge"))
	for _, s := range made.Notes {
		n.Note("%s", s)
	}
	n.Note("next: hed study invite --store %s --judges %d", n.shown(), judgesFor(made))
	return nil
}

// checkNumbers refuses numbers that are none; 0 stands for the protocol's.
func (n *studyNew) checkNumbers(said func(flag string) bool) error {
	for _, f := range []struct {
		flag  string
		value int
	}{{"cases", n.numbers.Cases}, {"forms", n.numbers.Forms}, {"judges", n.numbers.Judges}, {"per-judge", n.numbers.PerJudge}, {"timeout", n.numbers.Timeout}} {
		if said(f.flag) && f.value < 1 {
			return cli.Usagef("--%s must be 1 or more, not %d; leave it out for the protocol's", f.flag, f.value)
		}
	}
	return nil
}

// judgesFor is how many judges a study needs if all finish. Where they have to agree
// it is twice as many as a round has, because those who do not are followed by others.
func judgesFor(s *study.Study) int {
	n := len(s.Forms) * s.Numbers.Judges
	switch per := s.Numbers.PerJudge; {
	case per > 0:
		return (n + per - 1) / per
	case s.Protocol.Consensus != nil:
		return 2 * s.Numbers.Judges
	}
	return s.Numbers.Judges
}

// read reads the protocol.
func (n *studyNew) read() (*study.Protocol, error) {
	if n.protocol == "" {
		return nil, cli.Usagef("--protocol is missing: one of %s, or a YAML file", strings.Join(study.Builtins(), ", "))
	}
	if p, ok := study.Builtin(n.protocol); ok {
		return p, nil
	}
	data, err := os.ReadFile(n.protocol)
	if os.IsNotExist(err) && filepath.Ext(n.protocol) == "" {
		return nil, cli.Usagef("--protocol %s: there is no such protocol and no such file; have %s", n.protocol, strings.Join(study.Builtins(), ", "))
	}
	if err != nil {
		return nil, fmt.Errorf("read the protocol: %w", err)
	}
	p, err := study.Read(n.protocol, data)
	if err != nil {
		return nil, cli.InputErrorf("%s", err)
	}
	return p, nil
}

func studyProtocolsCmd(a *cli.App) *cobra.Command {
	show := ""
	cmd := &cobra.Command{
		Use:   "protocols",
		Short: "list the protocols that hed has",
		Long: `List the protocols that hed has, with their numbers. --show prints one as YAML,
as a beginning for a protocol of your own.`,
		Example: "  hed study protocols\n  hed study protocols --show suitability > my.yaml",
		Args:    cli.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			if show != "" {
				data, ok := study.Source(show)
				if !ok {
					return cli.Usagef("--show %s: have %s", show, strings.Join(study.Builtins(), ", "))
				}
				_, err := a.Stdout.Write(data)
				return err
			}
			for _, name := range study.Builtins() {
				p, _ := study.Builtin(name)
				forms := cli.Count(p.Numbers.Forms, "form")
				switch {
				case p.Numbers.Forms > 0:
				case p.Unit == study.Headlines:
					forms = "a form for each system"
				default:
					forms = "as many forms as the documents make"
				}
				fmt.Fprintf(a.Stdout, "%s\n  %s\n  %s\n  %s in a form, %s, %s of each case\n", name, p.Title.In("en"), p.Paper,
					cli.Count(p.Numbers.Cases, "case"), forms, cli.Count(p.Numbers.Judges, "judge"))
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&show, "show", "", "`NAME` of the protocol to print")
	cli.Only(cmd, "show")
	return cmd
}
