package settings

import (
	"strings"

	"go.yaml.in/yaml/v3"

	"hed/spec"
)

// A Setting is what is asked of a file, and how it may be written there.
type Setting struct {
	Name  string
	List  bool // several values
	Specs bool // of metrics or generators, whose commas are not those of a list
	Files bool // names of files, which are relative to the settings file
	Named bool // each file has a name, NAME=FILE
	Other bool // what names no file there is something else, such as a model on the Hub
}

// Values are what the file says of a setting, under the name of the command, or else
// at the top unless own is set; nil for nothing. The line is where it says so.
func (f *File) Values(command string, s Setting, own bool) (values []string, line int, err error) {
	node := f.entries[command][s.Name]
	if node == nil && !own {
		node = f.entries[""][s.Name]
	}
	if node == nil || node.Kind == yaml.ScalarNode && node.Value == "" {
		return nil, 0, nil
	}
	switch {
	case node.Kind != yaml.ScalarNode && !s.List:
		err = f.Errorf(node.Line, "%s takes one value", s.Name)
	case s.Specs:
		values, err = f.specs(s.Name, node)
	default:
		values, err = f.plain(s.Name, node)
	}
	if s.Files {
		for i, v := range values {
			values[i] = f.resolve(v, s)
		}
	}
	return values, node.Line, err
}

// plain is a scalar once, a list once an item, a mapping once a NAME=VALUE. An empty
// list is something that was said.
func (f *File) plain(name string, node *yaml.Node) ([]string, error) {
	out := []string{}
	switch node.Kind {
	case yaml.ScalarNode:
		out = append(out, node.Value)
	case yaml.SequenceNode:
		for _, item := range node.Content {
			if item.Kind != yaml.ScalarNode {
				return nil, f.Errorf(item.Line, "%s takes a list of plain values", name)
			}
			out = append(out, item.Value)
		}
	case yaml.MappingNode:
		for i := 0; i+1 < len(node.Content); i += 2 {
			if node.Content[i+1].Kind != yaml.ScalarNode {
				return nil, f.Errorf(node.Content[i+1].Line, "%s takes NAME: VALUE", name)
			}
			out = append(out, node.Content[i].Value+"="+node.Content[i+1].Value)
		}
	}
	return out, nil
}

// specs reads a string as it would stand elsewhere, or a list whose items are such
// strings or mappings of a name to its options.
func (f *File) specs(what string, node *yaml.Node) ([]string, error) {
	switch node.Kind {
	case yaml.ScalarNode:
		return []string{node.Value}, nil
	case yaml.MappingNode:
		return f.mappedSpecs(what, node)
	}
	out := []string{}
	for _, item := range node.Content {
		s, err := f.specs(what, item)
		if err != nil {
			return nil, err
		}
		out = append(out, s...)
	}
	return out, nil
}

func (f *File) mappedSpecs(what string, node *yaml.Node) ([]string, error) {
	out := []string{}
	for i := 0; i+1 < len(node.Content); i += 2 {
		sp, opts := spec.Spec{Name: node.Content[i].Value}, node.Content[i+1]
		if opts.Kind != yaml.MappingNode && opts.Tag != "!!null" {
			return nil, f.Errorf(opts.Line, "%s %s takes its options as NAME: VALUE", what, sp.Name)
		}
		for j := 0; j+1 < len(opts.Content); j += 2 {
			if opts.Content[j+1].Tag == "!!null" {
				continue // as if it were not there
			}
			value, err := f.option(opts.Content[j+1])
			if err != nil {
				return nil, err
			}
			if err := sp.Set(opts.Content[j].Value, value); err != nil {
				return nil, f.Errorf(opts.Content[j].Line, "%v", err)
			}
		}
		out = append(out, sp.String())
	}
	return out, nil
}

// option reads the value of an option: a scalar, or a list of them.
func (f *File) option(node *yaml.Node) (string, error) {
	items := []*yaml.Node{node}
	if node.Kind == yaml.SequenceNode {
		items = node.Content
	}
	var values []string
	for _, item := range items {
		if item.Kind != yaml.ScalarNode {
			return "", f.Errorf(item.Line, "an option takes a plain value or a list of them")
		}
		values = append(values, item.Value)
	}
	return strings.Join(values, "/"), nil
}
