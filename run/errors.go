package run

import (
	"fmt"
	"strings"

	"hed/evaluate"
	"hed/internal/option"
)

// A FileError is a file that is not what it should be. Its text begins with the
// name of the file, and the line where that is known.
type FileError struct {
	File string
	Line int // 0 where the file as a whole is meant
	Err  error
	Fix  Fix
}

func (e *FileError) Error() string {
	if said := e.Err.Error(); strings.HasPrefix(said, e.File+":") {
		return said // readers of tables name the file and line themselves
	}
	if e.Line > 0 {
		return fmt.Sprintf("%s:%d: %v", e.File, e.Line, e.Err)
	}
	return fmt.Sprintf("%s: %v", e.File, e.Err)
}

func (e *FileError) Unwrap() error { return e.Err }

// A FolderError is a folder that is not that of an evaluation, or not a whole one.
type FolderError struct {
	Folder string
	Err    error
	Fix    Fix
}

func (e *FolderError) Error() string { return e.Err.Error() }

func (e *FolderError) Unwrap() error { return e.Err }

// A Fix is what can be done about a folder or a file of it. Whoever shows the error
// knows how that is asked for.
type Fix int

const (
	None     Fix = iota
	Evaluate     // make one by evaluating
	Another      // name a folder that an evaluation has written
	Resume       // let the evaluation go on
	Again        // evaluate again
	Written      // it is not what an evaluation writes
)

// An OtherRunError is a folder, or a file, in which a run with other inputs or settings is
// unfinished, where one was to go on.
type OtherRunError struct{ Folder string }

func (e *OtherRunError) Error() string {
	return fmt.Sprintf("resume %s: %v; use the same ones, or leave %s out to start again", e.Folder, evaluate.ErrOtherRun, option.Name("resume"))
}

func (e *OtherRunError) Unwrap() error { return evaluate.ErrOtherRun }
