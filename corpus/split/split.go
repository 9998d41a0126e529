// Package split divides documents into training, development and test
// parts, once or in folds, so that no article is in two parts of a fold.
//
// Documents are shown to a [Pile] one by one, which keeps a few bytes of
// each, and dealt by [Pile.Deal]; then they are read again, and each is
// written where it belongs ([Split.Write]), or the caller asks. Two
// documents are the same article if their texts are equal but for white
// space and case. Near duplicates are not looked for: what counts as near
// is a decision of the corpus, and is made before splitting. A document
// without a text goes by its first reference, and one without either is
// like no other. [Cleaning] leaves documents out.
package split

import (
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"hed/corpus"
	"hed/internal/count"
	"hed/internal/option"
)

// A Part is what a document is for in a fold.
type Part uint8

const (
	Train Part = iota
	Dev
	Test
	Parts // how many there are
)

func (p Part) String() string { return [...]string{"train", "dev", "test"}[p] }

// A Ratio is the share of documents for each Part. Shares are relative to
// their sum.
type Ratio [Parts]float64

// ParseRatio reads three numbers with commas between them.
func ParseRatio(text string) (r Ratio, err error) {
	shares := strings.Split(text, ",")
	if len(shares) != len(r) {
		return r, errors.New("want three shares, of train, dev and test, as in 0.7,0.1,0.2")
	}
	for i, x := range shares {
		if r[i], err = strconv.ParseFloat(strings.TrimSpace(x), 64); err != nil {
			return r, fmt.Errorf("%q is not a number", x)
		}
	}
	return r, nil
}

// share returns a share of the whole.
func (r Ratio) share(p Part) float64 { return r[p] / (r[Train] + r[Dev] + r[Test]) }

// Check refuses shares that are negative or no numbers, ratios without a
// training or a test part, and test parts that cannot make up the corpus
// in that many folds.
func (r Ratio) Check(folds int) error {
	for _, x := range r {
		if !(x >= 0) || math.IsInf(x, 1) {
			return fmt.Errorf("the shares must be numbers of at least 0, not %v", x)
		}
	}
	if err := option.Within("folds", folds); err != nil {
		return err
	}
	switch {
	case folds < 1:
		return fmt.Errorf("there must be at least one fold, not %d", folds)
	case r[Train] == 0 || r[Test] == 0:
		return errors.New("the shares of train and test must be greater than 0")
	case folds > 1 && math.Abs(r.share(Test)*float64(folds)-1) > 1e-6:
		return fmt.Errorf("with %d folds the share of test must be 1/%[1]d, so that every document is in one test part; it is %.6g", folds, r.share(Test))
	}
	return nil
}

// Cleaning is which documents are left out of a split. The zero Cleaning leaves out none.
type Cleaning struct {
	// MinChars is the fewest characters of a headline, the first where a document has several: shorter ones are
	// often not headlines but advertising. White space at its ends does not count.
	MinChars int `json:"min_chars,omitempty"`
	// Dedupe leaves out a document whose article one before it has.
	Dedupe bool `json:"dedupe,omitempty"`
}

// Dropped is how many documents were left out.
type Dropped struct {
	Short      int `json:"short"`      // headlines
	Duplicates int `json:"duplicates"` // of an article
}

// A Pile is the documents before they are dealt. The zero Pile is empty.
type Pile struct {
	Cleaning // to be set before the first document

	dropped Dropped
	group   []int32 // of each document: those of one article; none for one that was left out
	groups  []group
	article map[[16]byte]int32 // group by its text
	strata  map[string]int32
	names   []string // of strata, in order of appearance
	stratum []int32  // of each document
}

// none is the group of a document that was left out.
const none = -1

// A group is the documents of one article, which stay together.
type group struct {
	stratum int32 // of its first document
	size    int32
}

// Add shows a document, and tells whether it is kept. Strata are spread evenly over the parts; a caller
// who does not care gives all documents the same one.
func (p *Pile) Add(d *corpus.Document, stratum string) (kept bool) {
	if p.article == nil {
		p.article, p.strata = map[[16]byte]int32{}, map[string]int32{}
	}
	key, ok := Key(d)
	g, seen := p.article[key]
	seen = seen && ok
	switch {
	case headline(d) < p.MinChars:
		p.dropped.Short++
	case seen && p.Dedupe:
		p.dropped.Duplicates++
	default:
		kept = true
	}
	if !kept {
		p.group, p.stratum = append(p.group, none), append(p.stratum, none)
		return false
	}
	s, known := p.strata[stratum]
	if !known {
		s = int32(len(p.names))
		p.strata[stratum] = s
		p.names = append(p.names, stratum)
	}
	if !seen {
		g = int32(len(p.groups))
		p.groups = append(p.groups, group{stratum: s})
		if ok {
			p.article[key] = g
		}
	}
	p.groups[g].size++
	p.group, p.stratum = append(p.group, g), append(p.stratum, s)
	return true
}

// headline is how many characters the first headline of a document has.
func headline(d *corpus.Document) int {
	if len(d.References) == 0 {
		return 0
	}
	return utf8.RuneCountInString(strings.TrimSpace(d.References[0]))
}

// Key names an article: documents of one article have the same. ok is false where there is nothing to go by.
func Key(d *corpus.Document) (key [16]byte, ok bool) {
	text := d.Text()
	if strings.TrimSpace(text) == "" && len(d.References) > 0 {
		text = d.References[0]
	}
	h := sha256.New()
	for word := range strings.FieldsSeq(strings.ToLower(text)) {
		h.Write([]byte(word))
		h.Write([]byte{' '})
		ok = true
	}
	return [16]byte(h.Sum(nil)), ok
}

// Documents is how many were added, without those that were left out.
func (p *Pile) Documents() int { return len(p.group) - p.dropped.Short - p.dropped.Duplicates }

// Articles is how many of them are different.
func (p *Pile) Articles() int { return len(p.groups) }

// Strata are the names of the strata, in alphabetical order.
func (p *Pile) Strata() []string { return slices.Sorted(slices.Values(p.names)) }

// Stratum is the stratum of document i, which was not left out.
func (p *Pile) Stratum(i int) string { return p.names[p.stratum[i]] }

// A Split says which part each document is in.
type Split struct {
	group []int32
	parts [][]Part // of each group, by fold
}

// Folds is the number of folds.
func (s *Split) Folds() int { return len(s.parts) }

func (s *Split) documents() int { return len(s.group) }

// Dropped tells whether document i is in no part.
func (s *Split) Dropped(i int) bool { return s.group[i] == none }

// Part is what document i, which is not Dropped, is for in a fold, both counted from 0.
func (s *Split) Part(fold, i int) Part { return s.parts[fold][s.group[i]] }

// Deal deals the articles. In one fold the parts have the shares of the
// ratio. In several folds every document is in exactly one test part, and
// the rest of each fold is divided between train and dev again.
//
// Shares hold to within one article, over all and nearly so in each
// stratum; the more documents are of one article, the less exactly. The
// same documents in the same order and the same random numbers give the
// same split. It fails where ratio.Check does, and where there are fewer
// articles than folds.
func (p *Pile) Deal(folds int, ratio Ratio, random *rand.Rand) (*Split, error) {
	if err := ratio.Check(folds); err != nil {
		return nil, err
	}
	if p.Documents() == 0 && p.dropped.Short > 0 {
		return nil, fmt.Errorf("no document has a headline of at least %s; allow shorter ones", count.Of(p.MinChars, "character"))
	}
	if len(p.groups) < folds {
		have := "1 article is"
		if len(p.groups) != 1 {
			have = fmt.Sprintf("%d articles are", len(p.groups))
		}
		return nil, fmt.Errorf("%s too few for %d folds", have, folds)
	}
	s := &Split{group: p.group, parts: make([][]Part, folds)}
	for f := range s.parts {
		s.parts[f] = make([]Part, len(p.groups))
	}
	if folds == 1 {
		p.deal(p.order(random), ratio[:], func(g, bin int) { s.parts[0][g] = Part(bin) })
		return s, nil
	}
	p.deal(p.order(random), slices.Repeat([]float64{1}, folds), func(g, bin int) { s.parts[bin][g] = Test })
	for f := range s.parts {
		// Another order for each fold: in one and the same, the same few
		// articles would be the development part of most folds.
		rest := slices.DeleteFunc(p.order(random), func(g int) bool { return s.parts[f][g] == Test })
		p.deal(rest, ratio[:Test], func(g, bin int) { s.parts[f][g] = Part(bin) })
	}
	return s, nil
}

// order returns the groups by stratum, and in random order in each.
func (p *Pile) order(random *rand.Rand) []int {
	rank := map[string]int{}
	for i, name := range p.Strata() {
		rank[name] = i
	}
	order := make([]int, len(p.groups))
	for g := range order {
		order[g] = g
	}
	random.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Compare(rank[p.names[p.groups[a].stratum]], rank[p.names[p.groups[b].stratum]])
	})
	return order
}

// deal gives each group to the bin that lacks most of its share so far. The
// groups of a stratum stand together, so every stretch of them, and thus
// every stratum, is spread by the shares too.
func (p *Pile) deal(order []int, shares []float64, give func(g, bin int)) {
	sum := 0.0
	for _, x := range shares {
		sum += x
	}
	dealt, has := 0, make([]int, len(shares))
	for _, g := range order {
		dealt += int(p.groups[g].size)
		bin, most := 0, math.Inf(-1)
		for b, share := range shares {
			if lack := float64(share/sum*float64(dealt)) - float64(has[b]); lack > most {
				bin, most = b, lack
			}
		}
		has[bin] += int(p.groups[g].size)
		give(g, bin)
	}
}
