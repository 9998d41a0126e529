package main

import (
	"regexp"
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

// The sample of hed init explains every setting; that each of its own exists is seen where it is read.
func TestSampleConfig(t *testing.T) {
	for _, name := range cli.FlagNames(program()) {
		if !regexp.MustCompile(`(?m)^[# ]*` + name + `:( |$)`).MatchString(sampleConfig) {
			t.Errorf("hed.yaml does not explain %s", name)
		}
	}
}
