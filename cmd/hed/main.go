// Hed scores news headlines. "hed help" lists its commands.
package main

import (
	"context"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"hed/cmd/hed/internal/cli"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	// The first Ctrl-C asks for a clean stop, a second one ends the
	// program at once. Programs such as timeout send one as two.
	context.AfterFunc(ctx, func() {
		time.Sleep(time.Second / 4)
		stop()
	})
	// Most of a large heap is columns of scores, which the collector need
	// not look into: a tight limit costs little time and keeps memory
	// near what is in use.
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(25)
	}
	os.Exit(cli.Run(ctx, networkArgs(os.Args[1:]), os.Stdin, os.Stdout, os.Stderr, commands))
}

// commands are all that hed can do, in the groups and the order of its help.
func commands(a *cli.App) []cli.Commands {
	return []cli.Commands{
		{Title: "Score headlines", Commands: []*cobra.Command{demoCmd(a), serveCmd(a), evalCmd(a), scoreCmd(a), compareCmd(a), chartsCmd(a), tablesCmd(a), metricsCmd(a)}},
		{Title: "Check numbers", Commands: []*cobra.Command{lintCmd(a), numeralsCmd(a)}},
		{Title: "Ask people", Commands: []*cobra.Command{studyCmd(a), agreeCmd(a), correlateCmd(a)}},
		{Title: "Write headlines", Commands: []*cobra.Command{generateCmd(a), baselinesCmd(a), trainCmd(a), modelsCmd(a), styleCmd(a)}},
		{Title: "Work with corpora", Commands: []*cobra.Command{splitCmd(a), tagCmd(a), fitCmd(a), workerCmd(a), nullCmd(a)}},
		{Title: "Settings and help", Commands: []*cobra.Command{initCmd(a), docsCmd(a), completionCmd(a), versionCmd(a)}},
	}
}
