package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"hed"
)

// Exit codes; the README lists them.
const (
	exitOK    = 0
	exitError = 1   // bad input, missing file
	exitUsage = 2   // wrong flag or argument
	exitGate  = 100 // it ran, and a gate said no
)

// An app is one invocation: its streams and the settings that every command has.
type app struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	log            *slog.Logger

	from    map[string]string // where settings come from that are not flags
	config  string
	quiet   bool
	verbose bool
	workers int
	seed    uint64

	unknown error    // a command that was asked for help, and is none
	doubts  []string // warnings about inputs, for run.json
	closers []func() // what is to be done when the command has ended
}

// A usageError is a command line that makes no sense, as opposed to one
// that failed.
type usageError struct{ err error }

func (e usageError) Error() string { return e.err.Error() }
func (e usageError) Unwrap() error { return e.err }

func usagef(format string, args ...any) error {
	return usageError{fmt.Errorf(format, args...)}
}

// run is main without the process: it returns the exit code.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	a := &app{stdin: stdin, stdout: stdout, stderr: stderr, log: slog.New(slog.DiscardHandler), from: map[string]string{}}
	root := a.root()
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(stdout)
	root.SetErr(stderr)
	cmd, err := a.execute(ctx, root)
	for _, end := range a.closers {
		end()
	}
	var usage usageError
	switch {
	case err == nil:
		return exitOK
	case errors.As(err, &usage):
		fmt.Fprintf(stderr, "hed: %v\n", err)
		return exitUsage
	case isGate(err):
		fmt.Fprintf(stderr, "hed: %v\n", err)
		return exitGate
	case ctx.Err() != nil:
		fmt.Fprintln(stderr, "hed: interrupted")
		return exitError
	}
	// Errors of bad input begin with their file, one a line, as editors
	// and CI systems expect them.
	for line := range strings.Lines(a.message(cmd, err)) {
		line = strings.TrimSuffix(line, "\n")
		if !isInputError(err) {
			line = "hed: " + line
		}
		fmt.Fprintln(stderr, line)
	}
	return exitError
}

// execute runs the command that the arguments name. A panic is a mistake of
// ours and becomes an error: Go would end with the exit code of wrong usage.
// It cannot be caught where other goroutines panic.
func (a *app) execute(ctx context.Context, root *cobra.Command) (cmd *cobra.Command, err error) {
	defer func() {
		if p := recover(); p != nil {
			if a.verbose {
				fmt.Fprintf(a.stderr, "%v\n\n%s", p, debug.Stack())
			}
			cmd, err = root, fmt.Errorf("internal error: %v; please report it, with the command and what it says with --verbose", p)
		}
	}()
	if cmd, err = root.ExecuteContextC(ctx); err == nil {
		err = a.unknown
	}
	return cmd, err
}

func (a *app) root() *cobra.Command {
	root := &cobra.Command{
		Use:   "hed",
		Short: "score news headlines",
		Long: `hed scores the headlines that systems write against those that people wrote
and against the articles, with numbers equal to the reference programs.

Results go to stdout, everything else to stderr. A setting is taken from its
flag, else from the variable HED_NAME (--out is HED_OUT), else from hed.yaml.`,
		Example: `  hed score --ref gold.txt --hyp system.txt
  hed eval --docs news.jsonl --system a=a.txt --system b=b.jsonl --out results`,
		Version:       hed.Version,
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          knownCommand,
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error {
			if err := a.settle(cmd); err != nil {
				return err
			}
			return a.check()
		},
	}
	root.SetVersionTemplate("hed {{.Version}}\n")
	root.SetFlagErrorFunc(flagError)
	f := root.PersistentFlags()
	f.StringVar(&a.config, "config", "", "settings `FILE` (default hed.yaml, if there is one)")
	f.BoolVarP(&a.quiet, "quiet", "q", false, "no progress and no notes on stderr")
	f.BoolVarP(&a.verbose, "verbose", "v", false, "say on stderr what is being done")
	f.IntVar(&a.workers, "workers", runtime.GOMAXPROCS(0), "`N` things at a time; changes no result")
	f.Uint64Var(&a.seed, "seed", 1, "`N` fixes everything random")
	path(root, "config")

	a.help(root)
	root.CompletionOptions.DisableDefaultCmd = true
	root.AddCommand(a.demoCmd(), a.scoreCmd(), a.evalCmd(), a.compareCmd(), a.generateCmd(), a.metricsCmd(), a.baselinesCmd(), a.chartsCmd(), a.tagCmd(), a.trainCmd(), a.fitCmd(), a.modelsCmd(), a.correlateCmd(), a.agreeCmd(), a.nullCmd(), a.numeralsCmd(), a.splitCmd(), a.lintCmd(), a.studyCmd(), a.initCmd(), a.completionCmd(), a.versionCmd())
	return root
}

// check makes ready what every command has.
func (a *app) check() error {
	if a.verbose {
		a.log = slog.New(slog.NewTextHandler(a.stderr, &slog.HandlerOptions{Level: slog.LevelDebug}))
	}
	if a.workers < 1 {
		return usagef("--workers must be at least 1, not %d", a.workers)
	}
	return nil
}

func (a *app) versionCmd() *cobra.Command {
	return &cobra.Command{
		Use:               "version",
		Short:             "print the version",
		Long:              "Print the version of hed, of the Go that built it, and the system it is for.",
		Example:           "  hed version",
		Args:              noArgs,
		PersistentPreRunE: unsettled,
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprintf(a.stdout, "hed %s %s %s/%s\n", hed.Version, runtime.Version(), runtime.GOOS, runtime.GOARCH)
			return err
		},
	}
}

// count writes a number with what it counts, one or many.
func count(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return strconv.Itoa(n) + " " + what
}

// note tells the user something that is not a result.
func (a *app) note(format string, args ...any) {
	if !a.quiet {
		fmt.Fprintf(a.stderr, format+"\n", args...)
	}
}

// warn tells the user something that may make a result wrong. It is not
// silenced by --quiet.
func (a *app) warn(format string, args ...any) {
	fmt.Fprintf(a.stderr, "warning: "+format+"\n", args...)
}
