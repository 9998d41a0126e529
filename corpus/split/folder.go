package split

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// File is the file in the folder of a split that says how it was made. A folder
// that has it is complete.
const File = "split.json"

// Folder is the name of a fold's folder below that of the split; one fold needs
// none.
func Folder(fold, folds int) string {
	if folds == 1 {
		return ""
	}
	return fmt.Sprintf("fold%d", fold+1)
}

// FoldMark stands for the number of a fold, from 1, in the names of files and models of which each fold has its own.
const FoldMark = "{fold}"

// FoldField is the meta field of a document that says in which fold it is in the test part.
const FoldField = "fold"

// InFold is a name that has FoldMark, for the fold of a number from 1.
func InFold(name string, fold int) string {
	return strings.ReplaceAll(name, FoldMark, strconv.Itoa(fold))
}

// Count is how many folds there are of a file whose name has FoldMark. If the mark is in the name of a folder, the folders count, so
// that a file that one of them lacks is missed when it is opened. It refuses folds between which one is missing.
func Count(name string) (int, error) {
	end := strings.Index(name, FoldMark) + len(FoldMark)
	for end < len(name) && !os.IsPathSeparator(name[end]) {
		end++
	}
	dir, base := filepath.Split(name[:end])
	entries, err := os.ReadDir(cmp.Or(dir, "."))
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	last, there := 0, map[int]bool{}
	before, _, _ := strings.Cut(base, FoldMark)
	for _, e := range entries {
		rest, _ := strings.CutPrefix(e.Name(), before)
		for k := range rest {
			// Other digits may follow those of the fold.
			fold, err := strconv.Atoi(rest[:k+1])
			if err != nil {
				break
			}
			if fold > 0 && InFold(base, fold) == e.Name() {
				there[fold] = true
				last = max(last, fold)
			}
		}
	}
	for fold := range last {
		if !there[fold+1] {
			return 0, fmt.Errorf("%s: there is fold %d, but not fold %d; folds are numbered from 1 on without gaps", name, last, fold+1)
		}
	}
	return last, nil
}
