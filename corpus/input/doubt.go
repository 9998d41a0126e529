package input

import (
	"bytes"
	"encoding/json"
	"fmt"

	"hed/corpus"
	"hed/corpus/all"
)

// doubts warns of plain text that looks like records: whoever names jsonl .txt
// has braces and keys scored.
func doubts(sources ...*corpus.Source) (warnings []string, err error) {
	for _, src := range sources {
		format, err := all.FormatOf(src, "")
		if err != nil {
			return nil, err
		}
		if format.Name != all.Plain {
			continue
		}
		head, err := src.Head()
		if err != nil {
			return nil, err
		}
		if objects(head) {
			warnings = append(warnings, fmt.Sprintf("%s is read as plain text, but its lines are JSON objects; if they are records, name it .jsonl", src.Name()))
		}
	}
	return warnings, nil
}

// objects reports whether all lines are JSON objects, as far as they are not cut
// off at the end.
func objects(head []byte) bool {
	lines := bytes.Split(bytes.TrimSpace(head), []byte("\n"))
	for i, line := range lines {
		whole := i < len(lines)-1 || i == 0
		if !bytes.HasPrefix(line, []byte("{")) || whole && !json.Valid(line) {
			return false
		}
	}
	return true
}
