// Package option lets errors of libraries name the option that was wrong.
//
// A library is used from a command line, where an option is a flag, and from
// pages, where it is a field of a form. So its texts call an option by Name, as
// "the option columns", and whoever shows a text puts in place of that what its
// readers know, with Rename. An Error says besides, for programs, which option it
// is about.
package option

import (
	"fmt"
	"regexp"
)

// Name is how texts call an option.
func Name(option string) string { return "the option " + option }

var mention = regexp.MustCompile(`\bthe option ([a-z][a-z-]*)`)

// Rename puts other names in place of those that Name gave.
func Rename(text string, name func(option string) string) string {
	return mention.ReplaceAllStringFunc(text, func(s string) string {
		return name(mention.FindStringSubmatch(s)[1])
	})
}

// An Error is a value of an option, or the lack of one, with which nothing can be
// done: the caller asked for something wrong, as opposed to something that failed.
type Error struct {
	Option string // such as columns
	Err    error
}

// Errorf is an Error whose text begins with the name of the option, which the
// format continues: Errorf("out", " %s: it is a file", name).
func Errorf(option, format string, args ...any) error {
	return &Error{option, fmt.Errorf("%s"+format, append([]any{Name(option)}, args...)...)}
}

func (e *Error) Error() string { return e.Err.Error() }

func (e *Error) Unwrap() error { return e.Err }
