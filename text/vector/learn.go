package vector

// Here training spends its time. Products are rounded before they are added, so
// that processors agree; where the processor has vectors, learn_amd64.s gives the
// same numbers.

// lanes is how many sums of a product run side by side.
const lanes = 16

// productPlain is product for any processor.
func productPlain(x, y []float32) float32 {
	var s [lanes]float32
	for len(x) >= lanes && len(y) >= lanes {
		a, b := (*[lanes]float32)(x), (*[lanes]float32)(y)
		for i := range lanes {
			s[i] += float32(a[i] * b[i])
		}
		x, y = x[lanes:], y[lanes:]
	}
	for half := lanes / 2; half > 0; half /= 2 {
		for i := range half {
			s[i] += s[i+half]
		}
	}
	return rest(s[0], x, y)
}

// rest adds the products of the numbers at the end, which fill no block.
func rest(sum float32, x, y []float32) float32 {
	for i, v := range x {
		sum += float32(v * y[i])
	}
	return sum
}

// movePlain is move for any processor.
func movePlain(change, in, out []float32, g float32) {
	for len(change) >= 4 && len(in) >= 4 && len(out) >= 4 {
		a, b, c, d := out[0], out[1], out[2], out[3]
		change[0] += float32(g * a)
		change[1] += float32(g * b)
		change[2] += float32(g * c)
		change[3] += float32(g * d)
		out[0] = a + float32(g*in[0])
		out[1] = b + float32(g*in[1])
		out[2] = c + float32(g*in[2])
		out[3] = d + float32(g*in[3])
		change, in, out = change[4:], in[4:], out[4:]
	}
	for i, v := range out {
		change[i] += float32(g * v)
		out[i] = v + float32(g*in[i])
	}
}

// addPlain is add for any processor.
func addPlain(to, from []float32) {
	for i, v := range from {
		to[i] += v
	}
}
