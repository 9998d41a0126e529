package baseline

import "sync"

// A Pool keeps the memory that ranking or cutting an article takes for the
// next one.
type Pool[T any] struct{ pool sync.Pool }

// NewPool returns a pool of what build makes.
func NewPool[T any](build func() *T) *Pool[T] {
	return &Pool[T]{sync.Pool{New: func() any { return build() }}}
}

// Get returns memory that nobody else uses.
func (p *Pool[T]) Get() *T { return p.pool.Get().(*T) }

// common is the length of articles that are not uncommonly long.
const common = 1 << 16

// Put gives back what Get returned, after it was used for an article. That of
// an uncommonly long one is let go of: it is as large as the article or
// larger, and what is left in it may keep the article itself alive.
func (p *Pool[T]) Put(x *T, article string) {
	if len(article) <= common {
		p.pool.Put(x)
	}
}
