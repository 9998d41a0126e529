package pos

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"

	"hed/internal/whole"
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
	head, err := json.Marshal(t.about)
	if err != nil {
		return nil, err
	}
	file := filepath.Join(t.Folder, fmt.Sprintf("run%d", run+1))
	if data, err := os.ReadFile(file); err == nil {
		if r, err := parseResult(data, head); err == nil {
			t.progress(t.Epochs)
			return r, nil
		}
	}
	r, err := t.run(ctx, run)
	if err != nil {
		return nil, err
	}
	return r, whole.Write(file, func(w io.Writer) error {
		_, err := w.Write(r.append(append(head, '\n')))
		return err
	})
}

// append writes r after b, as parseResult reads it.
func (r *result) append(b []byte) []byte {
	b = binary.AppendVarint(b, r.time)
	for _, k := range slices.Sorted(maps.Keys(r.sums)) {
		b = binary.AppendUvarint(b, uint64(k))
		for _, sum := range r.sums[k] {
			b = binary.AppendVarint(b, sum)
		}
	}
	return b
}

var errOtherResult = errors.New("the file is of another training, or damaged")

func parseResult(data, head []byte) (*result, error) {
	first, rest, ok := bytes.Cut(data, []byte("\n"))
	if !ok || !bytes.Equal(first, head) {
		return nil, errOtherResult
	}
	in := bytes.NewReader(rest)
	time, err := binary.ReadVarint(in)
	if err != nil || time < 1 {
		return nil, errOtherResult
	}
	r := &result{time: time, sums: map[key]*[Tags]int64{}}
	for in.Len() > 0 {
		k, err := binary.ReadUvarint(in)
		if err != nil || k > math.MaxUint32 {
			return nil, errOtherResult
		}
		sums := new([Tags]int64)
		for t := range sums {
			if sums[t], err = binary.ReadVarint(in); err != nil {
				return nil, errOtherResult
			}
		}
		r.sums[key(k)] = sums
	}
	return r, nil
}
