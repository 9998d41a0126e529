package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

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
