package transformer

import (
	"fmt"
	"math"
	"strings"

	"hed/neural/decoder"
	"hed/neural/train"
)

// Training is how a model is taught, as a spec names it. The defaults are those of NumHG (Huang et al. 2023); what it does not say is as
// programs of transformers have it.
type Training struct {
	Rate      float64  `opt:"rate" json:"rate" doc:"learning rate; default 0.00005"`
	Relative  bool     `opt:"relative" json:"relative,omitempty" doc:"multiply the rate by the initial size of each weight matrix (its root mean square); a T5 that learns from random weights needs it"`
	Optimiser string   `opt:"optimiser" json:"optimiser" doc:"adam, adamw or adagrad; default adam"`
	Decay     *float64 `opt:"decay" json:"decay,omitempty" doc:"weight decay, with adamw; default 0.01"`
	Clip      float64  `opt:"clip" json:"clip" doc:"largest norm of the gradients, 0 for no limit; default 1"`
	Schedule  string   `opt:"schedule" json:"schedule" doc:"how the rate falls: constant, linear, cosine or root; default constant"`
	Warmup    int      `opt:"warmup" json:"warmup" doc:"steps over which the rate rises at the beginning; default 0"`
	Dropout   *float64 `opt:"dropout" json:"dropout,omitempty" doc:"share of the numbers in states that are set to 0 at random; default by model"`
	Smooth    float64  `opt:"smooth" json:"smooth" doc:"label smoothing: share of the loss that is spread over all tokens; default 0"`
	Tokens    *int     `opt:"tokens" json:"tokens,omitempty" doc:"largest number of tokens of an article that are read; default by model"`
	Headline  int      `opt:"headline" json:"headline" doc:"largest number of tokens of a headline that are learnt; default 64"`
	Prefix    string   `opt:"prefix" json:"prefix,omitempty" doc:"text put before the article, as in generating; T5 wants its task there (summarize:\\ )"`
	Parts     int      `opt:"parts" json:"parts" doc:"split each batch into this many parts, which takes less memory; default 1"`
	Again     bool     `opt:"again" json:"again" doc:"compute the inside of layers again for their gradients, which takes much less memory and a third more time"`
	Rank      int      `opt:"rank" json:"rank,omitempty" doc:"learn only adapters of this rank (LoRA) and keep the weights; 0 to learn all weights; default 0"`
	Alpha     *float64 `opt:"alpha" json:"alpha,omitempty" doc:"adapters are multiplied by alpha/rank; default twice the rank"`
	Targets   string   `opt:"targets" json:"targets,omitempty" doc:"layers that get adapters, by the ends of their names, separated by slashes; default those of queries and values (q_proj/v_proj, or q/v of a T5)"`
	Precision string   `opt:"precision" json:"precision" doc:"number format of products on an NVIDIA card: float32, or tf32, which is quicker; default float32"`
}

// Learning are the options that nobody chose.
func Learning() Training {
	return Training{Rate: 5e-5, Optimiser: "adam", Clip: 1, Schedule: "constant", Headline: 64, Parts: 1, Precision: "float32"}
}

// Settle fills in what depends on other options and refuses what makes no sense.
func (o *Training) Settle() error {
	if o.Optimiser == "adamw" && o.Decay == nil {
		o.Decay = new(0.01)
	}
	if o.Rank > 0 && o.Alpha == nil {
		o.Alpha = new(float64(2 * o.Rank))
	}
	for _, n := range []struct {
		name            string
		value, min, max int
	}{
		{"warmup", o.Warmup, 0, math.MaxInt32}, {"headline", o.Headline, 2, 1 << 12}, {"parts", o.Parts, 1, 1 << 16}, {"rank", o.Rank, 0, 1 << 12},
		{"tokens", or1(o.Tokens, 2), 2, 1 << 16},
	} {
		if n.value < n.min || n.value > n.max {
			return fmt.Errorf("%s=%d: want a number from %d to %d", n.name, n.value, n.min, n.max)
		}
	}
	for _, x := range []struct {
		name  string
		value float64
	}{{"dropout", or1(o.Dropout, 0)}, {"smooth", o.Smooth}} {
		if !(x.value >= 0 && x.value < 1) {
			return fmt.Errorf("%s=%g: want a share from 0 to below 1", x.name, x.value)
		}
	}
	switch {
	case o.Optimiser != "adamw" && o.Decay != nil:
		return fmt.Errorf("decay=%g: only the optimiser adamw has it, not %s", *o.Decay, o.Optimiser)
	case o.Precision != "float32" && o.Precision != "tf32":
		return fmt.Errorf("precision=%s: want float32 or tf32", o.Precision)
	case o.Rank == 0 && (o.Alpha != nil || o.Targets != ""):
		return fmt.Errorf("alpha and targets are for adapters; set rank=N")
	case o.Alpha != nil && !(*o.Alpha > 0 && *o.Alpha <= math.MaxFloat32):
		return fmt.Errorf("alpha=%g: want a finite number above 0", *o.Alpha)
	}
	if err := o.method().Check(); err != nil {
		return err
	}
	return train.Schedule{Name: o.Schedule, Warmup: o.Warmup}.Check()
}

func or1[T any](p *T, otherwise T) T {
	if p == nil {
		return otherwise
	}
	return *p
}

func (o *Training) method() train.Method {
	m := train.Method{Name: o.Optimiser, Rate: float32(o.Rate), Clip: float32(o.Clip), Relative: o.Relative}
	if o.Optimiser == "adamw" {
		m.Decay = float32(or1(o.Decay, 0.01))
	}
	if o.Optimiser == "adagrad" {
		m.Initial = 0.1
	}
	return m
}

// adapter is what learns where weights do not; nil if they do.
func (o *Training) adapter() *decoder.Adapter {
	if o.Rank == 0 {
		return nil
	}
	a := &decoder.Adapter{Rank: o.Rank, Alpha: *o.Alpha}
	if o.Targets != "" {
		a.Targets = strings.Split(o.Targets, "/")
	}
	return a
}
