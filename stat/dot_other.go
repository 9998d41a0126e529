//go:build !amd64

package stat

const vectorised = false

func dotsAVX2(*[4][4]float64, *float64, *float64, *float64, *float64, *float64, int) {
	panic("stat: no vectors on this processor")
}
