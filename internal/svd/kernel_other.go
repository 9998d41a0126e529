//go:build !amd64

package svd

// add adds a times t to y.
func (y panel) add(a panel, t *tile) { y.addPlain(a, t) }

// addDots adds aᵀb to t.
func (t *tile) addDots(a, b panel) { t.addDotsPlain(a, b) }

// times sets rows from lo to hi of y to those of m x.
func (m *Matrix) times(y, x panel, lo, hi int) { m.timesPlain(y, x, lo, hi) }
