//go:build !amd64

package vector

// product is that of two vectors of the same length.
func product(x, y []float32) float32 { return productPlain(x, y) }

// move adds g times out to change, and g times in to out.
func move(change, in, out []float32, g float32) { movePlain(change, in, out, g) }

// add adds from to to.
func add(to, from []float32) { addPlain(to, from) }
