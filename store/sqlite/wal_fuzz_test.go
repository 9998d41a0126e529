package sqlite

import (
	"bytes"
	"encoding/binary"
	"testing"
)

// FuzzTorn: whatever a log has behind a head that is whole, what is known to be whole of it is a part of it, and nothing is lost of that part.
func FuzzTorn(f *testing.F) {
	frames := func(order binary.ByteOrder, count int) (head, rest []byte) {
		head = binary.BigEndian.AppendUint32(nil, 0x377f0682)
		if order == binary.BigEndian {
			head[3] |= 1
		}
		head = append(binary.BigEndian.AppendUint32(append(head, 0, 45, 226, 24), 8), make([]byte, 4)...)
		head = append(head, "saltsalt"...)
		sum := checksum{}.of(order, head)
		for i := range count {
			frame := append(binary.BigEndian.AppendUint32([]byte{0, 0, 0, 1}, uint32(i%2)), "saltsalt"...)
			sum = sum.of(order, frame[:8]).of(order, []byte("the page"))
			frame = binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(frame, sum[0]), sum[1])
			rest = append(append(rest, frame...), "the page"...)
		}
		return head, rest
	}
	for _, order := range []binary.ByteOrder{binary.LittleEndian, binary.BigEndian} {
		head, rest := frames(order, 8)
		f.Add(head, rest)
		damaged := bytes.Clone(rest)
		damaged[3*(frameHead+8)+frameHead] ^= 1
		f.Add(head, damaged)
	}
	f.Fuzz(func(t *testing.T, head, rest []byte) {
		if len(head) != 24 {
			return
		}
		var order binary.ByteOrder = binary.LittleEndian
		if head[3]&1 != 0 {
			order = binary.BigEndian
		}
		sum := checksum{}.of(order, head)
		log := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(bytes.Clone(head), sum[0]), sum[1])
		log = append(log, rest...)
		whole := torn(bytes.NewReader(log))
		switch {
		case whole < -1 || whole > int64(len(log)):
			t.Errorf("%d of %d bytes are whole", whole, len(log))
		case whole >= logHead:
			if lost := torn(bytes.NewReader(log[:whole])); lost != -1 {
				t.Errorf("of %d whole bytes %d are", whole, lost)
			}
		}
	})
}
