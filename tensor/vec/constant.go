package vec

// The functions are computed so:
//
//	exp x         n = round(x·log₂e), r = x − n·ln 2: 2ⁿ·(1 + r + r²E(r))
//	tanh x        x·T(x²)/U(x²), x no farther from 0 than 9.03, where that is 1
//	gelu x        t = |x|, u = 1/(1+0.35t), Φ(−t) = exp(−t²/2)·u·G(u):
//	              max(x, 0) − t·Φ(−t)
//	gelu by tanh  x/(1 + exp(−2z)), z = √(2/π)·(x + 0.044715x³)
//	silu x        x/(1 + exp(−x))
//
// The polynomials E, T, U and G were fitted for the least greatest relative error of
// the whole function: 3e-9 for exp, 2e-8 for tanh and 3e-8 for gelu. The tail of gelu is computed by itself,
// not as 1 + erf, which would lose its digits; and what rounding takes from t²/2
// is given back, since exp is steep there.
const (
	log2E   = 1.4426950408889634
	ln2High = 0.693359375 // few bits, so that its products with n are exact
	ln2Low  = -2.1219444005471377e-4
	expMost = 89   // beyond it the result is infinite
	expLow  = -104 // beyond it the result is 0

	exp0, exp1, exp2, exp3, exp4 = 0.49999994, 0.16666521, 0.04166839, 0.0083687175, 0.0013814596

	tanhMost                   = 9.03
	tanh1, tanh2, tanh3, tanh4 = 0.13374467, 0.0034878023, 2.0481044e-05, 1.3177326e-08 // of T; that of 1 is 1
	root1, root2, root3, root4 = 0.46707782, 0.025847355, 0.0003272906, 7.703965e-07    // of U

	geluNear                          = 0.35
	geluFar                           = 13.1 // Φ(−13.1) is 2e-39
	gelu0, gelu1, gelu2, gelu3, gelu4 = 0.1396214, 0.13986191, 0.11983255, 0.10550927, -0.02311292
	gelu5, gelu6, gelu7, gelu8        = 0.15917873, -0.25571832, 0.14397371, -0.029146347

	// −2z is x·(cube1 + cube3·x²).
	cube1 = -1.5957691216057308
	cube3 = -0.07135481627260025
)
