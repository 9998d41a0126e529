// Package sample is a small corpus of news articles, with headlines that
// newspapers and systems gave them. It lets somebody try hed before they
// have data of their own.
//
// The articles, the newspapers, the people and the systems are invented. All
// of it was written for this project and is free to use. README.md says how
// the systems differ and where each numeral of a reference comes from.
package sample

import (
	"embed"
	"io"
	"io/fs"
	"path/filepath"

	"hed/internal/whole"
)

// Files holds articles.jsonl, with one article a line, and for each system a
// text file with one headline a line, in the order of the articles.
//
//go:embed articles.jsonl polished.txt cautious.txt careless.txt
var Files embed.FS

// Systems names the systems in the order in which an editor would rank them.
// The headlines of a system are in Files under its name and ".txt".
var Systems = []string{"polished", "cautious", "careless"}

// Write puts the files into a folder.
func Write(folder string) error {
	var all whole.Batch
	defer all.Discard()
	err := fs.WalkDir(Files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := Files.ReadFile(name)
		if err != nil {
			return err
		}
		return all.Write(filepath.Join(folder, name), func(w io.Writer) error {
			_, err := w.Write(data)
			return err
		})
	})
	if err != nil {
		return err
	}
	return all.Commit()
}
