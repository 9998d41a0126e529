package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"hed/cmd/hed/internal/cli"
)

// every calls f with root and all commands below it.
func every(root *cobra.Command, f func(*cobra.Command)) {
	f(root)
	for _, c := range root.Commands() {
		every(c, f)
	}
}

func program() *cobra.Command {
	root := (&cli.App{}).Root(commands)
	root.InitDefaultHelpCmd()
	return root
}

// Every command says what it is for and shows how it is used, and every
// flag has a text.
func TestHelpIsComplete(t *testing.T) {
	every(program(), func(c *cobra.Command) {
		path := c.CommandPath()
		if c.Short == "" || c.Long == "" || c.Example == "" {
			t.Errorf("%s lacks Short, Long or Example", path)
		}
		if strings.ToLower(c.Short[:1]) != c.Short[:1] || strings.HasSuffix(c.Short, ".") {
			t.Errorf("%s: Short is a phrase without capital and full stop, not %q", path, c.Short)
		}
		for line := range strings.Lines(c.Example) {
			if !strings.HasPrefix(line, "  ") || !strings.Contains(line, "hed ") && path != "hed" {
				t.Errorf("%s: the example %q is no command line", path, line)
			}
		}
		c.Flags().VisitAll(func(f *pflag.Flag) {
			if _, usage := pflag.UnquoteUsage(f); usage == "" {
				t.Errorf("%s --%s has no text", path, f.Name)
			}
		})
	})
}

// Examples use flags that exist.
func TestExamplesParse(t *testing.T) {
	every(program(), func(c *cobra.Command) {
		for line := range strings.Lines(c.Example) {
			words := strings.Fields(line)
			if words[0] != "hed" {
				continue // one that begins with another program
			}
			root := program() // whose flags are not set yet
			cmd, rest, err := root.Find(networkArgs(words[1:]))
			if err != nil || cmd == root && len(rest) > 0 {
				t.Errorf("%s: no command in %q", c.CommandPath(), line)
				continue
			}
			if i := strings.Index(strings.Join(rest, " "), " >"); i >= 0 {
				continue // the rest is the shell's
			}
			if err := cmd.ParseFlags(rest); err != nil {
				t.Errorf("%s: %q: %v", c.CommandPath(), line, err)
			}
		}
	})
}

// The sample of hed init explains settings that exist.
func TestSampleConfig(t *testing.T) {
	known := cli.FlagNames(program())
	var explained []string
	for line := range strings.Lines(sampleConfig) {
		name, _, ok := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(line, "# "), "#"), ":")
		if !ok || strings.ContainsAny(name, " \"") {
			continue
		}
		if cmd, rest, err := program().Find(strings.Fields(name)); err == nil && len(rest) == 0 && cmd.HasParent() {
			continue // its settings come below
		}
		if !slices.Contains(known, name) {
			t.Errorf("hed.yaml has %q, which is no flag", name)
		}
		explained = append(explained, name)
	}
	for _, name := range known {
		if name == "init" {
			continue // a command, too, so that the flag stands below its own
		}
		if !slices.Contains(explained, name) {
			t.Errorf("hed.yaml does not explain %s", name)
		}
	}
}
