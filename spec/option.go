package spec

import (
	"errors"
	"fmt"
	"iter"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"hed/internal/near"
)

// Decode fills the struct that dst points to from the options of a spec.
// A field takes the option that its tag names, as in
//
//	Stem *bool `opt:"stem" doc:"reduce words to stems; default by profile"`
//
// and has type string, bool, int, float64, []string (separated by "/") or
// a pointer to one of these, nil where the option is not given. An unknown
// option is refused with the list of the known ones.
func Decode(options map[string]string, dst any) error { return decode(options, dst, "as") }

// Over reads options as a spec of that name has them behind it, as in hidden=128+dropout=0.2, over given ones.
func Over[O any](name, options string, o O) (O, error) {
	if options == "" {
		return o, nil
	}
	given, err := Parse(name + ":" + options)
	if err != nil {
		return o, err
	}
	err = given[0].Fill(&o)
	return o, err
}

// Fill is Decode for what has no other name: a spec with one is refused.
func (sp Spec) Fill(dst any) error {
	options := map[string]string{}
	maps.Copy(options, sp.Options)
	if sp.As != "" {
		options["as"] = sp.As
	}
	return decode(options, dst)
}

// decode is Decode; errors name further options.
func decode(options map[string]string, dst any, further ...string) error {
	v := reflect.ValueOf(dst).Elem()
	known := map[string]reflect.Value{}
	var names []string
	for f := range fields(v.Type()) {
		name := f.Tag.Get("opt")
		known[name] = v.FieldByIndex(f.Index)
		names = append(names, name)
	}
	// In order of name, so that of two wrong options the same one is reported.
	for _, k := range slices.Sorted(maps.Keys(options)) {
		f, ok := known[k]
		if !ok {
			return fmt.Errorf("no option %q; %s", k, near.Hint(k, append(names, further...)))
		}
		if err := set(f, options[k]); err != nil {
			return fmt.Errorf("%s=%s: %w", k, options[k], err)
		}
	}
	return nil
}

func set(f reflect.Value, s string) error {
	switch f.Kind() {
	case reflect.Pointer:
		p := reflect.New(f.Type().Elem())
		if err := set(p.Elem(), s); err != nil {
			return err
		}
		f.Set(p)
	case reflect.String:
		f.SetString(s)
	case reflect.Bool:
		switch strings.ToLower(s) {
		case "true", "yes", "on", "1":
			f.SetBool(true)
		case "false", "no", "off", "0":
			f.SetBool(false)
		default:
			return errors.New("want true or false")
		}
	case reflect.Int:
		n, err := strconv.Atoi(s)
		if err != nil {
			return errors.New("want a whole number")
		}
		f.SetInt(int64(n))
	case reflect.Float64:
		x, err := strconv.ParseFloat(s, 64)
		if err != nil || x != x {
			return errors.New("want a number")
		}
		f.SetFloat(x)
	case reflect.Slice:
		f.Set(reflect.ValueOf(strings.Split(s, "/")))
	default:
		panic("spec: an option of type " + f.Type().String())
	}
	return nil
}

// An Option describes one field that Decode fills.
type Option struct {
	Name string `json:"name"`
	Type string `json:"type"`
	Doc  string `json:"doc"`
	// Value is what the struct has for it, "" for nothing.
	Value string `json:"-"`
	// File says that the value is the name of a file or folder: the field has
	// the tag file:"true".
	File bool `json:"-"`
}

// Options lists what Decode would fill of such a struct. nil has none.
func Options(zero any) []Option {
	if zero == nil {
		return nil
	}
	var out []Option
	v := reflect.ValueOf(zero)
	for f := range fields(v.Type()) {
		ft := f.Type
		if ft.Kind() == reflect.Pointer {
			ft = ft.Elem()
		}
		kind := map[reflect.Kind]string{reflect.Bool: "true/false", reflect.Int: "number", reflect.Float64: "number", reflect.Slice: "a/b/c"}[ft.Kind()]
		if kind == "" {
			kind = "text"
		}
		out = append(out, Option{Name: f.Tag.Get("opt"), Type: kind, Doc: f.Tag.Get("doc"), Value: text(v.FieldByIndex(f.Index)), File: f.Tag.Get("file") == "true"})
	}
	return out
}

// text is a value as an option has it.
func text(v reflect.Value) string {
	if v.Kind() == reflect.Pointer && !v.IsNil() {
		v = v.Elem()
	} else if v.IsZero() {
		return ""
	}
	if v.Kind() == reflect.Float64 {
		return strconv.FormatFloat(v.Float(), 'f', -1, 64)
	}
	return fmt.Sprint(v.Interface())
}

// Complete gives the specs of a part the options that are set for all parts, unless a
// spec has its own, the part takes none, or the value is "". options is what Options
// describes.
func Complete(list []Spec, name string, options any, given map[string]string) {
	for _, o := range Options(options) {
		for _, sp := range list {
			if _, own := sp.Options[o.Name]; sp.Name == name && !own && given[o.Name] != "" {
				sp.Options[o.Name] = given[o.Name]
			}
		}
	}
}

// fields yields the fields that take an option, those of embedded structs too.
func fields(t reflect.Type) iter.Seq[reflect.StructField] {
	return func(yield func(reflect.StructField) bool) {
		for _, f := range reflect.VisibleFields(t) {
			if f.Tag.Get("opt") != "" && !yield(f) {
				return
			}
		}
	}
}
