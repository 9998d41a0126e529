package main

import (
	"math/rand/v2"
	"strings"
)

// common are words that headlines are full of. They come first in a
// vocabulary, where the Zipf distribution makes them frequent.
const common = `to in of the for on and a with at after from as is by over new
says us up man police will first out not about could year be it more how are
has who what against woman dead may two deal court back trump world his school
day home government city why health state before death fire gets report week
plan study killed top off into shooting house car black attack under bill big
crash win now show video case former three your women vote get trial kills
million down during water murder life game takes set climate arrested season`

// The parts of made-up words. The endings give a stemmer something to do.
var (
	onsets  = strings.Fields("b bl br c ch cl cr d dr f fl fr g gl gr h j k l m n p pl pr qu r s sc sh sl sp st str t th tr v w z")
	vowels  = strings.Fields("a e i o u a e i o ai ea ee ie oo ou")
	codas   = strings.Fields("b ck d g k l ll m n nd ng nt p r rd rk rt s sh st t th x")
	endings = strings.Fields("s s s ed ed ing ing er ers ly y al ment ation ness ity ive able")
)

// vocabulary returns n different words, the common ones first.
func vocabulary(r *rand.Rand, n int) []string {
	words := strings.Fields(common)
	seen := make(map[string]bool, n)
	for _, w := range words {
		seen[w] = true
	}
	for len(words) < n {
		w := madeUp(r)
		if !seen[w] {
			seen[w] = true
			words = append(words, w)
		}
	}
	return words[:n]
}

func madeUp(r *rand.Rand) string {
	pick := func(from []string) string { return from[r.IntN(len(from))] }
	var b strings.Builder
	for range 1 + r.IntN(2) {
		b.WriteString(pick(onsets) + pick(vowels))
	}
	b.WriteString(pick(codas))
	if r.IntN(5) < 2 {
		b.WriteString(pick(endings))
	}
	return b.String()
}
