package safetensors

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"math/bits"
	"slices"
	"strings"
	"unicode/utf8"
)

// longestHeader is the limit of the format's own library; mostLengths is far more than
// any model has.
const (
	longestHeader = 100_000_000
	mostLengths   = 8
)

// sizes are the types of the format and their bytes.
var sizes = map[Type]int{
	F64: 8, F32: 4, F16: 2, BF16: 2, I64: 8,
	"U64": 8, "I32": 4, "U32": 4, "I16": 2, "U16": 2, "I8": 1, "U8": 1, "BOOL": 1,
	"F8_E4M3": 1, "F8_E5M2": 1, "F8_E8M0": 1, "C64": 8,
}

// entry is a tensor in the header.
type entry struct {
	Type    Type     `json:"dtype"`
	Shape   []uint64 `json:"shape"`
	Offsets []uint64 `json:"data_offsets"`
}

// Parse reads the tensors of a file from its bytes, in the order of these, which must
// stay as they are. Errors do not name the file; nor do the tensors, in File.
func Parse(file []byte) ([]Tensor, error) {
	tensors, _, err := parseAll(file)
	return tensors, err
}

// parseAll is Parse, with the metadata of the header.
func parseAll(file []byte) ([]Tensor, map[string]string, error) {
	tensors, metadata, err := parse(file)
	if err != nil {
		// A header may have a name of megabytes, and errors say names.
		const longest = 400
		if text := err.Error(); len(text) > longest {
			return nil, nil, errors.New(strings.ToValidUTF8(text[:longest], "") + "…")
		}
		return nil, nil, err
	}
	return tensors, metadata, nil
}

func parse(file []byte) ([]Tensor, map[string]string, error) {
	if bytes.HasPrefix(file, []byte("version https://git-lfs")) {
		return nil, nil, errors.New("it is a pointer of Git LFS, not the weights; fetch them with \"git lfs pull\"")
	}
	if len(file) < 8 {
		return nil, nil, fmt.Errorf("it ends after %d bytes, before the header; fetch it again", len(file))
	}
	length, rest := binary.LittleEndian.Uint64(file), file[8:]
	if length > longestHeader {
		return nil, nil, fmt.Errorf("it does not begin with the length of a header (%d is too long); it is not a safetensors file", length)
	}
	if length > uint64(len(rest)) {
		return nil, nil, fmt.Errorf("it ends within its header of %d bytes; fetch it again", length)
	}
	header, data := rest[:length], rest[length:]
	if !utf8.Valid(header) {
		return nil, nil, errors.New("the header is not UTF-8; it is not a safetensors file, or damaged")
	}
	if len(header) == 0 || header[0] != '{' {
		return nil, nil, errors.New("the header does not begin with {; it is not a safetensors file")
	}
	names, entries, metadata, err := readHeader(header)
	if err != nil {
		return nil, nil, err
	}
	tensors, err := layOut(names, entries, data)
	return tensors, metadata, err
}

// readHeader reads the JSON token by token, because a map would hide that a name
// is there twice.
func readHeader(header []byte) (names []string, entries []entry, metadata map[string]string, err error) {
	damaged := func(err error) error {
		if errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF
		}
		return fmt.Errorf("the header is not the JSON of the format: %w", err)
	}
	d := json.NewDecoder(bytes.NewReader(header))
	d.DisallowUnknownFields()
	if _, err := d.Token(); err != nil {
		return nil, nil, nil, damaged(err)
	}
	seen := map[string]bool{}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return nil, nil, nil, damaged(err)
		}
		name := key.(string) // the decoder takes nothing else for a key
		if seen[name] {
			return nil, nil, nil, fmt.Errorf("the header has %q twice", name)
		}
		seen[name] = true
		if name == "__metadata__" {
			if err := d.Decode(&metadata); err != nil {
				return nil, nil, nil, damaged(err)
			}
			continue
		}
		var e entry
		if err := d.Decode(&e); err != nil {
			return nil, nil, nil, fmt.Errorf("tensor %q: %w", name, damaged(err))
		}
		if len(e.Shape) > mostLengths {
			return nil, nil, nil, fmt.Errorf("tensor %q has a shape of %d lengths; expected %d at most", name, len(e.Shape), mostLengths)
		}
		names, entries = append(names, name), append(entries, e)
	}
	if _, err := d.Token(); err != nil {
		return nil, nil, nil, damaged(err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, nil, nil, errors.New("the header continues after its end")
	}
	return names, entries, metadata, nil
}

// layOut gives every tensor its bytes.
func layOut(names []string, entries []entry, data []byte) ([]Tensor, error) {
	order := make([]int, len(names))
	for i, e := range entries {
		order[i] = i
		if len(e.Offsets) != 2 || e.Offsets[0] > e.Offsets[1] {
			return nil, fmt.Errorf("tensor %q has data_offsets %d, not where it begins and ends", names[i], e.Offsets)
		}
	}
	slices.SortFunc(order, func(a, b int) int { return slices.Compare(entries[a].Offsets, entries[b].Offsets) })
	tensors := make([]Tensor, 0, len(names))
	var at uint64
	for _, i := range order {
		e := &entries[i]
		begin, end := e.Offsets[0], e.Offsets[1]
		switch size, err := e.bytes(); {
		case err != nil:
			return nil, fmt.Errorf("tensor %q %w", names[i], err)
		case size != end-begin:
			return nil, fmt.Errorf("tensor %q has %d bytes, but %s of shape %d takes %d", names[i], end-begin, e.Type, e.Shape, size)
		case begin < at:
			return nil, fmt.Errorf("tensor %q overlaps %q", names[i], tensors[len(tensors)-1].Name)
		case begin > at:
			return nil, fmt.Errorf("%d bytes before tensor %q belong to none", begin-at, names[i])
		case end > uint64(len(data)):
			return nil, fmt.Errorf("it ends within tensor %q, after %d bytes of numbers; fetch it again", names[i], len(data))
		}
		t := Tensor{Name: names[i], Type: e.Type, data: data[begin:end:end]}
		for _, n := range e.Shape {
			t.Shape = append(t.Shape, int(n))
		}
		tensors = append(tensors, t)
		at = end
	}
	if at < uint64(len(data)) {
		return nil, fmt.Errorf("%d bytes after the last tensor belong to none", uint64(len(data))-at)
	}
	return tensors, nil
}

// bytes is the size that follows from shape and type.
func (e *entry) bytes() (uint64, error) {
	size, ok := sizes[e.Type]
	if !ok {
		return 0, fmt.Errorf("has the type %q, which is not known", e.Type)
	}
	product, zero := uint64(size), false
	for _, n := range e.Shape {
		// A zero must not hide lengths that an int cannot hold.
		if n > math.MaxInt {
			return 0, fmt.Errorf("has a shape %d that no file can hold", e.Shape)
		}
		if n == 0 {
			zero = true
			continue
		}
		high, low := bits.Mul64(product, n)
		if high != 0 || low > math.MaxInt {
			return 0, fmt.Errorf("has a shape %d that no file can hold", e.Shape)
		}
		product = low
	}
	if zero {
		return 0, nil
	}
	return product, nil
}
