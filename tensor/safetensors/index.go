package safetensors

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// An Index says by the name of a tensor which file of its folder has it.
type Index map[string]string

// ParseIndex reads an index. It names one tensor at least, and its files are names of
// weights without a folder, whatever system reads them. Errors do not name the index.
func ParseIndex(data []byte) (Index, error) {
	var parsed struct {
		Files Index `json:"weight_map"`
	}
	if err := json.Unmarshal(data, &parsed); err != nil {
		return nil, err
	}
	if len(parsed.Files) == 0 {
		return nil, errors.New("it names no tensors under weight_map; fetch it again")
	}
	for _, name := range parsed.Files.Files() {
		if path.Base(name) != name || strings.Contains(name, `\`) || !filepath.IsLocal(name) || !strings.HasSuffix(name, ".safetensors") {
			return nil, fmt.Errorf("it names the file %.100q, which is not one of weights in its folder; do not use this model", name)
		}
	}
	return parsed.Files, nil
}

// Files gives the names of the files, sorted, each once.
func (x Index) Files() []string { return slices.Compact(slices.Sorted(maps.Values(x))) }
