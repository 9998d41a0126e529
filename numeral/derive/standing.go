package derive

import "hed/numeral"

// A standing is how a number compares with others of the article. A toll is
// the greatest number of its kind, and what comes first is often the news.
type standing struct {
	greater, less int  // how many others are greater, and less
	behind        bool // one of them stands before it
}

// add counts another number, by how it compares and whether it stands before.
func (s *standing) add(compared int, before bool) {
	if compared > 0 {
		s.greater++
	} else {
		s.less++
	}
	s.behind = s.behind || before
}

// class is the standing as one of eight.
func (s standing) class() uint32 {
	size := uint32(3)
	switch {
	case s.greater == 0 && s.less == 0:
		size = 0
	case s.greater == 0:
		size = 1
	case s.less == 0:
		size = 2
	}
	return size<<1 | uint32(flag(!s.behind))
}

// peer reports whether a source is compared: not what is part of another or
// says when.
func (s *source) peer() bool {
	return !s.dateline && s.parent < 0 && s.Kind != numeral.Time && s.Kind != numeral.Day && s.Kind != numeral.Month
}

// maxPeers is how many numbers of an article are compared, to bound the work.
const maxPeers = 200

// compare finds the standings of the sources. Numbers of the same value are
// not compared, and parts stand as what they are part of.
func (a *Article) compare() {
	all := a.sources[:min(len(a.sources), maxPeers)]
	for i := range all {
		s := &all[i]
		if !s.peer() {
			continue
		}
		noun := stemAt(a.words, a.roles[i].noun)
		for j := range all {
			o := &all[j]
			if o.Unit != s.Unit || o.Kind != s.Kind || !o.peer() {
				continue
			}
			if c := o.Value.Cmp(s.Value); c != 0 {
				s.among.add(c, j < i)
				if noun != none && noun == stemAt(a.words, a.roles[j].noun) {
					s.counts.add(c, j < i)
				}
			}
		}
	}
	for i := range a.sources {
		if s := &a.sources[i]; s.parent >= 0 && a.sources[s.parent].part == int32(i) {
			s.among, s.counts = a.sources[s.parent].among, a.sources[s.parent].counts
		}
	}
}
