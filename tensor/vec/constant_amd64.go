package vec

import "math"

// constants are what function_amd64.s reads, eight copies of each.
//
//lint:ignore U1000 the assembly reads them
var constants = spread(
	log2E, ln2High, ln2Low, expMost, expLow, exp0, exp1, exp2, exp3, exp4, 1, math.Float32frombits(127),
	tanhMost, tanh1, tanh2, tanh3, tanh4, root1, math.Float32frombits(0x7fffffff), root2, 0.5,
	geluFar, geluNear, gelu0, gelu1, gelu2, gelu3, gelu4, gelu5, gelu6, gelu7, gelu8, cube1, cube3, root3, root4,
)

func spread(values ...float32) (rows [36][8]float32) {
	for i, v := range values {
		for j := range rows[i] {
			rows[i][j] = v
		}
	}
	return rows
}
