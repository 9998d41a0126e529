package derive

import (
	"math"
	"strconv"
)

// step is x in steps of 1/n, and logStep in those of a logarithm.
func step(x float32, n float32) uint32 { return uint32(int32(math.Floor(float64(x*n))) + 100) }

func logStep(x float32) uint32 { return uint32(math.Log2(float64(1 + x))) }

// era is how far a year is from that of the article, and 0 for what is no
// year.
func (v *view) era(c *candidate) uint32 {
	y, ok := c.value.Int64()
	if !ok || v.a.year == 0 || v.b.scale != 1 || y <= 1800 || y >= 2100 {
		return 0
	}
	switch d := y - v.a.year; {
	case d < -60:
		return 1
	case d < -20:
		return 2
	case d < -5:
		return 3
	case d > 20:
		return 4
	case d > 5:
		return 5
	default:
		return uint32(20 + d)
	}
}

// form says what the blank looks like: the signs around it and its scale.
func (v *view) form() uint32 {
	b := v.b
	class := func(c byte) uint32 {
		switch {
		case c == 0:
			return 1
		case isLetter(c):
			return 2
		case c >= 0x80:
			return 3
		}
		return uint32(c)
	}
	h := mix(class(b.before), class(b.after))
	h = mix(h, uint32(math.Log10(float64(b.scale))))
	return mix(mix(h, uint32(b.unit)), uint32(b.kind))
}

// bucket sorts values by what they look like in a headline.
func bucket(c *candidate) uint32 {
	n, ok := c.value.Int64()
	switch {
	case !c.value.OK():
		return 1
	case !ok:
		return 10 + uint32(math.Log10(math.Max(c.value.Float(), 1e-3))+3)
	case n <= 12:
		return 30 + uint32(n)
	case 1900 <= n && n <= 2030:
		return 50
	case n < 20:
		return 51
	case n < 100 && n%10 == 0:
		return 60 + uint32(n/10)
	case n < 100:
		return 70 + uint32(n/10)
	case n%100 == 0:
		return 80 + uint32(len(strconv.FormatInt(n, 10)))
	}
	return 100 + uint32(len(strconv.FormatInt(n, 10)))
}
