package cuda

import "math/bits"

// A pool hands out memory of the card and keeps what comes back, by size, since
// the driver takes long and stops all work to give and take.
type pool struct {
	get func(bytes int) (address uintptr, ok bool)
	put func(address uintptr)

	live  map[uintptr]int   // sizes of what is in use
	spare map[int][]uintptr // what came back, by size
	kept  int               // bytes of spare
}

// size rounds bytes up, beyond 4 KB by an eighth at most, so that what comes back
// fits again.
func size(bytes int) int {
	step := 512
	if n := bits.Len(uint(bytes)); n > 12 {
		step = 1 << (n - 4)
	}
	return (bytes + step - 1) / step * step
}

// take gives memory that is not cleared, and false if there is none.
func (p *pool) take(bytes int) (uintptr, bool) {
	n := size(bytes)
	if list := p.spare[n]; len(list) > 0 {
		a := list[len(list)-1]
		p.spare[n] = list[:len(list)-1]
		p.kept -= n
		p.live[a] = n
		return a, true
	}
	a, ok := p.get(n)
	if !ok && p.kept > 0 {
		p.shrink()
		a, ok = p.get(n)
	}
	if ok {
		p.live[a] = n
	}
	return a, ok
}

// give takes memory back, and says whether it was in use.
func (p *pool) give(a uintptr) bool {
	n, ok := p.live[a]
	if ok {
		delete(p.live, a)
		p.spare[n] = append(p.spare[n], a)
		p.kept += n
	}
	return ok
}

// shrink gives what is not in use back to the driver.
func (p *pool) shrink() {
	for _, list := range p.spare {
		for _, a := range list {
			p.put(a)
		}
	}
	clear(p.spare)
	p.kept = 0
}

// close gives everything back.
func (p *pool) close() {
	for a := range p.live {
		p.put(a)
	}
	clear(p.live)
	p.shrink()
}
