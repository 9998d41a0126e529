package count_test

import (
	"testing"

	"hed/internal/count"
)

func TestOf(t *testing.T) {
	for n, want := range map[int]string{0: "0 systems", 1: "1 system", 12: "12 systems"} {
		if got := count.Of(n, "system"); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestBytes(t *testing.T) {
	for n, want := range map[int64]string{
		0: "0 B", 999: "999 B", 1000: "1.0 kB", 99_449: "99.4 kB", 99_500: "100 kB", 999_499: "999 kB", 999_500: "1.0 MB",
		90_868_376: "90.9 MB", 1_421_487_264: "1.4 GB", 2e15: "2000 TB",
	} {
		if got := count.Bytes(n); got != want {
			t.Errorf("%d: got %s, want %s", n, got, want)
		}
	}
}
