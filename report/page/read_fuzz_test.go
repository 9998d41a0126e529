package page_test

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"fmt"
	"strings"
	"testing"
)

// packed is a text as a piece of a page has it.
func packed(text string) string {
	var b bytes.Buffer
	zip, _ := gzip.NewWriterLevel(&b, gzip.BestSpeed)
	zip.Write([]byte(text))
	zip.Close()
	return base64.StdEncoding.EncodeToString(b.Bytes())
}

// FuzzReader: whatever a page says, also where it is packed, it is read or refused, and marks are within what they are on.
func FuzzReader(f *testing.F) {
	const run, end = `{"Systems":["a"],"Marked":1}`, `{"documents":2,"beside":null}`
	f.Add(run, end, `[["1","s","2026-01-02",["ref"],["🎉 12 came"],[[["found",3,5,"It has it.",1,4]]]],["2","","",[],["x"]]]`, `["12 came","y"]`, 0, 2, "")
	f.Add(run, `{"documents":9,"beside":[{"first":1,"count":-1,"text":true}]}`, `[[]]`, `[]`, 5, 1, "hedPiece(\"index\",0,99999999999999999999,\"\");\n")
	f.Add("{}", "{}", "[1]", "{", 0, 1, "<script type=\"application/json\" id=\"run\">{</script>")
	f.Fuzz(func(t *testing.T, run, end, index, text string, first, count int, tail string) {
		piece := func(kind, body string) string {
			return fmt.Sprintf(`<script type="text/plain" data-piece="%s" data-first="%d" data-count="%d">%s</script>`, kind, first, count, packed(body))
		}
		line := func(id, body string) string {
			return `<script type="application/json" id="` + id + `">` + strings.ReplaceAll(body, "\n", " ") + "</script>"
		}
		r, err := reader(strings.Join([]string{line("run", run), piece("index", index), piece("text", text), line("end", end), tail}, "\n"))
		if err != nil {
			return
		}
		for e, err := range r.Entries(t.Context()) {
			if err != nil {
				break
			}
			ex, marks, err := e.Example()
			if err != nil {
				continue
			}
			for s, list := range marks {
				for _, m := range list {
					if h := ex.Headlines[s]; m.Start < 0 || m.End < 0 || max(m.Start, m.End) > len(h) {
						t.Errorf("%q is marked from %d to %d", h, m.Start, m.End)
					}
					if from, to := m.Evidence(text); from < 0 || to < 0 || max(from, to) > len(text) {
						t.Errorf("shown from %d to %d of %d bytes", from, to, len(text))
					}
				}
			}
		}
		for _, doc := range []int{0, 1, first, first + count - 1} {
			r.Article(doc)
			r.Find([]int{doc})
		}
		for a, err := range r.Articles(t.Context()) {
			if err != nil {
				break
			}
			a.Open()
		}
	})
}
