package main

import (
	"errors"
	"fmt"

	"hed/corpus"
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
