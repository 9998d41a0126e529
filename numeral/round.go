package numeral

import "math/big"

// maxPlaces bounds the places that Round and Trunc are asked for.
const maxPlaces = 18

// Round rounds v to c places after the point (before it, if c is
// negative), as Python's round does with a float: 102.5 gives 102 and
// 103.5 gives 104, because ties go to the even digit; but 2.675 gives
// 2.67, because the float nearest to it lies a little below. Whether there
// is a tie is judged on the exact value. It gives no number if v is none or
// |c| > 18.
func (v Value) Round(c int) Value { return v.cut(c, true) }

// Trunc drops what follows c places after the point, towards zero: 26.5
// gives 26. It gives no number if v is none or |c| > 18.
func (v Value) Trunc(c int) Value { return v.cut(c, false) }

func (v Value) cut(c int, round bool) Value {
	if !v.OK() || c < -maxPlaces || c > maxPlaces {
		return Value{}
	}
	if v.den == 1 && c >= 0 {
		return v
	}
	unit := Value{num: 1, den: pow10(max(c, -c))}
	if c < 0 {
		unit = Int(unit.den)
	}
	scaled := v.Div(unit)
	if scaled.large() {
		return slowCut(v, scaled, round).Mul(unit)
	}
	n, d := abs(scaled.num), uint64(scaled.den)
	q, rem := n/d, n%d
	if round && (rem > d-rem || rem == d-rem && v.tieUp(q%2 == 1)) {
		q++
	}
	if scaled.num < 0 {
		return Int(-int64(q)).Mul(unit)
	}
	return Int(int64(q)).Mul(unit)
}

// slowCut is cut for values beyond int64, to whole numbers.
func slowCut(v, scaled Value, round bool) Value {
	r := scaled.Rat()
	q, rem := new(big.Int).QuoRem(new(big.Int).Abs(r.Num()), r.Denom(), new(big.Int))
	tie := rem.Lsh(rem, 1).Cmp(r.Denom())
	if round && (tie > 0 || tie == 0 && v.tieUp(q.Bit(0) == 1)) {
		q.Add(q, big.NewInt(1))
	}
	if r.Sign() < 0 {
		q.Neg(q)
	}
	return fromRat(new(big.Rat).SetInt(q))
}

// tieUp decides a tie as a float64 would: away from zero if the nearest
// float is farther from zero than v, towards it if it is nearer, and to
// the even digit if the float is v.
func (v Value) tieUp(odd bool) bool {
	r := v.Rat()
	near, _ := r.Float64()
	f := new(big.Rat).SetFloat64(near)
	if f == nil { // beyond the floats
		return odd
	}
	if cmp := f.Abs(f).Cmp(r.Abs(r)); cmp != 0 {
		return cmp > 0
	}
	return odd
}

// pow10 returns 10 to the power of n, for 0 <= n <= 18.
func pow10(n int) int64 {
	p := int64(1)
	for range n {
		p *= 10
	}
	return p
}
