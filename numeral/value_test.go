package numeral_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"hed/numeral"
)

// operands are values at the edges of int64 and random ones.
func operands() []numeral.Value {
	r := rand.New(rand.NewPCG(1, 2))
	all := []numeral.Value{
		numeral.Int(0), numeral.Int(1), numeral.Int(-1), numeral.Int(math.MaxInt64), numeral.Int(-math.MaxInt64),
		numeral.Ratio(1, math.MaxInt64), numeral.Ratio(math.MinInt64, 3), numeral.Ratio(1, math.MinInt64), numeral.Ratio(-3, -6),
	}
	for range 40 {
		all = append(all, numeral.Ratio(r.Int64()>>r.IntN(62), 1+r.Int64()>>r.IntN(62)))
		all = append(all, numeral.Ratio(-int64(r.IntN(1000)), 1+int64(r.IntN(1000))))
	}
	return all
}

// TestArithmetic compares with math/big.
func TestArithmetic(t *testing.T) {
	for _, a := range operands() {
		for _, b := range operands() {
			x, y := a.Rat(), b.Rat()
			check := func(op string, got numeral.Value, want *big.Rat) {
				t.Helper()
				if got.Rat().Cmp(want) != 0 {
					t.Errorf("%v %s %v = %v, want %v", a, op, b, got, want)
				}
			}
			check("+", a.Add(b), new(big.Rat).Add(x, y))
			check("-", a.Sub(b), new(big.Rat).Sub(x, y))
			check("*", a.Mul(b), new(big.Rat).Mul(x, y))
			if y.Sign() != 0 {
				check("/", a.Div(b), new(big.Rat).Quo(x, y))
			} else if a.Div(b).OK() {
				t.Errorf("%v / 0 is a number", a)
			}
			if got, want := a.Cmp(b), x.Cmp(y); got != want {
				t.Errorf("%v.Cmp(%v) = %d, want %d", a, b, got, want)
			}
			// However a value came about, it is the same key.
			if back := a.Mul(b).Add(b).Sub(b); back != a.Mul(b) {
				t.Errorf("%v·%v is not equal to itself: %v", a, b, back)
			}
		}
	}
}

func TestNone(t *testing.T) {
	var none numeral.Value
	one := numeral.Int(1)
	for _, v := range []numeral.Value{none.Add(one), one.Sub(none), none.Mul(one), one.Div(none), none.Neg(), none.Round(0), one.Round(19), numeral.Ratio(1, 0)} {
		if v.OK() || !math.IsNaN(v.Float()) || v.String() != "none" || v.Rat() != nil {
			t.Errorf("%v is a number", v)
		}
	}
}

// TestRoundAsPython compares Round with round() of Python's floats, as
// testdata/golden.py recorded it.
func TestRoundAsPython(t *testing.T) {
	for _, row := range load(t).Round {
		v, ok := numeral.Parse(row[0].(string))
		if !ok {
			t.Fatalf("cannot read %v", row[0])
		}
		want, err := strconv.ParseFloat(row[2].(string), 64)
		if err != nil {
			t.Fatal(err)
		}
		if got := v.Round(int(row[1].(float64))); got.Float() != want {
			t.Errorf("Round( %v , %v ) = %v, Python says %v", row[0], row[1], got, want)
		}
	}
}

func TestRoundAndTrunc(t *testing.T) {
	for _, c := range []struct {
		v            numeral.Value
		c            int
		round, trunc string
	}{
		{numeral.Ratio(53, 2), 0, "26", "26"},
		{numeral.Ratio(-55, 2), 0, "-28", "-27"},
		{numeral.Int(1250), -2, "1200", "1200"},
		{numeral.Int(1350), -2, "1400", "1300"},
		{numeral.Ratio(2, 3), 2, "0.67", "0.66"},
		{numeral.Ratio(1, 3), 18, "0.333333333333333333", "0.333333333333333333"},
		{numeral.Int(math.MaxInt64).Mul(numeral.Ratio(21, 2)), 0, "96845406386975145974", "96845406386975145973"},
	} {
		if got := c.v.Round(c.c).String(); got != c.round {
			t.Errorf("%v.Round(%d) = %s, want %s", c.v, c.c, got, c.round)
		}
		if got := c.v.Trunc(c.c).String(); got != c.trunc {
			t.Errorf("%v.Trunc(%d) = %s, want %s", c.v, c.c, got, c.trunc)
		}
	}
}

func TestParse(t *testing.T) {
	for _, c := range []struct{ s, want string }{
		{"1,500", "1500"}, {".2", "0.2"}, {"35.80", "35.8"}, {"2/3", "2/3"}, {"-7", "-7"}, {"80%", "0.8"}, {" 12 ", "12"},
		{"two dozen", "24"}, {"Half", "0.5"}, {"123456789012345678901234567890", "123456789012345678901234567890"},
		{"0.1234567890123456789", "1234567890123456789/10000000000000000000"},
		{"", ""}, {"1,50", ""}, {"1 2", ""}, {"x", ""}, {"1/0", ""}, {"5 people and 3 dogs", ""}, {"%", ""}, {"-", ""},
	} {
		v, ok := numeral.Parse(c.s)
		if ok != (c.want != "") || ok && v.String() != c.want {
			t.Errorf("Parse(%q) = %v, %v; want %q", c.s, v, ok, c.want)
		}
	}
}

// TestOps: the paper's order has each operator once, and their forms are what
// the parser takes.
func TestOps(t *testing.T) {
	seen := map[numeral.Op]bool{}
	for _, op := range numeral.Ops() {
		seen[op] = true
		text := strings.Replace(op.Form(), "_", "1", 1)
		text = strings.Replace(text, "_", map[bool]string{true: "K", false: "1"}[op == numeral.Paraphrase], 1)
		if e, err := numeral.ParseExpr(text); err != nil || e[0].Op != op {
			t.Errorf("%s: %v, %v", text, e, err)
		}
		if got, err := numeral.ParseOp(op.String()); err != nil || got != op {
			t.Errorf("%v: %v, %v", op, got, err)
		}
	}
	if len(seen) != int(numeral.Divide) || seen[numeral.Literal] {
		t.Errorf("the operators are %v", seen)
	}
}
