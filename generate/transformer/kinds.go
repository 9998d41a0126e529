package transformer

import (
	"fmt"

	"hed/spec"
)

// The kinds of lessons, with their options: writing alone, BRIO and SEASON. Rates of BRIO are those of its program: 2e-3·min(t^−½, t·2000^−1.5) at step t.
type (
	brioTraining struct {
		Training
		Order
	}
	seasonTraining struct {
		Training
		Salience
	}
)

func brioLearning() (o brioTraining) {
	o.Training, o.Order = Learning(), Order{Candidates: 16}
	o.Rate, o.Schedule, o.Warmup, o.Smooth = 2e-3, "root", 2000, 0.1
	return o
}

// KindOptions are those of a kind of lesson that nobody chose, for package spec: "transformer", "brio" or "season".
func KindOptions(kind string) any {
	switch kind {
	case "brio":
		return brioLearning()
	case "season":
		return seasonTraining{Training: Learning()}
	}
	return Learning()
}

// mostBeams is how many headlines a search can have.
const mostBeams = 256

// NewLesson is a lesson of a kind with options as a spec has them behind its name, as in rate=0.001+warmup=100. It lacks all that does not come from them.
func NewLesson(kind, options string) (l Lesson, err error) {
	switch kind {
	case "brio":
		o, bad := spec.Over("transformer", options, brioLearning())
		l, err = Lesson{Training: o.Training, Order: &o.Order}, bad
	case "season":
		o, bad := spec.Over("transformer", options, seasonTraining{Training: Learning()})
		l, err = Lesson{Training: o.Training, Salience: &o.Salience}, bad
	default:
		l.Training, err = spec.Over("transformer", options, Learning())
	}
	switch {
	case err != nil:
	case l.Order != nil && (l.Order.Candidates < 2 || l.Order.Candidates > mostBeams):
		err = fmt.Errorf("candidates=%d: want a number from 2 to %d", l.Order.Candidates, mostBeams)
	case l.Salience != nil:
		err = l.Salience.check()
	}
	if err == nil {
		err = l.Training.Settle()
	}
	return l, err
}

// Options are all options of the lesson.
func (l *Lesson) Options() any {
	return struct {
		Training
		*Order
		*Salience
	}{l.Training, l.Order, l.Salience}
}
