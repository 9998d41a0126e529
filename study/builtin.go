package study

import (
	"embed"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"hed/internal/near"
	"hed/internal/option"
)

//go:embed protocol/*.yaml
var protocols embed.FS

// Builtins are the names of the protocols that come with hed, in order.
func Builtins() []string {
	files, err := protocols.ReadDir("protocol")
	if err != nil {
		panic("study: " + err.Error())
	}
	var names []string
	for _, f := range files {
		names = append(names, strings.TrimSuffix(f.Name(), ".yaml"))
	}
	return names
}

// Builtin gives a protocol that comes with hed. It belongs to the caller.
func Builtin(name string) (*Protocol, bool) {
	data, ok := Source(name)
	if !ok {
		return nil, false
	}
	p, err := Read(name+".yaml", data)
	if err != nil {
		panic("study: " + err.Error()) // a test reads them all
	}
	return p, true
}

// Find gives a protocol by its name, if it comes with hed, or reads it from a YAML file.
// What is wrong in the file is a *corpus.SyntaxError.
func Find(name string) (*Protocol, error) {
	if name == "" {
		return nil, option.Errorf("protocol", " is missing: one of %s, or a YAML file", strings.Join(Builtins(), ", "))
	}
	if p, ok := Builtin(name); ok {
		return p, nil
	}
	data, err := os.ReadFile(name)
	if os.IsNotExist(err) && filepath.Ext(name) == "" {
		return nil, option.Errorf("protocol", " %s: there is no such protocol and no such file; %s", name, near.Hint(name, Builtins()))
	}
	if err != nil {
		return nil, fmt.Errorf("read the protocol: %w", err)
	}
	return Read(name, data)
}

// Source is the YAML of a protocol that comes with hed, to begin one's own with.
func Source(name string) ([]byte, bool) {
	data, err := protocols.ReadFile("protocol/" + name + ".yaml")
	return data, err == nil
}
