package derive

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"

	"hed/internal/modelfile"
)

// keep returns the numbers of a part of the training: those that the folder has,
// else what learn comes to, which it puts there.
func (t *trainer) keep(part string, learn func() ([]float32, error)) ([]float32, error) {
	if t.Folder == "" {
		return learn()
	}
	file := filepath.Join(t.Folder, part)
	if body, ok := modelfile.Kept(file, t.identity(part)); ok {
		numbers := make([]float32, len(body)/4)
		for i := range numbers {
			numbers[i] = math.Float32frombits(binary.LittleEndian.Uint32(body[4*i:]))
		}
		return numbers, nil
	}
	numbers, err := learn()
	if err != nil {
		return nil, err
	}
	body := make([]byte, 0, 4*len(numbers))
	for _, x := range numbers {
		body = binary.LittleEndian.AppendUint32(body, math.Float32bits(x))
	}
	if err := modelfile.Keep(file, t.identity(part), body); err != nil {
		return nil, fmt.Errorf("keep what was learnt: %w", err)
	}
	return numbers, nil
}

// identity names all that the numbers of a part depend on.
func (t *trainer) identity(part string) []byte {
	return fmt.Appendf(nil, "%s %s %d %s\n", t.about.Version, t.about.SHA256, t.about.Seed, part)
}

// net learns a net, unless the folder has it.
func (t *trainer) net(part string, lists []*netList, o netOptions, seed uint64) (*net, error) {
	numbers, err := t.keep(part, func() ([]float32, error) {
		n, err := trainNet(t.ctx, lists, allKinds, o, seed)
		if err != nil {
			return nil, err
		}
		return slices.Concat(n.mean, n.scale, n.params), nil
	})
	if err != nil {
		return nil, err
	}
	n := newNet(len(lists[0].in[0].x), allKinds, o.wide, o.deep)
	if len(numbers) != 2*n.numbers+len(n.params) {
		return nil, errors.New("the net that was kept is of another size; train again")
	}
	n.mean, n.scale = numbers[:n.numbers:n.numbers], numbers[n.numbers:2*n.numbers:2*n.numbers]
	copy(n.params, numbers[2*n.numbers:])
	return n, nil
}
