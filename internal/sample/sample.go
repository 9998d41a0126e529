// Package sample has small corpora of news articles, with headlines that
// newspapers and systems gave them. They let somebody try hed before they
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

// A Sample holds articles.jsonl, with one article per line, and for each system
// a text file with one headline per line, in the order of the articles.
type Sample struct {
	fs.FS
	// Lang is the language of the articles, or of most of them.
	Lang string
	// Systems names the systems in the order in which an editor would rank them.
	// The headlines of a system are in the file with its name and ".txt".
	Systems []string
}

//go:embed articles.jsonl polished.txt cautious.txt careless.txt
var english embed.FS

//go:embed italian/articles.jsonl italian/fedele.txt italian/svelto.txt
var italian embed.FS

// The samples. Six of the articles of English are in Italian, since a corpus
// may have several languages.
var (
	English = &Sample{english, "en", []string{"polished", "cautious", "careless"}}
	Italian = &Sample{sub(italian, "italian"), "it", []string{"fedele", "svelto"}}
)

func sub(files fs.FS, folder string) fs.FS {
	under, err := fs.Sub(files, folder)
	if err != nil {
		panic("sample: " + err.Error()) // the name is not one of a folder
	}
	return under
}

// In returns the sample in a language, by its code, or nil.
func In(lang string) *Sample {
	for _, s := range []*Sample{English, Italian} {
		if s.Lang == lang {
			return s
		}
	}
	return nil
}

// Write puts the files into a folder.
func (s *Sample) Write(folder string) error {
	var all whole.Batch
	defer all.Discard()
	err := fs.WalkDir(s, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := fs.ReadFile(s, name)
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
