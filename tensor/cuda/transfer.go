//go:build cuda && linux && (amd64 || arm64)

package cuda

import (
	"runtime"
	"unsafe"

	"hed/internal/crash"
	"hed/tensor"
)

// Write sets m to the numbers of x, row after row.
func (d *Device) Write(m tensor.Matrix, x []float32) {
	tensor.Check{}.Write("write", m, x)
	if len(x) == 0 {
		return
	}
	defer d.leave()
	d.enter()
	if whole(&m) {
		d.upload(address(&m), bytes(x))
		return
	}
	rows := d.matrix(m.Rows, m.Cols)
	d.upload(address(&rows), bytes(x))
	d.copy(&m, &rows)
	d.pool.give(address(&rows))
}

// Read sets x to the numbers of m, row after row. It waits for all that is queued.
func (d *Device) Read(x []float32, m tensor.Matrix) {
	tensor.Check{}.Write("read", m, x)
	if len(x) == 0 {
		return
	}
	defer d.leave()
	d.enter()
	if whole(&m) {
		d.download(bytes(x), address(&m))
		return
	}
	rows := d.matrix(m.Rows, m.Cols)
	d.copy(&rows, &m)
	d.download(bytes(x), address(&rows))
	d.pool.give(address(&rows))
}

// A staging is memory of the processor that the card reads and writes by itself,
// several times as fast as other memory, in slots that are used in turn.
type staging struct {
	base  uintptr
	slots [8]slot
	next  int
	// Lists of rows are short and many: with as many slots the processor can be that far
	// ahead of the card.
	small     [256]slot
	nextSmall int
}

type slot struct {
	memory []byte
	event  uintptr // has come when the card is done with the memory
}

const (
	slotSize  = 4 << 20
	smallSize = 128 << 10
)

func (d *Device) openStaging() {
	const noTiming = 2
	s := &d.staging
	d.must("make memory for transfers", call(d.api.cuMemAllocHost, uintptr(unsafe.Pointer(&s.base)), uintptr(len(s.slots)*slotSize+len(s.small)*smallSize)))
	at := s.base
	for _, list := range [][]slot{s.slots[:], s.small[:]} {
		size := slotSize
		if len(list) == len(s.small) {
			size = smallSize
		}
		for i := range list {
			list[i].memory = unsafe.Slice((*byte)(pointer(at)), size)
			at += uintptr(size)
			d.must("make an event", call(d.api.cuEventCreate, uintptr(unsafe.Pointer(&list[i].event)), noTiming))
		}
	}
}

func (d *Device) closeStaging() {
	for _, list := range [][]slot{d.staging.slots[:], d.staging.small[:]} {
		for _, s := range list {
			if s.event != 0 {
				call(d.api.cuEventDestroy, s.event)
			}
		}
	}
	if d.staging.base != 0 {
		call(d.api.cuMemFreeHost, d.staging.base)
	}
}

// upload queues the copying of x to the card. x may change afterwards.
func (d *Device) upload(to uintptr, x []byte) {
	for len(x) > 0 {
		g := &d.staging
		s := &g.slots[g.next]
		if len(x) <= smallSize {
			s = &g.small[g.nextSmall]
			g.nextSmall = (g.nextSmall + 1) % len(g.small)
		} else {
			g.next = (g.next + 1) % len(g.slots)
		}
		d.must("wait for a transfer", call(d.api.cuEventSynchronize, s.event))
		n := min(len(x), len(s.memory))
		copyWide(s.memory[:n], x[:n])
		d.must("copy to the card", call(d.api.cuMemcpyHtoDAsync, to, uintptr(unsafe.Pointer(&s.memory[0])), uintptr(n), d.stream))
		d.must("copy to the card", call(d.api.cuEventRecord, s.event, d.stream))
		to, x = to+uintptr(n), x[n:]
	}
}

// download sets x to what lies on the card, once all that is queued has been done.
func (d *Device) download(x []byte, from uintptr) {
	slots := d.staging.slots[:]
	parts := (len(x) + slotSize - 1) / slotSize
	part := func(i int) []byte { return x[i*slotSize : min((i+1)*slotSize, len(x))] }
	for i := range parts + len(slots) {
		s := &slots[i%len(slots)]
		if done := i - len(slots); done >= 0 && done < parts {
			d.must("copy from the card", call(d.api.cuEventSynchronize, s.event))
			copyWide(part(done), s.memory)
		}
		if i < parts {
			d.must("copy from the card", call(d.api.cuMemcpyDtoHAsync, uintptr(unsafe.Pointer(&s.memory[0])), from+uintptr(i*slotSize), uintptr(len(part(i))), d.stream))
			d.must("copy from the card", call(d.api.cuEventRecord, s.event, d.stream))
		}
	}
}

// copyWide copies as many bytes as dst has. One core alone is slower than the card.
func copyWide(dst, src []byte) {
	const worth = 1 << 18
	workers := min(4, runtime.GOMAXPROCS(0), len(dst)/worth)
	if workers < 2 {
		copy(dst, src)
		return
	}
	var done crash.Group
	for i := range workers {
		from, to := i*len(dst)/workers, (i+1)*len(dst)/workers
		done.Go(func() { copy(dst[from:to], src[from:to]) })
	}
	done.Wait()
}

// whole tells whether the rows lie one after another.
func whole(m *tensor.Matrix) bool { return m.Stride == m.Cols || m.Rows == 1 }

func bytes[T any](x []T) []byte {
	var t T
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(x))), len(x)*int(unsafe.Sizeof(t)))
}
