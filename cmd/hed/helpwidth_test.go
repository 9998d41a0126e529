package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/clipperhouse/displaywidth"
	"github.com/spf13/cobra"
)

// People keep help beside their work, in narrow windows.
func TestHelpFits(t *testing.T) {
	every(commands(), func(c *cobra.Command) {
		args := append([]string{"help"}, strings.Fields(c.CommandPath())[1:]...)
		var out bytes.Buffer
		if code := run(t.Context(), args, nil, &out, &out); code != exitOK {
			t.Errorf("%v: exit code %d\n%s", args, code, &out)
		}
		for line := range strings.Lines(out.String()) {
			if line = strings.TrimSuffix(line, "\n"); displaywidth.String(line) > helpWidth {
				t.Errorf("%v: a line is wider than %d columns:\n%s", args, helpWidth, line)
			}
		}
	})
}
