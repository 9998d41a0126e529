package run

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"hed/internal/option"
	"hed/score"
)

// ParseMargins reads X or COLUMN=X, for what the mean of columns may lose. What is said of a column wins over what is
// said of all.
func ParseMargins(list []string, columns []score.Column) ([]float64, error) {
	margins := make([]float64, len(columns))
	set := make([]bool, len(columns))
	names := score.Names(columns)
	for entry := range strings.SplitSeq(strings.Join(list, ","), ",") {
		if entry == "" {
			continue
		}
		at := strings.LastIndexByte(entry, '=') // names may have one too
		x, err := strconv.ParseFloat(entry[at+1:], 64)
		if err != nil || !(x >= 0) || math.IsInf(x, 0) {
			return nil, option.Errorf("margin", " %s: want a number of at least 0, or COLUMN=NUMBER", entry)
		}
		if at < 0 {
			for i := range margins {
				if !set[i] {
					margins[i] = x
				}
			}
			continue
		}
		i := slices.Index(names, entry[:at])
		if i < 0 {
			return nil, option.Errorf("margin", " %s: no measure %q in both runs; have %s", entry, entry[:at], strings.Join(names, ", "))
		}
		margins[i], set[i] = x, true
	}
	return margins, nil
}
