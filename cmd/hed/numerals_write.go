package main

import (
	"fmt"
	"io"
	"os"

	"hed/internal/whole"
)

// writeOut writes the output that a flag names: to stdout, or to a file that
// appears when it is complete.
func (a *app) writeOut(flag, name string, write func(io.Writer) error) error {
	info, err := os.Stat(name)
	switch {
	case isStdout(name):
		return write(a.stdout)
	case err == nil && info.IsDir():
		return fmt.Errorf("write %s %s: it is a folder; name a file", flag, name)
	}
	f, err := whole.Create(name)
	if err != nil {
		return notWritten(flag, name, err)
	}
	defer f.Discard()
	to := &watched{w: f}
	err = write(to)
	if to.err != nil {
		return notWritten(flag, name, to.err)
	}
	if err != nil {
		return err
	}
	if err := f.Commit(); err != nil {
		return notWritten(flag, name, err)
	}
	return nil
}

// watched tells what is wrong with the output from what is wrong with the
// inputs it is made of.
type watched struct {
	w   io.Writer
	err error
}

func (w *watched) Write(p []byte) (int, error) {
	n, err := w.w.Write(p)
	if err != nil {
		w.err = err
	}
	return n, err
}
