package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"syscall"

	"hed/cmd/hed/internal/cli"
	"hed/evaluate"
)

// canResume reports whether the same command can do better next time: where it
// was stopped, a generator failed, or files could not be read or written. It
// cannot where an input is at fault.
func canResume(err error) bool {
	_, generate := errors.AsType[*evaluate.GenerateError](err)
	_, file := errors.AsType[*fs.PathError](err)
	_, system := errors.AsType[syscall.Errno](err)
	return errors.Is(err, context.Canceled) || (generate || file || system) && !cli.IsInputError(err)
}

// otherRun refuses to go on with what is another run.
func otherRun(out string) error {
	return fmt.Errorf("resume %s: %w; use the same ones, or leave --resume out to start anew", out, evaluate.ErrOtherRun)
}
