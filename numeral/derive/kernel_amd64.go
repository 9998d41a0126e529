package derive

import "golang.org/x/sys/cpu"

// vectorised is a variable so that tests can compare both ways.
var vectorised = cpu.X86.HasAVX

//go:noescape
func axpyAVX(h, w *float32, x float32, blocks int)

// axpy adds w·x to h.
func axpy(h, w []float32, x float32) {
	done := 0
	if vectorised {
		if done = len(h) &^ 15; done > 0 {
			_ = w[done-1]
			axpyAVX(&h[0], &w[0], x, done/16)
		}
	}
	axpyPlain(h[done:], w[done:], x)
}

//go:noescape
func rowsAVX(h, w, x *float32, rows, cols int)

// addRows adds the rows of w, each times its x, to h.
func addRows(h, w, x []float32) {
	if !vectorised || len(h)%16 != 0 || len(h) == 0 || len(x) == 0 {
		addRowsPlain(h, w, x)
		return
	}
	_ = w[len(h)*len(x)-1]
	rowsAVX(&h[0], &w[0], &x[0], len(x), len(h))
}
