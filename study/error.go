package study

import (
	"errors"
	"fmt"
)

// An Error is something that a judge or the coordinator should read. All other
// errors are the operator's.
type Error struct {
	Code    Code
	Message string // a sentence, lower case, that says what to do
}

// A Code says what kind of error it is, for programs.
type Code string

const (
	Invalid   Code = "invalid"   // the answer is not one of the question's
	NotFound  Code = "not-found" // no such judge, case or question
	NoStudy   Code = "no-study"  // the store is not there, or has no study
	Forbidden Code = "forbidden" // not this judge's
	Closed    Code = "closed"    // too late: the step or the case is over
	Stopped   Code = "stopped"   // too early: the study takes no answers now, and will again
	Conflict  Code = "conflict"  // it is there already
	// Unavailable: the store cannot keep or give it now, as when its disk is full.
	Unavailable Code = "unavailable"
)

func (e *Error) Error() string { return e.Message }

// Errorf makes an *Error.
func Errorf(code Code, format string, args ...any) error {
	return &Error{code, fmt.Sprintf(format, args...)}
}

// CodeOf is the code of an *Error within err, and "" if there is none.
func CodeOf(err error) Code {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Code
	}
	return ""
}
