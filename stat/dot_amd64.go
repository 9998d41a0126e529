package stat

import "golang.org/x/sys/cpu"

// vectorised is a variable so that tests can compare both ways.
var vectorised = cpu.X86.HasAVX2

// dotsAVX2 sets sums to the four sums of dot for four vectors of n numbers, a multiple
// of 4.
//
//go:noescape
func dotsAVX2(sums *[4][4]float64, a0, a1, a2, a3, b *float64, n int)
