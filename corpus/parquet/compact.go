package parquet

import "errors"

// compact walks values of Thrift's compact protocol, in which parquet writes its footer
// and the heads of its pages.
//
// Note: parquet-go makes room for as many items as a list claims to have, before it
// reads one. A file of a hundred bytes could ask for all memory, so that the claims
// are looked at first.
type compact struct {
	data []byte
	at   int
}

var errCompact = errors.New("the file is damaged: a length is greater than the file")

// Types of the compact protocol.
const (
	compactTrue, compactFalse, compactByte    = 1, 2, 3
	compactInt16, compactInt32, compactInt64  = 4, 5, 6
	compactDouble, compactBinary, compactList = 7, 8, 9
	compactSet, compactMap, compactStruct     = 10, 11, 12
	deepest, leastStruct                      = 32, 2 // an honest struct has at least two bytes
)

func (c *compact) byte() (byte, error) {
	if c.at >= len(c.data) {
		return 0, errCompact
	}
	c.at++
	return c.data[c.at-1], nil
}

func (c *compact) varint() (v uint64, err error) {
	for shift := 0; shift < 64; shift += 7 {
		b, err := c.byte()
		if err != nil {
			return 0, err
		}
		v |= uint64(b&0x7f) << shift
		if b < 0x80 {
			return v, nil
		}
	}
	return 0, errCompact
}

// room reports that n items of a size are still to come, at least.
func (c *compact) room(n uint64, size int) error {
	if n > uint64((len(c.data)-c.at)/size) {
		return errCompact
	}
	return nil
}

// fields walks a struct. With the number of each whole number in it, and those of
// the structs around it, it calls number.
func (c *compact) fields(depth int, path []int, number func(path []int, v int64)) error {
	if depth > deepest {
		return errCompact
	}
	id := 0
	for {
		head, err := c.byte()
		if err != nil || head == 0 {
			return err
		}
		if delta := int(head >> 4); delta != 0 {
			id += delta
		} else {
			v, err := c.varint()
			if err != nil {
				return err
			}
			id = int(int16(zigzag(v)))
		}
		if err := c.value(head&0x0f, depth, append(path, id), number); err != nil {
			return err
		}
	}
}

func zigzag(v uint64) int64 { return int64(v>>1) ^ -int64(v&1) }

func (c *compact) value(kind byte, depth int, path []int, number func(path []int, v int64)) error {
	switch kind {
	case compactTrue, compactFalse:
		return nil
	case compactByte:
		_, err := c.byte()
		return err
	case compactInt16, compactInt32, compactInt64:
		v, err := c.varint()
		if err == nil && number != nil {
			number(path, zigzag(v))
		}
		return err
	case compactDouble:
		err := c.room(8, 1)
		c.at += 8
		return err
	case compactBinary:
		n, err := c.varint()
		if err == nil {
			err = c.room(n, 1)
		}
		c.at += int(n)
		return err
	case compactList, compactSet:
		return c.list(depth)
	case compactStruct:
		return c.fields(depth+1, path, number)
	}
	return errCompact // a map, of which parquet has none
}

func (c *compact) list(depth int) error {
	head, err := c.byte()
	if err != nil {
		return err
	}
	n, kind := uint64(head>>4), head&0x0f
	if n == 15 {
		if n, err = c.varint(); err != nil {
			return err
		}
	}
	size := 1
	if kind == compactStruct {
		size = leastStruct
	}
	if err := c.room(n, size); err != nil {
		return err
	}
	for range n {
		if kind == compactTrue || kind == compactFalse { // in a list they have a byte
			kind = compactByte
		}
		if err := c.value(kind, depth+1, nil, nil); err != nil {
			return err
		}
	}
	return nil
}
