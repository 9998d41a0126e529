package look

import "sync"

// A cache keeps what took some time to make, up to a size, those that were used last.
type cache[V any] struct {
	mu    sync.Mutex
	room  int
	kept  map[string]*cached[V]
	clock int
}

type cached[V any] struct {
	value      V
	size, used int
}

func newCache[V any](room int) *cache[V] { return &cache[V]{room: room, kept: map[string]*cached[V]{}} }

func (c *cache[V]) get(key string) (v V, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	one, ok := c.kept[key]
	if !ok {
		return v, false
	}
	c.clock++
	one.used = c.clock
	return one.value, true
}

// put keeps a value of a size, if there is room for it at all.
func (c *cache[V]) put(key string, v V, size int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.kept, key)
	if size > c.room {
		return
	}
	total := size
	for _, one := range c.kept {
		total += one.size
	}
	for total > c.room && len(c.kept) > 0 {
		oldest := ""
		for key, one := range c.kept {
			if oldest == "" || one.used < c.kept[oldest].used {
				oldest = key
			}
		}
		total -= c.kept[oldest].size
		delete(c.kept, oldest)
	}
	c.clock++
	c.kept[key] = &cached[V]{v, size, c.clock}
}
