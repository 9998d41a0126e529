package cli

import (
	"errors"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// "hed --help > /dev/full" ended with 0, and so did all commands that do not look
// whether they could print.
func TestStdoutFull(t *testing.T) {
	print := func(a *App) []Commands {
		one := func(name string, run func(w io.Writer) error) *cobra.Command {
			return &cobra.Command{Use: name, Short: name, RunE: func(*cobra.Command, []string) error { return run(a.Stdout) }}
		}
		return []Commands{{"Print", []*cobra.Command{
			one("careless", func(w io.Writer) error { io.WriteString(w, "1\n"); return nil }),
			one("careful", func(w io.Writer) error { _, err := io.WriteString(w, "1\n"); return err }),
			one("gate", func(w io.Writer) error { io.WriteString(w, "1\n"); return Gatef("worse") }),
			one("silent", func(io.Writer) error { return nil }),
		}}}
	}
	full := writerFunc(func([]byte) (int, error) {
		return 0, &os.PathError{Op: "write", Path: "/dev/stdout", Err: errors.New("no space left on device")}
	})
	for _, args := range []string{"", "--help", "help", "help careful", "careful --help", "--version", "careless", "careful", "gate"} {
		var stderr strings.Builder
		code := Run(t.Context(), strings.Fields(args), nil, full, &stderr, print)
		if want := "hed: write the result to stdout: no space left on device\n"; code != ExitError || stderr.String() != want {
			t.Errorf("hed %s: exit code %d and %q, want %d and %q", args, code, stderr.String(), ExitError, want)
		}
		if code := Run(t.Context(), []string{"silent"}, nil, full, &stderr, print); code != ExitOK {
			t.Errorf("a command that prints nothing has exit code %d", code)
		}
	}
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }
