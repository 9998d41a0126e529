// Package crash turns panics into errors that a program can end with. Go ends the whole
// process, with the exit code of wrong usage, when a goroutine panics that nobody looks
// after: so every goroutine of hed is started by a Group, or recovers by Call.
package crash

import (
	"errors"
	"fmt"
	"runtime/debug"
	"sync"
)

// An Error is a panic: a mistake of the program, not of its input.
type Error struct {
	Value any    // what was panicked with
	Stack []byte // of the goroutine that panicked
}

func (e *Error) Error() string { return fmt.Sprintf("internal error: %v", e.Value) }

// Unwrap is the value, where it is an error.
func (e *Error) Unwrap() error {
	err, _ := e.Value.(error)
	return err
}

// of is what recover gave, with the stack of where it happened first.
func of(value any) *Error {
	if err, ok := value.(error); ok {
		if e, ok := errors.AsType[*Error](err); ok {
			return e
		}
	}
	return &Error{Value: value, Stack: debug.Stack()}
}

// Recover sets err to an *Error if there is a panic. It is to be deferred.
func Recover(err *error) {
	if p := recover(); p != nil {
		*err = of(p)
	}
}

// Call calls do. A panic is an *Error.
func Call(do func() error) (err error) {
	defer Recover(&err)
	return do()
}

// A Group is goroutines that somebody waits for. The zero value is ready.
type Group struct {
	running sync.WaitGroup
	once    sync.Once
	failed  error
}

// Go calls do in a goroutine.
//
// The others work on if it panics. Whoever waits for something that do would have given
// them must get it by a defer in do.
func (g *Group) Go(do func()) {
	g.running.Go(func() {
		err := Call(func() error {
			do()
			return nil
		})
		if err != nil {
			g.once.Do(func() { g.failed = err })
		}
	})
}

// Wait waits until all goroutines have ended, and panics with the *Error of the first that
// panicked, so that it reaches those who called.
func (g *Group) Wait() {
	g.running.Wait()
	if g.failed != nil {
		panic(g.failed)
	}
}
