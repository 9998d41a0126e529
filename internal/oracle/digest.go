package oracle

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"fmt"
	"iter"
	"testing"
)

// Check computes rows from inputs and compares their digests, one for each
// block of inputs, with those of a series in digests.txt. It returns the
// number of inputs.
func Check(t *testing.T, series string, inputs iter.Seq[string], row func(string) []string) int {
	t.Helper()
	want := digests(t, series)
	h := sha256.New()
	n, block := 0, 0
	compare := func() {
		if block >= len(want) {
			t.Fatalf("%s: more than the %d blocks known", series, len(want))
		}
		if got := fmt.Sprintf("%x", h.Sum(nil)); got != want[block] {
			t.Errorf("%s: inputs %d to %d differ from the reference program", series, block*blockSize(series), n-1)
		}
		h.Reset()
		block++
	}
	for s := range inputs {
		for _, item := range row(s) {
			h.Write([]byte(item))
			h.Write([]byte{0})
		}
		h.Write([]byte{1})
		if n++; n%blockSize(series) == 0 {
			compare()
		}
	}
	if n%blockSize(series) != 0 {
		compare()
	}
	if block != len(want) {
		t.Errorf("%s: %d blocks of %d", series, block, len(want))
	}
	t.Logf("%s: %d inputs", series, n)
	return n
}

// blockSize returns how many inputs share a digest.
func blockSize(series string) int {
	if series == "pseudo-porter" {
		return 10000
	}
	return 1000
}

func digests(t *testing.T, series string) []string {
	t.Helper()
	data, err := files.ReadFile("testdata/digests.txt")
	if err != nil {
		t.Fatal(err)
	}
	var sums []string
	for sc := bufio.NewScanner(bytes.NewReader(data)); sc.Scan(); {
		var name, sum string
		var block int
		if _, err := fmt.Sscan(sc.Text(), &name, &block, &sum); err != nil {
			t.Fatalf("digests.txt: %v", err)
		}
		if name == series {
			sums = append(sums, sum)
		}
	}
	if sums == nil {
		t.Fatalf("digests.txt: no series %q", series)
	}
	return sums
}
