// Package cli is what all commands of hed share: their streams and settings, how
// they name inputs and outputs, what they print and how they end.
//
// A command is a function of an App that makes a cobra.Command. What it does
// belongs into a library; here is only what knows flags, files that users name,
// and terminals.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"runtime"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"hed"
	"hed/generate/remote"
	"hed/internal/crash"
	"hed/internal/option"
	"hed/internal/plain"
	"hed/neural/embed"
)

// Exit codes; the README lists them.
const (
	ExitOK    = 0
	ExitError = 1   // bad input, missing file
	ExitUsage = 2   // wrong flag or argument
	ExitGate  = 100 // it ran, and a gate said no
)

// An App is one invocation: its streams and the settings that every command has.
type App struct {
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	Log            *slog.Logger // for --verbose

	Workers int    // things at a time
	Seed    uint64 // fixes everything random
	Quiet   bool   // no progress and no notes
	Verbose bool   // say what is being done
	Fold    int    // that a command runs for; see EachFold
	config  string

	from    map[string]string // where settings come from that are not flags
	unknown error             // a command that was asked for help, and is none
	models  *embed.Models     // once somebody asked for them
	remote  *remote.Client    // the same
	closers []func()          // what is to be done when the command has ended
}

// Run is main without the process: it returns the exit code.
func Run(ctx context.Context, args []string, stdin io.Reader, out, stderr io.Writer, commands func(*App) []Commands) int {
	printed := &stdout{to: out}
	a := &App{Stdin: stdin, Stdout: printed, Stderr: stderr, Log: slog.New(slog.DiscardHandler), from: map[string]string{}}
	root := a.Root(commands)
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(printed)
	root.SetErr(stderr)
	cmd, err := a.execute(ctx, root)
	for _, end := range a.closers {
		end()
	}
	// A gate must not say yes or no to what nobody can read.
	if printed.err != nil && (err == nil || endsWith(err, ExitGate) || err == printed.err) {
		err = printed.failed()
	}
	switch {
	case err == nil:
		return ExitOK
	case isUsage(err):
		fmt.Fprintf(stderr, "hed: %s\n", plain.Text(Message(err)))
		return ExitUsage
	case endsWith(err, ExitGate):
		fmt.Fprintf(stderr, "hed: %s\n", plain.Text(Message(err)))
		return ExitGate
	case ctx.Err() != nil:
		fmt.Fprintln(stderr, "hed: interrupted")
		return ExitError
	}
	// Errors of bad input begin with their file, one per line, as editors
	// and CI systems expect them.
	for line := range strings.Lines(a.message(cmd, err)) {
		line = plain.Line(strings.TrimSuffix(line, "\n"))
		if !isInputError(err) {
			line = "hed: " + line
		}
		fmt.Fprintln(stderr, line)
	}
	return ExitError
}

// execute runs the command that the arguments name. A panic is a mistake of
// ours and becomes an error: Go would end with the exit code of wrong usage. Those of
// other goroutines come here too; see package crash.
func (a *App) execute(ctx context.Context, root *cobra.Command) (cmd *cobra.Command, err error) {
	cmd = root
	err = crash.Call(func() (err error) {
		if cmd, err = root.ExecuteContextC(ctx); err == nil {
			err = a.unknown
		}
		return err
	})
	if e, ok := errors.AsType[*crash.Error](err); ok {
		if a.Verbose {
			fmt.Fprintf(a.Stderr, "%v\n\n%s", e.Value, e.Stack)
		}
		err = fmt.Errorf("%w; please report it, with the command and what it says with --verbose", err)
	}
	return cmd, err
}

// Commands are some that help shows together.
type Commands struct {
	Title    string
	Commands []*cobra.Command
}

// Root is hed with its commands.
func (a *App) Root(commands func(*App) []Commands) *cobra.Command {
	root := &cobra.Command{
		Use:   "hed",
		Short: "score news headlines",
		Long: `hed tells you how good headlines are. It scores the headlines that programs or
people write against reference headlines and articles, says which differences
are more than chance, flags wrong numbers, and asks readers on the web.

Begin with 'hed demo'; 'hed docs' shows the manual in a browser.

Results go to stdout, everything else to stderr. A setting comes from its flag,
or else from the variable HED_NAME (HED_OUT for --out), or else from hed.yaml.`,
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
			if err := a.Check(); err != nil {
				return err
			}
			if err := withinBounds(cmd); err != nil {
				return err
			}
			return checkNeeded(cmd)
		},
	}
	root.SetVersionTemplate("hed {{.Version}}\n")
	root.SetFlagErrorFunc(flagError)
	f := root.PersistentFlags()
	f.StringVar(&a.config, "config", "", "`FILE`: file of settings (default: hed.yaml, if it exists)")
	f.BoolVarP(&a.Quiet, "quiet", "q", false, "no progress and no notes on stderr; warnings and errors stay")
	f.BoolVarP(&a.Verbose, "verbose", "v", false, "say on stderr what hed is doing")
	f.IntVar(&a.Workers, "workers", runtime.GOMAXPROCS(0), "`N`: how many things to do at the same time; results are the same for every N")
	f.Uint64Var(&a.Seed, "seed", 1, "`N`: seed of everything random; the same seed gives the same results")
	Path(root, "config")

	a.help(root)
	root.CompletionOptions.DisableDefaultCmd = true
	for _, g := range commands(a) {
		root.AddGroup(&cobra.Group{ID: g.Title, Title: g.Title + ":"})
		for _, c := range g.Commands {
			c.GroupID = g.Title
			root.AddCommand(c)
		}
		root.SetHelpCommandGroupID(g.Title) // the last has it
	}
	flagsOnly(root)
	onlyOnce(root)
	return root
}

// withinBounds refuses numbers that nobody can mean, wherever they come from.
func withinBounds(cmd *cobra.Command) (err error) {
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if n, no := strconv.Atoi(f.Value.String()); err == nil && no == nil && f.Value.Type() == "int" {
			err = option.Within(f.Name, n)
		}
	})
	return err
}

// Check makes ready what every command has.
func (a *App) Check() error {
	if a.Verbose {
		a.Log = slog.New(slog.NewTextHandler(a.Stderr, &slog.HandlerOptions{Level: slog.LevelDebug}))
	}
	if a.Workers < 1 {
		return Usagef("--workers must be at least 1, not %d", a.Workers)
	}
	return nil
}

// Note tells the user something that is not a result.
func (a *App) Note(format string, args ...any) {
	if !a.Quiet {
		fmt.Fprintln(a.Stderr, plain.Line(flags(fmt.Sprintf(format, args...))))
	}
}

// Warn tells the user something that may make a result wrong. It is not
// silenced by --quiet.
func (a *App) Warn(format string, args ...any) {
	fmt.Fprintln(a.Stderr, "warning: "+plain.Line(flags(fmt.Sprintf(format, args...))))
}

// Notes and Warnings tell several things.
func (a *App) Notes(all []string) {
	for _, text := range all {
		a.Note("%s", text)
	}
}

func (a *App) Warnings(all []string) {
	for _, text := range all {
		a.Warn("%s", text)
	}
}
