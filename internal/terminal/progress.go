package terminal

import (
	"fmt"
	"io"
	"os"
	"time"

	"hed/internal/plain"
)

// A Progress is one line on a terminal: what is done, how fast, and how
// long it will take. It is drawn at most ten times a second, and not at
// all where there is no terminal or what it is about is over in an instant. The zero
// value draws nothing.
type Progress struct {
	w     io.Writer // nil: draw nothing
	what  string
	share func() float64
	start time.Time
	drawn time.Time
	width int
}

// NewProgress begins to show on w how far something is. share tells how much of it is
// done, where documents that are done do not, and 0 where nobody knows.
func NewProgress(w io.Writer, what string, share func() float64) *Progress {
	p := &Progress{what: what, share: share, start: time.Now()}
	if width, ok := Width(w); ok && os.Getenv("TERM") != "dumb" { // which cannot clear a line
		p.w, p.width = w, width
	}
	return p
}

// Update shows how many documents are done.
func (p *Progress) Update(done int) {
	if !p.due() {
		return
	}
	line := fmt.Sprintf("%s: %d done", p.what, done)
	if share := p.share(); share > 0 {
		line += ", " + p.left(share)
	}
	line += fmt.Sprintf(", %.0f/s", float64(done)/time.Since(p.start).Seconds())
	p.draw(line)
}

// Stage shows how many documents a stage of several has done.
func (p *Progress) Stage(stage string, done int) {
	if p.what != stage {
		p.what, p.start = stage, time.Now()
	}
	p.Update(done)
}

// Of shows how much of all work is done, where that is known.
func (p *Progress) Of(done, all int) {
	if p.due() {
		p.draw(p.what + ": " + p.left(float64(done)/float64(all)))
	}
}

// At says in words how far one of several things is, and its share; 0 if nobody knows.
func (p *Progress) At(what string, share float64) {
	if !p.due() {
		return
	}
	if share > 0 {
		what += ", " + p.left(share)
	}
	p.draw(what)
}

// due reports whether it is time to draw.
func (p *Progress) due() bool {
	if p.w == nil || time.Since(p.start) < 300*time.Millisecond || time.Since(p.drawn) < 100*time.Millisecond {
		return false
	}
	p.drawn = time.Now()
	return true
}

// left says how much of the work is done and how long the rest takes. It is never 100% as long as something is left, such
// as documents that were read and are not done yet.
func (p *Progress) left(share float64) string {
	left := time.Duration(float64(time.Since(p.start)) * max(0, 1-share) / share)
	return fmt.Sprintf("%d%%, %s left", min(int(100*share), 99), left.Round(time.Second))
}

// Finish leaves a summary in place of the line.
func (p *Progress) Finish(done int) {
	if p.w == nil || p.drawn.IsZero() {
		return
	}
	took := time.Since(p.start)
	p.draw(fmt.Sprintf("%s: %d done in %s, %.0f/s", p.what, done, took.Round(time.Millisecond), float64(done)/took.Seconds()))
	fmt.Fprintln(p.w)
}

// Say shows what is being done where nobody knows how far it is. Clear
// takes it away.
func (p *Progress) Say(line string) {
	if p.w != nil {
		p.drawn = time.Now()
		p.draw(line)
	}
}

// Clear removes the line, before an error is printed.
func (p *Progress) Clear() {
	if p.w != nil && !p.drawn.IsZero() {
		p.draw("")
	}
}

func (p *Progress) draw(line string) {
	line = plain.Line(line)
	if len(line) >= p.width && p.width > 0 {
		line = line[:p.width-1]
	}
	fmt.Fprint(p.w, "\r\x1b[K"+line)
}
