package cli

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/spf13/pflag"
)

// units are what sizes are given in, the largest first.
var units = []struct {
	name  string
	bytes float64
}{{"TB", 1e12}, {"GB", 1e9}, {"MB", 1e6}, {"kB", 1e3}, {"B", 1}}

type size struct{ to *int64 }

// Bytes is the value of a flag that is a size, such as 500MB.
func Bytes(to *int64, value int64) pflag.Value {
	*to = value
	return size{to}
}

// Set implements pflag.Value.
func (s size) Set(text string) error {
	number, factor := text, 1.0
	for _, u := range units {
		if n := len(text) - len(u.name); n > 0 && strings.EqualFold(text[n:], u.name) {
			number, factor = strings.TrimSpace(text[:n]), u.bytes
			break
		}
	}
	x, err := strconv.ParseFloat(number, 64)
	if x *= factor; err != nil || math.IsNaN(x) || x < 0 || x > math.MaxInt64/2 {
		return fmt.Errorf("want a size such as 500MB or 20GB")
	}
	*s.to = int64(x)
	return nil
}

// String implements pflag.Value.
func (s size) String() string {
	for _, u := range units {
		if x := float64(*s.to) / u.bytes; x >= 1 && x == math.Trunc(x) {
			return strconv.FormatFloat(x, 'f', -1, 64) + u.name
		}
	}
	return "0"
}

// Type implements pflag.Value.
func (s size) Type() string { return "size" }
