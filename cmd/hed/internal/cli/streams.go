package cli

import (
	"os"
	"slices"
)

// CheckOutput sees that an output does not take the place of an input.
func CheckOutput(flag, out string, inputs ...string) error {
	info, err := os.Stat(out)
	if err != nil || IsStdout(out) {
		return nil
	}
	for _, in := range inputs {
		if other, err := os.Stat(in); err == nil && os.SameFile(info, other) {
			return Usagef("%s %s: it is also an input; name another file", flag, out)
		}
	}
	return nil
}

// IsStdout reports whether an output is standard output, by whatever name.
func IsStdout(file string) bool {
	return slices.Contains([]string{"-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"}, file)
}
