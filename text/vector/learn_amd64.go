package vector

import "golang.org/x/sys/cpu"

// vectorised is a variable so that tests can compare both ways.
var vectorised = cpu.X86.HasAVX

//go:noescape
func productAVX(x, y *float32, blocks int) float32

//go:noescape
func moveAVX(change, in, out *float32, by float32, blocks int)

//go:noescape
func addAVX(to, from *float32, blocks int)

// product is that of two vectors of the same length.
func product(x, y []float32) float32 {
	if !vectorised {
		return productPlain(x, y)
	}
	done := len(x) / lanes * lanes
	sum := float32(0)
	if done > 0 {
		_ = y[done-1]
		sum = productAVX(&x[0], &y[0], done/lanes)
	}
	return rest(sum, x[done:], y[done:])
}

// move adds g times out to change, and g times in to out.
func move(change, in, out []float32, g float32) {
	done := 0
	if vectorised {
		if done = len(out) &^ 7; done > 0 {
			_, _ = change[done-1], in[done-1]
			moveAVX(&change[0], &in[0], &out[0], g, done/8)
		}
	}
	movePlain(change[done:], in[done:], out[done:], g)
}

// add adds from to to.
func add(to, from []float32) {
	done := 0
	if vectorised {
		if done = len(to) &^ 7; done > 0 {
			_ = from[done-1]
			addAVX(&to[0], &from[0], done/8)
		}
	}
	addPlain(to[done:], from[done:])
}
