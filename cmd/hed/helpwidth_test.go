package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/clipperhouse/displaywidth"
	"github.com/spf13/cobra"

	"hed/cmd/hed/internal/cli"
)

// People keep help beside their work, in narrow windows.
func TestHelpFits(t *testing.T) {
	every(program(), func(c *cobra.Command) {
		args := append([]string{"help"}, strings.Fields(c.CommandPath())[1:]...)
		var out bytes.Buffer
		if code := cli.Run(t.Context(), args, nil, &out, &out, commands); code != cli.ExitOK {
			t.Errorf("%v: exit code %d\n%s", args, code, &out)
		}
		for line := range strings.Lines(out.String()) {
			if line = strings.TrimSuffix(line, "\n"); displaywidth.String(line) > cli.HelpWidth {
				t.Errorf("%v: a line is wider than %d columns:\n%s", args, cli.HelpWidth, line)
			}
		}
	})
}
