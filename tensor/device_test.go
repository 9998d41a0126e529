package tensor_test

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"hed/internal/race"
	"hed/tensor"
	"hed/tensor/tensortest"
	"hed/tensor/vec"
)

// TestContract: the processor keeps the contract of devices, whatever the number of
// workers.
func TestContract(t *testing.T) {
	for _, workers := range []int{1, 3} {
		t.Run(fmt.Sprintf("workers=%d", workers), func(t *testing.T) {
			tensortest.Run(t, func(testing.TB) tensor.Device { return tensor.New(workers) })
		})
	}
}

// TestWays runs the contract and TestBits as a processor with less would run them. What
// it has is found out when a program starts, so each way is a program of its own.
func TestWays(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		t.Skip("skipped: on " + runtime.GOARCH + " there is one way alone")
	}
	race.Skip(t, "the ways share what goroutines do")
	for way, bits := range map[string]string{"avx512f": "--- PASS: TestBits", "avx2": "--- SKIP: TestBits"} {
		t.Run("without "+way, func(t *testing.T) {
			test := exec.Command(os.Args[0], "-test.run=^(TestContract|TestBits)$/^workers=3$", "-test.v")
			test.Env = append(os.Environ(), "GODEBUG=cpu."+way+"=off")
			out, err := test.CombinedOutput()
			if err != nil || !strings.Contains(string(out), "--- PASS: TestContract/workers=3") || !strings.Contains(string(out), bits) {
				t.Errorf("%v, want %q in\n%s", err, bits, out)
			}
		})
	}
}

// TestBits: all assembly gives one and the same bits for a product, that of arm64 too.
// If the digest changes, so do the last digits of every network.
func TestBits(t *testing.T) {
	if len(vec.Products()[0].Tall) == 1 {
		t.Skip("skipped: plain Go has other bits")
	}
	r := rand.New(rand.NewPCG(1, 2))
	d := tensor.New(2)
	defer d.Close()
	h := sha256.New()
	for range 30 {
		m, n, k := 1+r.IntN(40), 1+r.IntN(100), 1+r.IntN(400)
		a, b, bias, c := d.New(m, k), d.New(n, k), d.New(1, n), d.New(m, n)
		for _, x := range [][]float32{a.Data, b.Data, bias.Data} {
			for i := range x {
				x[i] = 2*r.Float32() - 1 // no rounding, so the same everywhere
			}
		}
		d.Linear(c, a, d.Pack(b.T()), bias, tensor.Identity)
		d.MatMul(c, 0.5, a, b.T(), 1)
		if err := binary.Write(h, binary.LittleEndian, c.Data); err != nil {
			t.Fatal(err)
		}
	}
	if got, want := fmt.Sprintf("%.8x", h.Sum(nil)), "edd889acab130700"; got != want {
		t.Errorf("the digest is %s, want %s", got, want)
	}
}

// What a row of a product is does not depend on how many rows there are.
func TestRows(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 3))
	d := tensor.New(2)
	defer d.Close()
	const rows, cols, out = 131, 300, 77
	x, w, bias, y := random(r, rows, cols), d.Pack(random(r, out, cols).T()), random(r, 1, out), d.New(rows, out)
	d.Linear(y, x, w, bias, tensor.GELU)
	for _, n := range []int{1, 7, 32} {
		for i := 0; i+n <= rows; i += n {
			part := d.New(n, out)
			d.Linear(part, x.Part(i, i+n, 0, cols), w, bias, tensor.GELU)
			if !slices.Equal(part.Data, y.Part(i, i+n, 0, out).Data) {
				t.Fatalf("rows from %d on are others in a product of %d", i, n)
			}
		}
	}
}

// None of a CPU's goroutines is left when it is closed.
func TestClose(t *testing.T) {
	before := runtime.NumGoroutine()
	d := tensor.New(4)
	x := d.New(200, 200)
	d.MatMul(d.New(200, 200), 1, x, x, 0)
	d.Close()
	for range 1000 {
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(time.Millisecond)
	}
	t.Errorf("%d goroutines, %d before", runtime.NumGoroutine(), before)
}

func TestMatrix(t *testing.T) {
	m := tensor.Of(2, 3, []float32{1, 2, 3, 4, 5, 6})
	if got := m.Part(1, 2, 1, 3).Row(0); !slices.Equal(got, []float32{5, 6}) {
		t.Errorf("a part: %v", got)
	}
	for want, f := range map[string]func(){
		"tensor: 5 numbers for 2 rows of 3":                           func() { tensor.Of(2, 3, make([]float32, 5)) },
		"tensor: rows 0:1 and columns 1:4 of a matrix of 2 by 3":      func() { m.Part(0, 1, 1, 4) },
		"tensor: rows 1:0 and columns 0:0 of a matrix of 2 by 3":      func() { m.Part(1, 0, 0, 0) },
		"tensor: part of a transposed matrix; only products take one": func() { m.T().Part(0, 1, 0, 1) },
		"tensor: row of a transposed matrix; only products take one":  func() { m.T().Row(0) },
	} {
		func() {
			defer func() {
				if got, _ := recover().(string); got != want {
					t.Errorf("panic %q, want %q", got, want)
				}
			}()
			f()
		}()
	}
}

func ExampleCPU() {
	d := tensor.New(2)
	defer d.Close()
	x := d.New(1, 2)
	d.Write(x, []float32{1, 2})
	w := d.New(2, 3)
	d.Write(w, []float32{
		1, 0, -1,
		0, 1, -1,
	})
	bias := d.New(1, 3)
	d.Write(bias, []float32{10, 20, 0})
	y := d.New(1, 3)
	d.Linear(y, x, d.Pack(w), bias, tensor.ReLU)
	out := make([]float32, 3)
	d.Read(out, y)
	fmt.Println(out)
	// Output: [11 22 0]
}
