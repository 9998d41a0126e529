package split

import "fmt"

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
