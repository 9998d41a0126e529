// Package settings reads hed.yaml and files like it: an entry for each setting, for all
// commands that have it, or under the name of a command for that one alone.
//
// What a value may be is not known here. It comes out as the strings that would have
// been written in its place, so that whoever takes them checks all settings alike,
// wherever they come from. Package spec reads what metrics and generators are in one
// string; in a file they may also be mappings.
package settings

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// A File is the entries of a file of settings.
type File struct {
	Name    string
	entries map[string]map[string]*yaml.Node // by command, "" for all, and by name
}

// An Error is about a line of the file, or all of it where Line is 0.
type Error struct {
	File string
	Line int
	Msg  string
}

func (e *Error) Error() string {
	if e.Line == 0 {
		return e.File + ": " + e.Msg
	}
	return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Msg)
}

// Errorf is an Error at a line of the file.
func (f *File) Errorf(line int, format string, args ...any) error {
	return &Error{f.Name, line, fmt.Sprintf(format, args...)}
}

// Parse reads a file. check refuses an entry that there is not, for a command or for
// all of them, "", where it says whether the entry is itself a command. What is null
// counts as not there.
func Parse(name string, data []byte, check func(command, entry string) (isCommand bool, err error)) (*File, error) {
	f := &File{Name: name, entries: map[string]map[string]*yaml.Node{}}
	var doc, more yaml.Node
	dec := yaml.NewDecoder(bytes.NewReader(data))
	if err := dec.Decode(&doc); err != nil && err != io.EOF {
		return nil, f.syntax(err)
	}
	switch err := dec.Decode(&more); {
	case err == nil:
		return nil, f.Errorf(more.Line, "a second document begins; put all settings into one")
	case err != io.EOF:
		return nil, f.syntax(err)
	}
	if doc.Kind == 0 {
		return f, nil // only comments
	}
	top := doc.Content[0]
	if top.Kind != yaml.MappingNode {
		return nil, f.Errorf(top.Line, "expected settings as NAME: VALUE")
	}
	return f, f.read("", top, check)
}

// read reads the entries of a command, or of all.
func (f *File) read(command string, node *yaml.Node, check func(command, entry string) (bool, error)) error {
	entries, seen := map[string]*yaml.Node{}, map[string]bool{}
	f.entries[command] = entries
	for i := 0; i+1 < len(node.Content); i += 2 {
		key, value := node.Content[i], withoutNulls(node.Content[i+1])
		if seen[key.Value] {
			return f.Errorf(key.Line, "%s is set twice", key.Value)
		}
		seen[key.Value] = true
		isCommand, err := check(command, key.Value)
		switch {
		case err != nil:
			return f.Errorf(key.Line, "%v", err)
		case !isCommand:
			entries[key.Value] = value
		case value.Tag == "!!null":
		case value.Kind != yaml.MappingNode:
			return f.Errorf(value.Line, "%s is a command; expected settings below it as NAME: VALUE", key.Value)
		default:
			if err := f.read(key.Value, value, check); err != nil {
				return err
			}
		}
	}
	return nil
}

// withoutNulls leaves out of lists what has no value, and writes it as
// nothing elsewhere: null, ~ and an empty place are the same.
func withoutNulls(node *yaml.Node) *yaml.Node {
	isNull := func(n *yaml.Node) bool { return n.Tag == "!!null" }
	if isNull(node) {
		node.Value = ""
	}
	if node.Kind == yaml.SequenceNode {
		node.Content = slices.DeleteFunc(node.Content, isNull)
	}
	for _, n := range node.Content {
		withoutNulls(n)
	}
	return node
}

// resolve makes a file name that is relative to the settings file relative
// to the working folder. Where files are named, NAME=FILE, the name stays.
func (f *File) resolve(v string, s Setting) string {
	name, file := "", v
	if i := strings.IndexByte(v, '='); s.Named && i >= 0 {
		name, file = v[:i+1], v[i+1:]
	}
	if file == "" || file == "-" || filepath.IsAbs(file) {
		return v
	}
	path := filepath.Join(filepath.Dir(f.Name), file)
	if s.Other && !strings.Contains(file, "{") { // of which there is one for each fold
		if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
			return v
		}
	}
	return name + path
}

// syntax gives an error of the YAML parser the form FILE:LINE.
func (f *File) syntax(err error) error {
	msg := strings.TrimPrefix(err.Error(), "yaml: ")
	if rest, ok := strings.CutPrefix(msg, "line "); ok {
		if line, what, ok := strings.Cut(rest, ": "); ok {
			var n int
			if _, err := fmt.Sscan(line, &n); err == nil {
				return f.Errorf(n, "is not valid YAML: %s", what)
			}
		}
	}
	return f.Errorf(0, "is not valid YAML: %s", msg)
}
