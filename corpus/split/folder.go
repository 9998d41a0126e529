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
