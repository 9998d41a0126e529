// Package terminal is what hed shows to people at a terminal, and asks them there: how wide
// it is, a line that says how far something is, a password.
package terminal

import (
	"fmt"
	"io"
	"os"

	"golang.org/x/term"
)

// Width returns the width of w if it is a terminal, or something around one that has a
// method Unwrap.
func Width(w io.Writer) (width int, ok bool) {
	if around, ok := w.(interface{ Unwrap() io.Writer }); ok {
		w = around.Unwrap()
	}
	f, isFile := w.(*os.File)
	if !isFile || !term.IsTerminal(int(f.Fd())) {
		return 0, false
	}
	width, _, err := term.GetSize(int(f.Fd()))
	return width, err == nil
}

// Password asks for a password twice, and shows prompts on w. ok is false where in is not a
// terminal, and nothing was asked.
func Password(in io.Reader, w io.Writer) (password string, ok bool, err error) {
	f, isFile := in.(*os.File)
	if !isFile || !term.IsTerminal(int(f.Fd())) {
		return "", false, nil
	}
	var typed [2]string
	for i, prompt := range []string{"Password: ", "Once more: "} {
		fmt.Fprint(w, prompt)
		p, err := term.ReadPassword(int(f.Fd()))
		fmt.Fprintln(w)
		if err != nil {
			return "", true, fmt.Errorf("read the password: %w", err)
		}
		typed[i] = string(p)
	}
	if typed[0] != typed[1] {
		return "", true, fmt.Errorf("the two passwords differ; nothing was changed")
	}
	return typed[0], true, nil
}
