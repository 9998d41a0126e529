//go:build cuda && linux && (amd64 || arm64)

package cuda

import "hed/tensor"

// Attention sets y to the attention of queries q to keys k and values v; see
// tensor.Heads. It is computed without writing scores to memory.
func (d *Device) Attention(y, q, k, v tensor.Matrix, h tensor.Heads) {
	tensor.Check{}.Attention(y, q, k, v, h)
	width := q.Cols / h.Count
	warps := tallest(h.Queries)
	defer d.leave()
	d.enter()
	count := d.tiles(&h, warps*queries)
	if count == 0 || width == 0 {
		return
	}
	t := task{
		y: address(&y), ys: int32(y.Stride), x: address(&q), xs: int32(q.Stride),
		z: address(&k), zs: int32(k.Stride), w: address(&v), ws: int32(v.Stride),
		cols: int32(width), scale: h.Scale,
	}
	if h.Bias.Rows > 0 {
		t.bias, t.bs = address(&h.Bias)+uintptr(4*(h.Bias.Cols/2)), int32(h.Bias.Stride)
	}
	kernel, columns := attend32, 32
	if width > columns {
		kernel, columns = attend64, 64
	}
	t.index = d.list(d.ints)
	// Queries and shares of a warp, then keys and values; see attend.
	shared := 16*warps*(columns+32) + 4*32*(columns+1) + 4*32*columns
	d.launch(kernel, t, count, h.Count, (width+columns-1)/columns, 32*warps, shared)
}

// queries is how many a warp takes.
const queries = 4

// tallest is how many warps of a block the longest sequence keeps busy, up to eight,
// which share the keys that they have loaded.
func tallest(bounds []int) int {
	longest := 1
	for i := range len(bounds) - 1 {
		longest = max(longest, bounds[i+1]-bounds[i])
	}
	return min(8, (longest+queries-1)/queries)
}

// tiles sets d.ints to the tiles of so many rows, as kernel.cu has them, and gives
// their number.
func (d *Device) tiles(h *tensor.Heads, rows int) (count int) {
	d.ints = d.ints[:0]
	for s := range len(h.Queries) - 1 {
		first, end := h.Queries[s], h.Queries[s+1]
		keys := h.Keys[s+1] - h.Keys[s]
		for i := first; i < end; i += rows {
			last := h.Keys[s+1] // beyond all
			if h.Causal {
				last = h.Keys[s] + i - first + keys - (end - first)
			}
			d.ints = append(d.ints, int32(i), int32(min(i+rows, end)), int32(h.Keys[s]), int32(h.Keys[s+1]), int32(i-first), int32(last))
			count++
		}
	}
	return count
}
