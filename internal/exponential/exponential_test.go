package exponential_test

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"testing"

	"hed/internal/exponential"
)

// exact is e^x with 200 bits.
func exact(x float64) *big.Float {
	prec := func(v float64) *big.Float { return new(big.Float).SetPrec(200).SetFloat64(v) }
	// e^x = (e^(x/2^20))^(2^20), by Taylor's series.
	small := prec(x)
	small.SetMantExp(small, -20)
	sum, term := prec(1), prec(1)
	for i := 1; i < 20; i++ {
		term.Mul(term, small)
		term.Quo(term, prec(float64(i)))
		sum.Add(sum, term)
	}
	for range 20 {
		sum.Mul(sum, sum)
	}
	return sum
}

func TestExp(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	worst := 0.0
	for range 20_000 {
		x := rng.NormFloat64() * math.Pow(10, rng.Float64()*4-2)
		if x > 709 || x < -700 {
			continue
		}
		got, want := exponential.Exp(x), exact(x)
		off := new(big.Float).Sub(want, new(big.Float).SetFloat64(got))
		units, _ := off.Quo(off, new(big.Float).SetFloat64(math.Nextafter(got, math.Inf(1))-got)).Float64()
		worst = max(worst, math.Abs(units))
	}
	if worst > 0.6 {
		t.Errorf("it is up to %.3f units in the last place off", worst)
	}
	for x, want := range map[float64]float64{
		0: 1, math.Inf(1): math.Inf(1), math.Inf(-1): 0, 709.782712893384: 1.797693134862273e308, 709.7827128933841: math.Inf(1),
		-745.1332191019411: 5e-324, -745.1332191019412: 0, 710: math.Inf(1), -1e300: 0, 1e300: math.Inf(1), 1e-300: 1,
	} {
		if got := exponential.Exp(x); math.Abs(got-want) > 1e-12*want {
			t.Errorf("e^%v is %v, want %v", x, got, want)
		}
	}
	if !math.IsNaN(exponential.Exp(math.NaN())) {
		t.Error("NaN became a number")
	}
}

func TestLog(t *testing.T) {
	for _, x := range []float64{1, 1.0000001, 1.4, 1.5, 2, 3, 1e9} {
		if got := exponential.Log(x); math.Abs(got-math.Log(x)) > 4e-16*max(1, math.Log(x)) {
			t.Errorf("the logarithm of %v is %v, want %v", x, got, math.Log(x))
		}
	}
	if !math.IsInf(exponential.Log(0), -1) || !math.IsNaN(exponential.Log(-1)) || !math.IsNaN(exponential.Log(math.NaN())) || !math.IsInf(exponential.Log(math.Inf(1)), 1) {
		t.Error("at the edge it is not as in mathematics")
	}
	rng := rand.New(rand.NewPCG(5, 6))
	for range 20_000 {
		x := math.Exp(rng.NormFloat64() * 50)
		if got, want := exponential.Log(x), math.Log(x); math.Abs(got-want) > 1e-15*math.Max(math.Abs(want), 1) {
			t.Errorf("the logarithm of %v is %v, want %v", x, got, want)
		}
	}
}

// digest names the values of a function at many places, the same on all processors.
func digest(f func(float64) float64) string {
	h := sha256.New()
	rng := rand.New(rand.NewPCG(3, 4))
	for range 20_000 {
		h.Write(binary.LittleEndian.AppendUint64(nil, math.Float64bits(f(40*(rng.Float64()-0.5)))))
	}
	return fmt.Sprintf("%x", h.Sum(nil)[:8])
}

// The same bits come out where the processor cannot fuse, where math.Exp gives others:
// fluency on one machine was not fluency on another.
func TestProcessors(t *testing.T) {
	ours, theirs := digest(exponential.Exp)+digest(func(x float64) float64 { return exponential.Log(1 + math.Abs(x)) }), digest(math.Exp)
	if os.Getenv("HED_TEST_DIGESTS") != "" {
		fmt.Println("digests", ours, theirs)
		return
	}
	cmd := exec.Command(os.Args[0], "-test.run=^TestProcessors$", "-test.v")
	cmd.Env = append(os.Environ(), "HED_TEST_DIGESTS=1", "GODEBUG=cpu.fma=off")
	out, err := cmd.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "digests "+ours+" ") {
		t.Errorf("%v, here %s, without fusing\n%s", err, ours, out)
	}
	if strings.Contains(string(out), " "+theirs+"\n") {
		t.Log("math.Exp is the same too: this processor does not fuse")
	}
	if want := "a196daf297ff85a67c65281ff44114bf"; ours != want {
		t.Errorf("got %s, want %s, as everywhere", ours, want)
	}
}
