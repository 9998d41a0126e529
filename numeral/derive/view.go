package derive

import (
	"slices"

	"hed/text/pos"
)

// A lexicon is what is known of words.
type lexicon struct {
	vectors
	rarity []float32 // by row of the vectors: log of articles per article with the stem
	most   float32   // rarity of unknown stems
}

func (l *lexicon) idf(stem uint32) float32 {
	if i, ok := l.rows[stem]; ok {
		return l.rarity[i]
	}
	return l.most
}

// A view is a blank seen beside an article.
type view struct {
	lex   *lexicon
	a     *Article
	b     *blank
	role  role
	heads []int32   // content words of the headline
	idf   []float32 // of heads
	total float32
	// like has, for each of heads, its likeness to each word of the article.
	like [][]float32
	// key words of the blank as indexes of heads, -1 for none
	noun, right, right2, left, left2, before, after int
	dense                                           []*features // by source
	sentenceOverlap                                 []float32
	bySentence                                      [][]float32 // by head and sentence, its greatest likeness to a word
	owned, ownedKey                                 []float32   // by source
	plural                                          float32     // what the noun's ending says
}

func (l *lexicon) newView(a *Article, b *blank) *view {
	v := &view{lex: l, a: a, b: b, role: roleAt(b.words, b.text, int32(b.at), int32(b.at))}
	index := func(w int32) int {
		for i, h := range v.heads {
			if h == w {
				return i
			}
		}
		return -1
	}
	for i := range b.words {
		if w := &b.words[i]; w.content() && i != b.at {
			v.heads = append(v.heads, int32(i))
			v.idf = append(v.idf, l.idf(w.stem))
			v.total += l.idf(w.stem)
		}
	}
	if n := v.role.noun; n >= 0 {
		v.plural = 1 + flag(b.text[b.words[n].end-1] == 's')
	}
	if n := v.role.right[0]; n >= 0 && b.words[n].tag == pos.NOUN {
		v.plural += 4 + 4*flag(b.text[b.words[n].end-1] == 's')
	}
	v.noun, v.before, v.after = index(v.role.noun), index(v.role.before), index(v.role.after)
	v.right, v.right2 = index(v.role.right[0]), index(v.role.right[1])
	v.left, v.left2 = index(v.role.left[0]), index(v.role.left[1])
	v.compare()
	v.own()
	v.dense = make([]*features, len(a.sources))
	for i := range a.sources {
		v.dense[i] = v.sourceFeatures(int32(i))
	}
	return v
}

// compare fills like.
func (v *view) compare() {
	n := len(v.a.words)
	all := make([]float32, n*len(v.heads))
	rows := make([][]float32, n)
	for i := range v.a.words {
		if w := &v.a.words[i]; w.content() {
			rows[i] = v.lex.row(w.stem)
		}
	}
	v.like = make([][]float32, len(v.heads))
	v.sentenceOverlap = make([]float32, v.a.length)
	v.bySentence = make([][]float32, len(v.heads))
	for h, at := range v.heads {
		stem := v.b.words[at].stem
		row := v.lex.row(stem)
		v.like[h] = all[h*n : (h+1)*n]
		best := make([]float32, v.a.length)
		v.bySentence[h] = best
		for i := range v.a.words {
			x := float32(0)
			if v.a.words[i].stem == stem {
				x = 1
			} else if row != nil && rows[i] != nil {
				x = min(dot(row, rows[i]), 0.95)
			}
			v.like[h][i] = x
			if s := v.a.sentence[i]; x > best[s] {
				best[s] = x
			}
		}
		for s, x := range best {
			v.sentenceOverlap[s] += float32(x * x * v.idf[h])
		}
	}
}

// best is the greatest likeness of a head to the words from i to j.
func (v *view) best(h int, i, j int32) float32 {
	if h < 0 {
		return -0.1
	}
	top := float32(0)
	like := v.like[h]
	for k := max(i, 0); k <= j && int(k) < len(like); k++ {
		top = max(top, like[k])
	}
	return top
}

func (v *view) at(h int, w int32) float32 {
	if h < 0 {
		return -0.1
	}
	if w < 0 {
		return -0.05
	}
	return v.like[h][w]
}

// nearest is how many words from the source the head's stem is, at most far.
func (v *view) nearest(h int, s *source) float32 {
	if h < 0 {
		return far + 1
	}
	d := float32(far)
	places := v.a.places[v.b.words[v.heads[h]].stem] // in their order
	i, _ := slices.BinarySearch(places, s.first)
	if i > 0 {
		d = min(d, float32(s.first-places[i-1]))
	}
	if i, _ = slices.BinarySearch(places, s.last+1); i < len(places) {
		d = min(d, float32(places[i]-s.last))
	}
	return d
}

const far = 60

func flag(b bool) float32 {
	if b {
		return 1
	}
	return 0
}

func stemAt(words []word, i int32) uint32 {
	if i < 0 {
		return none
	}
	return words[i].stem
}

// own credits sources with the words of the headline that they are the
// nearest number to, weighed by rarity. A number that stands before the
// word is nearer than one behind: it counts it.
func (v *view) own() {
	a := v.a
	v.owned = make([]float32, len(a.sources))
	v.ownedKey = make([]float32, len(a.sources))
	for h, at := range v.heads {
		away := float32(max(at-int32(v.b.at), int32(v.b.at)-at))
		best := make(map[int32]float32)
		for _, p := range a.places[v.b.words[at].stem] {
			before, behind := a.around(p)
			near, d := int32(-1), float32(1000)
			if before >= 0 {
				near, d = before, float32(p-a.sources[before].last)
			}
			if behind >= 0 {
				if e := float32(a.sources[behind].first-p) * 1.5; e < d {
					near, d = behind, e
				}
			}
			if near >= 0 {
				best[near] = max(best[near], 1/(1+d*0.3))
			}
		}
		for n, x := range best {
			v.owned[n] += float32(x * v.idf[h])
			v.ownedKey[n] += x * v.idf[h] / (1 + away)
		}
	}
	// Parts of a number share what it has.
	for i := range a.sources {
		if p := a.sources[i].parent; p >= 0 && a.sources[i].Kind == a.sources[p].Kind {
			v.owned[i] = max(v.owned[i], v.owned[p])
			v.ownedKey[i] = max(v.ownedKey[i], v.ownedKey[p])
		}
	}
}
