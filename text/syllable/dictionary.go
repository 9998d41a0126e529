package syllable

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"
)

// A pair is two vowels that are one syllable or two, unless a context is met.
type pair struct {
	one    bool
	unless []context
}

// A context is what stands around letters; english.txt says how it is written.
type context struct {
	left, right             string
	not, starts, ends, rest bool
}

func newContext(s string) context {
	left, right, _ := strings.Cut(s, "|")
	var c context
	left, c.not = strings.CutPrefix(left, "!")
	left, c.starts = strings.CutPrefix(left, "^")
	left, c.rest = strings.CutPrefix(left, "~")
	right, c.ends = strings.CutSuffix(right, "$")
	c.left, c.right = left, right
	return c
}

func (c context) matches(w string, i, end int) bool {
	before, after := w[:i], w[end:]
	switch {
	case !strings.HasSuffix(before, c.left), !strings.HasPrefix(after, c.right):
		return false
	case c.starts && len(before) != len(c.left), c.ends && len(after) != len(c.right):
		return false
	}
	return !c.rest || voiced(before[:len(before)-len(c.left)])
}

// A dictionary is what english.txt holds.
type dictionary struct {
	words map[string]int
	pairs map[string]pair
	heads map[string]bool // begin compounds and end in a silent e
	tails map[string]bool // follow a silent e
	// initials are spelled out where they are capitals.
	initials map[string]bool
}

//go:embed english.txt
var englishFile string

var english = sync.OnceValue(func() *dictionary {
	d := &dictionary{map[string]int{}, map[string]pair{}, map[string]bool{}, map[string]bool{}, map[string]bool{}}
	sets := map[string]map[string]bool{"head": d.heads, "tail": d.tails, "initials": d.initials}
	for line := range strings.Lines(englishFile) {
		f := strings.Fields(line)
		if len(f) == 0 || f[0] == "#" {
			continue
		}
		kind, rest := f[0], f[1:]
		if set, ok := sets[kind]; ok {
			for _, s := range rest {
				set[s] = true
			}
			continue
		}
		if kind == "one" || kind == "two" {
			p := d.pairs[rest[0]]
			p.one = kind == "one"
			for _, s := range rest[1:] {
				p.unless = append(p.unless, newContext(s))
			}
			d.pairs[rest[0]] = p
			continue
		}
		n, err := strconv.Atoi(kind)
		if err != nil {
			panic("syllable: english.txt: " + line)
		}
		for _, s := range rest {
			d.words[s] = n
		}
	}
	return d
})
