package split

import (
	"errors"
	"hash/fnv"
	"slices"
	"strings"
	"unicode"
)

const (
	runWords = 5   // of a run
	share    = 0.5 // of the runs of the shorter article that near-copies have in common
	// Runs that more articles have are the newspaper's, as "Copyright … may not be reprinted", and do not count.
	common = 50

	articleBits = 24
	articleMask = 1<<articleBits - 1
)

// prints are the runs of words of a text, hashed, each once. The low bits are left to the number of the article.
func prints(text string) []uint64 {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	if len(words) < runWords {
		return nil
	}
	all := make([]uint64, 0, len(words))
	h := fnv.New64a()
	for i := range len(words) - runWords + 1 {
		h.Reset()
		for _, w := range words[i : i+runWords] {
			h.Write([]byte(w))
			h.Write([]byte{' '})
		}
		sum := h.Sum64()
		all = append(all, (sum^sum<<29)&^articleMask) // the high bits of FNV alone are poor
	}
	slices.Sort(all)
	return slices.Clip(slices.Compact(all))
}

// copies finds near-copies. It keeps eight bytes for each word of each article.
type copies struct {
	runs   []uint64 // with the article in the low bits
	sizes  []int32  // runs of each article
	parent []int32  // of each article, towards the first of its group
}

// add adds an article.
func (c *copies) add(prints []uint64) error {
	i := uint64(len(c.parent))
	if i > articleMask {
		return errors.New("these are too many articles to look for near-copies")
	}
	c.parent, c.sizes = append(c.parent, int32(i)), append(c.sizes, int32(len(prints)))
	for _, run := range prints {
		c.runs = append(c.runs, run|i)
	}
	return nil
}

// first is the first article of a group.
func (c *copies) first(i int32) int32 {
	for c.parent[i] != i {
		c.parent[i] = c.parent[c.parent[i]]
		i = c.parent[i]
	}
	return i
}

// join says that two articles are near-copies.
func (c *copies) join(i, j int32) {
	i, j = c.first(i), c.first(j)
	c.parent[max(i, j)] = min(i, j)
}

// groups are the first near-copy of each article, which is itself where there is no other.
func (c *copies) groups() []int32 {
	owners, ends := c.shared()
	// The shared runs of each article, by where their owners begin.
	from := make([]int32, len(c.parent)+1)
	for _, i := range owners {
		from[i+1]++
	}
	for i := range c.parent {
		from[i+1] += from[i]
	}
	runs := make([]int32, len(owners))
	next := slices.Clone(from)
	begin := int32(0)
	for r, end := range ends {
		for _, i := range owners[begin:end] {
			runs[next[i]] = int32(r)
			next[i]++
		}
		begin = end
	}
	times := make([]int32, len(c.parent)) // that an article has a run of the one in question
	var met []int32
	for i := range c.parent {
		met = met[:0]
		for _, r := range runs[from[i]:from[i+1]] {
			begin := int32(0)
			if r > 0 {
				begin = ends[r-1]
			}
			for _, j := range owners[begin:ends[r]] {
				if int(j) >= i { // owners are in the order of the articles
					break
				}
				if times[j]++; times[j] == 1 {
					met = append(met, j)
				}
			}
		}
		for _, j := range met {
			if float64(times[j]) >= share*float64(min(c.sizes[i], c.sizes[j])) {
				c.join(int32(i), j)
			}
			times[j] = 0
		}
	}
	all := make([]int32, len(c.parent))
	for i := range all {
		all[i] = c.first(int32(i))
	}
	c.runs = nil
	return all
}

// shared are the articles that have a run that others have too, run by run, and where those of each run end. Common
// runs no longer count for the sizes.
func (c *copies) shared() (owners, ends []int32) {
	slices.Sort(c.runs)
	for rest := c.runs; len(rest) > 0; {
		n := 1
		for n < len(rest) && rest[n]>>articleBits == rest[0]>>articleBits {
			n++
		}
		for _, run := range rest[:n] {
			switch {
			case n > common:
				c.sizes[run&articleMask]--
			case n > 1:
				owners = append(owners, int32(run&articleMask))
			}
		}
		if n > 1 && n <= common {
			ends = append(ends, int32(len(owners)))
		}
		rest = rest[n:]
	}
	return owners, ends
}
