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

// commands are all that hed can do.
func commands(a *cli.App) []*cobra.Command {
	return []*cobra.Command{
		demoCmd(a), scoreCmd(a), evalCmd(a), compareCmd(a), generateCmd(a), metricsCmd(a), baselinesCmd(a), chartsCmd(a), tablesCmd(a),
		tagCmd(a), trainCmd(a), fitCmd(a), workerCmd(a), modelsCmd(a), correlateCmd(a), agreeCmd(a), nullCmd(a), numeralsCmd(a),
		splitCmd(a), styleCmd(a), lintCmd(a), studyCmd(a), serveCmd(a), initCmd(a), docsCmd(a), completionCmd(a), versionCmd(a),
	}
}
