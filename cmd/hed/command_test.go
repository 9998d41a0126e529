package main

import (
	"fmt"
	"os"
	"path/filepath"
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

// Examples use commands and flags that exist.
func TestExamplesParse(t *testing.T) {
	every(program(), func(c *cobra.Command) {
		for line := range strings.Lines(c.Example) {
			if err := parses(line); err != nil {
				t.Errorf("%s: %q: %v", c.CommandPath(), line, err)
			}
		}
	})
}

// So do the pages.
func TestDocsParse(t *testing.T) {
	pages, err := filepath.Glob("../../docs/*.md")
	if err != nil || len(pages) == 0 {
		t.Fatalf("no pages, %v", err)
	}
	commands := 0
	for _, page := range append(pages, "../../README.md") {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, block := range regexp.MustCompile("(?ms)^```\\w*\n(.*?)^```$").FindAllSubmatch(text, -1) {
			for line := range strings.Lines(strings.ReplaceAll(string(block[1]), "\\\n", "")) {
				if line = strings.TrimPrefix(line, "$ "); !strings.HasPrefix(line, "hed ") {
					continue
				}
				commands++
				if err := parses(line); err != nil {
					t.Errorf("%s: %q: %v", filepath.Base(page), line, err)
				}
			}
		}
	}
	if commands < 100 {
		t.Errorf("%d commands are too few: they are not found right", commands)
	}
}

// parses reads a command line as hed does, up to what is the shell's; those of other programs are passed over.
func parses(line string) error {
	var words []string
	line = regexp.MustCompile(`\$\w+`).ReplaceAllString(line, "1") // which may be a number
	for _, w := range shellWords.FindAllString(line, -1) {
		if strings.ContainsAny(w[:1], "|>;#&") || w == "2>&1" {
			break
		}
		words = append(words, strings.NewReplacer(`"`, "", "'", "").Replace(w))
	}
	if words[0] != "hed" {
		return nil
	}
	root := program() // whose flags are not set yet
	cmd, rest, err := root.Find(networkArgs(words[1:]))
	if err != nil || cmd == root && len(rest) > 0 {
		return fmt.Errorf("there is no such command: %w", err)
	}
	return cmd.ParseFlags(rest)
}

// shellWords is a word with quotes in it.
var shellWords = regexp.MustCompile(`(?:[^\s'"]|'[^']*'|"[^"]*")+`)

// The sample of hed init explains every setting; that each of its own exists is seen where it is read.
func TestSampleConfig(t *testing.T) {
	for _, name := range cli.FlagNames(program()) {
		if !regexp.MustCompile(`(?m)^[# ]*` + name + `:( |$)`).MatchString(sampleConfig) {
			t.Errorf("hed.yaml does not explain %s", name)
		}
	}
}
