package pos

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"math"
	"path/filepath"
	"slices"

	"hed/internal/modelfile"
)

// A result is what one run came to: the sums of each weight over all moments
// of training, which are a mean once divided by their number.
type result struct {
	time int64
	sums map[key]*[Tags]int64
}

// grain is the step between weights. A finer one would need more than a byte
// for the largest of them, a coarser one costs accuracy.
const grain = 0.3

// quantise rounds the means to bytes. Features that come to nothing go.
func quantise(runs []*result) *weights {
	all := map[key]bool{}
	for _, r := range runs {
		for k := range r.sums {
			all[k] = true
		}
	}
	var keys []key
	var rows []row
	for _, k := range slices.Sorted(maps.Keys(all)) {
		var mean [Tags]float64
		for _, r := range runs {
			if sums := r.sums[k]; sums != nil {
				for t, sum := range sums {
					mean[t] += float64(sum) / float64(r.time) / float64(len(runs))
				}
			}
		}
		var q row
		for t, v := range mean {
			q[t] = int8(max(-math.MaxInt8, min(math.MaxInt8, math.RoundToEven(v/grain))))
		}
		if q != (row{}) {
			keys, rows = append(keys, k), append(rows, q)
		}
	}
	w := newWeights(len(keys))
	for i, k := range keys {
		w.add(k, rows[i])
	}
	return w
}

// keep returns the result of a run, from the folder if it is there, and else
// puts it there.
func (t *trainer) keep(ctx context.Context, run int) (*result, error) {
	if t.Folder == "" {
		return t.run(ctx, run)
	}
	file := filepath.Join(t.Folder, fmt.Sprintf("run%d", run+1))
	if numbers, ok := modelfile.Kept(file, t.identity); ok {
		if r, err := parseResult(numbers); err == nil {
			t.progress(t.Epochs)
			return r, nil
		}
	}
	r, err := t.run(ctx, run)
	if err != nil {
		return nil, err
	}
	return r, modelfile.Keep(file, t.identity, r.encode())
}

// identity tells a training from every other: About need not know the sentences.
func identity(about About, sentences []Sentence) []byte {
	h := sha256.New()
	fmt.Fprintf(h, "%+v %q", about, sentences)
	return h.Sum(nil)
}

// encode writes r as parseResult reads it.
func (r *result) encode() []byte {
	b := binary.AppendVarint(nil, r.time)
	for _, k := range slices.Sorted(maps.Keys(r.sums)) {
		b = binary.AppendUvarint(b, uint64(k))
		for _, sum := range r.sums[k] {
			b = binary.AppendVarint(b, sum)
		}
	}
	return b
}

var errResult = errors.New("this is not what a run came to")

func parseResult(data []byte) (*result, error) {
	in := bytes.NewReader(data)
	time, err := binary.ReadVarint(in)
	if err != nil || time < 1 {
		return nil, errResult
	}
	r := &result{time: time, sums: map[key]*[Tags]int64{}}
	for in.Len() > 0 {
		k, err := binary.ReadUvarint(in)
		if err != nil || k > math.MaxUint32 {
			return nil, errResult
		}
		sums := new([Tags]int64)
		for t := range sums {
			if sums[t], err = binary.ReadVarint(in); err != nil {
				return nil, errResult
			}
		}
		r.sums[key(k)] = sums
	}
	return r, nil
}
