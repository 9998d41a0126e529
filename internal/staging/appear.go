package staging

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"hed/internal/option"
	"hed/internal/whole"
)

// Files are made below Unfinished and appear in the folder in these steps, each on disk
// before the next begins: the files; a plan of what is put where and what is removed;
// the removal of the old last file; all other files; the last one. Before the plan is
// there, the old files are as they were. Afterwards the new ones are there, and whoever
// opens the folder next carries out what is left of the plan.

const (
	newFolder = "results" // below Unfinished
	planFile  = "plan"    // beside it
)

// A Part is a file that is being made. Close ends it.
type Part struct {
	*bufio.Writer
	file *os.File
	sum  hash.Hash
	of   *Folder
	at   int // in of.parts
}

// Create begins a file, by its name with slashes from the folder. It appears with all
// others, in the order in which they were begun.
func (f *Folder) Create(name string) (*Part, error) {
	file := filepath.Join(f.Unfinished(), newFolder, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		return nil, err
	}
	out, err := os.Create(file)
	if err != nil {
		return nil, err
	}
	p := &Part{file: out, sum: sha256.New(), of: f, at: len(f.parts)}
	p.Writer = bufio.NewWriterSize(io.MultiWriter(out, p.sum), 1<<16)
	f.parts = append(f.parts, Listed{Name: name})
	return p, nil
}

// Close completes the file. It does nothing the second time.
func (p *Part) Close() error {
	if p.file == nil {
		return nil
	}
	err := p.Flush()
	info, failed := p.file.Stat()
	err = errors.Join(err, failed, p.file.Close())
	if p.file = nil; err != nil {
		return err
	}
	listed := &p.of.parts[p.at]
	listed.Size, listed.SHA256 = info.Size(), hex.EncodeToString(p.sum.Sum(nil))
	return nil
}

// Add makes a file in one go.
func (f *Folder) Add(name string, write func(io.Writer) error) error {
	p, err := f.Create(name)
	if err != nil {
		return err
	}
	defer p.Close()
	if err := write(p); err != nil {
		return err
	}
	return p.Close()
}

// A plan is what has to be done to make files appear.
type plan struct {
	Place  []string `json:"place"` // in this order
	Remove []string `json:"remove"`
}

// Appear puts what was made in the place of what the same work made before, as the
// folder lists it. A folder of an earlier version has no list: older are what it has then.
func (f *Folder) Appear(older []string) error {
	last := f.parts[len(f.parts)-1].Name
	return f.appear(older, func(of string, _ List) bool { return of == last })
}

// appear is Appear for a work that made the lists which same accepts.
func (f *Folder) appear(older []string, same func(last string, l List) bool) error {
	last, names := f.parts[len(f.parts)-1].Name, f.parts.names()
	all, err := readLists(f.Path)
	if err != nil {
		return err
	}
	var had []string
	for _, of := range slices.Sorted(maps.Keys(all)) {
		if same(of, all[of]) {
			had = append(had, all[of].names()...)
			delete(all, of)
		}
	}
	if had != nil {
		older = had
	}
	if err := f.refuse(older, names); err != nil {
		return err
	}
	todo := plan{Place: append([]string{ListFile}, names...)}
	for _, name := range older {
		if !slices.Contains(names, name) {
			todo.Remove = append(todo.Remove, name)
		}
	}
	if all == nil {
		all = lists{}
	}
	all[last] = f.parts
	if err := f.Add(ListFile, all.write); err != nil {
		return err
	}
	return f.perform(&todo)
}

// Amend puts what was made beside the other files of a work, last being its last file, or in the place of those of
// the same name. A folder of an earlier version has no list, and gets none: older are what it has then.
func (f *Folder) Amend(last string, older []string) error {
	all, err := readLists(f.Path)
	if err != nil {
		return err
	}
	names, list := f.parts.names(), all[last]
	if list != nil {
		older = list.names()
	}
	if err := f.refuse(older, names); err != nil {
		return err
	}
	todo := plan{Place: names}
	if list != nil {
		for _, part := range f.parts {
			if i := slices.Index(older, part.Name); i >= 0 {
				list[i] = part
			} else {
				list = slices.Insert(list, len(list)-1, part) // the last file stays the last
			}
		}
		all[last] = list
		if err := f.Add(ListFile, all.write); err != nil {
			return err
		}
		todo.Place = append(names, ListFile)
	}
	return f.perform(&todo)
}

// perform has what was made on disk, writes down what is to be done, and does it.
func (f *Folder) perform(todo *plan) error {
	if err := f.force(todo.Place); err != nil {
		return err
	}
	text, err := json.Marshal(todo)
	if err != nil {
		return err
	}
	err = whole.Write(filepath.Join(f.Unfinished(), planFile), func(w io.Writer) error {
		_, err := fmt.Fprintf(w, "%s\n%x\n", text, sha256.Sum256(text)) // a name that the disk has changed is one of another file
		return err
	})
	if err != nil {
		return err
	}
	return f.carryOut(todo)
}

// force has what was made on disk, and the folders that it is in.
func (f *Folder) force(names []string) error {
	var files []string
	folders := map[string]bool{f.Unfinished(): true, f.Path: true}
	for _, name := range names {
		file := filepath.Join(f.Unfinished(), newFolder, filepath.FromSlash(name))
		files = append(files, file)
		for p := filepath.Dir(file); p != f.Unfinished(); p = filepath.Dir(p) {
			folders[p] = true
		}
	}
	for _, p := range f.made {
		folders[filepath.Dir(p)] = true
	}
	if err := whole.Sync(files...); err != nil {
		return err
	}
	return whole.SyncFolders(slices.Sorted(maps.Keys(folders))...)
}

// carryOut does what is left of a plan. Its last file is the last to go, so that if that
// has gone nothing is left.
func (f *Folder) carryOut(todo *plan) error {
	from := func(name string) string { return filepath.Join(f.Unfinished(), newFolder, filepath.FromSlash(name)) }
	to := func(name string) string { return filepath.Join(f.Path, filepath.FromSlash(name)) }
	rest, last := todo.Place[:len(todo.Place)-1], todo.Place[len(todo.Place)-1]
	if _, err := os.Lstat(from(last)); errors.Is(err, fs.ErrNotExist) {
		return whole.Remove(filepath.Join(f.Unfinished(), planFile))
	}
	if err := f.inside(append(todo.Place, todo.Remove...)...); err != nil {
		return err
	}
	// A folder with files of two works must not look complete.
	if err := whole.Remove(to(last)); err != nil {
		return err
	}
	folders := map[string]bool{f.Path: true}
	if err := whole.SyncFolders(f.Path); err != nil {
		return err
	}
	for _, name := range rest {
		folders[filepath.Dir(to(name))] = true
		if err := os.MkdirAll(filepath.Dir(to(name)), 0o777); err != nil {
			return err
		}
		if err := os.Rename(from(name), to(name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	for _, name := range todo.Remove {
		if err := whole.Remove(to(name)); err != nil {
			return err
		}
		for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
			os.Remove(to(dir)) // does nothing unless it is empty
		}
	}
	if err := whole.SyncFolders(slices.Sorted(maps.Keys(folders))...); err != nil {
		return err
	}
	if err := os.Rename(from(last), to(last)); err != nil {
		return err
	}
	if err := whole.SyncFolders(f.Path); err != nil {
		return err
	}
	return whole.Remove(filepath.Join(f.Unfinished(), planFile))
}

// planned is what is left to be carried out; nil for nothing.
func (f *Folder) planned() (*plan, error) {
	file := filepath.Join(f.Unfinished(), planFile)
	data, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	todo := new(plan)
	text, sum, _ := strings.Cut(string(data), "\n")
	if err == nil {
		err = json.Unmarshal([]byte(text), todo)
	}
	if err == nil && sum != "" && sum != fmt.Sprintf("%x\n", sha256.Sum256([]byte(text))) { // earlier versions wrote none
		err = errors.New("its bytes are not those that were written")
	}
	if err == nil && len(todo.Place) == 0 {
		err = errors.New("it places nothing")
	}
	for _, name := range append(todo.Place, todo.Remove...) {
		if err == nil && name != ListFile && !isName(name) {
			err = fmt.Errorf("the name %q leads out of the folder", name)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("%s: it says what was about to appear, and is damaged (%w); remove %s", file, err, f.Unfinished())
	}
	return todo, nil
}

// recover carries out what is left of a plan and forgets the work that it was of.
func (f *Folder) recover() error {
	todo, err := f.planned()
	if err != nil || todo == nil {
		return err
	}
	if err := f.carryOut(todo); err != nil {
		return whole.Failed("results to", f.Path, err)
	}
	for _, file := range f.Files() {
		os.RemoveAll(file)
	}
	return nil
}

// Recover completes what was about to appear in a folder when its process ended.
func Recover(path string) error {
	if _, err := os.Lstat(filepath.Join(path, unfinished, planFile)); err != nil {
		return nil
	}
	f, err := Open(path)
	if err != nil {
		return err
	}
	f.Close()
	return nil
}

// Refuse says which of the files that are to appear would take the place of something
// that is not of the same work, last being its last file. older is as for Appear.
func (f *Folder) Refuse(last string, older []string, names ...string) error {
	list, err := ReadList(f.Path, last)
	if err != nil {
		return err
	}
	if list != nil {
		older = list.names()
	}
	return f.refuse(older, names)
}

func (f *Folder) refuse(older, names []string) error {
	if err := f.inside(names...); err != nil {
		return err
	}
	for _, name := range names {
		info, err := os.Lstat(filepath.Join(f.Path, filepath.FromSlash(name)))
		if err == nil && (info.IsDir() || !slices.Contains(older, name)) {
			return f.lost(name)
		}
	}
	return nil
}

// inside refuses a name whose folder is a link, which may lead to what is not of hed, or
// no folder.
func (f *Folder) inside(names ...string) error {
	for _, name := range names {
		for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
			if info, err := os.Lstat(filepath.Join(f.Path, filepath.FromSlash(dir))); err == nil && !info.IsDir() {
				return f.lost(dir)
			}
		}
	}
	return nil
}

func (f *Folder) lost(name string) error {
	return fmt.Errorf("%s %s: there is %s, which hed did not write and would overwrite; move it, or name another folder", option.Name("out"), f.Path, filepath.FromSlash(name))
}
