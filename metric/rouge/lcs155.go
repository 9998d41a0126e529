package rouge

// lcs counts for ROUGE-L, which in this program is always over sentences: a
// word of the reference is a hit if it is in the longest common
// subsequence of its sentence with any sentence of the candidate.
//
// Paper and program differ: in the program a hit also uses up one occurrence
// of the word in the candidate, so that a candidate's word counts once.
func (s *scratch155) lcs(ref, cand *sequence) counts {
	s.load(ref, cand)
	hits := 0
	for i := range ref.ends {
		words := ref.sentence(i)
		for j, marked := range s.mark(words, cand, s.linear) {
			if marked && s.bag.take(key155(words[j])) {
				hits++
			}
		}
	}
	return counts{float64(hits), float64(len(cand.ids)), float64(len(ref.ids))}
}

// wlcs counts for ROUGE-W, where k hits in a row weigh k^1.2. The total of the
// reference is the weight of its sentences, that of the candidate the
// number of its words; sum155 does the rest.
//
// Note: where a hit is refused since the candidate's words are used up, the
// row does not end in the program. What it had goes to the next row of
// the sentence, or is lost if there is none.
func (s *scratch155) wlcs(ref, cand *sequence) counts {
	s.load(ref, cand)
	hit, length := 0.0, 0.0
	for i := range ref.ends {
		words := ref.sentence(i)
		length += s.weight[len(words)]
		run := 0
		marked := s.mark(words, cand, s.weight)
		for j := range marked {
			if !marked[j] || !s.bag.take(key155(words[j])) {
				continue
			}
			run++
			if j+1 == len(marked) || !marked[j+1] {
				hit += s.weight[run]
				run = 0
			}
		}
	}
	return counts{hit, float64(len(cand.ids)), length}
}

// load puts the words of the candidate into the bag and makes weights for
// rows as long as the reference.
func (s *scratch155) load(ref, cand *sequence) {
	s.bag.reset(len(cand.ids))
	for _, id := range cand.ids {
		s.bag.add(key155(id))
	}
	for n := len(s.weight); n <= len(ref.ids); n++ {
		s.linear = append(s.linear, float64(n))
		s.weight = append(s.weight, pow155(float64(n), 6, 5))
	}
}

// mark marks the words of a reference's sentence that are in its heaviest
// common subsequence with some sentence of the candidate.
func (s *scratch155) mark(words []int32, cand *sequence, weight []float64) []bool {
	s.marked = grow(s.marked, len(words))
	clear(s.marked)
	for i := range cand.ends {
		s.align(words, cand.sentence(i), weight)
	}
	return s.marked
}

// A cell155 is what is known of the beginnings of two sentences.
type cell155 struct {
	sum float64 // weight of their heaviest common subsequence
	run int     // how many of its last words end both in a row
}

const (
	moveUp byte = iota // ties go up, that is to fewer words of the reference
	moveLeft
	moveBoth
)

// align marks the words of a that are in its common subsequence with b. There
// may be several of the same weight, and which one it is decides the
// score, so all is as in the program: the order of comparisons, what happens
// at ties, and the rounding of the weights, since sums that are equal on
// paper need not be equal as float64.
func (s *scratch155) align(a, b []int32, weight []float64) {
	s.moves = s.moves[:0]
	s.row = grow(s.row, len(b))
	clear(s.row)
	for _, x := range a {
		var left, corner cell155
		for j, y := range b {
			up := s.row[j]
			move := moveUp
			switch {
			case x == y:
				move = moveBoth
				left = cell155{corner.sum + weight[corner.run+1] - weight[corner.run], corner.run + 1}
			case up.sum >= left.sum:
				left = cell155{sum: up.sum}
			default:
				move = moveLeft
				left.run = 0
			}
			corner, s.row[j] = up, left
			s.moves = append(s.moves, move)
		}
	}
	for i, j := len(a), len(b); i > 0 && j > 0; {
		switch s.moves[(i-1)*len(b)+j-1] {
		case moveBoth:
			i, j = i-1, j-1
			s.marked[i] = true
		case moveUp:
			i--
		case moveLeft:
			j--
		}
	}
}
