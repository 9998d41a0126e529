package cli

import (
	"errors"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"hed/internal/crash"
)

// A panic is an error like others, whose stack is for those who ask; in the goroutines of
// workers too, where it ended the process with exit code 2.
func TestPanic(t *testing.T) {
	broken := func(*cobra.Command, []string) error {
		var none []int
		return errors.New(string(rune(none[3])))
	}
	worker := func(cmd *cobra.Command, args []string) error {
		var g crash.Group
		g.Go(func() { broken(cmd, args) })
		g.Wait()
		return nil
	}
	for i := range 4 {
		verbose, run := i%2 == 1, broken
		if i >= 2 {
			run = worker
		}
		var stderr strings.Builder
		a := &App{Stderr: &stderr, Verbose: verbose}
		root := &cobra.Command{Use: "hed", SilenceErrors: true, SilenceUsage: true, RunE: run}
		root.SetArgs([]string{})
		cmd, err := a.execute(t.Context(), root)
		if cmd != root || err == nil || !strings.HasPrefix(err.Error(), "internal error: runtime error: index out of range [3]") {
			t.Errorf("got %v, %v", cmd, err)
		}
		if got := strings.Contains(stderr.String(), "panic_test.go"); got != verbose {
			t.Errorf("verbose %v: stderr has\n%s", verbose, stderr.String())
		}
	}
}
