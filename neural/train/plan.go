package train

import (
	"math"
	"time"

	"hed/corpus"
	"hed/tensor"
)

// A Plan is what any network that writes headlines is taught from, and how long.
type Plan struct {
	// Docs are articles with headlines. Valid are others, which are not learnt from but say which weights are best; where it is nil,
	// every fiftieth of Docs is.
	Docs, Valid corpus.Reader
	Epochs      float64 // passes over Docs
	Steps       int     // the most, 0 for what Epochs are
	Batch       int
	Seed        uint64
	Device      tensor.Learner

	// Folder is for what is unfinished: training by the same plan continues from it.
	Folder string
	Now    func() time.Time
	Tell   func(Progress) // may be nil
}

// Length is how many steps there are, of which a pass has so many.
func (p *Plan) Length(pass int) int {
	const most = 1 << 30 // which an int has room for everywhere, with some more
	steps := max(1, int(min(p.Epochs*float64(pass), most)))
	if p.Steps > 0 {
		steps = min(steps, p.Steps)
	}
	return steps
}

// Corpus is the documents of the plan.
func (p *Plan) Corpus() *Corpus {
	return &Corpus{Docs: p.Docs, Valid: p.Valid, Folder: p.Folder, Tell: p.Read}
}

// Read says how many documents have been read.
func (p *Plan) Read(i int) {
	if p.Tell != nil {
		p.Tell(Progress{Reading: true, Moment: Moment{Step: i, Valid: math.NaN()}})
	}
}

// Wrote says for how many of all pairs candidates have been written, before these are learnt from.
func (p *Plan) Wrote(done, all int) {
	if p.Tell != nil {
		p.Tell(Progress{Writing: true, Moment: Moment{Step: done, Valid: math.NaN()}, Steps: all})
	}
}
