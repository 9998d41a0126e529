package lsi

import (
	"errors"
	"math"
	"strconv"
	"strings"

	"hed/metric/internal/svd"
)

const (
	defaultKeep = 100
	// most is the largest number of dimensions. A corpus of 10,000 articles
	// has some 60,000 words, and each has a number a dimension.
	most = 1000
)

// keep says how many dimensions are kept. One of the fields is set, or none
// for all of them.
type keep struct {
	number int
	share  float64
	above  *float64
}

var errKeep = errors.New("want all, a number of dimensions from 1 to 1000, a share between 0 and 1 such as 0.9, or >T for the singular values above T")

func parseKeep(s string) (keep, error) {
	switch {
	case s == "":
		return keep{number: defaultKeep}, nil
	case s == "all":
		return keep{}, nil
	}
	if n, err := strconv.Atoi(s); err == nil {
		if n < 1 || n > most {
			return keep{}, errKeep
		}
		return keep{number: n}, nil
	}
	limit, isAbove := strings.CutPrefix(s, ">")
	x, err := strconv.ParseFloat(limit, 64)
	switch {
	case err != nil || math.IsNaN(x) || math.IsInf(x, 0):
		return keep{}, errKeep
	case isAbove && x >= 0:
		return keep{above: &x}, nil
	case !isAbove && x > 0 && x < 1:
		return keep{share: x}, nil
	}
	return keep{}, errKeep
}

func (k keep) String() string {
	switch {
	case k.number > 0:
		return strconv.Itoa(k.number)
	case k.share > 0:
		return strconv.FormatFloat(k.share, 'g', -1, 64)
	case k.above != nil:
		return ">" + strconv.FormatFloat(*k.above, 'g', -1, 64)
	}
	return "all"
}

// choice says it for a matrix with the given sum of squares, which is that of
// all singular values.
func (k keep) choice(squares float64) svd.Choice {
	switch {
	case k.number > 0:
		return svd.Choice{First: k.number, Most: most}
	case k.share > 0:
		// Rounding must not make the last value unreachable.
		limit := float64(k.share*squares) * (1 - 1e-12)
		return svd.Choice{First: defaultKeep, Most: most, Keep: func(values []float64) (int, bool) {
			sum := 0.0
			for i, v := range values {
				if sum += float64(v * v); sum >= limit {
					return i + 1, true
				}
			}
			return len(values), false
		}}
	case k.above != nil:
		return svd.Choice{First: defaultKeep, Most: most, Keep: func(values []float64) (int, bool) {
			for i, v := range values {
				if v <= *k.above {
					return i, true
				}
			}
			return len(values), false
		}}
	}
	return svd.Choice{First: most, Most: most}
}
