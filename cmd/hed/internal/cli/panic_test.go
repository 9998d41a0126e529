package cli

import (
	"errors"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// A panic is an error like others, whose stack is for those who ask.
func TestPanic(t *testing.T) {
	for _, verbose := range []bool{false, true} {
		var stderr strings.Builder
		a := &App{Stderr: &stderr, verbose: verbose}
		root := &cobra.Command{Use: "hed", SilenceErrors: true, SilenceUsage: true, RunE: func(*cobra.Command, []string) error {
			var none []int
			return errors.New(string(rune(none[3])))
		}}
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
