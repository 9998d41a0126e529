//go:build !amd64

package derive

// axpy adds w·x to h.
func axpy(h, w []float32, x float32) { axpyPlain(h, w, x) }

// addRows adds the rows of w, each times its x, to h.
func addRows(h, w, x []float32) { addRowsPlain(h, w, x) }
