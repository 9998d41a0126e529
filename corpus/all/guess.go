package all

import "hed/corpus"

// Plain is the name of the format of plain text, whose articles and
// references are in files of their own.
const Plain = "parallel"

// Guess tells the format that Documents would read src in. What looks like
// no other format is plain text.
func Guess(src *corpus.Source, format string) (*corpus.Format, error) {
	f, err := choose(src, format, Formats)
	if f == nil && err == nil {
		return choose(src, Plain, Formats)
	}
	return f, err
}

// Names are the names of the formats.
func Names() []string {
	var ns []string
	for _, f := range Formats {
		ns = append(ns, f.Name)
	}
	return ns
}
