package main

import (
	"strings"
	"unicode"

	"hed/run"
)

// evalCommand makes the results of a run again, in a folder that has the inputs.
func evalCommand(r *run.Record) string {
	return evalLine(r.Options())
}

// evalLine is the command with these options.
func evalLine(options [][2]string) string {
	words := []string{"hed", "eval"}
	for _, o := range append(options, [2]string{"out", "results"}) {
		words = append(words, "--"+o[0])
		if o[1] != "" {
			words = append(words, shellWord(o[1]))
		}
	}
	return strings.Join(words, " ")
}

// shellWord quotes what a shell would take for more than a name.
func shellWord(name string) string {
	if strings.ContainsFunc(name, func(r rune) bool {
		return r < 0x80 && !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("/\\:._-+,@%=", r)
	}) {
		return "'" + strings.ReplaceAll(name, "'", `'\''`) + "'"
	}
	return name
}
