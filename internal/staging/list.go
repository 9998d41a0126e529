package staging

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// ListFile lists what hed has written in a folder, by the file that came last of each
// work: {"run.json": [...]}. What is not listed is not of hed, and neither replaced nor
// removed; what is listed can be compared with what was written.
const ListFile = "files.json"

// A Listed is a file of a list.
type Listed struct {
	Name   string `json:"name"` // with slashes, from the folder
	Size   int64  `json:"size"`
	SHA256 string `json:"sha256"`
}

// A List is the files of one work.
type List []Listed

type lists map[string]List

// ReadList reads what a folder says of the work whose last file has that name. It is nil
// where the folder says nothing: earlier versions had no lists.
func ReadList(folder, last string) (List, error) {
	all, err := readLists(folder)
	return all[last], err
}

// ListWith is the list that has a file of that name; nil where none has.
func ListWith(folder, name string) (List, error) {
	all, err := readLists(folder)
	for _, list := range all {
		if slices.Contains(list.names(), name) {
			return list, err
		}
	}
	return nil, err
}

func readLists(folder string) (lists, error) {
	file := filepath.Join(folder, ListFile)
	data, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	all, damaged := parseLists(data)
	if damaged != nil {
		return nil, fmt.Errorf("%s is not a list of what hed wrote, or it is damaged (%w); remove it if it is not yours, and what it lists", file, damaged)
	}
	return all, nil
}

func parseLists(data []byte) (all lists, damaged error) {
	damaged = json.Unmarshal(data, &all)
	for _, list := range all {
		for _, f := range list {
			if !isName(f.Name) {
				damaged = fmt.Errorf("the name %q leads out of the folder", f.Name)
			}
		}
	}
	return all, damaged
}

// ParseList reads the list of a folder that is elsewhere, for the work whose last file has that
// name. It must have that file, as the last one.
func ParseList(data []byte, last string) (List, error) {
	all, err := parseLists(data)
	if list := all[last]; err == nil && (len(list) == 0 || list[len(list)-1].Name != last) {
		err = fmt.Errorf("there is no %s in it", last)
	}
	if err != nil {
		return nil, fmt.Errorf("the list of files is damaged: %w", err)
	}
	return all[last], nil
}

// isName keeps a list from naming what is not in its folder, and itself.
func isName(name string) bool {
	return filepath.IsLocal(filepath.FromSlash(name)) && name != ListFile && !strings.HasPrefix(name, unfinished)
}

func (all lists) write(w io.Writer) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(all)
}

func (l List) names() (names []string) {
	for _, f := range l {
		names = append(names, f.Name)
	}
	return names
}

// ErrChanged is a file that is not as it was written.
var ErrChanged = errors.New("somebody, or the disk, has changed it since it was written")

// Sum is the SHA-256 of a file when hed wrote it, in hexadecimal, as its folder says, or the one above, such as that of a split for the
// parts of its folds; "" where neither does.
func Sum(file string) string {
	folder, err := filepath.Abs(file)
	if err != nil {
		return ""
	}
	name := ""
	for range 2 {
		name = path.Join(filepath.Base(folder), name)
		folder = filepath.Dir(folder)
		all, err := readLists(folder)
		if err != nil {
			continue // somebody else's file of that name, beside their documents
		}
		for _, list := range all {
			for _, f := range list {
				if f.Name == name {
					return f.SHA256
				}
			}
		}
	}
	return ""
}

// Check compares a file of the folder with what was written. A list that is nil knows
// nothing, and finds nothing wrong.
func (l List) Check(folder, name string) error {
	if l == nil {
		return nil
	}
	i := slices.IndexFunc(l, func(f Listed) bool { return f.Name == name })
	if i < 0 {
		return fmt.Errorf("%w; %s does not list it", ErrChanged, ListFile)
	}
	f, err := os.Open(filepath.Join(folder, filepath.FromSlash(name)))
	if err != nil {
		return err
	}
	defer f.Close()
	h := sha256.New()
	n, err := io.Copy(h, f)
	if err != nil {
		return err
	}
	if want, err := hex.DecodeString(l[i].SHA256); err != nil || n != l[i].Size || !bytes.Equal(h.Sum(nil), want) {
		return ErrChanged
	}
	return nil
}

// CheckAll compares all files.
func (l List) CheckAll(folder string) error {
	for _, name := range l.names() {
		if err := l.Check(folder, name); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

// Unchanged compares those files of a folder for which of is true with what hed wrote there, as far as it has listed them: a
// model that the disk has changed writes other headlines, and nobody would know why. What was about to appear there does so first.
func Unchanged(folder string, of func(name string) bool) error {
	if err := Recover(folder); err != nil {
		return err
	}
	all, err := readLists(folder)
	if err != nil {
		return err
	}
	for _, last := range slices.Sorted(maps.Keys(all)) {
		for _, name := range all[last].names() {
			if !of(name) {
				continue
			}
			if err := all[last].Check(folder, name); err != nil {
				return fmt.Errorf("%s: %w; make it again, or copy it to another folder if that is meant", filepath.Join(folder, filepath.FromSlash(name)), err)
			}
		}
	}
	return nil
}

// UnchangedFile is Unchanged for one file.
func UnchangedFile(file string) error {
	return Unchanged(filepath.Dir(file), func(name string) bool { return name == filepath.Base(file) })
}
