package decoder

import (
	"fmt"

	"hed/internal/option"
	"hed/tensor"
)

// fits refuses a device whose memory is too small, before anything is loaded.
func (f *Folder) fits(device tensor.Device) error {
	memory, own := device.(tensor.Memory)
	if !own {
		return nil
	}
	const giga = 4e-9
	if need, have := f.needs(), memory.Available(); need > have {
		return &tensor.Failure{Memory: true, Err: fmt.Errorf("it takes %.1f GB of the card's memory, and %.1f GB are free; end other programs on it, write with fewer beams or shorter headlines, or use %s cpu",
			giga*float64(need), giga*float64(have), option.Name("device"))}
	}
	return nil
}

// needs is about how many numbers of a device's memory the model takes when it writes as its Settings say.
func (f *Folder) needs() int {
	c, s, e, d := &f.Config, &f.Settings, &f.Config.Encoder, &f.Config.Decoder
	table := c.Vocabulary * c.Hidden
	packed := f.Size() - table
	if c.Tied {
		packed += table // the head is laid out in its own way
	}
	if f.Short {
		packed /= 2
	}
	rows := max(together, s.Beams)
	tokens := min(max(1, together/s.Beams)*c.Tokens, max(budget, c.Tokens))
	width := max(e.Width, d.Width)
	reading := max(cardChunk, c.Tokens) * (max(c.gates()*e.Inner, width) + 3*width + 3*c.Hidden)
	writing := rows * (c.Vocabulary + max(d.Width, c.gates()*d.Inner) + d.Width + 3*c.Hidden)
	seen := 2 * d.Width * d.Layers * (tokens + rows*s.Max)
	return table + packed + reading + writing + seen
}
