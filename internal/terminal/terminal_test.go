package terminal_test

import (
	"bytes"
	"strings"
	"testing"

	"hed/internal/terminal"
)

// Where there is no terminal, nothing is drawn and nobody is asked.
func TestNoTerminal(t *testing.T) {
	var out bytes.Buffer
	if width, ok := terminal.Width(&out); ok {
		t.Errorf("a buffer is a terminal %d wide", width)
	}
	for _, p := range []*terminal.Progress{new(terminal.Progress), terminal.NewProgress(&out, "reading", func() float64 { return 0.5 })} {
		p.Say("reading")
		p.Update(1)
		p.Stage("writing", 2)
		p.Of(1, 2)
		p.At("half", 0.5)
		p.Finish(3)
		p.Clear()
	}
	if _, asked, err := terminal.Password(strings.NewReader("secret\n"), &out); asked || err != nil {
		t.Errorf("asked %t, %v", asked, err)
	}
	if out.Len() > 0 {
		t.Errorf("drew %q", &out)
	}
}
