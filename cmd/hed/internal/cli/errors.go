package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"hed/corpus"
	"hed/corpus/split"
	"hed/internal/option"
	"hed/internal/whole"
	"hed/neural/embed"
	"hed/run"
	"hed/spec/settings"
)

// An ending is an error with the exit code that it ends with; with ExitError it is about a
// file of the user's, and begins with its name.
type ending struct {
	error
	code int
}

func (e ending) Unwrap() error { return e.error }

func endsWith(err error, code int) bool {
	e, ok := errors.AsType[ending](err)
	return ok && e.code == code
}

// Usagef is a command line that makes no sense, as opposed to one that failed.
func Usagef(format string, args ...any) error { return ending{fmt.Errorf(format, args...), ExitUsage} }

// Gatef is a check that ran and said no.
func Gatef(format string, args ...any) error { return ending{fmt.Errorf(format, args...), ExitGate} }

// InputErrorf is an error that begins with the file, and mostly the line, that is wrong.
func InputErrorf(format string, args ...any) error {
	return ending{fmt.Errorf(format, args...), ExitError}
}

// isInputError reports whether the message begins with FILE:LINE, so that
// nothing must stand before it.
func isInputError(err error) bool {
	var syntax *corpus.SyntaxError
	var setting *settings.Error
	var file *run.FileError
	return endsWith(err, ExitError) || errors.As(err, &syntax) || errors.As(err, &setting) || errors.As(err, &file)
}

// isUsage reports whether the command line makes no sense, as opposed to a file that
// it names or a model of it.
func isUsage(err error) bool {
	if endsWith(err, ExitUsage) {
		return true
	}
	_, wrong := errors.AsType[*option.Error](err)
	_, file := errors.AsType[*fs.PathError](err)
	_, model := errors.AsType[*embed.OpenError](err)
	return wrong && !file && !model
}

// Stopped says of an error that ended long work how it continues, if it can.
func (a *App) Stopped(err error) error {
	if _, ok := errors.AsType[*run.UnfinishedError](err); ok {
		a.Note("stopped; repeat the command with --resume to continue")
	}
	return err
}

// message is what an error says. Where it is about a file that cannot be read,
// it names the flag or setting with the file in place of the system call.
func (a *App) message(cmd *cobra.Command, err error) string {
	said := Message(err)
	e, ok := errors.AsType[*fs.PathError](err)
	if !ok || !slices.Contains([]string{"open", "read", "stat"}, e.Op) {
		return said
	}
	name := a.origin(cmd, e.Path)
	if name == "" {
		return said
	}
	reason := e.Err.Error()
	if errors.Is(e.Err, fs.ErrNotExist) {
		reason = "no such file; check its name"
	}
	lines := strings.Split(said, "\n")
	for i, line := range lines {
		if strings.HasSuffix(line, e.Error()) { // after what it was read for, which the flag says as well
			lines[i] = name + ": " + reason
		}
	}
	return strings.Join(lines, "\n")
}

// origin is a file with the flag or setting that named it; "" if none did.
func (a *App) origin(cmd *cobra.Command, file string) (name string) {
	if slices.Contains(cmd.Flags().Args(), file) {
		return file
	}
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if name == "" && f.Annotations[pathFlag] != nil && slices.ContainsFunc(flagValues(f), func(v string) bool { return names(v, file) }) {
			name = "--" + f.Name + " " + file + a.SetBy(f.Name)
		}
	})
	return name
}

// SetBy says of a flag that is not on the command line where it is set, which
// the user may have forgotten.
func (a *App) SetBy(flag string) string {
	from := a.from[flag]
	if from == "" {
		return ""
	}
	return " (" + flag + " of " + from + ")"
}

// names reports whether the value of a flag, FILE or NAME=FILE, is about a
// file, perhaps one a fold.
func names(value, file string) bool {
	if _, after, ok := strings.Cut(value, "="); ok && names(after, file) {
		return true
	}
	before, after, folds := strings.Cut(value, split.FoldMark)
	return value == file || folds && strings.HasPrefix(file, before) && strings.HasSuffix(file, after)
}

// NotWritten names the file that the user asked for; see whole.Failed.
func NotWritten(what, file string, err error) error { return whole.Failed(what, file, err) }
