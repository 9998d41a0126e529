package safetensors

import (
	"encoding/json"
	"fmt"
	"io"
)

// shard is how large a file of weights may be, so that a folder can be sent where files are limited.
const shard = 12 << 20

// Files are the files of a model folder that has the given tensors, by name: one, or several with an index. A tensor that is larger than
// a file of several should be has one of its own.
func Files(tensors []Out, several bool) map[string]func(io.Writer) error {
	if !several {
		return map[string]func(io.Writer) error{WholeFile: func(w io.Writer) error { return Write(w, tensors, map[string]string{"format": "pt"}) }}
	}
	var groups [][]Out
	size := shard
	for _, t := range tensors {
		bytes := sizes[t.Type] * t.len()
		if size+bytes > shard {
			groups, size = append(groups, nil), 0
		}
		last := len(groups) - 1
		groups[last] = append(groups[last], t)
		size += bytes
	}
	index := struct {
		Metadata map[string]int `json:"metadata"`
		Files    Index          `json:"weight_map"`
	}{map[string]int{}, Index{}}
	files := map[string]func(io.Writer) error{}
	for i, group := range groups {
		name := fmt.Sprintf("model-%05d-of-%05d.safetensors", i+1, len(groups))
		for _, t := range group {
			index.Files[t.Name] = name
			index.Metadata["total_size"] += sizes[t.Type] * t.len()
		}
		files[name] = func(w io.Writer) error { return Write(w, group, map[string]string{"format": "pt"}) }
	}
	files[IndexFile] = func(w io.Writer) error {
		e := json.NewEncoder(w)
		e.SetIndent("", "  ")
		return e.Encode(index)
	}
	return files
}
