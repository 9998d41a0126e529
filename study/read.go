package study

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"hed/corpus"
)

// mostBytes is how long a protocol may be; the longest built in has a tenth.
const mostBytes = 256 << 10

// Read reads a protocol from YAML. The keys are those of Protocol and the types in
// it; anything else is refused, so that a key with a slip of the pen is not taken
// for one left out. Errors are *corpus.SyntaxError in the file, which is what it is called,
// and all that are found come together.
func Read(file string, data []byte) (*Protocol, error) {
	if len(data) > mostBytes {
		return nil, corpus.At(file, 0, fmt.Errorf("has %d bytes, and a protocol may have %d; move what is not asked to another file", len(data), mostBytes))
	}
	var doc yaml.Node
	if err := yaml.Unmarshal(data, &doc); err != nil {
		return nil, notYAML(file, err)
	}
	if len(doc.Content) == 0 {
		return nil, corpus.At(file, 0, errors.New("is empty; a protocol begins with name, title, unit, numbers and steps"))
	}
	p := &Protocol{}
	r := &reader{file: file, lines: map[string]int{}}
	r.fill("", doc.Content[0], reflect.ValueOf(p).Elem())
	if len(r.errs) == 0 {
		p.setDefaults()
		r.check(p)
	}
	if err := errors.Join(r.errs...); err != nil {
		return nil, err
	}
	return p, nil
}

// notYAML gives an error of the YAML parser the form FILE:LINE.
func notYAML(file string, err error) error {
	msg := strings.TrimPrefix(err.Error(), "yaml: ")
	n := 0
	if rest, ok := strings.CutPrefix(msg, "line "); ok {
		if line, what, ok := strings.Cut(rest, ": "); ok {
			n, _ = strconv.Atoi(line)
			msg = what
		}
	}
	return corpus.At(file, n, errors.New("is not valid YAML: "+msg))
}

// A reader turns nodes into values and remembers where each stood, so that what
// is wrong with the whole can be said of a line.
type reader struct {
	file  string
	lines map[string]int // by path, as in steps[0].questions[1].kind
	errs  []error
}

// errorf reports something about a path, or about what it is in.
func (r *reader) errorf(path, format string, args ...any) {
	line, ok := r.lines[path]
	for at := path; !ok && at != ""; line, ok = r.lines[at] {
		at = at[:max(0, strings.LastIndexAny(at, ".["))]
	}
	r.errs = append(r.errs, corpus.At(r.file, line, fmt.Errorf(format, args...)))
}

// fill sets v to what a node says.
func (r *reader) fill(path string, n *yaml.Node, v reflect.Value) {
	r.lines[path] = n.Line
	if n.Kind == yaml.AliasNode {
		r.errorf(path, "%s refers to an anchor; write it out", nameOf(path))
		return
	}
	if n.Tag == "!!null" && path != "" {
		r.errorf(path, "%s has no value; give it one, or remove the line", nameOf(path))
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		r.fill(path, n, v.Elem())
	case reflect.Struct:
		r.fillStruct(path, n, v)
	case reflect.Map:
		r.fillText(path, n, v)
	case reflect.Slice:
		if n.Kind != yaml.SequenceNode {
			r.errorf(path, "%s must be a list, whose items begin with a dash", nameOf(path))
			return
		}
		v.Set(reflect.MakeSlice(v.Type(), len(n.Content), len(n.Content)))
		for i, item := range n.Content {
			r.fill(fmt.Sprintf("%s[%d]", path, i), item, v.Index(i))
		}
	default:
		r.fillScalar(path, n, v)
	}
}

func (r *reader) fillStruct(path string, n *yaml.Node, v reflect.Value) {
	if n.Kind != yaml.MappingNode {
		r.errorf(path, "%s must be lines of KEY: VALUE", nameOf(path))
		return
	}
	fields := map[string]reflect.Value{}
	var known []string
	for f, value := range v.Fields() {
		key, _, _ := strings.Cut(f.Tag.Get("yaml"), ",")
		fields[key] = value
		known = append(known, key)
	}
	r.eachKey(path, n, func(key, at string, value *yaml.Node) {
		if f, ok := fields[key]; ok {
			r.fill(at, value, f)
			return
		}
		r.errorf(at, "%s has no key %q; it may have %s", nameOf(path), short(key), strings.Join(known, ", "))
	})
}

// fillText reads a sentence by language.
func (r *reader) fillText(path string, n *yaml.Node, v reflect.Value) {
	if n.Kind != yaml.MappingNode {
		r.errorf(path, "%s must be a sentence for each language, such as {en: …, it: …}", nameOf(path))
		return
	}
	v.Set(reflect.MakeMap(v.Type()))
	r.eachKey(path, n, func(key, at string, value *yaml.Node) {
		text := reflect.New(v.Type().Elem()).Elem()
		r.fill(at, value, text)
		v.SetMapIndex(reflect.ValueOf(key), text)
	})
}

// eachKey calls do for each line of a mapping, but for those that repeat a key.
func (r *reader) eachKey(path string, n *yaml.Node, do func(key, at string, value *yaml.Node)) {
	var seen []string
	for i := 0; i+1 < len(n.Content); i += 2 {
		key := n.Content[i].Value
		at := strings.TrimPrefix(path+"."+key, ".")
		r.lines[at] = n.Content[i].Line
		if slices.Contains(seen, key) {
			r.errorf(at, "%s has %q twice; remove one", nameOf(path), short(key))
			continue
		}
		seen = append(seen, key)
		do(key, at, n.Content[i+1])
	}
}

// fillScalar reads a string, a number or a truth. A string is taken as it is
// written, so that a choice may have the keys yes and 1.
func (r *reader) fillScalar(path string, n *yaml.Node, v reflect.Value) {
	if n.Kind != yaml.ScalarNode {
		r.errorf(path, "%s must be one plain value", nameOf(path))
		return
	}
	switch v.Kind() {
	case reflect.String:
		v.SetString(n.Value)
	case reflect.Bool:
		b, err := strconv.ParseBool(n.Value)
		if err != nil || n.Tag != "!!bool" {
			r.errorf(path, "%s must be true or false, not %q", nameOf(path), short(n.Value))
		}
		v.SetBool(b)
	default:
		i, err := strconv.Atoi(n.Value)
		if err != nil || i < -mostNumber || i > mostNumber {
			r.errorf(path, "%s must be a whole number up to %d, not %q", nameOf(path), mostNumber, short(n.Value))
			return
		}
		v.SetInt(int64(i))
	}
}

// mostNumber keeps products of two numbers of a protocol within an int64.
const mostNumber = 1_000_000

// nameOf is how errors call a path.
func nameOf(path string) string {
	if path == "" {
		return "the protocol"
	}
	return path
}

// short is text that fits into an error, whatever its length.
func short(s string) string {
	if r := []rune(s); len(r) > 40 {
		return string(r[:40]) + "…"
	}
	return s
}
