package parquet

import (
	"bytes"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go/format"
)

// A page of ten bytes can claim to be of 2 GB, for which the library makes room, or to have two
// thousand million values, each of which has a place.
func TestPages(t *testing.T) {
	const most = "\xfe\xff\xff\xff\x0f" // 2,147,483,647
	for _, c := range []struct{ size, values, want string }{
		{"\x14", "\x02", ""},
		{most, "\x02", "its pages take more than 537 MB at a time"},
		{"\x14", most, "its pages take more than 537 MB at a time"},
		{"\x14", "\x01", "the file is damaged"}, // -1 of them
	} {
		head := "\x15\x00\x15" + c.size + "\x15\x14\x2c\x15" + c.values + "\x00\x00"
		data := []byte("PAR1" + head + "0123456789" + head + "0123456789")
		column := format.ColumnChunk{MetaData: format.ColumnMetaData{DataPageOffset: 4, TotalCompressedSize: int64(len(data)) - 4}}
		err := checkPages(bytes.NewReader(data), int64(len(data)), []format.ColumnChunk{column})
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.HasPrefix(err.Error(), c.want)) {
			t.Errorf("%q: got %v", head, err)
		}
		if err := checkPages(bytes.NewReader(data), int64(len(data))-5, []format.ColumnChunk{column}); err == nil {
			t.Errorf("%q: a page that ends behind the file", head)
		}
	}
}
