package train

import (
	"fmt"
	"math"
	"time"

	"hed/internal/count"
)

// Progress is how far training is, from the reading of documents on.
type Progress struct {
	Reading bool // documents are read, Step of them so far
	Writing bool // candidates are written, for Step of Steps documents so far
	Moment
	Steps   int // of all
	PerStep int // pairs
}

// A Pace says how far training is, in a line for people who wait.
type Pace struct {
	Now func() time.Time

	start time.Time
	first int
}

// Line is what Progress comes to, and the share that is done of what is to be done: 0 where nobody knows.
func (p *Pace) Line(m Progress) (line string, share float64) {
	if m.Reading {
		return "reading: " + count.Of(m.Step, "document"), 0
	}
	if m.Writing {
		return fmt.Sprintf("candidates for %d of %d documents", m.Step, m.Steps), float64(m.Step) / float64(m.Steps)
	}
	if p.start.IsZero() {
		p.start, p.first = p.Now(), m.Step
	}
	line = fmt.Sprintf("step %d of %d, loss %.3f", m.Step, m.Steps, m.Loss)
	if !math.IsNaN(m.Valid) {
		line += fmt.Sprintf(", valid %.3f", m.Valid)
	}
	if m.Step == p.first {
		return line, 0
	}
	line += fmt.Sprintf(", %.0f pairs/s", float64((m.Step-p.first)*m.PerStep)/p.Now().Sub(p.start).Seconds())
	return line, float64(m.Step-p.first) / float64(m.Steps-p.first)
}
