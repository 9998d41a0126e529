package main

import (
	"strings"
	"testing"

	"hed/cmd/hed/internal/cli"
	"hed/corpus"
)

// Whatever stands in the file, it is read or refused by its name.
func FuzzRatingsFile(f *testing.F) {
	for _, seed := range []string{
		"item,rater,value\na,x,1\n\nb,\"x\ny\",2",
		"item\trater\na\tx\n",
		`{"item":1,"rater":["x","y"],"value":[1,null,true]}` + "\n\n" + `{"other":"é"}`,
		"{", "{}{}", "a,a\n", "a\n\"", "\xef\xbb\xbfa,b\n1,2\n", "a,b\n\xff,1\n", `{"a":{}}`, "",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, data string) {
		file := ratingsFile{name: "in"}
		if err := file.readAll(corpus.Stream("in", strings.NewReader(data))); err != nil {
			if cli.IsInputError(err) && !strings.HasPrefix(err.Error(), "in:") {
				t.Errorf("%q: %v", data, err)
			}
			return
		}
		for _, r := range file.rows {
			if r.line < 1 || len(r.cells) > len(file.names) {
				t.Errorf("%q: row %+v of columns %q", data, r, file.names)
			}
		}
	})
}
