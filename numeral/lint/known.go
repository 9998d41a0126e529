package lint

import (
	"encoding/json"
	"strings"

	"hed/corpus"
)

// Known are findings that somebody has looked at and accepted, by the id of the document.
type Known map[string][]accepted

// accepted are the findings of a document in which everything that is set is the same.
type accepted struct {
	ID       *string `json:"id"`
	System   *string `json:"system"`
	Numeral  *string `json:"numeral"`
	Kind     *string `json:"kind"`
	Headline *string `json:"headline"`
}

// ReadKnown reads a file of accepted findings, one per line: the JSON of a finding, of which id,
// system, numeral, kind and headline count as far as they are there; or the id of a document alone, for all
// its findings. Blank lines and those that begin with # are passed over.
func ReadKnown(file string) (Known, error) {
	data, err := corpus.File(file).ReadAll()
	if err != nil {
		return nil, err
	}
	known, n := Known{}, 0
	for line := range strings.Lines(string(data)) {
		n++
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		a := accepted{ID: &line}
		if line[0] == '{' {
			a = accepted{}
			if err := json.Unmarshal([]byte(line), &a); err != nil {
				return nil, &corpus.SyntaxError{File: file, Line: n, Msg: "this is not a finding as JSON: " + err.Error()}
			}
			if a.ID == nil {
				return nil, &corpus.SyntaxError{File: file, Line: n, Msg: `this has no "id"; a line has at least the id of a document`}
			}
		}
		known[*a.ID] = append(known[*a.ID], a)
	}
	return known, nil
}

// Has reports whether a finding was accepted.
func (k Known) Has(f *Finding) bool {
	same := func(want *string, have string) bool { return want == nil || *want == have }
	for _, a := range k[f.ID] {
		if same(a.System, f.System) && same(a.Numeral, f.Text) && same(a.Kind, f.Kind) && same(a.Headline, f.Headline) {
			return true
		}
	}
	return false
}
