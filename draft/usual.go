package draft

import (
	"slices"

	"hed/score"
)

// A Range is where a measure is for most headlines: four of five.
type Range struct {
	Low  float64
	High float64
	From string // whose headlines
}

// newser is where the measures of readability are for the headlines of English news that people wrote, as TestUsual
// measures them: the 10th and the 90th percentile of the 10,495 headlines of Newser in NumHG (Huang et al. 2024). They
// count for articles in English where there is no corpus of the newsroom's own to learn from.
var newser = map[string]Range{
	"pnr": {0, 0.286, newserFrom},
	"nr":  {0.143, 0.5, newserFrom},
	"pr":  {0, 0.1, newserFrom},
	"fog": {2.4, 4.32, newserFrom},
	"awl": {3.714, 5.5, newserFrom},
}

const newserFrom = "10,495 headlines of Newser"

// usual gives the range of some values, or false for too few.
func usual(values []float64, from string) (Range, bool) {
	values = slices.DeleteFunc(values, score.IsAbsent)
	const fewest = 50 // of which five are on either side
	if len(values) < fewest {
		return Range{}, false
	}
	slices.Sort(values)
	at := func(share float64) float64 { return values[int(share*float64(len(values)-1)+0.5)] }
	return Range{at(0.1), at(0.9), from}, true
}
