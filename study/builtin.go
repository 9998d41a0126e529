package study

import (
	"embed"
	"strings"
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

// Source is the YAML of a protocol that comes with hed, to begin one's own with.
func Source(name string) ([]byte, bool) {
	data, err := protocols.ReadFile("protocol/" + name + ".yaml")
	return data, err == nil
}
