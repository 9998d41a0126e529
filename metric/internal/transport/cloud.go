package transport

import "math"

// A Cloud is weighted points of one space. The zero value is empty; its memory is
// kept by Reset.
type Cloud struct {
	dim     int
	weights []float64
	points  []float64 // one after another
}

// Reset empties c, for points of that many dimensions.
func (c *Cloud) Reset(dim int) {
	c.dim, c.weights, c.points = dim, c.weights[:0], c.points[:0]
}

// Len is the number of points.
func (c *Cloud) Len() int { return len(c.weights) }

// Add appends a point and gives its coordinates, which are 0, to be filled in. They
// are good until the next Add.
func (c *Cloud) Add(weight float64) []float64 {
	c.weights = append(c.weights, weight)
	n := len(c.points)
	for range c.dim {
		c.points = append(c.points, 0)
	}
	return c.points[n:]
}

// Unit brings a point to length 1, if it has one.
func Unit(point []float64) {
	sum := 0.0
	for _, x := range point {
		sum += float64(x * x)
	}
	if sum == 0 {
		return
	}
	scale := 1 / math.Sqrt(sum)
	for i := range point {
		point[i] *= scale
	}
}

// Distance is the earth mover's distance from a to b: the least cost of moving the
// one to the other where a cost is the distance of two points. It is at least 0, and
// NaN where one of them has no weight; see Solver.Cost for how weights count.
func (s *Solver) Distance(a, b *Cloud) float64 {
	if a.dim != b.dim {
		panic("transport: points of different spaces")
	}
	s.distances = s.distances[:0]
	for i := range a.weights {
		p := a.points[i*a.dim : (i+1)*a.dim]
		for j := range b.weights {
			s.distances = append(s.distances, math.Sqrt(square(p, b.points[j*b.dim:(j+1)*b.dim])))
		}
	}
	return s.Cost(a.weights, b.weights, s.distances)
}

// square is the square of the distance of two points, in four sums so that the
// processor need not wait for one.
func square(a, b []float64) float64 {
	var s0, s1, s2, s3 float64
	b = b[:len(a)]
	i := 0
	for ; i+4 <= len(a); i += 4 {
		p, q := a[i:i+4:i+4], b[i:i+4:i+4]
		d0, d1, d2, d3 := p[0]-q[0], p[1]-q[1], p[2]-q[2], p[3]-q[3]
		s0 += float64(d0 * d0)
		s1 += float64(d1 * d1)
		s2 += float64(d2 * d2)
		s3 += float64(d3 * d3)
	}
	for ; i < len(a); i++ {
		d := a[i] - b[i]
		s0 += float64(d * d)
	}
	return (s0 + s1) + (s2 + s3)
}
