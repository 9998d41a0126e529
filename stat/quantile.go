package stat

import (
	"iter"
	"math"
	"slices"
)

// Quantiles are what Quantile gives for each of p, of values in any order, none of which is absent. Many values are
// gone over several times, and never are in memory together.
func Quantiles(values iter.Seq[float64], p ...float64) []float64 {
	n := 0
	for range values {
		n++
	}
	if n == 0 {
		return slices.Repeat([]float64{math.NaN()}, len(p))
	}
	var ranks []int
	for _, p := range p {
		i := min(int(float64(p*float64(n-1))), n-1)
		ranks = append(ranks, i, min(i+1, n-1))
	}
	found := selected(values, n, ranks)
	out := make([]float64, len(p))
	for i, p := range p {
		at := float64(p * float64(n-1))
		low, high := found[2*i], found[2*i+1]
		out[i] = low + float64((at-float64(int(at)))*(high-low))
	}
	return out
}

// sortedMost is how many values are sorted to find some of them by their places.
const sortedMost = 1 << 14

// selected are the values at those places of the ascending order.
func selected(values iter.Seq[float64], n int, ranks []int) []float64 {
	out := make([]float64, len(ranks))
	if n <= sortedMost {
		sorted := slices.Sorted(values)
		for i, r := range ranks {
			out[i] = sorted[r]
		}
		return out
	}
	// Sixteen bits at a time: of the values that begin as the one that is looked for, the next bits are counted.
	const digit = 16
	begins, rest := make([]uint64, len(ranks)), slices.Clone(ranks)
	for shift := 64 - digit; shift >= 0; shift -= digit {
		counts := make([][1 << digit]int32, len(ranks))
		for v := range values {
			bits := ordered(v)
			for i := range ranks {
				if shift == 64-digit || bits>>(shift+digit) == begins[i] {
					counts[i][bits>>shift&(1<<digit-1)]++
				}
			}
		}
		for i := range ranks {
			d := 0
			for ; rest[i] >= int(counts[i][d]); d++ {
				rest[i] -= int(counts[i][d])
			}
			begins[i] = begins[i]<<digit | uint64(d)
		}
	}
	for i, bits := range begins {
		out[i] = unordered(bits)
	}
	return out
}

// ordered are bits of a number that are in the order of numbers, and unordered is the number.
func ordered(v float64) uint64 {
	bits := math.Float64bits(v)
	if bits>>63 == 1 {
		return ^bits
	}
	return bits | 1<<63
}

func unordered(bits uint64) float64 {
	if bits>>63 == 1 {
		return math.Float64frombits(bits &^ (1 << 63))
	}
	return math.Float64frombits(^bits)
}
