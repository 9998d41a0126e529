package svd

import "golang.org/x/sys/cpu"

// vectorised is a variable so that tests can compare both ways.
var vectorised = cpu.X86.HasAVX2

//go:noescape
func addAVX2(y, a *float64, t *tile, rows int)

//go:noescape
func dotsAVX2(t *[width]float64, a, b *float64, rows int)

//go:noescape
func entriesAVX2(y, x *float64, column *int32, value *float64, n int)

// add adds a times t to y.
func (y panel) add(a panel, t *tile) {
	done := 0
	if vectorised {
		if done = len(y) / width &^ 3; done > 0 {
			_ = a[done*width-1]
			addAVX2(&y[0], &a[0], t, done)
		}
	}
	y[done*width:].addPlain(a[done*width:], t)
}

// addDots adds aᵀb to t.
func (t *tile) addDots(a, b panel) {
	if !vectorised {
		t.addDotsPlain(a, b)
		return
	}
	rows := len(b) / width
	if rows == 0 {
		return
	}
	_ = a[rows*width-1]
	dotsAVX2(&t[0], &a[0], &b[0], rows)
	dotsAVX2(&t[4], &a[4], &b[0], rows)
}

// times sets rows from lo to hi of y to those of m x.
func (m *Matrix) times(y, x panel, lo, hi int) {
	if !vectorised {
		m.timesPlain(y, x, lo, hi)
		return
	}
	for i := lo; i < hi; i++ {
		n := m.Start[i+1] - m.Start[i]
		if n == 0 {
			*y.row(i) = [width]float64{}
			continue
		}
		entriesAVX2(&y.row(i)[0], &x[0], &m.Column[m.Start[i]], &m.Value[m.Start[i]], n)
	}
}
