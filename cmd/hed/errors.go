package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"hed/corpus"
	"hed/evaluate"
)

// An inputError is about a file of the user's and begins with its name.
type inputError struct{ msg string }

func (e inputError) Error() string { return e.msg }

func inputErrorf(format string, args ...any) error { return inputError{fmt.Sprintf(format, args...)} }

// isInputError reports whether the message begins with FILE:LINE, so that
// nothing must stand before it.
func isInputError(err error) bool {
	var in inputError
	var syntax *corpus.SyntaxError
	return errors.As(err, &in) || errors.As(err, &syntax)
}

// A gateError is a check that ran and said no.
type gateError struct{ msg string }

func (e gateError) Error() string { return e.msg }

func isGate(err error) bool {
	_, ok := errors.AsType[gateError](err)
	return ok
}

// canResume reports whether the same command can do better next time: where it
// was stopped, a generator failed, or files could not be read or written. It
// cannot where an input is at fault.
func canResume(err error) bool {
	_, generate := errors.AsType[*evaluate.GenerateError](err)
	_, file := errors.AsType[*fs.PathError](err)
	_, system := errors.AsType[syscall.Errno](err)
	return errors.Is(err, context.Canceled) || (generate || file || system) && !isInputError(err)
}

// message is what an error says. Where it is about a file that cannot be read,
// it names the flag or setting with the file in place of the system call.
func (a *app) message(cmd *cobra.Command, err error) string {
	said := err.Error()
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
func (a *app) origin(cmd *cobra.Command, file string) (name string) {
	if slices.Contains(cmd.Flags().Args(), file) {
		return file
	}
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if name == "" && f.Annotations[pathFlag] != nil && slices.ContainsFunc(flagValues(f), func(v string) bool { return names(v, file) }) {
			name = "--" + f.Name + " " + file + a.setBy(f.Name)
		}
	})
	return name
}

// setBy says of a flag that is not on the command line where it is set, which
// the user may have forgotten.
func (a *app) setBy(flag string) string {
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
	before, after, folds := strings.Cut(value, foldMark)
	return value == file || folds && strings.HasPrefix(file, before) && strings.HasSuffix(file, after)
}

// otherRun refuses to go on with what is another run.
func otherRun(out string) error {
	return fmt.Errorf("resume %s: %w; use the same ones, or leave --resume out to start anew", out, evaluate.ErrOtherRun)
}

// notWritten names the file that the user asked for, where the error has
// the name that it was to have until complete.
func notWritten(what, file string, err error) error {
	folder := filepath.Dir(file)
	if _, missing := os.Stat(folder); errors.Is(missing, fs.ErrNotExist) {
		return fmt.Errorf("write %s %s: there is no folder %s; make it first", what, file, folder)
	}
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		err = e.Err
	}
	if e, ok := errors.AsType[*os.LinkError](err); ok {
		err = e.Err
	}
	return fmt.Errorf("write %s %s: %w", what, file, err)
}
