package cli

import (
	"log/slog"
	"slices"

	"github.com/spf13/cobra"

	"hed/internal/alert"
	"hed/internal/near"
)

// A Log is how a server tells what happens: what went wrong as warnings, or every request too.
type Log struct{ as string }

var logFormats = []string{"text", "json"}

// Flags adds --log.
func (l *Log) Flags(cmd *cobra.Command) {
	cmd.Flags().StringVar(&l.as, "log", "", "`FORMAT`: write a line to stderr for every request, as text or json (default: only what goes wrong)")
	Only(cmd, "log")
}

// Check refuses a format that there is not.
func (l *Log) Check() error {
	if l.as != "" && !slices.Contains(logFormats, l.as) {
		return Usagef("--log: no format %q; %s", l.as, near.Hint(l.as, logFormats))
	}
	return nil
}

// On is the log on stderr.
func (l *Log) On(a *App) *slog.Logger {
	switch {
	case l.as == "json":
		return slog.New(slog.NewJSONHandler(a.Stderr, nil))
	case l.as == "text":
		return slog.New(slog.NewTextHandler(a.Stderr, nil))
	case a.Verbose:
		return a.Log
	}
	return alert.Logger(func(text string) { a.Warn("%s", text) })
}
