package numeral

import (
	"math"
	"math/big"
	"math/bits"
	"strings"
	"unique"
)

// A Value is an exact rational number. Values are equal exactly when ==
// says so, and they are cheap keys of maps. The zero Value is no number at
// all: a division by zero, or a text that nobody can read as a number.
//
// Note: nearly every number of a newspaper is a quotient of two int64s,
// which is what keeps arithmetic here some twenty times faster than
// big.Rat's. The others are kept as an interned string, so that == still
// holds for them; they are slow, and right.
type Value struct {
	num, den int64                 // in lowest terms, den > 0; den is 0 where big is used
	big      unique.Handle[string] // "n/d" in lowest terms
}

// Int returns n as a Value.
func Int(n int64) Value { return Value{num: n, den: 1} }

// Ratio returns n/d in lowest terms, and no number if d is 0.
func Ratio(n, d int64) Value {
	if d == 0 {
		return Value{}
	}
	if n == math.MinInt64 || d == math.MinInt64 {
		return fromRat(big.NewRat(n, d))
	}
	if d < 0 {
		n, d = -n, -d
	}
	g := gcd(abs(n), uint64(d))
	return Value{num: n / int64(g), den: d / int64(g)}
}

func fromRat(r *big.Rat) Value {
	if r.Num().IsInt64() && r.Denom().IsInt64() && r.Num().Int64() != math.MinInt64 {
		return Value{num: r.Num().Int64(), den: r.Denom().Int64()}
	}
	return Value{big: unique.Make(r.String())}
}

func gcd(a, b uint64) uint64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

func abs(n int64) uint64 {
	if n < 0 {
		return -uint64(n)
	}
	return uint64(n)
}

// OK reports whether v is a number.
func (v Value) OK() bool { return v != Value{} }

// IsInt reports whether v is a whole number.
func (v Value) IsInt() bool {
	return v.den == 1 || v.large() && strings.HasSuffix(v.big.Value(), "/1")
}

// Int64 returns v where it is a whole number that fits.
func (v Value) Int64() (int64, bool) { return v.num, v.den == 1 }

func (v Value) large() bool { return v.big != unique.Handle[string]{} }

// Rat returns v as a big.Rat, and nil if v is no number.
func (v Value) Rat() *big.Rat {
	switch {
	case v.den != 0:
		return big.NewRat(v.num, v.den)
	case v.large():
		r, _ := new(big.Rat).SetString(v.big.Value())
		return r
	}
	return nil
}

// Float returns the nearest float64, and NaN if v is no number.
func (v Value) Float() float64 {
	const exact = 1 << 53
	switch {
	case !v.OK():
		return math.NaN()
	case abs(v.num) <= exact && 0 < v.den && v.den <= exact:
		return float64(v.num) / float64(v.den)
	}
	f, _ := v.Rat().Float64()
	return f
}

// Sign is -1, 0 or 1; 0 also if v is no number.
func (v Value) Sign() int {
	if v.large() {
		return v.Rat().Sign()
	}
	switch {
	case v.num < 0:
		return -1
	case v.num > 0:
		return 1
	}
	return 0
}

// Cmp is -1, 0 or 1 as v is less than, equal to or greater than w. What is
// no number comes before every number.
func (v Value) Cmp(w Value) int {
	switch {
	case v == w:
		return 0
	case !v.OK():
		return -1
	case !w.OK():
		return 1
	}
	return v.Sub(w).Sign()
}

// Add returns v+w. It is no number if one of them is none; the same holds
// for Sub, Mul and Div.
func (v Value) Add(w Value) Value {
	if v.den == 1 && w.den == 1 {
		if s := v.num + w.num; (s > v.num) == (w.num > 0) && s != math.MinInt64 {
			return Value{num: s, den: 1}
		}
	}
	if v.den > 0 && w.den > 0 {
		g := int64(gcd(uint64(v.den), uint64(w.den)))
		a, ok1 := mul(v.num, w.den/g)
		b, ok2 := mul(w.num, v.den/g)
		d, ok3 := mul(v.den, w.den/g)
		if s := a + b; ok1 && ok2 && ok3 && ((s > a) == (b > 0)) && s != math.MinInt64 {
			return Ratio(s, d)
		}
	}
	return slow(v, w, (*big.Rat).Add)
}

// Sub returns v-w.
func (v Value) Sub(w Value) Value { return v.Add(w.Neg()) }

// Neg returns -v.
func (v Value) Neg() Value {
	if v.large() {
		return fromRat(new(big.Rat).Neg(v.Rat()))
	}
	v.num = -v.num
	return v
}

// Mul returns v·w.
func (v Value) Mul(w Value) Value {
	if v.den == 1 && w.den == 1 {
		if n, ok := mul(v.num, w.num); ok {
			return Value{num: n, den: 1}
		}
	}
	if v.den > 0 && w.den > 0 {
		// Crosswise, so that the product is in lowest terms at once.
		g, h := int64(gcd(abs(v.num), uint64(w.den))), int64(gcd(abs(w.num), uint64(v.den)))
		n, ok1 := mul(v.num/g, w.num/h)
		d, ok2 := mul(v.den/h, w.den/g)
		if ok1 && ok2 {
			return Value{num: n, den: d}
		}
	}
	return slow(v, w, (*big.Rat).Mul)
}

// Div returns v/w, and no number if w is 0.
func (v Value) Div(w Value) Value {
	if w.Sign() == 0 {
		return Value{}
	}
	if w.den > 0 {
		inverse := Value{num: w.den, den: w.num}
		if w.num < 0 {
			inverse = Value{num: -w.den, den: -w.num}
		}
		return v.Mul(inverse)
	}
	return slow(v, w, (*big.Rat).Quo)
}

// mul multiplies where the product fits.
func mul(a, b int64) (int64, bool) {
	hi, lo := bits.Mul64(abs(a), abs(b))
	if hi != 0 || lo > math.MaxInt64 {
		return 0, false
	}
	if (a < 0) != (b < 0) {
		return -int64(lo), true
	}
	return int64(lo), true
}

func slow(v, w Value, op func(z, x, y *big.Rat) *big.Rat) Value {
	if !v.OK() || !w.OK() {
		return Value{}
	}
	return fromRat(op(new(big.Rat), v.Rat(), w.Rat()))
}

// String writes v as a decimal where it has an end of at most 18 places
// ("2000", "0.5"), otherwise as a fraction ("2/3"), and as "none" if it is
// no number.
func (v Value) String() string {
	if !v.OK() {
		return "none"
	}
	r := v.Rat()
	if r.IsInt() {
		return r.Num().String()
	}
	if n, exact := r.FloatPrec(); exact && n <= 18 {
		return r.FloatString(n)
	}
	return r.String()
}
