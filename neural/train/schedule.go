package train

import (
	"fmt"
	"math"
	"slices"

	"hed/internal/near"
)

// A Schedule is how the learning rate changes: it rises over Warmup steps, and then is constant or falls to 0 at the last step,
// linearly or as a cosine does. That of "root" falls as 1/√step does, from the step on at which it has risen to that (Vaswani et al. 2017): its highest share is
// not 1 but 1/√Warmup.
type Schedule struct {
	Name   string `json:"name"` // one of Schedules
	Warmup int    `json:"warmup,omitempty"`
}

// Schedules are the names of schedules.
var Schedules = []string{"constant", "linear", "cosine", "root"}

// Check refuses what is not a schedule.
func (s Schedule) Check() error {
	if !slices.Contains(Schedules, s.Name) {
		return fmt.Errorf("no schedule %q; %s", s.Name, near.Hint(s.Name, Schedules))
	}
	if s.Warmup < 0 {
		return fmt.Errorf("a schedule that rises over %d steps", s.Warmup)
	}
	return nil
}

// at is the share of the highest rate at a step, from 0, of so many.
func (s Schedule) at(step, steps int) float64 {
	share := 1.0
	if t := float64(step + 1); s.Name == "root" {
		return min(1/math.Sqrt(t), t*math.Pow(float64(max(1, s.Warmup)), -1.5))
	}
	if s.Warmup > 0 {
		share = min(1, float64(step+1)/float64(s.Warmup))
	}
	done := float64(step) / float64(max(1, steps))
	switch s.Name {
	case "linear":
		share *= 1 - done
	case "cosine":
		share *= (1 + math.Cos(math.Pi*done)) / 2
	}
	return share
}
