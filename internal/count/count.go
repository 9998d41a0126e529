// Package count says how many there are of something, in words that messages,
// notes and pages share.
package count

import (
	"fmt"
	"strconv"
	"strings"
)

// Names lists names for a message, the first twenty of them: nobody reads more.
func Names(names []string) string {
	const most = 20
	if len(names) <= most {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s, … (%d in all)", strings.Join(names[:most], ", "), len(names))
}

// List is names as a sentence has them: "a, b and c".
func List(names []string) string { return list(names, "and") }

// Either is names as a sentence has them that leaves the choice: "a, b or c".
func Either(names []string) string { return list(names, "or") }

func list(names []string, last string) string {
	n := len(names) - 1
	if n < 1 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:n], ", ") + " " + last + " " + names[n]
}

// Of is a number with what it counts: "1 document", "12 documents".
func Of(n int, what string) string { return strconv.Itoa(n) + " " + Noun(n, what) }

// Noun is what n things are called: "document" for one of them.
func Noun(n int, what string) string {
	if n == 1 {
		return what
	}
	return what + "s"
}

// Bytes is a size for people: "999 B", "1.2 MB".
func Bytes(n int64) string {
	unit, v := "B", float64(n)
	for _, next := range []string{"kB", "MB", "GB", "TB"} {
		if v < 999.5 {
			break
		}
		unit, v = next, v/1000
	}
	if unit == "B" || v >= 99.5 {
		return fmt.Sprintf("%.0f %s", v, unit)
	}
	return fmt.Sprintf("%.1f %s", v, unit)
}
