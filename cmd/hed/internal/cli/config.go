package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"go.yaml.in/yaml/v3"

	"hed/corpus"
	"hed/spec"
)

// DefaultConfig is read if it exists and no other file is named.
const DefaultConfig = "hed.yaml"

// owners are the settings that mean one thing to one command and another to the
// next. At the top of hed.yaml they are those of one command, or of none; the
// others find them under their own name.
var owners = map[string]string{"out": "eval", "folds": "split", "items": "score", "model": "", "gold": ""}

// A config is a settings file: one entry a flag, for all commands that have it,
// or under the name of a command for that one.
type config struct {
	name    string
	command string                // less "hed "
	entries map[string]*yaml.Node // for all commands
	own     map[string]*yaml.Node // for this one
}

// readConfig reads the file and refuses what is no flag of any command.
// Entries of other commands are fine: one file serves them all.
func readConfig(name string, cmd *cobra.Command) (*config, error) {
	c := &config{name: name, command: commandName(cmd)}
	if name == "" {
		c.name = DefaultConfig
	}
	data, err := corpus.File(c.name).ReadAll()
	if name == "" && errors.Is(err, fs.ErrNotExist) {
		return c, nil
	}
	if err != nil {
		return nil, fmt.Errorf("settings: %w", err)
	}
	var doc, more yaml.Node
	dec := yaml.NewDecoder(bytes.NewReader(data))
	if err := dec.Decode(&doc); err != nil && err != io.EOF {
		return nil, c.syntax(err)
	}
	switch err := dec.Decode(&more); {
	case err == nil:
		return nil, c.errorf(&more, "a second document begins; put all settings into one")
	case err != io.EOF:
		return nil, c.syntax(err)
	}
	if doc.Kind == 0 {
		return c, nil // only comments
	}
	top := doc.Content[0]
	if top.Kind != yaml.MappingNode {
		return nil, c.errorf(top, "expected settings as NAME: VALUE")
	}
	c.entries, err = c.read(top, FlagNames(cmd.Root()), func(key, value *yaml.Node) error {
		return c.section(key, value, cmd.Root())
	})
	return c, err
}

// read reads entries with known names. What has another name is for other.
func (c *config) read(node *yaml.Node, known []string, other func(key, value *yaml.Node) error) (map[string]*yaml.Node, error) {
	entries, seen := map[string]*yaml.Node{}, map[string]bool{}
	for i := 0; i+1 < len(node.Content); i += 2 {
		key, value := node.Content[i], withoutNulls(node.Content[i+1])
		if seen[key.Value] {
			return nil, c.errorf(key, "%s is set twice", key.Value)
		}
		seen[key.Value] = true
		if slices.Contains(known, key.Value) {
			entries[key.Value] = value
		} else if err := other(key, value); err != nil {
			return nil, err
		}
	}
	return entries, nil
}

// section reads the entries under the name of a command.
func (c *config) section(key, value *yaml.Node, root *cobra.Command) error {
	cmd, rest, err := root.Find(strings.Fields(key.Value))
	_, owned := owners[key.Value]
	switch {
	case owned:
		return c.errorf(key, "%s is not the same for all commands; put it under the name of one, as in tag: {%[1]s: ...}", key.Value)
	case err != nil || cmd == root || len(rest) > 0 || commandName(cmd) != key.Value:
		return c.errorf(key, "no setting %q; have %s; or the name of a command, with its own settings below", key.Value, strings.Join(FlagNames(root), ", "))
	case value.Tag == "!!null":
		return nil
	case value.Kind != yaml.MappingNode:
		return c.errorf(value, "%s is a command; expected settings below it as NAME: VALUE", key.Value)
	}
	var known []string
	settings(cmd, func(f *pflag.Flag) { known = append(known, f.Name) })
	entries, err := c.read(value, known, func(key, _ *yaml.Node) error {
		return c.errorf(key, "'hed %s' has no setting %q; it has %s", commandName(cmd), key.Value, strings.Join(known, ", "))
	})
	if commandName(cmd) == c.command {
		c.own = entries
	}
	return err
}

// commandName is a command as it is called in hed.yaml, such as "train tagger".
func commandName(cmd *cobra.Command) string {
	return strings.TrimPrefix(cmd.CommandPath(), cmd.Root().Name()+" ")
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

// settings calls f with each flag of a command that may stand in hed.yaml.
func settings(cmd *cobra.Command, f func(*pflag.Flag)) {
	visit := func(flag *pflag.Flag) {
		if flag.Annotations[onlyFlag] == nil && isSetting(flag) {
			f(flag)
		}
	}
	cmd.LocalNonPersistentFlags().VisitAll(visit)
	cmd.Root().PersistentFlags().VisitAll(visit)
}

// FlagNames lists what may stand at the top of hed.yaml: the flags of all
// commands.
func FlagNames(root *cobra.Command) []string {
	var names []string
	var visit func(*cobra.Command)
	visit = func(cmd *cobra.Command) {
		settings(cmd, func(f *pflag.Flag) {
			if owner, owned := owners[f.Name]; !owned || owner != "" {
				names = append(names, f.Name)
			}
		})
		for _, c := range cmd.Commands() {
			visit(c)
		}
	}
	visit(root)
	slices.Sort(names)
	return slices.Compact(names)
}

// set gives f the value of the file, if it has one.
func (c *config) set(f *pflag.Flag) error {
	node := c.entry(f)
	if node == nil || node.Kind == yaml.ScalarNode && node.Value == "" {
		return nil
	}
	values, err := c.values(node, f)
	if err != nil {
		return err
	}
	if f.Annotations[pathFlag] != nil {
		for i, v := range values {
			values[i] = c.resolve(v, f.Name == "system")
		}
	}
	if err := setFlag(f, values); err != nil {
		return c.errorf(node, "%s: %s: %v", f.Name, strings.Join(values, ", "), wanted(f, err))
	}
	return nil
}

// entry is what the file says of a flag: under the name of the command, else at
// the top; nil for nothing.
func (c *config) entry(f *pflag.Flag) *yaml.Node {
	if node := c.own[f.Name]; node != nil {
		return node
	}
	if owner, owned := owners[f.Name]; owned && owner != c.command || f.Annotations[onlyFlag] != nil {
		return nil
	}
	return c.entries[f.Name]
}

// values turns an entry into what the flag would be given: a scalar once,
// a list once an item, a mapping once a NAME=VALUE.
func (c *config) values(node *yaml.Node, f *pflag.Flag) ([]string, error) {
	_, repeats := f.Value.(pflag.SliceValue)
	if node.Kind != yaml.ScalarNode && !repeats {
		return nil, c.errorf(node, "%s takes one value", f.Name)
	}
	if f.Annotations[specFlag] != nil {
		return c.specs(f.Name, node)
	}
	var out []string
	switch node.Kind {
	case yaml.ScalarNode:
		out = append(out, node.Value)
	case yaml.SequenceNode:
		for _, item := range node.Content {
			if item.Kind != yaml.ScalarNode {
				return nil, c.errorf(item, "%s takes a list of plain values", f.Name)
			}
			out = append(out, item.Value)
		}
	case yaml.MappingNode:
		for i := 0; i+1 < len(node.Content); i += 2 {
			if node.Content[i+1].Kind != yaml.ScalarNode {
				return nil, c.errorf(node.Content[i+1], "%s takes NAME: VALUE", f.Name)
			}
			out = append(out, node.Content[i].Value+"="+node.Content[i+1].Value)
		}
	}
	return out, nil
}

// specs reads metrics or baselines: a string as on the command line, or a list
// whose items are such strings or mappings of a name to its options.
func (c *config) specs(what string, node *yaml.Node) ([]string, error) {
	switch node.Kind {
	case yaml.ScalarNode:
		return []string{node.Value}, nil
	case yaml.MappingNode:
		return c.mappedSpecs(what, node)
	}
	var out []string
	for _, item := range node.Content {
		s, err := c.specs(what, item)
		if err != nil {
			return nil, err
		}
		out = append(out, s...)
	}
	return out, nil
}

func (c *config) mappedSpecs(what string, node *yaml.Node) ([]string, error) {
	var out []string
	for i := 0; i+1 < len(node.Content); i += 2 {
		sp, opts := spec.Spec{Name: node.Content[i].Value}, node.Content[i+1]
		if opts.Kind != yaml.MappingNode && opts.Tag != "!!null" {
			return nil, c.errorf(opts, "%s %s takes its options as NAME: VALUE", what, sp.Name)
		}
		for j := 0; j+1 < len(opts.Content); j += 2 {
			if opts.Content[j+1].Tag == "!!null" {
				continue // as if it were not there
			}
			value, err := c.option(opts.Content[j+1])
			if err != nil {
				return nil, err
			}
			if err := sp.Set(opts.Content[j].Value, value); err != nil {
				return nil, c.errorf(opts.Content[j], "%v", err)
			}
		}
		out = append(out, sp.String())
	}
	return out, nil
}

// option reads the value of an option: a scalar, or a list of them.
func (c *config) option(node *yaml.Node) (string, error) {
	items := []*yaml.Node{node}
	if node.Kind == yaml.SequenceNode {
		items = node.Content
	}
	var values []string
	for _, item := range items {
		if item.Kind != yaml.ScalarNode {
			return "", c.errorf(item, "an option takes a plain value or a list of them")
		}
		values = append(values, item.Value)
	}
	return strings.Join(values, "/"), nil
}

// resolve makes a file name that is relative to the settings file relative
// to the working folder. Where files are named, NAME=FILE, the name stays.
func (c *config) resolve(v string, named bool) string {
	name, file := "", v
	if i := strings.IndexByte(v, '='); named && i >= 0 {
		name, file = v[:i+1], v[i+1:]
	}
	if file == "" || file == "-" || filepath.IsAbs(file) {
		return v
	}
	return name + filepath.Join(filepath.Dir(c.name), file)
}

// syntax gives an error of the YAML parser the form FILE:LINE.
func (c *config) syntax(err error) error {
	msg := strings.TrimPrefix(err.Error(), "yaml: ")
	if rest, ok := strings.CutPrefix(msg, "line "); ok {
		if line, what, ok := strings.Cut(rest, ": "); ok {
			return InputErrorf("%s:%s: is not valid YAML: %s", c.name, line, what)
		}
	}
	return InputErrorf("%s: is not valid YAML: %s", c.name, msg)
}

func (c *config) errorf(at *yaml.Node, format string, args ...any) error {
	return InputErrorf("%s:%d: %s", c.name, at.Line, fmt.Sprintf(format, args...))
}
